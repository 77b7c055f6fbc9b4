import { paperScore, paperTieBreak, paperWindow, windowsOf } from '../../../benchmarks/birco/authors.ts';
import { createMt19937 } from '../../../stats/mt19937.ts';
import { createPythonRandom } from '../../../stats/python-random.ts';
import { type Difference, firstDifference, type LoopCase, type LoopReport, runCases } from '../report.ts';
import type { GoldenFolder } from './folder.ts';
import { arrayOf, recordOf } from './narrow.ts';

const FILE = 'vectors.json';

/** `vectors.json`: score parsing, window answers, tie breaking, window schedules, MT19937 words and draws. */
export async function runBircoVectors(folder: GoldenFolder): Promise<LoopReport> {
  const root = recordOf(JSON.parse(await folder.readText(FILE)));
  const cases: LoopCase[] = [];
  for (const [group, content] of root) cases.push(...casesOf(group, content));
  return runCases(FILE, cases, exactDifference);
}

function casesOf(group: string, content: unknown): LoopCase[] {
  if (group === 'parse_score')
    return arrayOf(content).map((entry, at) => scoreCase(recordOf(entry), `${group}#${at}`));
  if (group === 'tie_break')
    return arrayOf(content).map((entry, at) => tieCase(recordOf(entry), `${group}#${at}`));
  const window = /^rankgpt_parse_window(\d+)_seed(\d+)$/.exec(group);
  if (window !== null) {
    const [size, seed] = [Number(window[1]), Number(window[2])];
    return arrayOf(content).map((entry, at) => windowCase(recordOf(entry), `${group}#${at}`, size, seed));
  }
  if (group === 'windows')
    return [...recordOf(content)].map(([name, table]) => scheduleCase(name, recordOf(table)));
  if (group === 'bootstrap')
    return [...recordOf(content)].map(([name, values]) => drawCase(name, arrayOf(values)));
  return [{ id: group, want: content, run: undefined }];
}

function scoreCase(entry: ReadonlyMap<string, unknown>, id: string): LoopCase {
  const text = String(entry.get('text'));
  const want = Object.fromEntries([...entry].filter(([key]) => key !== 'text'));
  return {
    id,
    want,
    run: () =>
      Object.fromEntries(
        (['score', 'reason', 'subtask'] as const).map((method) => {
          const read = paperScore(text, method);
          return [
            `${method}_O`,
            'exception' in read ? { error: read.exception } : { value: pythonNumber(read.value) },
          ];
        }),
      ),
  };
}

/** Numbers that JSON cannot write are texts in the file. */
function pythonNumber(value: number): number | string {
  if (Number.isNaN(value)) return 'nan';
  return Number.isFinite(value) ? value : value > 0 ? 'inf' : '-inf';
}

function tieCase(entry: ReadonlyMap<string, unknown>, id: string): LoopCase {
  const scores = new Map([...recordOf(entry.get('scores'))].map(([doc, score]) => [doc, Number(score)]));
  const similarity = new Map([...recordOf(entry.get('e5'))].map(([doc, value]) => [doc, Number(value)]));
  return {
    id,
    want: entry.get('order'),
    run: () => paperTieBreak(scores, (doc) => similarity.get(doc) ?? Number.NaN),
  };
}

function windowCase(entry: ReadonlyMap<string, unknown>, id: string, size: number, seed: number): LoopCase {
  const want = { result_worst_to_best: entry.get('result_worst_to_best'), fallback: entry.get('fallback') };
  return {
    id,
    want,
    run: () => {
      const read = paperWindow(String(entry.get('text')), size);
      const places = Array.from({ length: size }, (_, at) => at);
      const order = read === null ? createPythonRandom(seed).shuffle(places) : read.toReversed();
      return { result_worst_to_best: order, fallback: read === null };
    },
  };
}

function scheduleCase(name: string, table: ReadonlyMap<string, unknown>): LoopCase {
  const [, size, step] = /^w(\d+)_step(\d+)$/.exec(name) ?? [];
  const want = Object.fromEntries(table);
  if (size === undefined || step === undefined) return { id: name, want, run: undefined };
  return {
    id: `windows ${name}`,
    want,
    run: () =>
      Object.fromEntries(
        [...table.keys()].map((n) => [
          n,
          windowsOf(Number(n), Number(size), Number(step)).map(({ start, end }) => [start, end]),
        ]),
      ),
  };
}

function drawCase(name: string, want: readonly unknown[]): LoopCase {
  const words = /^mt19937_seed(\d+)_first_u32$/.exec(name);
  const draws = /^choice_seed(\d+)_n(\d+)_first_trial$/.exec(name);
  const seed = Number((words ?? draws)?.[1]);
  const run =
    words !== null
      ? () => take(want.length, createMt19937(seed).next32)
      : draws !== null
        ? () => {
            const generator = createMt19937(seed);
            return take(want.length, () => generator.nextBelow(Number(draws[2])));
          }
        : undefined;
  return { id: `bootstrap ${name}`, want, run };
}

function take(count: number, next: () => number): number[] {
  return Array.from({ length: count }, () => next());
}

function exactDifference(want: unknown, got: unknown): Difference | undefined {
  return firstDifference(want, got, { tolerance: 0 });
}
