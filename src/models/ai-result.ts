import type { Answer, TokenLogprob, Usage } from '../core/index.ts';
import type { AiGenerateResult } from './ai-sdk-types.ts';
import { asArray, asCount, asObject, asString, member } from './json.ts';
import { readFirstToken } from './logprobs.ts';
import { finishAnswer } from './response-text.ts';
import type { BodyFamily } from './response-types.ts';

/** The shape of a body, by what it holds; null: none that is known. */
export function familyOf(body: unknown): BodyFamily | null {
  if (asObject(body) === null) return null;
  if (Array.isArray(member(body, 'choices'))) return 'openai';
  if (Array.isArray(member(body, 'candidates')) || asObject(member(body, 'promptFeedback')) !== null)
    return 'google';
  return member(body, 'type') === 'message' && Array.isArray(member(body, 'content')) ? 'anthropic' : null;
}

const FINISH = new Map<string, Answer['finish']>([
  ['stop', 'stop'],
  ['length', 'length'],
  ['content-filter', 'filtered'],
]);

/** Reads what a model of the AI SDK gave, where its raw body is unknown. Reasoning parts are no part of the answer. */
export function readAiResult(result: AiGenerateResult): Answer {
  const text = result.content
    .map((part) => (member(part, 'type') === 'text' ? (asString(member(part, 'text')) ?? '') : ''))
    .join('');
  const reasoned = result.content.some((part) => member(part, 'type') === 'reasoning');
  // Version 2 of the specification gives a word, version 3 the word and the provider's own.
  const unified = asString(result.finishReason) ?? asString(member(result.finishReason, 'unified')) ?? '';
  const refused = /refus/i.test(asString(member(result.finishReason, 'raw')) ?? '');
  const finish = refused ? 'refusal' : (FINISH.get(unified) ?? 'other');
  const usage = readUsage(result.usage);
  if (finish === 'refusal') return { text, finish, stop: 'refusal', firstToken: null, usage };
  if (finish === 'filtered') return { text, finish, stop: 'filtered-output', firstToken: null, usage };
  const firstToken = logprobsOf(result.providerMetadata, text, reasoned);
  return finishAnswer({ text, finish, stop: null, firstToken, usage });
}

function readUsage(usage: unknown): Usage {
  const input = member(usage, 'inputTokens');
  const output = member(usage, 'outputTokens');
  return {
    inputTokens: asCount(input) ?? asCount(member(input, 'total')),
    outputTokens: asCount(output) ?? asCount(member(output, 'total')),
    reasoningTokens: asCount(member(usage, 'reasoningTokens')) ?? asCount(member(output, 'reasoning')),
    cachedInputTokens: asCount(member(usage, 'cachedInputTokens')) ?? asCount(member(input, 'cacheRead')),
  };
}

/** Providers put log-probabilities under their own name. OpenAI's Responses API gives a list of lists. */
function logprobsOf(metadata: unknown, text: string, reasoned: boolean): readonly TokenLogprob[] | null {
  for (const provider of Object.values(asObject(metadata) ?? {})) {
    const logprobs = member(provider, 'logprobs');
    const found = readFirstToken(Array.isArray(logprobs) ? logprobs.flat() : logprobs, text, reasoned);
    if (found !== null) return found;
  }
  return null;
}

/** The warnings of a call, in words. */
export function warningTexts(warnings: readonly unknown[] | undefined): string[] {
  return asArray(warnings).map((warning) => {
    const message = asString(member(warning, 'message')) ?? asString(member(warning, 'details'));
    const feature = asString(member(warning, 'feature')) ?? asString(member(warning, 'setting'));
    return message ?? `${feature ?? 'a setting'} is not supported by this model and was left out`;
  });
}
