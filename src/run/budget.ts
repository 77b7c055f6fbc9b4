import { QuadratError, type Usage } from '../core/index.ts';

/** Stops a run before a call when what was spent has reached a limit. */
export interface Budget {
  /** @throws QuadratError `budget-reached` */
  check(): void;
  spend(usage: Usage, costUsd: number | null): void;
  readonly tokens: number;
  readonly costUsd: number;
}

export interface BudgetLimits {
  readonly maxUsd: number | null;
  readonly maxTokens: number | null;
}

/** @param spent what earlier sessions of the same run have spent */
export function createBudget(limits: BudgetLimits, spent: { tokens: number; costUsd: number }): Budget {
  let { tokens, costUsd } = spent;
  return {
    check() {
      const over =
        limits.maxUsd !== null && costUsd >= limits.maxUsd
          ? `$${costUsd.toFixed(4)} of $${limits.maxUsd}`
          : limits.maxTokens !== null && tokens >= limits.maxTokens
            ? `${tokens} of ${limits.maxTokens} tokens`
            : undefined;
      if (over === undefined) return;
      throw new QuadratError('budget-reached', `the budget is spent: ${over}`, {
        next: 'Nothing is lost: the same command with a larger budget goes on where this one stopped.',
      });
    },
    spend(usage, cost) {
      tokens += (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
      costUsd += cost ?? 0;
    },
    get tokens() {
      return tokens;
    },
    get costUsd() {
      return costUsd;
    },
  };
}
