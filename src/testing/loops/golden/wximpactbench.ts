import path from 'node:path';
import {
  allLabelValues,
  countCells,
  labelCounts,
  labelValues,
  meanOver,
  microF1,
  sumCounts,
} from '../../../benchmarks/wximpactbench/counts.ts';
import { wximpactbench } from '../../../benchmarks/wximpactbench/index.ts';
import { allEqual, type Cell, type Cells, LABELS } from '../../../benchmarks/wximpactbench/labels.ts';
import { groupRows, innerJoin } from '../../../benchmarks/wximpactbench/paper.ts';
import { readLabelsAsAuthors } from '../../../benchmarks/wximpactbench/parse-labels.ts';
import { type LabelRow, readLabelTable } from '../../../benchmarks/wximpactbench/table.ts';
import type { Metric, Result } from '../../../core/index.ts';
import { openSource } from '../../../data/source.ts';
import { readFileBytes } from '../../../data/text-file.ts';
import { scoreFiles } from '../../../run/score-predictions.ts';
import { roundNumpy } from '../../../text/numpy.ts';
import { asObject, at, type JsonObject, listAt, numberAt, objectAt, textAt, textsAt } from '../json.ts';
import { firstDifference, type LoopCase, type LoopReport, NOT_COVERED, runCases } from '../report.ts';
import type { GoldenFolder } from './folder.ts';
import {
  parseRankingCase,
  poolOf,
  rankingCountsCase,
  rankingFileCase,
  rankingPoolCase,
  scoreRankingCase,
  twoStageCase,
} from './wximpactbench-ranking.ts';

/** Whether a `conformance.json` is that of WXImpactBench: it names the six labels. */
export function isWximpactbench(root: JsonObject): boolean {
  const labels = at(root, 'label_order');
  return Array.isArray(labels) && LABELS.every((label, place) => labels[place] === label);
}

/** Scoring cases of WXImpactBench; a case whose input file is absent is not covered. */
export async function runWximpactbench(root: JsonObject, folder: GoldenFolder): Promise<LoopReport> {
  const results = await scoreAll(root, folder);
  const pool = await poolOf(folder);
  const runners = new Map<string, (entry: JsonObject) => unknown>([
    ['parse_labels', parseLabelsCase],
    ['score_labels', scoreLabelsCase],
    ['score_counts', scoreCountsCase],
    ['parse_ranking', parseRankingCase],
    ['score_ranking', scoreRankingCase],
    ['score_ranking_counts', rankingCountsCase],
    ['two_stage_ranking', twoStageCase],
    ['score_ranking_file', (entry) => rankingFileCase(entry, folder)],
    ['score_ranking_pool', (entry) => rankingPoolCase(entry, pool)],
    ['score_files', (entry) => filesCase(entry, results, folder)],
  ]);
  const cases = listAt(root, 'cases').map((value): LoopCase => {
    const entry = asObject(value, 'cases');
    const runner = runners.get(String(at(entry, 'kind')));
    return {
      id: String(at(entry, 'id')),
      want: wanted(entry),
      run: runner === undefined ? undefined : () => runner(entry),
    };
  });
  return runCases('conformance.json', cases, (want, got) => firstDifference(want, got));
}

/** What is expected of us: an error is any error; two flags are about the authors' own files. */
function wanted(entry: JsonObject): unknown {
  const expected = objectAt(entry, 'expected');
  if (at(expected, 'error') !== undefined) return { error: true };
  return Object.fromEntries(Object.entries(expected).filter(([key]) => !key.startsWith('equals_')));
}

function parseLabelsCase(entry: JsonObject): unknown {
  const version = String(at(entry, 'regex')).startsWith('historical') ? 'historical' : 'released';
  const cells = readLabelsAsAuthors(textAt(objectAt(entry, 'input'), 'raw'), version);
  return { labels: byLabel((label) => cells[label] ?? '') };
}

function byLabel<Value>(of: (label: number) => Value): Record<string, Value> {
  return Object.fromEntries(LABELS.map((label, place) => [label, of(place)]));
}

type KeyedRow = Pick<LabelRow, 'id' | 'date' | 'period' | 'cells'>;

function scoreLabelsCase(entry: JsonObject): unknown {
  const input = objectAt(entry, 'input');
  const [gold, predicted] = [tableOf(input, 'gold'), tableOf(input, 'pred')];
  const groupBy = at(input, 'group_by');
  const keys = Array.isArray(groupBy) ? textsAt(input, 'group_by') : [];
  const pairs = keys.includes('row')
    ? gold.map(({ cells }, row) => ({ gold: cells, predicted: predicted[row]?.cells ?? [] }))
    : joined(gold, predicted, keys.includes('ID') ? 'article' : 'date');
  const sums = sumCounts(pairs.map((pair) => countCells(pair.gold, pair.predicted, 'left-out')));
  return {
    n_groups: pairs.length,
    per_label: byLabel((label) => {
      const counts = labelCounts(sums, label);
      return {
        tp: counts.truePositives,
        tn: counts.trueNegatives,
        fp: counts.falsePositives,
        fn: counts.falseNegatives,
        ...rounded(labelValues(counts)),
      };
    }),
    ...means(sums),
    row_wise_accuracy: rowWise(pairs),
  };
}

function joined(gold: readonly KeyedRow[], predicted: readonly KeyedRow[], key: 'article' | 'date') {
  return innerJoin(groupRows(gold, key), groupRows(predicted, key));
}

function tableOf(input: JsonObject, name: string): KeyedRow[] {
  return listAt(input, name).map((value) => {
    const row = asObject(value, name);
    return {
      id: String(at(row, 'ID')),
      date: String(at(row, 'Date')),
      period: String(at(row, 'Time_Period')),
      cells: LABELS.map((label): Cell => {
        const cell = at(row, label);
        return cell === 0 || cell === 1 ? cell : null;
      }),
    };
  });
}

function rounded(values: ReturnType<typeof labelValues>) {
  return {
    precision: roundNumpy(values.precision, 4),
    recall: roundNumpy(values.recall, 4),
    f1: roundNumpy(values.f1, 4),
    accuracy: roundNumpy(values.accuracy, 4),
  };
}

function means(sums: readonly number[]) {
  const values = allLabelValues(sums);
  return {
    macro_f1: meanOver(values, ({ f1 }) => f1),
    macro_accuracy: meanOver(values, ({ accuracy }) => accuracy),
    micro_f1: microF1(sums),
  };
}

function rowWise(pairs: readonly { gold: Cells; predicted: Cells }[]): number {
  const right = pairs.filter(({ gold, predicted }) => allEqual(gold, predicted)).length;
  return roundNumpy(right / pairs.length, 4);
}

function scoreCountsCase(entry: JsonObject): unknown {
  const input = objectAt(entry, 'input');
  return rounded(
    labelValues({
      truePositives: numberAt(input, 'tp'),
      trueNegatives: numberAt(input, 'tn'),
      falsePositives: numberAt(input, 'fp'),
      falseNegatives: numberAt(input, 'fn'),
      otherwiseWrong: 0,
    }),
  );
}

/** The prediction file of a case below the folder, wherever it lies; undefined: absent. */
function fileOf(entry: JsonObject, folder: GoldenFolder): string | undefined {
  const name = path.posix.basename(textAt(objectAt(entry, 'input'), 'predictions'));
  return folder.files.find((file) => path.posix.basename(file) === name);
}

const TASKS = [
  ['LongCTX', 'LongCTX_labels_350.csv', 'wximpactbench/classification-long'],
  ['MixedCTX', 'MixedCTX_labels_1386.csv', 'wximpactbench/classification-mixed'],
] as const;

/** Scores every prediction file as `quadrat score` does, by the file's name. */
async function scoreAll(root: JsonObject, folder: GoldenFolder): Promise<ReadonlyMap<string, Result>> {
  const results = new Map<string, Result>();
  const entries = listAt(root, 'cases')
    .map((entry) => asObject(entry, 'cases'))
    .filter((entry) => at(entry, 'kind') === 'score_files');
  const files = entries.map((entry) => fileOf(entry, folder)).filter((file) => file !== undefined);
  for (const [context, gold, id] of TASKS) {
    const task = wximpactbench.tasks.find((one) => one.id === id);
    if (task === undefined || !folder.files.includes(gold)) continue;
    const own = files.filter((file) => file.includes(context));
    const scored = await scoreFiles(task, own, {
      source: openSource({
        data: path.join(folder.path, gold),
        benchmark: 'wximpactbench',
        dataFolder: folder.path,
        samplesFolder: folder.path,
      }),
      split: undefined,
      given: new Map(),
      seed: 42,
      protocols: ['paper'],
      baselines: [],
      perItem: false,
      read: (file) => readFileBytes(path.join(folder.path, file)),
    });
    own.forEach((file, place) => {
      const result = scored[place];
      if (result !== undefined) results.set(path.posix.basename(file), result);
    });
  }
  return results;
}

async function filesCase(
  entry: JsonObject,
  results: ReadonlyMap<string, Result>,
  folder: GoldenFolder,
): Promise<unknown> {
  const file = fileOf(entry, folder);
  const result = file === undefined ? undefined : results.get(path.posix.basename(file));
  if (file === undefined || result === undefined) return NOT_COVERED;
  const block = (variant: string | null, period?: string) => {
    const value = (id: string, label?: string) =>
      metricOf(result, id, variant, {
        ...(label === undefined ? {} : { label }),
        ...(period === undefined ? {} : { period }),
      });
    const labels = (id: string) =>
      Object.fromEntries(LABELS.map((label) => [label, round(value(id, label)?.value, 4)]));
    return {
      n_groups: value('accuracy.rowwise')?.n,
      precision: labels('precision.label'),
      recall: labels('recall.label'),
      f1: labels('f1.label'),
      accuracy: labels('accuracy.label'),
      macro_f1: round(value('f1.macro')?.value, 6),
      macro_accuracy: round(value('accuracy')?.value, 6),
      micro_f1: round(value('f1.micro')?.value, 6),
      row_wise_accuracy: round(value('accuracy.rowwise')?.value, 4),
    };
  };
  return {
    ...block(null),
    by_period: { historical: block(null, 'historical'), modern: block(null, 'modern') },
    date_only_grouping: block('date-only'),
    ...(file.includes('MixedCTX') ? { per_chunk: await perChunk(file, folder) } : {}),
  };
}

function metricOf(
  result: Result,
  id: string,
  variant: string | null,
  slice: Readonly<Record<string, string>>,
): Metric | undefined {
  const want = JSON.stringify(Object.entries(slice).sort());
  return result.metrics.find(
    (metric) =>
      metric.id === id &&
      metric.protocol === 'paper' &&
      metric.variant === variant &&
      JSON.stringify(Object.entries(metric.slice ?? {}).sort()) === want,
  );
}

function round(value: number | null | undefined, places: number): number | undefined {
  return value === null || value === undefined ? undefined : roundNumpy(value, places);
}

/** The authors' counting on rows as they are, which no protocol has. */
async function perChunk(file: string, folder: GoldenFolder): Promise<unknown> {
  const read = async (name: string, what: 'gold' | 'predictions') =>
    readLabelTable(await folder.readText(name), name, what);
  const gold = await read('MixedCTX_labels_1386.csv', 'gold');
  const predicted = await read(file, 'predictions');
  const pairs = gold.map(({ cells }, row) => ({ gold: cells, predicted: predicted[row]?.cells ?? [] }));
  const sums = sumCounts(pairs.map((pair) => countCells(pair.gold, pair.predicted, 'left-out')));
  const values = allLabelValues(sums).map(rounded);
  const labels = (of: (one: ReturnType<typeof rounded>) => number) =>
    Object.fromEntries(LABELS.map((label, place) => [label, values.slice(place, place + 1).map(of)[0]]));
  const { macro_f1, macro_accuracy, micro_f1 } = means(sums);
  return {
    n_groups: pairs.length,
    precision: labels(({ precision }) => precision),
    recall: labels(({ recall }) => recall),
    f1: labels(({ f1 }) => f1),
    accuracy: labels(({ accuracy }) => accuracy),
    macro_f1: roundNumpy(macro_f1, 6),
    macro_accuracy: roundNumpy(macro_accuracy, 6),
    micro_f1: roundNumpy(micro_f1, 6),
    row_wise_accuracy: rowWise(pairs),
  };
}
