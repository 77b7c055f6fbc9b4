/** A case whose result is not the one expected. */
export interface LoopFailure {
  /** The case's id, or its place in the file (`recipes.json#12`). */
  readonly id: string;
  /** Expected and computed value where the two first part. */
  readonly want: unknown;
  readonly got: unknown;
  /** Where in the result that is, e.g. `mean.ndcg`; absent: the whole result. */
  readonly at?: string;
}

/** What the cases of one file gave. Counts are per case. */
export interface LoopReport {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  /** Cases of a kind that nothing here runs. They are no failures. */
  readonly notCovered: number;
  /** Files that lie there and have no expected values. */
  readonly withoutEntry?: readonly string[];
  /** Names of the cases that are not covered. */
  readonly open?: readonly string[];
  readonly failures: readonly LoopFailure[];
}

/** What an adapter returns for a case of a kind that it does not know. */
export const NOT_COVERED: unique symbol = Symbol('not covered');

/** One case: its name, the expected result, and how to get ours. */
export interface LoopCase {
  readonly id: string;
  readonly want: unknown;
  /** Our result, {@link NOT_COVERED}, or an exception, which is a failure. Undefined: nothing runs such a case. */
  readonly run: (() => unknown) | undefined;
}

/** Runs cases one after another and counts. */
export async function runCases(
  file: string,
  cases: Iterable<LoopCase>,
  compare: (want: unknown, got: unknown) => Difference | undefined,
): Promise<LoopReport> {
  let passed = 0;
  const open: string[] = [];
  const failures: LoopFailure[] = [];
  for (const { id, want, run } of cases) {
    if (run === undefined) {
      open.push(id);
      continue;
    }
    let got: unknown;
    try {
      got = await run();
    } catch (error) {
      failures.push({ id, want, got: { error: error instanceof Error ? error.message : String(error) } });
      continue;
    }
    if (got === NOT_COVERED) {
      open.push(id);
      continue;
    }
    const difference = compare(want, got);
    if (difference === undefined) passed += 1;
    else failures.push({ id, ...printable(difference) });
  }
  return { file, passed, failed: failures.length, notCovered: open.length, open, failures };
}

export interface Difference {
  readonly at: string;
  readonly want: unknown;
  readonly got: unknown;
}

function printable({ at, want, got }: Difference): Omit<LoopFailure, 'id'> {
  return { want, got: asJson(got), ...(at === '' ? {} : { at }) };
}

/** JSON has no NaN, Infinity, undefined or Map; a failure shows them all the same. */
function asJson(value: unknown): unknown {
  if (value === undefined || (typeof value === 'number' && !Number.isFinite(value))) return String(value);
  return value instanceof Map ? Object.fromEntries(value) : value;
}

export interface CompareOptions {
  /** Two numbers are equal if they differ by at most this times max(1, |want|). */
  readonly tolerance?: number;
}

/**
 * The first place where a result is not the expected one.
 *
 * Numbers are equal within the tolerance; texts and booleans must be the same; lists must have the same length. Every
 * property that is expected must be there, further ones may be. `null` stands for no value: null, undefined or NaN.
 * `"Infinity"` and `"-Infinity"` stand for those numbers. A Map or a Float64Array is as good as an object or a list.
 *
 * @returns undefined if there is none
 */
export function firstDifference(
  want: unknown,
  got: unknown,
  options: CompareOptions = {},
  at = '',
): Difference | undefined {
  const different = { at, want, got };
  if (want === null) return got === null || got === undefined || Number.isNaN(got) ? undefined : different;
  if (typeof want === 'number')
    return sameNumber(want, got, options.tolerance ?? 1e-9) ? undefined : different;
  if (Array.isArray(want)) {
    const list = listOf(got);
    if (list === undefined || list.length !== want.length) return different;
    for (const [index, entry] of want.entries()) {
      const inner = firstDifference(entry, list[index], options, `${at}[${index}]`);
      if (inner !== undefined) return inner;
    }
    return undefined;
  }
  if (typeof want === 'object') {
    for (const [key, entry] of Object.entries(want)) {
      const place = at === '' ? key : `${at}.${key}`;
      if (!hasProperty(got, key)) return { at: place, want: entry, got: undefined };
      const inner = firstDifference(entry, property(got, key), options, place);
      if (inner !== undefined) return inner;
    }
    return typeof got === 'object' && got !== null ? undefined : different;
  }
  if (typeof got === 'number' && (want === 'Infinity' || want === '-Infinity')) {
    return got === Number(want) ? undefined : different;
  }
  return want === got ? undefined : different;
}

function sameNumber(want: number, got: unknown, tolerance: number): boolean {
  return typeof got === 'number' && Math.abs(got - want) <= tolerance * Math.max(1, Math.abs(want));
}

function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return value instanceof Float64Array ? [...value] : undefined;
}

function hasProperty(value: unknown, key: string): boolean {
  if (value instanceof Map) return value.has(key);
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

function property(value: unknown, key: string): unknown {
  if (value instanceof Map) return value.get(key);
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
