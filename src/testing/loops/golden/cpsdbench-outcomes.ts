import { cpsdbench } from '../../../benchmarks/cpsdbench/index.ts';
import { makeItem } from '../../../benchmarks/cpsdbench/items.ts';
import { specOf } from '../../../benchmarks/cpsdbench/task-specs.ts';
import type { StopReason } from '../../../core/index.ts';
import { endingOf } from '../../../run/endings.ts';
import { type Ending, summarise } from '../../../run/summary.ts';

/** A set with these outcomes (`ok:correct`, `ok:wrong`, `refusal`, `filtered_input`, …), summed up as any result is. */
export function outcomeSummary(outcomes: readonly string[]): unknown {
  const task = cpsdbench.tasks.find(({ id }) => id === 'cpsdbench/rumor');
  if (task === undefined) return undefined;
  const setting = { spec: specOf('rumor'), prompts: null, standIn: null };
  const items = outcomes.map((_, at) =>
    makeItem(`row ${at}`, { kind: 'classification', text: `第${at}条`, label: 'rumor' }, setting),
  );
  const context = { split: 'test', seed: 0, abilities: new Set<never>(), read: async () => new Uint8Array() };
  const endings = items.map((item, at): [string, Ending] => {
    const [word = '', how] = (outcomes[at] ?? '').split(':');
    const stop = word === 'ok' ? null : (word.replaceAll('_', '-') as StopReason);
    const solution = { kind: 'text', text: how === 'correct' ? '谣言' : '非谣言', stop, cut: false };
    return [item.id, endingOf(task.parse(solution, item, SETTINGS, context))];
  });
  const result = summarise({
    task,
    settings: SETTINGS,
    shownSettings: {},
    items,
    repeats: [new Map(endings)],
    surplus: [],
    source: 'outcomes',
    data: { name: 'cpsdbench/rumor/test', sha256: null, items: items.length, kind: 'own' },
    model: null,
    baselines: [],
    warnings: [],
  });
  const accuracy = (answered: boolean) =>
    result.metrics.find(
      ({ id, protocol, slice }) =>
        id === 'accuracy' &&
        protocol === 'standard' &&
        (answered ? slice?.answered === 'yes' : slice === null),
    )?.value;
  const rate = (id: string) =>
    (result.diagnostics.find((one) => one.id === id)?.value ?? 0) / result.counts.planned;
  return {
    n: result.counts.planned,
    accuracyStrict: accuracy(false),
    accuracyAnswered: accuracy(true),
    coverage: result.coverage,
    refusalRate: rate('refusal'),
    filteredRate: rate('filtered'),
    invalidRate: rate('invalid'),
  };
}

const SETTINGS = { 'strict-format': false };
