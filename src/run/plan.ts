import { type Answer, makeAsk, type Role, type TextRequest } from '../core/index.ts';
import type { Model } from '../models/types.ts';
import type { Prepared } from './prepare.ts';
import { textsOf } from './vectors.ts';

/** What a task will ask for. */
export interface TaskPlan {
  readonly task: string;
  readonly items: number;
  readonly repeats: number;
  readonly roles: readonly RolePlan[];
  /** Different texts that need a vector, and the calls for them (0 for a model on this machine). */
  readonly texts: number;
  readonly embedCalls: number;
}

export interface RolePlan {
  readonly role: Role;
  readonly calls: number;
  /** Estimated tokens of the prompts; null where they were not counted. */
  readonly inputTokens: number | null;
  /** The most that the output limits allow. */
  readonly maxOutputTokens: number | null;
}

/** All calls of a plan, over roles, embeddings included. */
export function plannedCalls(plan: TaskPlan): number {
  return plan.roles.reduce((sum, { calls }) => sum + calls, 0) + plan.embedCalls;
}

const EMPTY: Answer = {
  text: '',
  finish: 'stop',
  stop: null,
  firstToken: null,
  usage: { inputTokens: null, outputTokens: null, reasoningTokens: null, cachedInputTokens: null },
};

export interface PlanOptions {
  /** Counts the tokens of a text; absent: they are not counted. */
  readonly countTokens?: (text: string) => number;
  readonly onProgress?: (done: number, total: number) => void;
  /** Hears every request, for `export`. */
  readonly onRequest?: (item: string, request: TextRequest) => void;
}

/**
 * Renders every prompt of a task without asking anybody: each call is answered by an empty text, so what a task asks
 * for does not depend on answers.
 *
 * @returns the plan, and the different texts that need vectors
 */
export async function planTask(
  prepared: Prepared,
  models: ReadonlyMap<Role, Model>,
  options: PlanOptions = {},
): Promise<{ plan: TaskPlan; texts: readonly string[] }> {
  const { task, items, repeats, settings, context } = prepared;
  const candidate = models.get('candidate');
  const roles = new Map<Role, { calls: number; inputTokens: number; maxOutputTokens: number | null }>();
  const texts = new Set<string>();
  let current = '';

  const text = async (request: TextRequest): Promise<Answer> => {
    const known = roles.get(request.role) ?? { calls: 0, inputTokens: 0, maxOutputTokens: 0 };
    const { countTokens } = options;
    const tokens =
      countTokens === undefined
        ? 0
        : request.messages.reduce((sum, { content }) => sum + countTokens(content), 0);
    const limit = request.decoding.maxOutputTokens;
    roles.set(request.role, {
      calls: known.calls + 1,
      inputTokens: known.inputTokens + tokens,
      maxOutputTokens:
        limit === undefined || known.maxOutputTokens === null ? null : known.maxOutputTokens + limit,
    });
    options.onRequest?.(current, request);
    return EMPTY;
  };
  const ask = makeAsk(text, {
    planning: true,
    async rank(request) {
      if (candidate === undefined || candidate.kind === 'embedding') {
        for (const needed of textsOf(request)) texts.add(needed);
      }
      return request.documents.map(() => 0);
    },
    async embed(wanted) {
      for (const needed of wanted) texts.add(needed);
      return wanted.map(() => new Float32Array(0));
    },
  });

  if (candidate?.kind !== 'trivial') {
    let done = 0;
    for (const item of items) {
      current = item.id;
      await task.solve(item, ask, settings.parsed, context);
      done += 1;
      options.onProgress?.(done, items.length);
    }
  }
  return { plan: toPlan(prepared, roles, texts.size, candidate, options), texts: [...texts] };

  function toPlan(
    from: Prepared,
    counted: typeof roles,
    textCount: number,
    model: Model | undefined,
    given: PlanOptions,
  ): TaskPlan {
    const perCall = model?.kind === 'embedding' && model.endpoint !== null ? model.maxTextsPerCall : null;
    return {
      task: from.task.id,
      items: from.items.length,
      repeats,
      roles: [...counted].map(([role, { calls, inputTokens, maxOutputTokens }]) => ({
        role,
        calls: calls * repeats,
        inputTokens: given.countTokens === undefined ? null : inputTokens * repeats,
        maxOutputTokens: maxOutputTokens === null ? null : maxOutputTokens * repeats,
      })),
      texts: textCount,
      embedCalls: perCall === null ? 0 : Math.ceil(textCount / perCall),
    };
  }
}
