import { QuadratError, type ResultWarning } from '../core/index.ts';

/** Makers whose models go by several names. The first pattern that fits a model's own name decides. */
const FAMILIES: readonly (readonly [family: string, pattern: RegExp])[] = [
  ['openai', /(?:^|[/_.-])(?:gpt|chatgpt|o[1345](?:-|$)|davinci|text-davinci)/i],
  ['anthropic', /claude/i],
  ['google', /gemini|gemma|palm/i],
  ['meta', /llama/i],
  ['mistral', /mistral|mixtral|ministral|magistral|codestral/i],
  ['qwen', /qwen|qwq/i],
  ['deepseek', /deepseek/i],
];

/** The family of a model by its id, whichever provider serves it; undefined: none that is known. */
export function familyOf(id: string): string | undefined {
  return FAMILIES.find(([, pattern]) => pattern.test(id))?.[0];
}

/** Whether two models are too near for one to judge the other: one family, or the same id up to the first digit. */
export function areRelated(candidate: string, judge: string): boolean {
  const family = familyOf(candidate);
  if (family !== undefined && family === familyOf(judge)) return true;
  return stemOf(candidate) === stemOf(judge);
}

function stemOf(id: string): string {
  return id.toLowerCase().split(/\d/, 1)[0] ?? '';
}

/**
 * Refuses a judge that judges itself or a relative.
 *
 * @returns a warning that marks the results, where it is allowed all the same
 * @throws QuadratError `unsuitable-model`
 */
export function checkJudge(candidate: string, judge: string, allowed: boolean): ResultWarning | undefined {
  if (!areRelated(candidate, judge)) return undefined;
  const message = `the judge ${judge} is of one family with the candidate ${candidate}`;
  if (allowed) return { code: 'self-judge', message: `${message}: its verdicts favour its own kind.` };
  throw new QuadratError('unsuitable-model', message, {
    next: 'Choose a judge of another family, or accept it, marked in the results, with --allow-self-judge.',
    data: { candidate, judge },
  });
}
