import path from 'node:path';
import { type Golden, publishedOutputs, readGolden } from '../../../benchmarks/birco/published-outputs.ts';
import { birco } from '../../../benchmarks/index.ts';
import type { AnyTask, DataSource, Metric, Result } from '../../../core/index.ts';
import { openSource } from '../../../data/source.ts';
import { readFileBytes } from '../../../data/text-file.ts';
import { ALL_ABILITIES, prepare } from '../../../run/prepare.ts';
import { scoreFiles } from '../../../run/score-predictions.ts';
import { newBootstrap } from '../../../run/summary.ts';
import { type Difference, type LoopCase, type LoopReport, NOT_COVERED, runCases } from '../report.ts';
import type { GoldenFolder } from './folder.ts';
import { madeUpRankings } from './made-up.ts';

/** A value must be this near; `.n`, `.boot_mean` and `.boot_std` must be equal. */
const TOLERANCE = 1e-12;

/** `golden.json`: data set, method, measure. Methods without values are no cases. */
export async function runBircoGolden(folder: GoldenFolder): Promise<LoopReport> {
  const golden = readGolden(await folder.readText('golden.json'), 'golden.json');
  const results = await scoreAll(folder, golden, false);
  const cases: LoopCase[] = [];
  for (const [set, methods] of golden) {
    for (const [method, want] of methods) {
      if (want === null) continue;
      const id = `${set}/${method}`;
      cases.push({
        id,
        want: want instanceof Map ? Object.fromEntries(want) : want,
        run: () => gotOf(results.get(id)),
      });
    }
  }
  const report = await runCases('golden.json', cases, goldenDifference);
  return { ...report, withoutEntry: await filesWithoutEntry(folder, golden) };
}

/** Rank files that have no entry: they are scored, and named with what came of it. */
async function filesWithoutEntry(folder: GoldenFolder, golden: Golden): Promise<string[]> {
  const { outputs } = await publishedOutputs(folder);
  const source = openSource({
    data: folder.path,
    benchmark: 'birco',
    dataFolder: folder.path,
    samplesFolder: folder.path,
  });
  const lines: string[] = [];
  for (const task of birco.tasks) {
    const set = task.id.split('/')[1] ?? '';
    const files = outputs
      .filter((output) => output.task === task.id)
      .map(({ file }) => file)
      .filter((file) => golden.get(set)?.has(path.posix.basename(file).replace(/\.[a-z.]+$/, '')) !== true);
    const results = await scoreFiles(task, files, {
      source,
      split: 'test',
      given: new Map(),
      seed: 42,
      baselines: [],
      perItem: false,
      read: (file) => readFileBytes(path.join(folder.path, file)),
    });
    for (const result of results) {
      const value = result.metrics.find(
        ({ id, protocol }) => id === 'ndcg@10' && protocol === 'paper',
      )?.value;
      const said =
        typeof value === 'number' ? `ndcg@10 ${value}` : result.errors.map(({ code }) => code).join(', ');
      lines.push(`${result.source}: no expected values; ${said}`);
    }
  }
  return lines;
}

/** `golden_per_query.json`: data set, method, measure, query. */
export async function runBircoPerQuery(folder: GoldenFolder): Promise<LoopReport> {
  const file = 'golden_per_query.json';
  const root: unknown = JSON.parse(await folder.readText(file));
  const wanted = new Map<string, Map<string, unknown>>();
  for (const [set, methods] of Object.entries(root ?? {}))
    wanted.set(set, new Map(Object.entries(methods ?? {})));
  const results = await scoreAll(
    folder,
    new Map(
      [...wanted].map(([set, methods]) => [
        set,
        new Map([...methods.keys()].map((method) => [method, null])),
      ]),
    ),
    true,
  );
  const cases: LoopCase[] = [];
  for (const [set, methods] of wanted) {
    for (const [method, want] of methods) {
      const id = `${set}/${method}`;
      cases.push({ id, want, run: () => perQueryOf(results.get(id)) });
    }
  }
  return runCases(file, cases, perQueryDifference);
}

/** Scores every method whose file is there, by `set/method`. */
async function scoreAll(
  folder: GoldenFolder,
  golden: Golden,
  perItem: boolean,
): Promise<ReadonlyMap<string, Result>> {
  const results = new Map<string, Result>();
  const bootstrap = newBootstrap();
  const source = openSource({
    data: folder.path,
    benchmark: 'birco',
    dataFolder: folder.path,
    samplesFolder: folder.path,
  });
  for (const [name, methods] of golden) {
    const split = name.endsWith('-dev') ? 'dev' : 'test';
    const task = birco.tasks.find(({ id }) => id === `birco/${name.replace(/-dev$/, '')}`);
    if (task === undefined) continue;
    const made = await madeUp(task, source, split);
    const files = new Map<string, string>();
    for (const method of methods.keys()) {
      const file = fileOf(folder, name, method) ?? (made?.has(method) === true ? method : undefined);
      if (file !== undefined) files.set(method, file);
    }
    const scored = await scoreFiles(task, [...files.values()], {
      source,
      split,
      given: new Map(),
      seed: 42,
      baselines: [],
      perItem,
      read: async (file) => {
        const ranking = made?.get(file);
        return ranking === undefined
          ? readFileBytes(path.join(folder.path, file))
          : Buffer.from(JSON.stringify(ranking));
      },
      bootstrap,
    });
    [...files.keys()].forEach((method, at) => {
      const result = scored[at];
      if (result !== undefined && !result.errors.some(({ code }) => code === 'data-missing'))
        results.set(`${name}/${method}`, result);
    });
  }
  return results;
}

/** The file of a method: a rank file of its set, or a run named by set and method. */
function fileOf(folder: GoldenFolder, set: string, method: string): string | undefined {
  const run = `runs/${set}.${method.replace(':', '_')}.run`;
  return folder.files.find((file) => {
    const parts = file.split('/');
    return (
      file === run ||
      file === `${run}.gz` ||
      (parts.slice(0, -1).includes(set) &&
        /^(.+)\.(pickle|json|run|run\.gz)$/.exec(parts.at(-1) ?? '')?.[1] === method)
    );
  });
}

/** Rankings that are made of the grades; undefined where the grades are absent. */
async function madeUp(task: AnyTask, source: DataSource, split: string) {
  try {
    const prepared = await prepare(task, {
      source,
      split,
      given: new Map(),
      abilities: ALL_ABILITIES,
      limit: null,
      seed: 42,
      repeats: 1,
      read: readFileBytes,
    });
    return madeUpRankings(prepared.items);
  } catch {
    return undefined;
  }
}

function gotOf(result: Result | undefined): unknown {
  if (result === undefined) return NOT_COVERED;
  const paper = result.errors.find(({ protocol }) => protocol === 'paper');
  if (paper !== undefined) return { error: paper.message };
  const values: [string, unknown][] = [];
  for (const metric of result.metrics) {
    if (metric.slice !== null) continue;
    if (metric.protocol === 'paper') values.push(...paperValues(metric));
    if (metric.protocol === 'card') values.push([`card.${metric.id}`, metric.value]);
  }
  return Object.fromEntries(values);
}

function paperValues(metric: Metric): [string, unknown][] {
  return [
    [metric.id, metric.value],
    [`${metric.id}.n`, metric.n],
    [`${metric.id}.boot_mean`, metric.boot?.mean],
    [`${metric.id}.boot_std`, metric.boot?.std],
  ];
}

/** An expected error is met by any error of the authors' code; its words are not ours. */
function goldenDifference(want: unknown, got: unknown): Difference | undefined {
  const wanted = new Map(Object.entries(want ?? {}));
  const found = new Map(Object.entries(got ?? {}));
  if (wanted.has('error')) return found.has('error') ? undefined : { at: 'error', want, got };
  for (const [key, value] of wanted) {
    const ours = found.get(key);
    if (!agree(value, ours, /\.(n|boot_mean|boot_std)$/.test(key) ? 0 : TOLERANCE))
      return { at: key, want: value, got: ours };
  }
  return undefined;
}

function agree(want: unknown, got: unknown, tolerance: number): boolean {
  return typeof want === 'number' && typeof got === 'number' && Math.abs(want - got) <= tolerance;
}

/** Measure to query to value, of protocol `paper`. */
function perQueryOf(result: Result | undefined): unknown {
  if (result === undefined) return NOT_COVERED;
  const measures = new Map<string, Map<string, number | null>>();
  for (const item of result.items ?? []) {
    for (const [measure, value] of Object.entries(item.values.paper ?? {})) {
      const queries = measures.get(measure) ?? new Map<string, number | null>();
      queries.set(item.id, value);
      measures.set(measure, queries);
    }
  }
  return measures;
}

function perQueryDifference(want: unknown, got: unknown): Difference | undefined {
  if (!(got instanceof Map)) return { at: '', want, got };
  for (const [measure, queries] of Object.entries(want ?? {})) {
    const ours: unknown = got.get(measure);
    const wanted = Object.entries(queries ?? {});
    for (const [query, value] of wanted) {
      const found: unknown = ours instanceof Map ? ours.get(query) : undefined;
      const same = value === null ? found === null : agree(value, found, TOLERANCE);
      if (!same) return { at: `${measure}.${query}`, want: value, got: found };
    }
    // A query that the reference leaves out has no value here either.
    if (
      ours instanceof Map &&
      [...ours.values()].filter((value) => value !== null).length !==
        wanted.filter(([, value]) => value !== null).length
    ) {
      return { at: `${measure} (queries with a value)`, want: wanted.length, got: ours.size };
    }
  }
  return undefined;
}
