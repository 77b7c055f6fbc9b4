import { QuadratError } from '../core/index.ts';
import { AttemptError } from '../models/attempt-error.ts';

/** Attempts at one call that no server took, after which a run that reached none is given up. */
const ENOUGH_ATTEMPTS = 4;

/** Whether any server of a run was ever there. */
export interface Reach {
  /** Watches one attempt. */
  watch<T>(attempt: () => Promise<T>): Promise<T>;
  /**
   * After a failed attempt: what stops the run where no server ever answered and this call was turned away often
   * enough; undefined: go on. Once a server has answered, the run waits for it to come back.
   */
  lost(
    model: string,
    failed: { readonly attempt: number; readonly error: AttemptError },
  ): QuadratError | undefined;
}

/**
 * @param reached a call of an earlier session was answered
 * @param maxAttempts attempts that a call may take
 */
export function createReach(reached: boolean, maxAttempts: number): Reach {
  let there = reached;
  let inFlight = 0;
  return {
    async watch(attempt) {
      inFlight += 1;
      try {
        const value = await attempt();
        there = true;
        return value;
      } catch (error) {
        if (error instanceof AttemptError && !error.neverConnected) there = true;
        throw error;
      } finally {
        inFlight -= 1;
      }
    },
    lost(model, { attempt, error }) {
      // Another attempt may have its connection and wait for an answer.
      if (there || inFlight > 0 || !error.neverConnected) return undefined;
      if (attempt < Math.min(ENOUGH_ATTEMPTS, maxAttempts)) return undefined;
      return new QuadratError('retries-exhausted', `${model} cannot be reached: ${error.message}`, {
        next: 'Is the server running, and is its address right? Check --base-url and the network, then run the same command again.',
        data: { kind: error.kind, status: null, attempts: attempt, fatal: true },
        cause: error,
      });
    },
  };
}
