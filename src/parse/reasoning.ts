// What models put around the text in which they think before they answer: XML-like tags, [THINK], ◁think▷ and
// <|begin_of_thought|>.
const NAME = '(?:[a-z0-9_]{1,20}:)?(?:think|thinking|thoughts?|reason|reasoning|reflection|scratchpad)';
const CLOSING = new RegExp(
  String.raw`</${NAME}\s{0,4}>|\[/think\]|◁/think▷|<\|end_of_(?:thought|thinking)\|>`,
  'giu',
);
const OPENING = new RegExp(
  String.raw`<${NAME}(?:\s[^<>]{0,200})?>|\[think\]|◁think▷|<\|begin_of_(?:thought|thinking)\|>`,
  'iu',
);

/** A model's text, parted into what it thought and what it answered. */
export interface SplitAnswer {
  /** The text after the last closing tag, the whole text if there is no tag; null where a block never closes. */
  readonly answer: string | null;
  /** Whether there was a reasoning block, or the end of one. */
  readonly reasoned: boolean;
}

/**
 * Parts a model's text at its reasoning blocks. Only what stands after the last closing tag is the answer; the
 * opening tag may be missing, as it can be the end of the prompt. A block that never closes leaves no answer.
 */
export function splitReasoning(text: string): SplitAnswer {
  let end = 0;
  for (const tag of text.matchAll(CLOSING)) end = tag.index + tag[0].length;
  const rest = text.slice(end);
  if (OPENING.test(rest)) return { answer: null, reasoned: true };
  return { answer: rest, reasoned: end > 0 };
}

/** The part of a model's text that may be read for an answer; empty where it only reasons. */
export function answerText(text: string): string {
  return splitReasoning(text).answer ?? '';
}
