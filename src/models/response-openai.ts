import type { Answer, StopReason, Usage } from '../core/index.ts';
import { asArray, asCount, asObject, asString, type JsonObject, member } from './json.ts';
import { readFirstToken } from './logprobs.ts';
import { finishAnswer } from './response-text.ts';
import type { BodyReading } from './response-types.ts';
import { NO_USAGE } from './types.ts';

/** Reasons that providers give, by what they mean. */
const FINISH = new Map<string, Answer['finish'] | 'failed'>([
  ['stop', 'stop'],
  ['eos', 'stop'],
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['max_output_tokens', 'length'],
  ['model_length', 'length'],
  ['content_filter', 'filtered'],
  ['content-filter', 'filtered'],
  ['sensitive', 'filtered'],
  ['safety', 'filtered'],
  ['refusal', 'refusal'],
  ['error', 'failed'],
  ['network_error', 'failed'],
  ['insufficient_system_resource', 'failed'],
]);

/** Reads a chat completion in OpenAI's form. */
export function readOpenAI(body: unknown): BodyReading {
  const usage = readUsage(member(body, 'usage'));
  const choice = asObject(asArray(member(body, 'choices'))[0]);
  const message = asObject(member(choice, 'message'));
  const content = readContent(member(message, 'content'));
  const refusal = asString(member(message, 'refusal')) ?? '';
  const reason = asString(member(choice, 'finish_reason'))?.toLowerCase() ?? '';
  const finish = FINISH.get(reason) ?? 'other';

  const fault = asObject(member(choice, 'error'));
  if (finish === 'failed' || fault !== null) {
    const said = asString(member(fault, 'message'));
    const failure = said ?? `the provider broke off (finish reason “${reason}”)`;
    return { answer: { text: content, finish: 'other', stop: null, firstToken: null, usage }, failure };
  }
  if (finish === 'filtered') {
    const stop: StopReason = content === '' && promptFiltered(body) ? 'filtered-input' : 'filtered-output';
    return { answer: { text: content, finish, stop, firstToken: null, usage } };
  }
  if (finish === 'refusal' || refusal !== '') {
    const text = content === '' ? refusal : content;
    return { answer: { text, finish: 'refusal', stop: 'refusal', firstToken: null, usage } };
  }
  const reasoned = reasoningOf(message) !== '';
  const firstToken = readFirstToken(member(choice, 'logprobs'), content, reasoned);
  return { answer: finishAnswer({ text: content, finish, stop: null, firstToken, usage }) };
}

/** A text, or parts of which only those of type `text` belong to the answer. */
function readContent(content: unknown): string {
  if (typeof content === 'string') return content;
  return asArray(content)
    .map((part) => (member(part, 'type') === 'text' ? (asString(member(part, 'text')) ?? '') : ''))
    .join('');
}

function reasoningOf(message: JsonObject | null): string {
  const said = asString(member(message, 'reasoning_content')) ?? asString(member(message, 'reasoning'));
  if (said !== null) return said;
  return asArray(member(message, 'content')).some((part) => member(part, 'type') === 'thinking')
    ? 'thinking'
    : '';
}

/** Azure says which of the two was filtered. */
function promptFiltered(body: unknown): boolean {
  return asArray(member(body, 'prompt_filter_results')).some((result) =>
    Object.values(asObject(member(result, 'content_filter_results')) ?? {}).some(
      (category) => member(category, 'filtered') === true,
    ),
  );
}

function readUsage(usage: unknown): Usage {
  if (asObject(usage) === null) return NO_USAGE;
  return {
    inputTokens: asCount(member(usage, 'prompt_tokens')),
    outputTokens: asCount(member(usage, 'completion_tokens')),
    reasoningTokens: asCount(member(usage, 'completion_tokens_details', 'reasoning_tokens')),
    cachedInputTokens:
      asCount(member(usage, 'prompt_tokens_details', 'cached_tokens')) ??
      asCount(member(usage, 'prompt_cache_hit_tokens')),
  };
}
