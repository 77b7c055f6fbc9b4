import { isUtf8 } from 'node:buffer';
import { fitted, invalidPickle, lengthAt, type PickleState, takeLine } from './pickle-state.ts';

/** Longest integer that is read, in bytes; Python itself refuses to read longer ones from text. */
const MAX_INTEGER_BYTES = 2048;

/** The text of bytes `from` to `to`: ASCII, else UTF-8 in which lone surrogates may stand, as Python writes it. */
export function utf8At(state: PickleState, from: number, to: number): string {
  if (isAsciiAt(state, from, to)) return state.text.slice(from, to);
  const part = state.bytes.subarray(from, to);
  return isUtf8(part) ? state.buffer.toString('utf8', from, to) : withSurrogates(state, part, from);
}

function isAsciiAt({ bytes, view }: PickleState, from: number, to: number): boolean {
  let at = from;
  // Four bytes at a time: most of a data set is long text.
  for (const last = to - 3; at < last; at += 4) {
    if ((view.getInt32(at, true) & 0x80808080) !== 0) return false;
  }
  for (; at < to; at += 1) {
    if ((bytes[at] as number) >= 0x80) return false;
  }
  return true;
}

/** UTF-8 as Python's "surrogatepass" reads it: a surrogate may stand as its own three bytes. */
function withSurrogates(state: PickleState, part: Uint8Array, from: number): string {
  const pieces: string[] = [];
  let start = 0;
  for (let at = 0; at + 2 < part.length; at += 1) {
    const isSurrogate = part[at] === 0xed && ((part[at + 1] as number) & 0xe0) === 0xa0;
    if (!isSurrogate || ((part[at + 2] as number) & 0xc0) !== 0x80) continue;
    pieces.push(decodeStrictly(state, part.subarray(start, at), from + start));
    pieces.push(
      String.fromCharCode(
        0xd000 | (((part[at + 1] as number) & 0x3f) << 6) | ((part[at + 2] as number) & 0x3f),
      ),
    );
    start = at + 3;
    at += 2;
  }
  pieces.push(decodeStrictly(state, part.subarray(start), from + start));
  return pieces.join('');
}

function decodeStrictly(state: PickleState, part: Uint8Array, position: number): string {
  if (!isUtf8(part)) throw invalidPickle(state, 'a text that is not UTF-8', position);
  return Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('utf8');
}

/** A text or bytes argument: a length of 1, 4 or 8 bytes, then so many bytes. Returns its first and last place. */
export function counted(state: PickleState, lengthBytes: 1 | 4 | 8): readonly [from: number, to: number] {
  const length = lengthAt(state, lengthBytes);
  const from = state.at;
  const left = state.bytes.length - from;
  if (length > left) {
    throw invalidPickle(state, `a value of ${length} bytes is declared where ${left} are left`, from);
  }
  state.at = from + length;
  return [from, from + length];
}

/** A little-endian two's complement integer. */
export function longAt(state: PickleState, lengthBytes: 1 | 4): number | bigint {
  const [from, to] = counted(state, lengthBytes);
  const size = to - from;
  if (size > MAX_INTEGER_BYTES) throw invalidPickle(state, `an integer of ${size} bytes`, from);
  let value = 0n;
  for (let at = to - 1; at >= from; at -= 1) value = (value << 8n) | BigInt(state.bytes[at] as number);
  return fitted(size === 0 ? 0n : BigInt.asIntN(size * 8, value));
}

/** The argument of INT (also `00` and `01`, which are False and True) and of LONG (with an `L` at its end). */
export function integerLine(state: PickleState, long: boolean): number | bigint | boolean {
  const position = state.at;
  const line = takeLine(state);
  if (!long && (line === '00' || line === '01')) return line === '01';
  const digits = long && line.endsWith('L') ? line.slice(0, -1) : line;
  if (!/^[+-]?\d+$/.test(digits) || digits.length > 2 * MAX_INTEGER_BYTES) {
    throw invalidPickle(state, 'an integer that cannot be read', position);
  }
  return fitted(digits.startsWith('-') ? -BigInt(digits.slice(1)) : BigInt(digits.replace('+', '')));
}

/** The argument of FLOAT: Python's `repr` of a double. */
export function floatLine(state: PickleState): number {
  const position = state.at;
  const line = takeLine(state);
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(line)) return Number(line);
  const word = /^([+-]?)(inf|nan)$/i.exec(line);
  if (word === null) throw invalidPickle(state, 'a number that cannot be read', position);
  if (word[2]?.toLowerCase() === 'nan') return Number.NaN;
  return word[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** The argument of UNICODE: Latin-1 with `\uXXXX` and `\UXXXXXXXX`. */
export function unicodeLine(state: PickleState): string {
  const position = state.at;
  return takeLine(state).replace(
    /\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})|\\[uU]/g,
    (_whole, short: string | undefined, long: string | undefined) => {
      const code = Number.parseInt(short ?? long ?? '', 16);
      if (!(code <= 0x10ffff)) throw invalidPickle(state, 'an escape that names no character', position);
      return String.fromCodePoint(code);
    },
  );
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
]);

/** The argument of STRING: the `repr` of a Python 2 string in ASCII. */
export function quotedLine(state: PickleState): string {
  const position = state.at;
  const line = takeLine(state).trimEnd();
  const quote = line[0];
  if (line.length < 2 || (quote !== "'" && quote !== '"') || !line.endsWith(quote)) {
    throw invalidPickle(state, 'a string without its quotes', position);
  }
  const text = line.slice(1, -1).replace(/\\(?:x([0-9a-fA-F]{2})|([0-7]{1,3})|(.?))/g, (whole, ...groups) => {
    const [hex, octal, other] = groups as (string | undefined)[];
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    return ESCAPES.get(other ?? '') ?? whole;
  });
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 0x7f) {
      throw invalidPickle(state, 'a Python 2 string that is not ASCII', position);
    }
  }
  return text;
}

/** A Python 2 string of counted bytes, which must be ASCII or UTF-8. */
export function byteString(state: PickleState, lengthBytes: 1 | 4): string {
  const [from, to] = counted(state, lengthBytes);
  return utf8At(state, from, to);
}
