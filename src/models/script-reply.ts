import { z } from 'zod';
import type { Answer, TokenLogprob, Usage } from '../core/index.ts';
import { STOP_REASONS } from '../core/index.ts';
import { ATTEMPT_ERROR_KINDS, AttemptError, type AttemptErrorKind } from './attempt-error.ts';
import { finishAnswer } from './response-text.ts';
import { NO_USAGE } from './types.ts';

/** An answer with its circumstances, or a failed attempt. */
export interface ScriptReply {
  readonly text?: string;
  readonly finish?: Answer['finish'];
  readonly stop?: Answer['stop'];
  readonly firstToken?: readonly TokenLogprob[];
  readonly usage?: Partial<Usage>;
  /** Waited for before the reply. */
  readonly delayMs?: number;
  readonly error?: {
    readonly kind: AttemptErrorKind;
    readonly message?: string;
    readonly status?: number;
    readonly retryAfterMs?: number;
    readonly retryable?: boolean;
  };
}

const count = z.number().int().min(0).nullish();
const replySchema = z.object({
  text: z.string().nullish(),
  finish: z.enum(['stop', 'length', 'filtered', 'refusal', 'other']).nullish(),
  stop: z.enum(STOP_REASONS).nullish(),
  firstToken: z.array(z.object({ token: z.string(), logprob: z.number() })).nullish(),
  usage: z
    .object({
      inputTokens: count,
      outputTokens: count,
      reasoningTokens: count,
      cachedInputTokens: count,
    })
    .nullish(),
  delayMs: z.number().min(0).optional(),
  error: z
    .object({
      kind: z.enum(ATTEMPT_ERROR_KINDS),
      message: z.string().optional(),
      status: z.number().optional(),
      retryAfterMs: z.number().optional(),
      retryable: z.boolean().optional(),
    })
    .optional(),
});

/**
 * What a script returned, if it is a reply.
 *
 * @throws AttemptError `bad-request` with what is wrong
 */
export function checkReply(reply: unknown): ScriptReply {
  if (typeof reply === 'string') return { text: reply };
  if (typeof reply !== 'object' || reply === null) {
    const what = reply === null ? 'null' : typeof reply;
    throw new AttemptError('bad-request', `the script returned ${what}, not a text`);
  }
  const read = replySchema.safeParse(reply);
  if (read.success) return reply as ScriptReply;
  const [issue] = read.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? 'reply' : issue.path.join('.');
  throw new AttemptError('bad-request', `the script returned a wrong \`${where}\`: ${issue?.message ?? ''}`);
}

/** The failure that a script asks for. */
export function failure(error: NonNullable<ScriptReply['error']>): AttemptError {
  return new AttemptError(error.kind, error.message ?? `the script says ${error.kind}`, {
    status: error.status ?? null,
    retryAfterMs: error.retryAfterMs ?? null,
    ...(error.retryable === undefined ? {} : { retryable: error.retryable }),
  });
}

/** The answer in a reply. */
export function answerOf(reply: ScriptReply): Answer {
  return finishAnswer({
    text: reply.text ?? '',
    finish: reply.finish ?? 'stop',
    stop: reply.stop ?? null,
    firstToken: reply.firstToken ?? null,
    usage: { ...NO_USAGE, ...reply.usage },
  });
}
