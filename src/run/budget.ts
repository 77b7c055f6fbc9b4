import { QuadratError, type Usage } from '../core/index.ts';

/** The most that a call can take. */
export interface CallBound {
  readonly tokens: number;
  readonly costUsd: number;
}

/** A part of the budget that is kept for one attempt at a call. Exactly one of its functions is called, once. */
export interface Reservation {
  /** An answer came: what it took is spent, the rest is free again. */
  settle(usage: Usage, costUsd: number | null): void;
  /** No request was answered, and none is billed. */
  release(): void;
  /** No answer came, but the server may have worked and may bill it: the whole part counts as spent. */
  lose(): void;
}

/** Lets a call begin only while the most that it can take fits between what is spent, what is in flight and the limit. */
export interface Budget {
  /** Whether there is a limit of tokens, and of money. */
  readonly limits: BudgetLimits;
  /**
   * Waits while calls in flight may still leave enough.
   *
   * @throws QuadratError `budget-reached`
   */
  reserve(most: CallBound): Promise<Reservation>;
  /** Spent, without what is reserved. */
  readonly tokens: number;
  readonly costUsd: number;
}

export interface BudgetLimits {
  readonly maxUsd: number | null;
  readonly maxTokens: number | null;
}

interface Waiting {
  readonly most: CallBound;
  readonly resolve: (reservation: Reservation) => void;
  readonly reject: (error: unknown) => void;
}

/** Sums of prices are not exact. */
const EPSILON_USD = 1e-9;

/** @param earlier what earlier sessions of the same run have spent */
export function createBudget(limits: BudgetLimits, earlier: CallBound): Budget {
  const { maxUsd, maxTokens } = limits;
  const spent = { ...earlier };
  const held = { tokens: 0, costUsd: 0, calls: 0 };
  const lost = { tokens: 0, costUsd: 0, calls: 0 };
  const queue: Waiting[] = [];

  const fits = (most: CallBound) =>
    (maxUsd === null || spent.costUsd + lost.costUsd + held.costUsd + most.costUsd <= maxUsd + EPSILON_USD) &&
    (maxTokens === null || spent.tokens + lost.tokens + held.tokens + most.tokens <= maxTokens);
  const reserve = (most: CallBound): Reservation => {
    held.calls += 1;
    held.tokens += most.tokens;
    held.costUsd += most.costUsd;
    const free = () => {
      held.calls -= 1;
      held.tokens -= most.tokens;
      // Nothing is held by nobody, whatever the rounding of sums has left.
      held.costUsd = held.calls === 0 ? 0 : held.costUsd - most.costUsd;
    };
    return {
      settle(usage, costUsd) {
        spent.tokens += (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
        spent.costUsd += costUsd ?? 0;
        free();
        next();
      },
      release() {
        free();
        next();
      },
      lose() {
        lost.calls += 1;
        lost.tokens += most.tokens;
        lost.costUsd += most.costUsd;
        free();
        next();
      },
    };
  };
  /** First come, first served: a small call does not overtake a large one. */
  const next = () => {
    for (let first = queue[0]; first !== undefined; first = queue[0]) {
      if (fits(first.most)) first.resolve(reserve(first.most));
      else if (held.calls === 0) first.reject(reached(limits, spent, lost, first.most));
      else return;
      queue.shift();
    }
  };
  return {
    limits,
    reserve: (most) =>
      new Promise((resolve, reject) => {
        queue.push({ most, resolve, reject });
        next();
      }),
    get tokens() {
      return spent.tokens;
    },
    get costUsd() {
      return spent.costUsd;
    },
  };
}

function reached(
  { maxUsd, maxTokens }: BudgetLimits,
  spent: CallBound,
  lost: CallBound & { readonly calls: number },
  most: CallBound,
): QuadratError {
  const overUsd = maxUsd !== null && spent.costUsd + lost.costUsd + most.costUsd > maxUsd + EPSILON_USD;
  const words = overUsd
    ? `$${spent.costUsd.toFixed(4)} of $${maxUsd} are spent, and the next call can take $${most.costUsd.toFixed(4)}`
    : `${spent.tokens} of ${maxTokens} tokens are spent, and the next call can take ${most.tokens}`;
  const without =
    lost.calls === 0
      ? ''
      : `; ${lost.calls} requests without an answer may be billed and count with the most that they can take (${overUsd ? `$${lost.costUsd.toFixed(4)}` : `${lost.tokens} tokens`})`;
  return new QuadratError('budget-reached', `the budget is reached: ${words}${without}`, {
    next: 'Nothing is lost: the same command with a larger budget goes on where this one stopped.',
  });
}
