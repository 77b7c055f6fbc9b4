import type { Message } from '../../core/index.ts';
import { MASK } from './phrase.ts';
import { DASHES, fill, type JudgeTemplate, type Solved, type Template } from './templates.ts';

/** What a prompt is made of. */
export interface PromptParts {
  readonly question: string;
  /** Texts by letter as they are shown; null where there are none. */
  readonly options: ReadonlyMap<string, string> | null;
  readonly passages: readonly string[];
  readonly examples: readonly Solved[];
}

/** Two messages: the system's and the user's. */
export function promptOf(template: Template, parts: PromptParts, mask: string = MASK): Message[] {
  const { example = '', between = '' } = template;
  const values = {
    ...questionValues(parts),
    mask,
    passages: parts.passages.join(`\n\n${DASHES}\n\n`),
    examples: parts.examples
      .map((solved) => fill(example, { ...questionValues(solved), mask, answer: solved.answer }))
      .join(between),
  };
  return [
    { role: 'system', content: fill(template.system, values) },
    { role: 'user', content: fill(template.user, values) },
  ];
}

function questionValues({ question, options }: Pick<PromptParts, 'question' | 'options'>) {
  return { question, options: optionLines(options), block: blockOf(question, options) };
}

/** A question with its options: the query of retrieval, and a part of prompts. */
export function blockOf(question: string, options: ReadonlyMap<string, string> | null): string {
  return options === null ? question : `${question}\n\n${optionLines(options)}`;
}

function optionLines(options: ReadonlyMap<string, string> | null): string {
  return [...(options ?? [])].map(([key, text]) => `${key}) ${text}\n`).join('');
}

/** What the judge reads. The claim cannot close the fence of the built-in prompt. */
export function judgePrompt(template: JudgeTemplate, reference: string, answer: string): Message[] {
  const claim = answer.replace(/<(\/?)\s*claim\s*>/gi, '($1claim)');
  const values = { evidence: reference, claim };
  return [
    { role: 'system', content: fill(template.system, values) },
    { role: 'user', content: fill(template.user, values) },
  ];
}
