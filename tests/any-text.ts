import fc from 'fast-check';

const TRAPS = [
  ...'abcABC019 .,-\'"()&<>/?!\n\t',
  'the',
  '&amp;',
  '\u001c',
  '\u0085',
  '\u00a0',
  '\u3000',
  '\ufeff',
  '公',
  '安',
  '，',
  '。',
  '𠮷',
  '😀',
  'é',
  'e\u0301',
  'ß',
  'İ',
  '②',
  '\ud800',
  '\udfb7',
];

/** Any text: every UTF-16 unit, surrogates without a partner included, and pieces that are traps to tokenizers. */
export function anyText(maxLength = 20): fc.Arbitrary<string> {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
  const piece = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...TRAPS) }, { weight: 1, arbitrary: unit });
  return fc.array(piece, { maxLength }).map((pieces) => pieces.join(''));
}
