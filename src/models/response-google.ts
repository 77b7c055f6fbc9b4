import type { Answer, Usage } from '../core/index.ts';
import { asArray, asCount, asObject, asString, member } from './json.ts';
import { finishAnswer } from './response-text.ts';
import type { BodyReading } from './response-types.ts';
import { NO_USAGE } from './types.ts';

const FINISH = new Map<string, Answer['finish']>([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'filtered'],
  ['RECITATION', 'filtered'],
  ['LANGUAGE', 'filtered'],
  ['BLOCKLIST', 'filtered'],
  ['PROHIBITED_CONTENT', 'filtered'],
  ['SPII', 'filtered'],
]);

/** Reads generated content in Google's form. Parts marked as thought are no part of the answer. */
export function readGoogle(body: unknown): BodyReading {
  const usage = readUsage(member(body, 'usageMetadata'));
  const candidate = asArray(member(body, 'candidates'))[0];
  if (candidate === undefined && asString(member(body, 'promptFeedback', 'blockReason')) !== null)
    return { answer: { text: '', finish: 'filtered', stop: 'filtered-input', firstToken: null, usage } };
  const text = asArray(member(candidate, 'content', 'parts'))
    .map((part) => (member(part, 'thought') === true ? '' : (asString(member(part, 'text')) ?? '')))
    .join('');
  const finish = FINISH.get(asString(member(candidate, 'finishReason')) ?? '') ?? 'other';
  if (finish === 'filtered')
    return { answer: { text, finish, stop: 'filtered-output', firstToken: null, usage } };
  return { answer: finishAnswer({ text, finish, stop: null, firstToken: null, usage }) };
}

/** Google counts thoughts apart from the candidates; both are paid as output. */
function readUsage(usage: unknown): Usage {
  if (asObject(usage) === null) return NO_USAGE;
  const thoughts = asCount(member(usage, 'thoughtsTokenCount'));
  const candidates = asCount(member(usage, 'candidatesTokenCount'));
  return {
    inputTokens: asCount(member(usage, 'promptTokenCount')),
    outputTokens: candidates === null && thoughts === null ? null : (candidates ?? 0) + (thoughts ?? 0),
    reasoningTokens: thoughts,
    cachedInputTokens: asCount(member(usage, 'cachedContentTokenCount')),
  };
}
