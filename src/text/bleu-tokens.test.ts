import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../tests/any-text.ts';
import { BLEU_TOKENIZERS, bleuLine, bleuTokens } from './bleu-tokens.ts';
import { isPythonSpace } from './python.ts';

// Lines of sacreBLEU 2.6.0: text, 13a, intl, zh. Absent: as 13a.
const LINES: readonly (readonly [text: string, western: string, international?: string, chinese?: string])[] =
  [
    ['', ''],
    [' ', ''],
    ['Hello, world!', 'Hello , world !'],
    ["It's a test.", "It's a test .", "It ' s a test ."],
    [
      '1,000.50 and 3.14, then 2.',
      '1,000.50 and 3.14 , then 2 .',
      '1,000.50 and 3.14 , then 2.',
      '1,000.50 and 3.14 , then 2.',
    ],
    ['A.B.C. U.S.A.', 'A . B . C . U . S . A .'],
    ['10-20 -5 a-b 7-', '10 - 20 -5 a-b 7 -', '10-20 - 5 a - b 7-'],
    ['cost $20.00 (50%) [x] {y}', 'cost $ 20.00 ( 50 % ) [ x ] { y }'],
    [
      '&lt;c&gt; &amp;lt; &quot;',
      '< c > < "',
      '& lt ; c & gt ; & amp ; lt ; & quot ;',
      '& lt ; c & gt ; & amp ; lt ; & quot ;',
    ],
    ['<skipped>x', 'x', '< skipped > x', '< skipped > x'],
    ['co-\noperate line\nbreak', 'cooperate line break', 'co - operate line break', 'co- operate line break'],
    [
      '..., ,,, ...5 5... .5 5.',
      '. . . , , , , . . . 5 5 . . . . 5 5 .',
      '. . . , , , , . . . 5 5 . . . . 5 5.',
      '. . . , , , , . . . 5 5 . . . . 5 5.',
    ],
    ['a..5 a.,5', 'a . .5 a . ,5'],
    [' .5 x', '. 5 x', '. 5 x', '.5 x'],
    ['.5 x', '. 5 x', '.5 x', '.5 x'],
    ['5.-6', '5 . -6', '5 . - 6'],
    ['5--6', '5 - -6', '5 - - 6'],
    ["`x' ~ ^ _y_ |z| \\", "` x' ~ ^ _ y _ | z | \\", "` x ' ~ ^ _ y _ | z | \\"],
    ['你好，世界。', '你好，世界。', '你好 ， 世界 。', '你 好 ， 世 界 。'],
    ['“引号”——破折号……', '“引号”——破折号……', '“ 引号 ” — — 破折号 … …', '“ 引 号 ” — — 破 折 号 … …'],
    ['价格1,299.00元', '价格1,299.00元', '价格1,299.00元', '价 格 1,299.00 元'],
    ['　全角空格　', '全角空格', '全角空格', '全 角 空 格'],
    ['𠮷野家 ㅏ가', '𠮷野家 ㅏ가', '𠮷野家 ㅏ가', '𠮷 野 家 ㅏ가'],
    ['日本語の', '日本語の', '日本語の', '日 本 語 の'],
    ['👍🏽 ok ❤️', '👍🏽 ok ❤️', '👍 🏽 ok ❤ ️', '👍🏽 ok ❤ ️'],
    ['€5 £1 x²', '€5 £1 x²', '€ 5 £ 1 x²', '€ 5 £1 x²'],
    ['١٢٣,٤', '١٢٣ , ٤', '١٢٣,٤'],
    ['a\u2001b\u2002c', 'a b c'],
    [
      '\u9fbb\u9fbc\u2a6d\u2a6e',
      '\u9fbb\u9fbc\u2a6d\u2a6e',
      '\u9fbb\u9fbc \u2a6d \u2a6e',
      '\u9fbb \u9fbc \u2a6d \u2a6e',
    ],
    ['𐄀x', '𐄀x', '𐄀 x', '𐄀x'],
  ];

describe('tokenizers of BLEU', () => {
  it.each(LINES.map((row) => ({ row })))('$row.0', ({ row }) => {
    const [text, western, international = western, chinese = western] = row;
    expect(bleuLine(text, '13a')).toBe(western);
    expect(bleuLine(text, 'intl')).toBe(international);
    expect(bleuLine(text, 'zh')).toBe(chinese);
  });

  it('by characters and by blanks keep the line apart from white space at its end', () => {
    expect(bleuLine('a 你\t', 'char')).toBe('a   你');
    expect(bleuTokens('a 你𠮷\t', 'char')).toEqual(['a', '你', '𠮷']);
    expect(bleuLine(' a\u001cb. \n', 'none')).toBe(' a\u001cb.');
    expect(bleuTokens(' a\u001cb. \n', 'none')).toEqual(['a', 'b.']);
  });

  it('lose nothing but white space and what 13a unescapes, whatever the text', () => {
    const squeezed = (text: string) =>
      Array.from(text)
        .filter((character) => !isPythonSpace(character.codePointAt(0)!))
        .join('');
    fc.assert(
      fc.property(anyText(), (text) => {
        for (const tokenizer of BLEU_TOKENIZERS) {
          const tokens = bleuTokens(text, tokenizer);
          expect(tokens.every((token) => token !== '' && squeezed(token) === token)).toBe(true);
          if (tokenizer !== '13a') expect(tokens.join('')).toBe(squeezed(text));
        }
      }),
    );
  });
});
