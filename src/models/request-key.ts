import { createHash } from 'node:crypto';
import type { TextRequest } from '../core/index.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Model, RequestParts } from './types.ts';

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * The key of a request in the response cache: 64 hexadecimal digits over everything that is sent, where it is sent,
 * and which repeat it is.
 */
export function requestKey(parts: RequestParts): string {
  return sha256(canonicalJson(parts));
}

/** The parts of a request to a model. */
export function requestParts(model: Model, request: TextRequest, repeat: number): RequestParts {
  const slash = model.id.indexOf('/');
  return {
    provider: slash < 0 ? '' : model.id.slice(0, slash),
    endpoint: model.endpoint,
    model: model.id.slice(slash + 1),
    role: request.role,
    messages: request.messages,
    parameters: { decoding: request.decoding, topLogprobs: request.topLogprobs, model: model.parameters },
    repeat,
  };
}

/**
 * A name for a request alone, whichever model answers it: 64 hexadecimal digits. Resuming and `replay/RUN` find
 * recorded answers by it. `step` is no part of it.
 */
export function requestHash(request: TextRequest): string {
  return sha256(
    canonicalJson({
      role: request.role,
      messages: request.messages,
      decoding: request.decoding,
      topLogprobs: request.topLogprobs,
    }),
  );
}
