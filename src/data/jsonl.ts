import { QuadratError } from '../core/errors.ts';
import { type JsonValue, readJsonMaps } from './json-map.ts';

export interface JsonLine<Value = unknown> {
  /** Counted from 1. */
  readonly line: number;
  readonly value: Value;
}

/** The lines of a text: they end at LF, with an optional CR before it, and nowhere else. Blank ones are left out. */
function* filledLines(text: string): Generator<readonly [line: number, content: string]> {
  let line = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    line += 1;
    const content = text.slice(start, text[end - 1] === '\r' && end > start ? end - 1 : end);
    start = end + 1;
    if (!/^[ \t\r]*$/.test(content)) yield [line, content];
  }
}

/**
 * Reads JSON Lines: one value a line. U+2028, U+2029 and U+0085 are data.
 *
 * @param file its name, for messages
 * @param onFault takes the fault of a line, which is then left out; absent: it is thrown
 * @throws QuadratError `invalid-json` with the line
 */
export function readJsonLines(
  text: string,
  file: string,
  onFault?: (fault: QuadratError) => void,
): JsonLine[] {
  const rows: JsonLine[] = [];
  for (const [line, content] of filledLines(text)) {
    try {
      rows.push({ line, value: JSON.parse(content) as unknown });
    } catch (cause) {
      const fault = new QuadratError('invalid-json', cause instanceof Error ? cause.message : String(cause), {
        file,
        line,
        next: 'Each line must hold one JSON value.',
        cause,
      });
      if (onFault === undefined) throw fault;
      onFault(fault);
    }
  }
  return rows;
}

/** As {@link readJsonLines}, but with objects as maps that keep the order of their keys; see `readJsonMaps`. */
export function readJsonMapLines(text: string, file: string): JsonLine<JsonValue>[] {
  const rows: JsonLine<JsonValue>[] = [];
  for (const [line, content] of filledLines(text))
    rows.push({ line, value: readJsonMaps(content, file, line) });
  return rows;
}
