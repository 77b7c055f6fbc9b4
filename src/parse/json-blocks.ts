/** A part of a text that may be JSON: it starts with a bracket and ends with the one that closes it. */
export interface JsonBlock {
  readonly text: string;
  /** Whether the text ended before the block did. */
  readonly open: boolean;
}

/** What may follow the first bracket of JSON: `{project}` or `[sic]` is none. */
const BEGINS =
  /^\{\s*(?:["'“}]|[\p{L}_$][\p{L}\p{N}_$]*\s*:)|^\[\s*(?:["'“[{\]]|-?\d|true\b|false\b|null\b)/u;

/** The same for a block that never closes; `[1` in prose is no start of a list. */
const BEGINS_OPEN = /^\{\s*(?:["'“}]|[\p{L}_$][\p{L}\p{N}_$]*\s*:)|^\[\s*["'“[{]/u;

/** Bounds the work on texts that are full of brackets. */
const MAX_TRIES = 200;

/**
 * The outermost blocks of a text that may be JSON, in order. Brackets inside double-quoted strings do not count. What
 * cannot be JSON is looked into, as it may hold some.
 */
export function jsonBlocks(text: string): readonly JsonBlock[] {
  const blocks: JsonBlock[] = [];
  let tries = 0;
  let open: JsonBlock | undefined;
  for (let at = nextBracket(text, 0); at >= 0 && tries < MAX_TRIES; ) {
    tries += 1;
    const start = text.slice(at, at + 80);
    const end = BEGINS.test(start) ? endOfBlock(text, at) : undefined;
    if (end !== undefined) {
      // What stands within a block that never closed is part of it.
      if (open === undefined) blocks.push({ text: text.slice(at, end), open: false });
      at = nextBracket(text, end);
    } else {
      if (open === undefined && BEGINS_OPEN.test(start)) open = { text: text.slice(at), open: true };
      at = nextBracket(text, at + 1);
    }
  }
  if (open !== undefined) blocks.push(open);
  return blocks;
}

function nextBracket(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x7b || code === 0x5b) return at;
  }
  return -1;
}

/** The place behind the bracket that closes the block at `start`; undefined if there is none. */
function endOfBlock(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

/** The contents of the fenced blocks of a markdown text, in order; the last one may lack its end. */
export function fencedBlocks(text: string): readonly string[] {
  const contents: string[] = [];
  let start: number | undefined;
  let lineStart = 0;
  while (lineStart <= text.length) {
    const found = text.indexOf('\n', lineStart);
    const lineEnd = found < 0 ? text.length : found;
    if (/^ {0,3}(?:```|~~~)/.test(text.slice(lineStart, lineStart + 6))) {
      if (start === undefined) start = lineEnd + 1;
      else {
        contents.push(text.slice(start, lineStart));
        start = undefined;
      }
    }
    lineStart = lineEnd + 1;
  }
  if (start !== undefined) contents.push(text.slice(start));
  return contents;
}
