import { QuadratError, type Role } from '../../core/index.ts';
import type { ServerAddresses } from '../../models/role-models.ts';
import type { Action, AddCommand } from '../command.ts';
import { type DataFlags, dataWithPlaces } from '../data-flags.ts';
import { openModels } from '../models.ts';
import { tasksFrom, withSettings } from '../options.ts';
import { withModel } from './run.ts';

interface PlanFlags extends DataFlags, ServerAddresses {
  readonly model: string;
  readonly judge?: string;
  readonly embedder?: string;
  readonly json?: boolean;
}

export const add: AddCommand = (program, run) => {
  withModel(withSettings(program.command('plan')))
    .description('say what a run would ask for: calls, tokens, money; needs no key')
    .argument('<tasks...>', 'tasks, benchmarks or `all`')
    .option('--judge <id>', 'the model that judges, where a task needs one')
    .option('--embedder <id>', 'the model that gives vectors, where a task needs them')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      '\nExample:\n  quadrat plan birco/relic --data samples/birco --model openai/gpt-4o-mini',
    )
    .action((names: string[], flags: PlanFlags) => run(plan(names, flags)));
};

function plan(names: readonly string[], flags: PlanFlags): Action {
  return async (context) => {
    const { terminal } = context;
    const { prepareFor } = await import('../../run/evaluate.ts');
    const { planTask, plannedCalls } = await import('../../run/plan.ts');
    const { createTokenCounter, TOKEN_COUNT_NOTE } = await import('../../models/tokens.ts');
    const { costUsd, priceOf } = await import('../../models/prices.ts');
    const { renderPlan } = await import('../../report/plan.ts');
    const { toJson } = await import('../../report/json.ts');
    // A plan needs no key: a model without one is planned as what its name says.
    const models = openModels({ ...context, env: withStandInKeys(context.env) }, flags);
    const countTokens = await createTokenCounter();
    const progress = terminal.progress();
    const plans = [];
    try {
      for (const task of tasksFrom(names)) {
        const model = await models.of(task);
        const prepared = await prepareFor(task, model, {
          ...dataWithPlaces(context, flags),
          others: namesOf(flags),
        });
        const { plan: made } = await planTask(prepared, new Map([['candidate', model]]), {
          countTokens,
          onProgress: (done, total) => progress.update({ label: `${task.id}: prompts`, done, total }),
        });
        plans.push({
          ...made,
          calls: plannedCalls(made),
          model: model.id,
          settings: prepared.settings.shown,
          roles: made.roles.map((role) => {
            const price = priceOf(role.role === 'judge' ? (flags.judge ?? '') : flags.model);
            return {
              ...role,
              maxCostUsd:
                price === null || role.maxOutputTokens === null
                  ? null
                  : costUsd(
                      {
                        inputTokens: role.inputTokens,
                        outputTokens: role.maxOutputTokens,
                        reasoningTokens: null,
                        cachedInputTokens: null,
                      },
                      price,
                    ),
            };
          }),
        });
      }
    } finally {
      progress.done();
      await models.close();
    }
    if (plans.length === 0) throw new QuadratError('usage', 'there is nothing to plan');
    terminal.say(TOKEN_COUNT_NOTE);
    terminal.out(
      flags.json === true
        ? toJson(plans).text
        : renderPlan(plans, { color: terminal.color, width: terminal.columns }),
    );
    return 0;
  };
}

/** Names of models in other roles: a plan opens none of them. */
function namesOf({ judge, embedder }: PlanFlags): ReadonlyMap<Role, { readonly name: string }> {
  const names: [Role, { name: string }][] = [];
  if (judge !== undefined) names.push(['judge', { name: judge }]);
  if (embedder !== undefined) names.push(['embedder', { name: embedder }]);
  return new Map(names);
}

const KEYS = [
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'MISTRAL_API_KEY',
  'DEEPSEEK_API_KEY',
] as const;

function withStandInKeys(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  return { ...Object.fromEntries(KEYS.map((key) => [key, 'not-needed-for-a-plan'])), ...env };
}
