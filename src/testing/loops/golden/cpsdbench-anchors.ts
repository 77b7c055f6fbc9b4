import path from 'node:path';
import { cpsdbench } from '../../../benchmarks/cpsdbench/index.ts';
import type { Protocol, Result } from '../../../core/index.ts';
import { openSource } from '../../../data/source.ts';
import { readFileBytes } from '../../../data/text-file.ts';
import { scoreFiles } from '../../../run/score-predictions.ts';
import { asObject, at, type JsonObject, listAt, numberAt, objectAt, textAt } from '../json.ts';
import { type Difference, type LoopCase, type LoopReport, NOT_COVERED, runCases } from '../report.ts';
import type { GoldenFolder } from './folder.ts';

const FILE = 'anchors.json';
const TOLERANCE = 1e-10;
/** The published figure of 2-7 has the words of another version of the segmenter. */
const OTHER_WORDS = 1e-5;

/** A figure that must be met, and how near. */
interface Figure {
  readonly id: string;
  readonly protocol: Protocol;
  readonly value: number;
  readonly tolerance: number;
}

const HEADLINES: ReadonlyMap<string, string> = new Map([
  ['1-2', 'accuracy'],
  ['2-5', 'char.f1'],
  ['2-6', 'soft.f1'],
  ['2-7', 'rougel.words'],
  ['3-7', 'accuracy'],
  ['3-8', 'rougel.words'],
]);

/** `anchors.json`: figures that LawBench publishes. A figure whose file of outputs is absent is not covered. */
export async function runCpsdbenchAnchors(folder: GoldenFolder): Promise<LoopReport> {
  const root = asObject(JSON.parse(await folder.readText(FILE)), FILE);
  const only = at(root, 'lawbenchPublishedOnly');
  const rows = [
    ...listAt(root, 'lawbench'),
    ...(only === undefined ? [] : listAt(asObject(only, 'rows'), 'rows')),
  ];
  const cases = rows.map((value): LoopCase => {
    const row = asObject(value, 'rows');
    const task = textAt(row, 'task');
    const file = String(at(row, 'file') ?? `lawbench_pred_${textAt(row, 'model')}_${task}.json`);
    return figureCase(folder, task, file, figuresOf(row, task));
  });
  const trap = at(root, 'pythonIsdigitTrap');
  if (trap !== undefined) {
    const value = numberAt(objectAt(root, 'pythonIsdigitTrap'), 'f1PythonIsdigit');
    const figure: Figure = { id: 'char.f1', protocol: 'lawbench', value, tolerance: TOLERANCE };
    cases.push(figureCase(folder, '2-5', textAt(asObject(trap, 'trap'), 'file'), [figure]));
  }
  return runCases(FILE, cases, firstFar);
}

function figuresOf(row: JsonObject, task: string): Figure[] {
  const words = HEADLINES.get(task) === 'rougel.words';
  const figure = (key: string, id: string, protocol: Protocol, tolerance = TOLERANCE): Figure[] => {
    const value = at(row, key);
    return typeof value === 'number' ? [{ id, protocol, value, tolerance }] : [];
  };
  return [
    ...figure('published', HEADLINES.get(task) ?? '', 'lawbench', words ? OTHER_WORDS : TOLERANCE),
    ...figure('trueAbstentionRate', 'abstention', 'lawbench'),
    ...figure('abstentionRate', 'abstention', 'lawbench'),
    ...figure('withNodeRsJieba2_0_3', 'rougel.words', 'lawbench'),
    ...figure('charLevelRawText', 'rougel.char', 'lawbench'),
    ...figure('charLevelNFKCNoSpace', 'rougel.char', 'standard'),
  ];
}

function figureCase(
  folder: GoldenFolder,
  number: string,
  file: string,
  figures: readonly Figure[],
): LoopCase {
  return {
    id: `${number} ${file}`,
    want: figures,
    run: async () =>
      folder.files.includes(file) ? scored(path.join(folder.path, file), number) : NOT_COVERED,
  };
}

/** The file of outputs is its own gold. */
async function scored(file: string, number: string): Promise<Result | undefined> {
  const task = cpsdbench.tasks.find(({ id }) => id === `cpsdbench/lawbench-${number}`);
  if (task === undefined) return undefined;
  const folders = {
    benchmark: 'cpsdbench',
    dataFolder: path.dirname(file),
    samplesFolder: path.dirname(file),
  };
  const [result] = await scoreFiles(task, [file], {
    source: openSource({ ...folders, data: file }),
    split: undefined,
    given: new Map(),
    seed: 42,
    baselines: [],
    perItem: false,
    read: readFileBytes,
  });
  return result;
}

function firstFar(want: unknown, got: unknown): Difference | undefined {
  const metrics = (got as Result | undefined)?.metrics ?? [];
  for (const { id, protocol, value, tolerance } of want as readonly Figure[]) {
    const ours = metrics.find(
      (one) => one.id === id && one.protocol === protocol && one.slice === null,
    )?.value;
    if (typeof ours !== 'number' || Math.abs(ours - value) > tolerance)
      return { at: `${protocol} ${id}`, want: value, got: ours };
  }
  return undefined;
}
