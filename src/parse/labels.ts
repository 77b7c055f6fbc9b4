import { answerText } from './reasoning.ts';

const KEY =
  /(?:^|[^\p{L}\p{N}_])["'*]{0,3}(?:(?:final\s{1,3})?(?:labels?|answers?|categor(?:y|ies)|class(?:es)?)|标签|答案|类别|分类)["'*]{0,3}\s{0,3}[:：=]/giu;
const EXPLANATION =
  /(?:^|[^\p{L}\p{N}_])(?:explanations?|explained|reasons?|reasoning|rationale|justification|because|since|note)(?![\p{L}\p{N}_])|解释|理由|原因|因为|说明/iu;
const HAN_EDGE = /^\p{Script=Han}/u;
const HAN_END = /\p{Script=Han}$/u;

/**
 * Reads the labels that an answer names out of a closed set: whole names, without regard to case, the longest first, so
 * that a label inside a longer one does not count. An explanation is no part of the answer: what follows a key such as
 * "Labels:" counts where there is one, and nothing that follows a word such as "explanation" or "because". Chinese
 * labels need no space around them. Reasoning blocks are not read.
 *
 * @param labels the declared labels
 * @returns labels as they are declared, in the order of their first mention; empty where none is named
 */
export function parseLabels(text: string, labels: readonly string[]): string[] {
  const answer = answerText(text);
  const keyed = [...answer.matchAll(KEY)].at(-1);
  if (keyed !== undefined) {
    const found = mentioned(withoutExplanation(answer.slice(keyed.index + keyed[0].length)), labels);
    if (found.length > 0) return found;
  }
  const start = withoutExplanation(answer);
  return mentioned(start, labels);
}

function withoutExplanation(text: string): string {
  const at = text.search(EXPLANATION);
  return at < 0 ? text : text.slice(0, at);
}

function mentioned(text: string, labels: readonly string[]): string[] {
  const declared = new Map<string, string>();
  for (const label of labels) if (label !== '') declared.set(folded(label), label);
  const names = [...declared.keys()].sort((a, b) => b.length - a.length);
  if (names.length === 0) return [];
  const pattern = new RegExp(names.map(wholeName).join('|'), 'giu');
  const found = new Set<string>();
  for (const [name] of text.matchAll(pattern)) {
    const label = declared.get(folded(name));
    if (label !== undefined) found.add(label);
  }
  return [...found];
}

function folded(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/gu, ' ');
}

/** A name that no letter, digit, underscore or hyphen touches; white space in it may be of any kind. */
function wholeName(name: string): string {
  const plain = name.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`).replaceAll(' ', String.raw`\s+`);
  const before = HAN_EDGE.test(name) ? '' : String.raw`(?<![\p{L}\p{N}_-])`;
  const after = HAN_END.test(name) ? '' : String.raw`(?![\p{L}\p{N}_-])`;
  return before + plain + after;
}
