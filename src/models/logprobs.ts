import type { TokenLogprob } from '../core/index.ts';
import { asArray, asNumber, asObject, asString, member } from './json.ts';

/**
 * The alternatives of the first token of an answer, best first, from log-probabilities in OpenAI's form
 * (`{content: [{token, logprob, top_logprobs}]}`, or that list alone).
 *
 * Servers that split reasoning off may list its tokens in front of the answer's. Then the answer begins where the
 * remaining tokens spell it; where they do not, there is no value rather than a wrong one.
 *
 * @param logprobs as the provider gives it
 * @param text the answer, without reasoning
 * @param reasoned whether the response also held reasoning
 * @returns null where the provider gives none
 */
export function readFirstToken(
  logprobs: unknown,
  text: string,
  reasoned: boolean,
): readonly TokenLogprob[] | null {
  const tokens = Array.isArray(logprobs) ? asArray(logprobs) : asArray(member(logprobs, 'content'));
  if (tokens.length === 0 || /^\s*<think(?:ing)?>/.test(text)) return null;
  const start = reasoned ? startOfAnswer(tokens, text) : 0;
  const first = start === null ? null : asObject(tokens[start]);
  if (first === null) return null;
  const alternatives = asArray(first.top_logprobs).flatMap(readToken);
  const chosen = readToken(first);
  const found = alternatives.length > 0 ? alternatives : chosen;
  return found.length === 0 ? null : found.toSorted((a, b) => b.logprob - a.logprob);
}

function readToken(entry: unknown): TokenLogprob[] {
  const token = asString(member(entry, 'token'));
  const logprob = asNumber(member(entry, 'logprob'));
  return token === null || logprob === null ? [] : [{ token, logprob }];
}

/** The token with which the answer begins; null where no token begins there. */
function startOfAnswer(tokens: readonly unknown[], text: string): number | null {
  const starts: number[] = [];
  let whole = '';
  for (const token of tokens) {
    starts.push(whole.length);
    whole += asString(member(token, 'token')) ?? '';
  }
  for (const wanted of [text, text.trim()]) {
    const index = wanted === '' ? -1 : starts.indexOf(whole.lastIndexOf(wanted));
    if (index >= 0) return index;
  }
  return null;
}
