import type { Answer } from '../core/index.ts';
import { AttemptError } from './attempt-error.ts';
import { requestHash } from './request-key.ts';
import type { TextModel } from './types.ts';

/**
 * Finds a recorded answer.
 *
 * @param hash of the request, see {@link requestHash}
 * @param ordinal how many equal requests came before in the same item and repeat, from 0
 * @returns undefined where nothing is recorded
 */
export type CallLookup = (hash: string, ordinal: number) => Promise<Answer | undefined>;

/** A text model that gives recorded answers, for `replay/RUN`. */
export function replayModel(id: string, lookup: CallLookup): TextModel {
  const counts = new Map<string, number>();
  return {
    kind: 'text',
    id,
    description: 'answers recorded in an earlier run',
    endpoint: null,
    abilities: new Set(['text'] as const),
    parameters: {},
    close: async () => {},
    async generate(request, signal, context) {
      signal.throwIfAborted();
      const hash = requestHash(request);
      const ordinal = context?.ordinal ?? counts.get(hash) ?? 0;
      if (context?.ordinal === undefined) counts.set(hash, ordinal + 1);
      const answer = await lookup(hash, ordinal);
      if (answer === undefined) {
        const what = `the run holds no answer to request ${hash.slice(0, 12)} (number ${ordinal})`;
        throw new AttemptError('bad-request', what);
      }
      return { answer, status: null, servedModel: null, warnings: [], wire: null };
    },
  };
}
