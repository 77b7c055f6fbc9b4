import type { Answer, Usage } from '../core/index.ts';
import { asArray, asCount, asObject, asString, member } from './json.ts';
import { finishAnswer } from './response-text.ts';
import type { BodyReading } from './response-types.ts';
import { NO_USAGE } from './types.ts';

const FINISH = new Map<string, Answer['finish']>([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'refusal'],
]);

/** Reads a message in Anthropic's form. Thinking blocks are no part of the answer. */
export function readAnthropic(body: unknown): BodyReading {
  const text = asArray(member(body, 'content'))
    .map((part) => (member(part, 'type') === 'text' ? (asString(member(part, 'text')) ?? '') : ''))
    .join('');
  const finish = FINISH.get(asString(member(body, 'stop_reason')) ?? '') ?? 'other';
  const usage = readUsage(member(body, 'usage'));
  if (finish === 'refusal') return { answer: { text, finish, stop: 'refusal', firstToken: null, usage } };
  return { answer: finishAnswer({ text, finish, stop: null, firstToken: null, usage }) };
}

/** Anthropic counts what it reads from its cache and writes to it apart from the input. */
function readUsage(usage: unknown): Usage {
  if (asObject(usage) === null) return NO_USAGE;
  const fresh = asCount(member(usage, 'input_tokens'));
  const read = asCount(member(usage, 'cache_read_input_tokens'));
  const written = asCount(member(usage, 'cache_creation_input_tokens'));
  return {
    inputTokens: fresh === null ? null : fresh + (read ?? 0) + (written ?? 0),
    outputTokens: asCount(member(usage, 'output_tokens')),
    reasoningTokens: null,
    cachedInputTokens: read,
  };
}
