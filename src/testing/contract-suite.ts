import { type Benchmark, countsAddUp, OUTCOMES, type Result } from '../core/index.ts';
import { openSource } from '../data/source.ts';
import { readFileBytes } from '../data/text-file.ts';
import { createModel } from '../models/create.ts';
import type { Model } from '../models/types.ts';
import { evaluate } from '../run/evaluate.ts';
import { plannedCalls, planTask } from '../run/plan.ts';
import { ALL_ABILITIES, type Prepared, prepare } from '../run/prepare.ts';
import { scriptedModel } from './scripted-model.ts';
import { withTemporaryFolder } from './temporary.ts';

/** The parts of a test runner that the suite needs; vitest's and node:test's fit. */
export interface TestRunner {
  describe(name: string, body: () => void): void;
  test(name: string, body: () => Promise<void>): void;
}

export interface ContractOptions {
  /** The folder with the benchmark's samples, or one that has a folder of the benchmark's name. */
  readonly samples: string;
  /** Settings that every task of the benchmark takes, e.g. to shorten a run. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Items a task; 3 by default. */
  readonly limit?: number;
}

/**
 * What every benchmark must hold, as tests: it declares itself fully; its samples load with ids of their own; the
 * gold model reaches the ceiling of the headline; any text, or none, ends in one of the four outcomes; the calls made
 * equal the plan; a second run makes none and gives the same scores.
 */
export function benchmarkContract(runner: TestRunner, benchmark: Benchmark, options: ContractOptions): void {
  runner.describe(`benchmark contract: ${benchmark.id}`, () => {
    for (const task of benchmark.tasks) {
      const prepared = () => prepareSample(task, options);

      runner.test(`${task.id}: declares itself`, async () => {
        check(
          task.title !== '' && task.splits.length > 0 && task.protocols.length > 0,
          'title, splits, protocols',
        );
        check(benchmark.licence !== '' && benchmark.citation !== '', 'licence and citation');
        for (const { description, protocol } of task.measures) {
          check(task.protocols.includes(protocol), `${description.id} is of a declared protocol`);
          check(
            description.summary !== '' && description.source !== '' && description.empty !== '',
            `${description.id} describes itself`,
          );
          check(description.range[0] < description.range[1], `${description.id} has a range`);
        }
      });

      // A task that only scores stored outputs has no data to run on.
      if (task.files.length === 0) continue;

      runner.test(`${task.id}: items have ids, hashes and clusters of their own`, async () => {
        const { items } = await prepared();
        check(items.length > 0, 'there are items');
        check(new Set(items.map(({ id }) => id)).size === items.length, 'ids are unique');
        for (const item of items)
          check(/^[0-9a-f]{64}$/.test(item.hash) && item.cluster !== '', `item ${item.id}`);
      });

      runner.test(`${task.id}: the gold reaches the ceiling of the headline`, async () => {
        const gold = await createModel('local/gold', { env: {} });
        const [result] = await withTemporaryFolder((folder) => runOn(task, gold, folder, options));
        const headline = result?.metrics.find((metric) => metric.headline && metric.slice === null);
        check(headline !== undefined, 'there is a headline');
        if (headline?.value !== null && headline?.ceiling !== null && headline !== undefined) {
          check(
            Math.abs(headline.value - headline.ceiling) < 1e-9,
            `gold ${headline.value}, ceiling ${headline.ceiling}`,
          );
        }
      });

      for (const [name, text] of TEXTS) {
        runner.test(`${task.id}: ${name} ends in an outcome, and the calls made equal the plan`, async () => {
          let calls = 0;
          const model = scriptedModel(() => {
            calls += 1;
            return text;
          });
          await withTemporaryFolder(async (folder) => {
            const [first] = await runOn(task, model, folder, options);
            check(first !== undefined && countsAddUp(first.counts), 'the outcomes add up');
            check(
              OUTCOMES.every((outcome) => (first?.counts[outcome] ?? -1) >= 0),
              'no count is negative',
            );
            if (text !== '') {
              const { plan } = await planTask(await prepared(), new Map([['candidate', model]]));
              check(calls === plannedCalls(plan), `${calls} calls made, ${plannedCalls(plan)} planned`);
            }
            const before = calls;
            const [second] = await runOn(task, model, folder, options);
            check(calls === before, 'a second run makes no call');
            check(JSON.stringify(second) === JSON.stringify(first), 'a second run gives the same scores');
          });
        });
      }
    }
  });
}

/** Answers that no model should give, and that every model gives one day. */
const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ['an empty answer', ''],
  ['prose', 'I am not sure what to say about this, but it seems interesting.'],
  ['odd text', '\u0000\ud83d \u202e嗨 🦊 ``` {"a": [1, 2 SCORE: nan [999] > [0]'],
];

type Task = Benchmark['tasks'][number];

function prepareSample(task: Task, options: ContractOptions): Promise<Prepared> {
  return prepare(task, {
    source: openSource({
      data: options.samples,
      benchmark: benchmarkOf(task),
      dataFolder: '.',
      samplesFolder: '.',
    }),
    split: undefined,
    given: new Map(Object.entries(options.settings ?? {})),
    abilities: ALL_ABILITIES,
    limit: options.limit ?? 3,
    seed: 42,
    repeats: 1,
    read: readFileBytes,
  });
}

async function runOn(
  task: Task,
  model: Model,
  folder: string,
  options: ContractOptions,
): Promise<readonly Result[]> {
  const { results } = await evaluate({
    tasks: [task],
    benchmarks: [],
    modelName: model.id,
    modelOf: async () => model,
    data: options.samples,
    settings: new Map(Object.entries(options.settings ?? {})),
    limit: options.limit ?? 3,
    repeats: 1,
    seed: 42,
    places: { data: folder, samples: folder, cache: 'off', out: folder },
    concurrency: 4,
  });
  return results;
}

function benchmarkOf(task: Task): string {
  return task.id.split('/')[0] ?? task.id;
}

/** @throws Error with the sentence that does not hold */
function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`does not hold: ${what}`);
}
