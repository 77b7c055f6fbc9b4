import { QuadratError } from '../core/errors.ts';

/** JSON with objects as maps. Integers beyond 2^53 are bigint, so that an id keeps all its digits. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | ReadonlyMap<string, JsonValue>;

interface Reader {
  readonly text: string;
  readonly file: string;
  readonly firstLine: number;
  at: number;
}

const MAX_DEPTH = 500;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;

/**
 * Reads JSON so that nothing of it is lost: objects become maps, whose keys keep the order of the file even where
 * they look like numbers (a plain object sorts those, and knows `__proto__`).
 *
 * @param file its name, for messages
 * @param firstLine the line in the file at which the text starts
 * @throws QuadratError `invalid-json` with the line; `invalid-score` for a number that is not finite (`NaN`,
 *   `Infinity`, `1e999`); `duplicate-item` for a key that an object has twice
 */
export function readJsonMaps(text: string, file: string, firstLine = 1): JsonValue {
  const reader: Reader = { text, file, firstLine, at: 0 };
  skipSpace(reader);
  const value = readValue(reader, 0);
  skipSpace(reader);
  if (reader.at < text.length) throw invalid(reader, `${shown(reader)} after the end of the value`);
  return value;
}

function readValue(reader: Reader, depth: number): JsonValue {
  const { text } = reader;
  switch (text.charCodeAt(reader.at)) {
    case 0x22: // "
      return readString(reader);
    case 0x7b: // {
      return readObject(reader, depth + 1);
    case 0x5b: // [
      return readArray(reader, depth + 1);
    case 0x74: // t
      return readWord(reader, 'true', true);
    case 0x66: // f
      return readWord(reader, 'false', false);
    case 0x6e: // n
      return readWord(reader, 'null', null);
    default:
      return readNumber(reader);
  }
}

function readWord<Value>(reader: Reader, word: string, value: Value): Value {
  if (!reader.text.startsWith(word, reader.at))
    throw invalid(reader, `${shown(reader)} where a value is due`);
  reader.at += word.length;
  return value;
}

function readNumber(reader: Reader): number | bigint {
  const { text } = reader;
  NUMBER.lastIndex = reader.at;
  const found = NUMBER.exec(text);
  if (found === null) {
    const word = /^-?(NaN|Infinity)\b/.exec(text.slice(reader.at, reader.at + 10));
    if (word !== null) throw notFinite(reader, word[0]);
    throw invalid(reader, `${shown(reader)} where a value is due`);
  }
  const written = found[0];
  const value = Number(written);
  if (!Number.isFinite(value)) throw notFinite(reader, written);
  reader.at += written.length;
  const whole = found[1] === undefined && found[2] === undefined;
  return whole && !Number.isSafeInteger(value) ? BigInt(written) : value;
}

function readString(reader: Reader): string {
  const { text } = reader;
  const from = reader.at + 1;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      reader.at = at + 1;
      return text.slice(from, at);
    }
    if (code === 0x5c) return readEscaped(reader, at);
    if (code < 0x20) {
      reader.at = at;
      throw invalid(reader, 'a control character in a string');
    }
  }
  throw invalid(reader, 'a string without its end');
}

/** A string with escapes; the language's own reader knows them. */
function readEscaped(reader: Reader, firstEscape: number): string {
  const { text } = reader;
  let at = firstEscape;
  for (; at < text.length && text.charCodeAt(at) !== 0x22; at += 1) {
    if (text.charCodeAt(at) === 0x5c) at += 1;
  }
  if (at >= text.length) throw invalid(reader, 'a string without its end');
  try {
    const value = JSON.parse(text.slice(reader.at, at + 1)) as string;
    reader.at = at + 1;
    return value;
  } catch {
    throw invalid(reader, 'a string with a wrong escape');
  }
}

function readArray(reader: Reader, depth: number): JsonValue[] {
  enter(reader, depth);
  const items: JsonValue[] = [];
  if (closes(reader, 0x5d)) return items;
  for (;;) {
    items.push(readValue(reader, depth));
    skipSpace(reader);
    if (closes(reader, 0x5d)) return items;
    comma(reader);
  }
}

function readObject(reader: Reader, depth: number): Map<string, JsonValue> {
  enter(reader, depth);
  const entries = new Map<string, JsonValue>();
  if (closes(reader, 0x7d)) return entries;
  for (;;) {
    if (reader.text.charCodeAt(reader.at) !== 0x22)
      throw invalid(reader, `${shown(reader)} where a key is due`);
    const start = reader.at;
    const key = readString(reader);
    if (entries.has(key)) throw twice(reader, key, start);
    skipSpace(reader);
    if (reader.text.charCodeAt(reader.at) !== 0x3a)
      throw invalid(reader, `${shown(reader)} where a colon is due`);
    reader.at += 1;
    skipSpace(reader);
    entries.set(key, readValue(reader, depth));
    skipSpace(reader);
    if (closes(reader, 0x7d)) return entries;
    comma(reader);
  }
}

function enter(reader: Reader, depth: number): void {
  if (depth > MAX_DEPTH) throw invalid(reader, `values nested more than ${MAX_DEPTH} deep`);
  reader.at += 1;
  skipSpace(reader);
}

function closes(reader: Reader, code: number): boolean {
  if (reader.text.charCodeAt(reader.at) !== code) return false;
  reader.at += 1;
  return true;
}

function comma(reader: Reader): void {
  if (reader.text.charCodeAt(reader.at) !== 0x2c)
    throw invalid(reader, `${shown(reader)} where a comma is due`);
  reader.at += 1;
  skipSpace(reader);
}

function skipSpace(reader: Reader): void {
  const { text } = reader;
  let { at } = reader;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
  }
  reader.at = at;
}

function shown(reader: Reader): string {
  const character = reader.text.codePointAt(reader.at);
  return character === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(character));
}

function lineAt(reader: Reader, position: number): number {
  let line = reader.firstLine;
  for (let at = reader.text.indexOf('\n'); at >= 0 && at < position; at = reader.text.indexOf('\n', at + 1))
    line += 1;
  return line;
}

function invalid(reader: Reader, what: string): QuadratError {
  return new QuadratError('invalid-json', what, {
    file: reader.file,
    line: lineAt(reader, reader.at),
    next: 'The file must be valid JSON.',
    data: { position: reader.at },
  });
}

function notFinite(reader: Reader, written: string): QuadratError {
  return new QuadratError('invalid-score', `${written} is not a finite number`, {
    file: reader.file,
    line: lineAt(reader, reader.at),
    next: 'Write a number, or null where there is none.',
    data: { position: reader.at },
  });
}

function twice(reader: Reader, key: string, position: number): QuadratError {
  return new QuadratError('duplicate-item', `the key ${JSON.stringify(key)} stands twice in an object`, {
    file: reader.file,
    line: lineAt(reader, position),
    next: 'Keep one of the two.',
    data: { ids: [key] },
  });
}
