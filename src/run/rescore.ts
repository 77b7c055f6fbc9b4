import path from 'node:path';
import { type Benchmark, makeAsk, QuadratError, type Result, type TextScorer } from '../core/index.ts';
import { changedFiles } from '../log/changes.ts';
import type { RecordedAnswers } from '../log/recorded.ts';
import { finishedResults, readRunFile } from '../log/run-folder.ts';
import type { ItemLine, RunFile, ScoreLine } from '../log/schema.ts';
import { readEnds, unitKey } from '../log/stored-items.ts';
import { recordedScores } from '../log/text-scores.ts';
import { requestHash } from '../models/request-key.ts';
import type { KeptResamples } from './aggregate.ts';
import { endingOf, writtenEnding } from './endings.ts';
import { refuseLostItems } from './lost-items.ts';
import { decidingOf, type Prepared, sentOf } from './prepare.ts';
import { overallOf } from './score-benchmark.ts';
import { baselinesOf } from './score-predictions.ts';
import { openSpill, type Spill } from './spill.ts';
import { type Ending, newBootstrap, summarise } from './summary.ts';
import { scoreTexts } from './text-scores.ts';

export interface RescoreOptions {
  readonly folder: string;
  /** Prepares a task as the run had it. */
  readonly prepare: (task: string, run: RunFile) => Promise<Prepared>;
  readonly lookup: RecordedAnswers;
  readonly baselines: readonly string[];
  /** Asked for what it did not say before; absent: its stored scores are used, if there are any. */
  readonly scoring?: {
    readonly scorer: TextScorer;
    readonly write: (line: ScoreLine) => Promise<void>;
    readonly now: () => number;
    readonly signal?: AbortSignal;
    readonly onProgress?: (done: number, total: number) => void;
  };
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
  const ends = readEnds(path.join(options.folder, 'items.jsonl'));
  const before = finishedResults(options.folder);
  const scores = recordedScores(path.join(options.folder, 'calls.jsonl'));
  const bootstrap = newBootstrap();
  const keep: KeptResamples = new Map();
  const results: Result[] = [];
  let kept = 0;
  for (const { task: id } of run.spec.tasks) {
    const prepared = await options.prepare(id, run);
    await refuseOtherItems(prepared, run, options.folder);
    const { task, items, settings } = prepared;
    const stored = await storedEndings(prepared, ends.ended, options.lookup, spill);
    const earlier = before?.find((result) => result.task === id);
    refuseLostItems(options.folder, lostItems(prepared, ends, stored.repeats), earlier);
    kept += stored.kept;
    const scorer = options.scoring?.scorer.id ?? scorerOf(prepared);
    const scored = await scoreTexts(stored.repeats, {
      task,
      items,
      scorer: options.scoring?.scorer,
      known: scorer === undefined ? new Map() : scores.of(id, scorer),
      write: async (line) => options.scoring?.write(line),
      now: options.scoring?.now ?? (() => 0),
      ...(options.scoring?.signal === undefined ? {} : { signal: options.scoring.signal }),
      ...(options.scoring?.onProgress === undefined ? {} : { onProgress: options.scoring.onProgress }),
    });
    results.push(
      summarise({
        task,
        settings: settings.parsed,
        shownSettings: settings.shown,
        items,
        repeats: scored.repeats,
        incomplete: !scored.complete,
        surplus: [],
        source: path.basename(options.folder),
        data: prepared.data,
        model: earlier?.model ?? { id: run.spec.model, kind: 'stored answers' },
        baselines: baselinesOf(prepared, options.baselines),
        warnings: [
          ...prepared.warnings,
          ...(earlier?.warnings.filter(({ code }) => code === 'self-judge') ?? []),
          ...scored.warnings,
        ],
        ...(earlier?.calls === undefined ? {} : { calls: earlier.calls }),
        ...sentOf(run.deciding.find((one) => one.task === id)),
        bootstrap,
        keep,
      }),
    );
  }
  const overall = options.benchmarks.flatMap((benchmark) => overallOf(benchmark, results, keep));
  return { results: [...results, ...overall], kept };
}

/**
 * How a task's items ended: read again from the recorded answers, or as it was written.
 *
 * @param written the items' ends, by `unitKey`
 * @param lookup the recorded answers; absent: every end as it was written
 * @param spill where long values are kept; absent: in memory
 * @returns one map a repeat, and how many items kept their written end for want of a complete record
 */
export async function storedEndings(
  prepared: Prepared,
  written: ReadonlyMap<string, ItemLine>,
  lookup?: RecordedAnswers,
  spill?: Spill,
): Promise<{ repeats: ReadonlyMap<string, Ending>[]; kept: number }> {
  const { task, items } = prepared;
  let kept = 0;
  const repeats = Array.from({ length: prepared.repeats }, () => new Map<string, Ending>());
  for (const [repeat, map] of repeats.entries()) {
    for (const item of items) {
      const line = written.get(unitKey(task.id, item.id, repeat));
      const readable = lookup !== undefined && (line === undefined || line.calls > 0);
      const again = readable ? await readAgain(prepared, item, repeat, lookup) : undefined;
      if (again !== undefined) map.set(item.id, spill?.keep(again) ?? again);
      else if (line !== undefined) {
        kept += line.calls > 0 ? 1 : 0;
        map.set(item.id, writtenEnding(line));
      } else map.set(item.id, { outcome: 'failed', reason: 'not-answered', value: undefined });
    }
  }
  return { repeats, kept };
}

/**
 * How many items have no line, and how many a line that says they failed.
 *
 * @param read how the items ended after answers were looked at: those that were read are not lost; absent: the lines
 *   alone count
 */
export function lostItems(
  { task, items, repeats }: Prepared,
  { ended, failed: unanswered }: ReturnType<typeof readEnds>,
  read?: readonly ReadonlyMap<string, Ending>[],
): { lost: number; failed: number } {
  let lost = 0;
  let failed = 0;
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    for (const { id } of items) {
      const key = unitKey(task.id, id, repeat);
      const ending = read?.[repeat]?.get(id);
      if (ended.has(key) || (ending !== undefined && ending.outcome !== 'failed')) continue;
      if (unanswered.has(key)) failed += 1;
      else lost += 1;
    }
  }
  return { lost, failed };
}

/** The scorer that the settings name. */
export function scorerOf({ task, settings }: Prepared): string | undefined {
  const { scorer } = settings.shown;
  return task.scoredTexts !== undefined && typeof scorer === 'string' ? scorer : undefined;
}

/** Answers about other items, or by other task files and prompts, say nothing about these. */
export async function refuseOtherItems(prepared: Prepared, run: RunFile, folder: string): Promise<void> {
  const before = run.deciding.find(({ task }) => task === prepared.task.id);
  const now = await decidingOf(prepared);
  if (before === undefined) return;
  const changed = changedFiles(before, now);
  if (changed.length > 0) {
    throw new QuadratError(
      'run-changed',
      `${prepared.task.id}: the files that settings name changed: ${changed.join(', ')}`,
      {
        file: folder,
        next: 'The answers were made, and are read, by what these files held: put them back as they were, and give another try a file of another name.',
      },
    );
  }
  if (before.itemsSha256 === now.itemsSha256) return;
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
