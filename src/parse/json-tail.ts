/** Deeper nesting is no answer, and mending it takes for ever. */
const MAX_DEPTH = 40;

interface Open {
  readonly close: ']' | '}';
  /** In an object: whether a colon came since the last comma, so that a value is due. */
  valueDue: boolean;
}

/**
 * Ends a JSON text that was cut off: everything behind the last complete value is dropped, and what is open is closed.
 *
 * @param text starts with a bracket; strings in double or single quotes
 * @returns undefined if no bracket is open, or too many are
 */
export function closeOpenJson(text: string): string | undefined {
  const stack: Open[] = [];
  let safe = { end: 0, closers: '' };
  const mark = (end: number) => {
    safe = {
      end,
      closers: stack
        .map(({ close }) => close)
        .reverse()
        .join(''),
    };
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    const top = stack.at(-1);
    if (character === '"' || character === "'") {
      const end = closingQuote(text, at, character);
      if (end === undefined) break;
      at = end;
      if (top !== undefined && (top.close === ']' || top.valueDue)) mark(at + 1);
    } else if (character === '{' || character === '[') {
      if (stack.length === MAX_DEPTH) return undefined;
      stack.push({ close: character === '{' ? '}' : ']', valueDue: false });
      mark(at + 1);
    } else if (character === '}' || character === ']') {
      if (stack.pop() === undefined) return undefined;
      mark(at + 1);
    } else if (character === ':' && top !== undefined) {
      top.valueDue = true;
    } else if (character === ',' && top !== undefined) {
      // A number or a word is complete once a comma follows.
      if (top.close === ']' || top.valueDue) mark(at);
      top.valueDue = false;
    }
  }
  return stack.length === 0 && safe.closers === '' ? undefined : text.slice(0, safe.end) + safe.closers;
}

/** Whether brackets outside strings nest no deeper than an answer's may. */
export function isShallow(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = closingQuote(text, at, character) ?? text.length;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > MAX_DEPTH) return false;
  }
  return true;
}

function closingQuote(text: string, start: number, quote: string): number | undefined {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
  }
  return undefined;
}
