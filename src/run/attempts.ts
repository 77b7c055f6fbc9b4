import type { Answer, TextRequest, Usage } from '../core/index.ts';
import { AttemptError } from '../models/attempt-error.ts';
import { withRetry } from '../models/retry.ts';
import type { TextModel } from '../models/types.ts';
import type { CallBound } from './budget.ts';
import type { Counted } from './call-size.ts';
import { attemptOf, type Engine, halting, hearOf, isFatal, type Unit } from './engine.ts';

/** What the attempts at a call gave and took. */
export interface Attempts {
  readonly answer: Answer;
  readonly made: number;
  /** Of the answer, and of all that were paid. */
  readonly last: Usage;
  readonly usage: Usage;
  readonly estimated?: boolean;
  readonly costUsd: number | null;
}

/** Attempts at one call, each within the budget. An empty answer that is asked for again is paid, too. */
export async function attemptsAt(
  engine: Engine,
  model: TextModel,
  request: TextRequest,
  asked: Unit & { readonly ordinal: number },
): Promise<Attempts> {
  const { ordinal, repeat } = asked;
  const startedMs = engine.retry.now();
  const prompt = await engine.sizes.prompt(
    model,
    request.messages.map(({ content }) => content),
  );
  const counted: Counted[] = [];
  const costs: (number | null)[] = [];
  const work = withRetry(
    (attempt) =>
      withinBudget(engine, engine.sizes.most(model, prompt, request.decoding.maxOutputTokens), async () => {
        const { answer, notice } = await attemptOf(engine, () =>
          model.generate(request, engine.retry.signal, { attempt, ordinal, repeat }),
        );
        if (notice !== undefined) engine.say(`${model.id}: ${notice}`);
        const took = await engine.sizes.usage(model, prompt, answer);
        const costUsd = engine.costOf(model, took.usage);
        counted.push(took);
        costs.push(costUsd);
        return { value: answer, usage: took.usage, costUsd };
      }),
    {
      ...engine.retry,
      askAgain: (answer) => isEmpty(answer),
      onAttempt: (failed) => hearOf(engine, model.id, failed),
    },
  );
  const took = () => ({
    usage: sumOf(counted.map(({ usage }) => usage)),
    ...(counted.some(({ estimated }) => estimated) ? { estimated: true } : {}),
    costUsd: costs.includes(null) ? null : costs.reduce((sum: number, cost) => sum + (cost ?? 0), 0),
  });
  try {
    const { value, attempts } = await halting(engine, isFatal, work);
    return { answer: value, made: attempts, last: counted.at(-1)?.usage ?? value.usage, ...took() };
  } catch (error) {
    // An empty answer was paid, and no other one came: what it took must not be forgotten.
    if (counted.length > 0) {
      const { task, item } = asked;
      const startedAt = new Date(startedMs).toISOString();
      const { role } = request;
      await engine.folder.writeCall({
        kind: 'paid',
        task,
        item,
        repeat,
        role,
        model: model.id,
        startedAt,
        ...took(),
      });
    }
    throw error;
  }
}

/** Keeps the most that an attempt can take until it has ended, and then counts what it took. */
export async function withinBudget<T>(
  { budget }: Pick<Engine, 'budget'>,
  most: CallBound,
  attempt: () => Promise<{ value: T; usage: Usage; costUsd: number | null }>,
): Promise<T> {
  const reservation = await budget.reserve(most);
  try {
    const { value, usage, costUsd } = await attempt();
    reservation.settle(usage, costUsd);
    return value;
  } catch (error) {
    if (error instanceof AttemptError && error.mayBeBilled) reservation.lose();
    else reservation.release();
    throw error;
  }
}

function sumOf(usages: readonly Usage[]): Usage {
  const sum = (key: keyof Usage) => usages.reduce((all: number | null, usage) => plus(all, usage[key]), null);
  return {
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    reasoningTokens: sum('reasoningTokens'),
    cachedInputTokens: sum('cachedInputTokens'),
  };
}

function plus(sum: number | null, value: number | null): number | null {
  return value === null ? sum : (sum ?? 0) + value;
}

function isEmpty(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'stop' in answer && answer.stop === 'empty';
}
