import path from 'node:path';
import { type Benchmark, makeAsk, QuadratError, type Result } from '../core/index.ts';
import type { RecordedAnswers } from '../log/recorded.ts';
import { finishedResults, readRunFile } from '../log/run-folder.ts';
import type { RunFile } from '../log/schema.ts';
import { readItems, unitKey } from '../log/stored-items.ts';
import { requestHash } from '../models/request-key.ts';
import type { KeptResamples } from './aggregate.ts';
import { endingOf, writtenEnding } from './endings.ts';
import { decidingOf, type Prepared } from './prepare.ts';
import { overallOf } from './score-benchmark.ts';
import { baselinesOf } from './score-predictions.ts';
import { openSpill, type Spill } from './spill.ts';
import { type Ending, newBootstrap, summarise } from './summary.ts';

export interface RescoreOptions {
  readonly folder: string;
  /** Prepares a task as the run had it. */
  readonly prepare: (task: string, run: RunFile) => Promise<Prepared>;
  readonly lookup: RecordedAnswers;
  readonly baselines: readonly string[];
  /** For their own objects over their tasks. */
  readonly benchmarks: readonly Benchmark[];
}

/**
 * New scores from the stored answers of a run: every item is solved again against its recorded answers and read by
 * today's readers. No call is made. Items without a complete record keep the end that was written.
 *
 * @returns one result a task, and how many items kept their written end
 */
export async function rescore(options: RescoreOptions): Promise<{ results: Result[]; kept: number }> {
  const spill = openSpill();
  try {
    return await rescoreWith(options, spill);
  } finally {
    spill.close();
  }
}

async function rescoreWith(
  options: RescoreOptions,
  spill: Spill,
): Promise<{ results: Result[]; kept: number }> {
  const run = readRunFile(options.folder);
  const written = readItems(path.join(options.folder, 'items.jsonl'));
  const before = finishedResults(options.folder);
  const bootstrap = newBootstrap();
  const keep: KeptResamples = new Map();
  const results: Result[] = [];
  let kept = 0;
  for (const { task: id } of run.spec.tasks) {
    const prepared = await options.prepare(id, run);
    await refuseOtherItems(prepared, run, options.folder);
    const { task, items, repeats, settings } = prepared;
    const endings = Array.from({ length: repeats }, () => new Map<string, Ending>());
    for (const [repeat, map] of endings.entries()) {
      for (const item of items) {
        const line = written.get(unitKey(id, item.id, repeat));
        const again =
          line === undefined || line.calls > 0
            ? await readAgain(prepared, item, repeat, options.lookup)
            : undefined;
        if (again !== undefined) map.set(item.id, spill.keep(again));
        else if (line !== undefined) {
          kept += line.calls > 0 ? 1 : 0;
          map.set(item.id, writtenEnding(line));
        } else map.set(item.id, { outcome: 'failed', reason: 'not-answered', value: undefined });
      }
    }
    const earlier = before?.find((result) => result.task === id);
    results.push(
      summarise({
        task,
        settings: settings.parsed,
        shownSettings: settings.shown,
        items,
        repeats: endings,
        surplus: [],
        source: path.basename(options.folder),
        data: prepared.data,
        model: earlier?.model ?? { id: run.spec.model, kind: 'stored answers' },
        baselines: baselinesOf(prepared, options.baselines),
        warnings: [
          ...prepared.warnings,
          ...(earlier?.warnings.filter(({ code }) => code === 'self-judge') ?? []),
        ],
        ...(earlier?.calls === undefined ? {} : { calls: earlier.calls }),
        bootstrap,
        keep,
      }),
    );
  }
  const overall = options.benchmarks.flatMap((benchmark) => overallOf(benchmark, results, keep));
  return { results: [...results, ...overall], kept };
}

/** Answers about other items say nothing about these. */
async function refuseOtherItems(prepared: Prepared, run: RunFile, folder: string): Promise<void> {
  const before = run.deciding.find(({ task }) => task === prepared.task.id);
  const now = await decidingOf(prepared);
  if (before === undefined || before.itemsSha256 === now.itemsSha256) return;
  throw new QuadratError('run-changed', `${prepared.task.id}: the data changed: these are other items`, {
    file: folder,
    next: 'Name the data of the run with --data.',
    data: { was: before.dataSha256, is: now.dataSha256 },
  });
}

const ABSENT = Symbol('absent');

/** Undefined: the record has not all of the item's answers. */
async function readAgain(
  { task, settings, context }: Prepared,
  item: Prepared['items'][number],
  repeat: number,
  lookup: RecordedAnswers,
): Promise<Ending | undefined> {
  const ordinals = new Map<string, number>();
  const ask = makeAsk(
    async (request) => {
      const hash = requestHash(request);
      const ordinal = ordinals.get(hash) ?? 0;
      ordinals.set(hash, ordinal + 1);
      const answer = await lookup(hash, ordinal, { task: task.id, item: item.id, repeat });
      if (answer === undefined) throw ABSENT;
      return answer;
    },
    { planning: false, rank: () => Promise.reject(ABSENT), embed: () => Promise.reject(ABSENT) },
  );
  try {
    const solution = await task.solve(item, ask, settings.parsed, context);
    return endingOf(task.parse(solution, item, settings.parsed, context));
  } catch (error) {
    if (error === ABSENT) return undefined;
    throw error;
  }
}
