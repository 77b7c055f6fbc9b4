import type { TextRequest } from '../core/index.ts';
import { AttemptError } from './attempt-error.ts';
import type { GenerateResult } from './types.ts';

type Generate = (request: TextRequest, signal: AbortSignal) => Promise<GenerateResult>;

/** What a refusal calls them: `logprobs`, `top_logprobs`, `log probabilities`. */
const LOGPROBS = /log[\s_-]?prob/i;

/**
 * Some servers refuse a request for log-probabilities that they do not have, where others only leave them out. Such a
 * call is made once more without them, and once that has succeeded the model is asked for none again. The answer has no
 * `firstToken`, as where a server leaves them out; a call that fails without them fails as it is.
 */
export function withLogprobsRefused(generate: Generate): Generate {
  let refused = false;
  return async (request, signal) => {
    if (request.topLogprobs === undefined) return generate(request, signal);
    if (refused) return generate(withoutLogprobs(request), signal);
    try {
      return await generate(request, signal);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const result = await generate(withoutLogprobs(request), signal);
      if (refused) return result;
      refused = true;
      return { ...result, notice: `asked without log-probabilities from now on: ${error.message}` };
    }
  };
}

function isRefusal(error: unknown): error is AttemptError {
  if (!(error instanceof AttemptError) || error.status === null) return false;
  return error.kind !== 'auth' && error.kind !== 'rate-limit' && LOGPROBS.test(error.message);
}

function withoutLogprobs({ topLogprobs: _, ...request }: TextRequest): TextRequest {
  return request;
}
