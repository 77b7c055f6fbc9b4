import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readJsonLines } from '../../../data/jsonl.ts';
import { readTextFile } from '../../../data/text-file.ts';
import { projectRoot } from '../../shared.ts';
import { asObject, at, isObject, type JsonObject, objectAt } from '../json.ts';
import { type Difference, type LoopCase, type LoopReport, NOT_COVERED, runCases } from '../report.ts';
import { fieldDifference } from './compare.ts';
import { PROCEDURES } from './procedures/index.ts';
import type { Procedure, Procedures } from './procedures/procedure.ts';
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

export interface FieldCaseOptions {
  readonly surfaces?: Surfaces;
  readonly procedures?: Procedures;
  /** The executable that procedures start; by default the project's own, which needs a build. */
  readonly program?: string;
}

const PROGRAM = path.join(projectRoot, 'bin/quadrat.js');

/**
 * Runs a file of field cases: kinds of trouble that people met with evaluation tools, one JSON object a line, with
 * inputs and the behaviour expected.
 *
 * A case passes if all its pairs do. It is not covered, and never failed, if it is a procedure that we do not have, or one
 * of its pairs names a surface that we have no code for.
 *
 * @param file the file of cases
 * @returns one report
 * @throws QuadratError `file-not-found`, `invalid-json`
 */
export async function runFieldCases(file: string, options: FieldCaseOptions = {}): Promise<LoopReport[]> {
  const { surfaces = SURFACES, procedures = PROCEDURES, program = PROGRAM } = options;
  const lines = readJsonLines(await readTextFile(file), file);
  const cases = lines.map(({ line, value }) =>
    caseOf(asObject(value, `line ${line}`), line, { surfaces, procedures, program }),
  );
  return [await runCases(path.basename(file), cases, (_want, got) => got as Difference | undefined)];
}

function caseOf(entry: JsonObject, line: number, options: Required<FieldCaseOptions>): LoopCase {
  const procedure = options.procedures.get(String(at(entry, 'topic')));
  const steps = procedure === undefined ? undefined : () => follow(procedure, at(entry, 'expected'), options);
  return {
    id: String(at(entry, 'id') ?? `line ${line}`),
    want: at(entry, 'expected'),
    run: typeof at(entry, 'surface') === 'string' ? () => runPairs(pairsOf(entry), options.surfaces) : steps,
  };
}

/** The first statement that does not hold; a case with more or fewer statements than we check is another case. */
async function follow(
  procedure: Procedure,
  expected: unknown,
  { program }: Pick<Required<FieldCaseOptions>, 'program'>,
): Promise<Difference | typeof NOT_COVERED | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quadrat-case-'));
  try {
    const findings = await procedure({ program, folder });
    if (!Array.isArray(expected) || expected.length !== findings.length) return NOT_COVERED;
    const index = findings.findIndex(({ holds }) => !holds);
    if (index < 0) return undefined;
    return { at: `expected[${index}]`, want: expected[index], got: findings[index]?.saw };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
