import { jsonrepair } from 'jsonrepair';
import { fencedBlocks, jsonBlocks } from './json-blocks.ts';
import { closeOpenJson, isShallow } from './json-tail.ts';
import { answerText } from './reasoning.ts';

/** What it took to read JSON: nothing, taking it out of a fence or prose, mending its marks. */
export type JsonStage = 'strict' | 'unwrapped' | 'repaired';

export interface ChineseJson {
  readonly value: unknown;
  readonly stage: JsonStage;
  /** The text ended within it: complete entries are kept, the cut one is dropped. */
  readonly open: boolean;
}

/**
 * Reads JSON from an answer in Chinese, in stages. Valid JSON is taken as it is, so curly quotes in it are content.
 * Only then are the marks that hold it together mended: full-width brackets, colons, commas and quotes, single quotes,
 * `None`, trailing commas, a missing end.
 *
 * @returns undefined where there is none. Reasoning blocks are not read
 */
export function readChineseJson(text: string): ChineseJson | undefined {
  const answer = answerText(text).trim();
  const whole = parsed(answer);
  if (isStructure(whole)) return { value: whole, stage: 'strict', open: false };
  const parts = [...fencedBlocks(answer).toReversed(), answer];
  for (const part of parts) {
    const value = parsed(part.trim()) ?? lastValid(part);
    if (isStructure(value)) return { value, stage: 'unwrapped', open: false };
  }
  for (const part of parts) {
    const mended = mend(asciiStructure(part));
    if (mended !== undefined) return mended;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isStructure(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function lastValid(text: string): unknown {
  for (const block of jsonBlocks(text).toReversed()) {
    const value = block.open ? undefined : parsed(block.text);
    if (isStructure(value)) return value;
  }
  return undefined;
}

/** How many blocks of a text may be mended: the last ones are meant. */
const MOST_MENDED = 3;

function mend(text: string): ChineseJson | undefined {
  for (const block of jsonBlocks(text).slice(-MOST_MENDED).toReversed()) {
    const closed = block.open ? closeOpenJson(block.text) : block.text;
    if (closed === undefined || !isShallow(closed)) continue;
    try {
      const value = parsed(closed) ?? parsed(jsonrepair(closed));
      if (isStructure(value)) return { value, stage: 'repaired', open: block.open };
    } catch {
      // What cannot be mended is no JSON.
    }
  }
  return undefined;
}

const MARKS: ReadonlyMap<string, string> = new Map([
  ['｛', '{'],
  ['｝', '}'],
  ['［', '['],
  ['］', ']'],
  ['：', ':'],
  ['，', ','],
]);

const OPENING_QUOTES: ReadonlySet<string> = new Set(['“', '”', '＂']);
const CLOSING_QUOTE = /[“”＂](?=\s*(?:[,，:：\]］}｝]|$))/gu;

/** The same text with ASCII marks outside strings; strings in curly or full-width quotes become JSON strings. */
export function asciiStructure(text: string): string {
  let mapped = '';
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? '';
    if (character === '"') {
      const end = endOfString(text, at);
      mapped += text.slice(at, end);
      at = end;
    } else if (OPENING_QUOTES.has(character)) {
      CLOSING_QUOTE.lastIndex = at + 1;
      const close = CLOSING_QUOTE.exec(text);
      if (close === null) {
        mapped += text.slice(at);
        break;
      }
      mapped += JSON.stringify(text.slice(at + 1, close.index));
      at = close.index + 1;
    } else {
      mapped += MARKS.get(character) ?? character;
      at += 1;
    }
  }
  return mapped;
}

/** The place behind the quote that closes the string at `start`; the end of the text if none does. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
