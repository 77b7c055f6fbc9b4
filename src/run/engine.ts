import { QuadratError, type Usage } from '../core/index.ts';
import type { CallLine, RunFolder } from '../log/index.ts';
import type { ResponseCache } from '../models/cache.ts';
import type { FailedAttempt, RetryOptions } from '../models/retry.ts';
import type { Model } from '../models/types.ts';
import type { Budget } from './budget.ts';
import type { CallSizes } from './call-size.ts';
import type { Limiter } from './limiter.ts';
import type { Reach } from './reach.ts';
import type { RetryNotes } from './retry-notes.ts';

/** What all items of a run share. */
export interface Engine {
  readonly folder: RunFolder;
  readonly limiter: Limiter;
  readonly budget: Budget;
  readonly sizes: CallSizes;
  /** Set by a call after which no other one makes sense: a refused key, a full disk. */
  readonly halt: { reason?: unknown };
  readonly reach: Reach;
  readonly retryNotes: RetryNotes;
  readonly cache: ResponseCache;
  readonly retry: Omit<RetryOptions, 'onAttempt' | 'askAgain'>;
  /** Price of a call in US dollars; null where it is not known. */
  readonly costOf: (model: Model, usage: Usage) => number | null;
  readonly onCall: (line: CallLine) => void;
  readonly say: (message: string) => void;
}

/** Which item asks. */
export interface Unit {
  readonly task: string;
  readonly item: string;
  readonly repeat: number;
}

/** Notes an error after which no other call makes sense. */
export async function halting<T>(
  { halt }: Engine,
  halts: (error: unknown) => boolean,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (halts(error)) halt.reason ??= error;
    throw error;
  }
}

/** Whether every other call would fail in the same way. */
export function isFatal(error: unknown): boolean {
  return error instanceof QuadratError && error.data.fatal === true;
}

/** One attempt at a call; none is begun once no other call makes sense. */
export function attemptOf<T>({ halt, reach }: Engine, attempt: () => Promise<T>): Promise<T> {
  if (halt.reason !== undefined) throw halt.reason;
  return reach.watch(attempt);
}

/**
 * Hears of a failed attempt: slows down, tells when it is made again.
 *
 * @throws QuadratError `retries-exhausted`, fatal, where no server of the run was ever reached
 */
export function hearOf(engine: Engine, model: string, failed: FailedAttempt): void {
  const lost = engine.reach.lost(model, failed);
  if (lost !== undefined) throw lost;
  const { error, delayMs } = failed;
  if (error.kind === 'rate-limit') engine.limiter.slowDown();
  if (delayMs !== null) engine.retryNotes.tell(model, error.message, delayMs);
}
