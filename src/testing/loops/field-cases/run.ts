import path from 'node:path';
import { readJsonLines } from '../../../data/jsonl.ts';
import { readTextFile } from '../../../data/text-file.ts';
import { asObject, at, isObject, type JsonObject, objectAt } from '../json.ts';
import { type Difference, type LoopCase, type LoopReport, NOT_COVERED, runCases } from '../report.ts';
import { fieldDifference } from './compare.ts';
import { refusalOf, type Surface, type Surfaces } from './surface.ts';
import { SURFACES } from './surfaces.ts';

/** A pair of input and expected result. */
interface Pair {
  /** Where it stands in its case, e.g. `more[2]`. */
  readonly place: string;
  readonly surface: string;
  readonly input: JsonObject;
  readonly expected: unknown;
}

/**
 * Runs a file of field cases: kinds of trouble that people met with evaluation tools, one JSON object a line, with
 * inputs and the behaviour expected.
 *
 * A case passes if all its pairs do. It is not covered, and never failed, if it is a procedure or one of its pairs names
 * a surface that we have no code for.
 *
 * @param file the file of cases
 * @returns one report
 * @throws QuadratError `file-not-found`, `invalid-json`
 */
export async function runFieldCases(file: string, surfaces: Surfaces = SURFACES): Promise<LoopReport[]> {
  const lines = readJsonLines(await readTextFile(file), file);
  const cases = lines.map(({ line, value }) => caseOf(asObject(value, `line ${line}`), line, surfaces));
  return [await runCases(path.basename(file), cases, (_want, got) => got as Difference | undefined)];
}

function caseOf(entry: JsonObject, line: number, surfaces: Surfaces): LoopCase {
  return {
    id: String(at(entry, 'id') ?? `line ${line}`),
    want: at(entry, 'expected'),
    run: typeof at(entry, 'surface') === 'string' ? () => runPairs(pairsOf(entry), surfaces) : undefined,
  };
}

function pairsOf(entry: JsonObject): readonly Pair[] {
  const surface = String(at(entry, 'surface'));
  const more = at(entry, 'more');
  const further = Array.isArray(more) ? more.map((pair) => asObject(pair, 'more')) : [];
  return [entry, ...further].map((pair, index) => ({
    place: index === 0 ? '' : `more[${index - 1}]`,
    surface: String(at(pair, 'surface') ?? surface),
    input: asObject(withNumbers(objectAt(pair, 'input')), 'input'),
    expected: withNumbers(at(pair, 'expected')),
  }));
}

/** The first difference of the first pair that fails, or that one of them is not covered. */
async function runPairs(
  pairs: readonly Pair[],
  surfaces: Surfaces,
): Promise<Difference | typeof NOT_COVERED | undefined> {
  let first: Difference | undefined;
  for (const { place, surface, input, expected } of pairs) {
    const run = surfaces.get(surface);
    const got = run === undefined ? NOT_COVERED : await resultOf(run, input);
    if (got === NOT_COVERED) return NOT_COVERED;
    const difference = fieldDifference(surface, expected, got);
    if (difference === undefined) continue;
    first ??= { ...difference, at: [place, difference.at].filter((part) => part !== '').join('.') };
  }
  return first;
}

async function resultOf(run: Surface, input: JsonObject): Promise<unknown> {
  try {
    return await run(input);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) return { thrown: error instanceof Error ? error.message : String(error) };
    return refusal;
  }
}

/** `{"$number": "NaN"}` and `"Infinity"` stand for numbers that JSON cannot write. */
function withNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNumbers);
  if (!isObject(value)) return value;
  const keys = Object.keys(value);
  const number = at(value, '$number');
  if (keys.length === 1 && typeof number === 'string') return Number(number);
  return Object.fromEntries(keys.map((key) => [key, withNumbers(at(value, key))]));
}
