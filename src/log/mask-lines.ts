import { maskNumbers } from '../text/mask.ts';
import type { AnyCallLine, ItemLine } from './schema.ts';

/**
 * The line with mobile, identity and card numbers hidden in its messages. Nothing is read from them: a call is found
 * again by the hash of what was sent. The answer stays, since scores are made of it.
 */
export function maskCall(line: AnyCallLine): AnyCallLine {
  if (line.kind !== 'text') return line;
  return {
    ...line,
    messages: line.messages.map(({ role, content }) => ({ role, content: maskNumbers(content) })),
  };
}

/** The line with such numbers hidden in its error, which may repeat what was sent. */
export function maskItem(line: ItemLine): ItemLine {
  return line.error === undefined ? line : { ...line, error: maskNumbers(line.error) };
}
