import { jsonrepair } from 'jsonrepair';
import { fencedBlocks, type JsonBlock, jsonBlocks } from './json-blocks.ts';
import { answerText } from './reasoning.ts';

export type ParsedJson =
  | {
      readonly ok: true;
      readonly value: unknown;
      /** The block was no valid JSON (a comma too many, single quotes, …) and was mended. */
      readonly repaired: boolean;
      /** The text ended within the block: what is missing was left out, and the last string may be cut. */
      readonly open: boolean;
    }
  | { readonly ok: false };

/**
 * Reads JSON from a model's answer. The text as it is comes first; then the fenced blocks and the text around them are
 * searched for an object or list, of which the last valid one counts; only if none is valid, the last one is repaired.
 * Nothing is ever changed inside a valid block. Prose and refusals give no value. Reasoning blocks are not read.
 */
export function parseJson(text: string): ParsedJson {
  const whole = strict(text);
  if (whole !== undefined) return { ok: true, value: whole.value, repaired: false, open: false };
  const answer = answerText(text);
  const parts = [...fencedBlocks(answer).toReversed(), answer];
  for (const part of parts) {
    const found = strict(part) ?? lastStrict(part);
    if (found !== undefined) return { ok: true, value: found.value, repaired: false, open: false };
  }
  for (const part of parts) {
    for (const block of candidates(part)) {
      const found = repair(block.text);
      if (found !== undefined) return { ok: true, value: found.value, repaired: true, open: block.open };
    }
  }
  return { ok: false };
}

interface Found {
  readonly value: unknown;
}

function strict(text: string): Found | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

function lastStrict(text: string): Found | undefined {
  for (const block of candidates(text)) {
    const found = block.open ? undefined : strict(block.text);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The blocks that may be meant, best first: objects and lists with something in them, the last ones before others. */
function candidates(text: string): readonly JsonBlock[] {
  const blocks = jsonBlocks(text).toReversed();
  const isReference = ({ text: block }: JsonBlock): boolean => /^\[[\s\d,.–-]*\]$/u.test(block);
  // `[1]` in prose is a reference; it is a list only if it is all there is on its line, or follows a colon.
  return blocks.filter((block) => !isReference(block) || standsAlone(text, block.text));
}

function standsAlone(text: string, block: string): boolean {
  const at = text.lastIndexOf(block);
  const before = text.slice(Math.max(0, at - 40), at);
  const after = text.slice(at + block.length, at + block.length + 40);
  return /(?:^|\n|[:：])[\s*_`]{0,20}$/u.test(before) && /^[\s*_`.。]*(?:\n|$)/u.test(after);
}

function repair(block: string): Found | undefined {
  try {
    const found = strict(jsonrepair(block));
    return typeof found?.value === 'object' && found.value !== null ? found : undefined;
  } catch {
    return undefined;
  }
}
