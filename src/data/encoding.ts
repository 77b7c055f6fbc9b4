import { isUtf8 } from 'node:buffer';
import { QuadratError } from '../core/errors.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';

const NAMES: ReadonlyMap<string, Encoding> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
  ['gb18030', 'gb18030'],
  ['gbk', 'gb18030'],
  ['gb2312', 'gb18030'],
]);

/** V8 makes no longer text. */
const MAX_TEXT_BYTES = 500_000_000;

export interface Decoded {
  readonly text: string;
  readonly encoding: Encoding;
}

/**
 * Decodes a file strictly: what does not fit the encoding is an error, never a replacement character. A byte order
 * mark at the very start is taken off; the same character elsewhere is data.
 *
 * @param file its name, for messages
 * @param encoding absent: what a byte order mark says, else UTF-8; `auto`: the same, and GB18030 where it is not
 *   UTF-8; or a name (`utf-8`, `utf-16le`, `utf-16be`, `gb18030`, which covers `gbk` and `gb2312`)
 * @throws QuadratError `invalid-encoding` with line and offset; `too-large`
 */
export function decodeText(bytes: Uint8Array, file: string, encoding?: string): Decoded {
  if (bytes.length > MAX_TEXT_BYTES) {
    throw new QuadratError('too-large', `the text has ${bytes.length} bytes`, {
      file,
      next: `Split it: at most ${MAX_TEXT_BYTES} bytes are read as one text.`,
    });
  }
  if (encoding === undefined || encoding === 'auto') {
    const marked = encodingOfMark(bytes);
    if (marked !== undefined) return decodeAs(bytes, file, marked);
    if (encoding === 'auto' && !isUtf8(bytes)) {
      try {
        return decodeAs(bytes, file, 'gb18030');
      } catch {
        // It is neither: what is told is where it is no UTF-8.
      }
    }
    return decodeAs(bytes, file, 'utf-8');
  }
  const named = NAMES.get(encoding.toLowerCase());
  if (named === undefined) {
    throw new QuadratError('invalid-encoding', `there is no encoding ${encoding}`, {
      file,
      next: `Known are auto, ${[...NAMES.keys()].join(', ')}.`,
    });
  }
  return decodeAs(bytes, file, named);
}

function encodingOfMark(bytes: Uint8Array): Encoding | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

function decodeAs(bytes: Uint8Array, file: string, encoding: Encoding): Decoded {
  try {
    // The decoder takes the mark off.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return { text: text.charCodeAt(0) === 0xfeff && encoding === 'gb18030' ? text.slice(1) : text, encoding };
  } catch (cause) {
    const offset = firstInvalid(bytes, encoding);
    throw new QuadratError('invalid-encoding', `byte ${offset} does not fit ${encoding.toUpperCase()}`, {
      file,
      line: lineOf(bytes, offset),
      next:
        encoding === 'utf-8'
          ? 'Save the file as UTF-8, or name its encoding.'
          : 'Save the file as UTF-8, or name the right encoding.',
      data: { offset, encoding },
      cause,
    });
  }
}

/** Where the first character starts that cannot be decoded; a halving search, as it only runs for an error. */
function firstInvalid(bytes: Uint8Array, encoding: Encoding): number {
  // `stream` lets the last character be unfinished.
  const decodes = (length: number, stream: boolean): boolean => {
    try {
      new TextDecoder(encoding, { fatal: true }).decode(bytes.subarray(0, length), { stream });
      return true;
    } catch {
      return false;
    }
  };
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (decodes(middle, true)) good = middle;
    else bad = middle;
  }
  while (good > 0 && !decodes(good, false)) good -= 1;
  return good;
}

function lineOf(bytes: Uint8Array, offset: number): number {
  let line = 1;
  for (let at = 0; at < offset; at += 1) if (bytes[at] === 0x0a) line += 1;
  return line;
}
