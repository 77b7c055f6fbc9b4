import type { ErrorCode } from './errors.ts';
import type { Protocol, Unit } from './measure.ts';
import type { Interval, ResultWarning } from './result.ts';

/** Whether two results may be compared at all. */
export const VERDICTS = ['comparable', 'with-care', 'not-comparable'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A run or a file of predictions that is compared. */
export interface ComparedInput {
  /** The path as it was given. */
  readonly source: string;
  readonly kind: 'run' | 'predictions';
  /** The model's id; null for predictions. */
  readonly model: string | null;
  /** Tasks that it has, by id; none where it could not be opened. */
  readonly tasks: readonly string[];
  /** Why it is left out, of one task or (null) of all; absent: it is compared. */
  readonly refused?: readonly {
    readonly task: string | null;
    readonly code: ErrorCode;
    /** With file, line and what to do next. */
    readonly message: string;
  }[];
}

/** A field in which two inputs differ, and what that does to the verdict. */
export interface Difference {
  /** `data.sha256`, `prompts`, `settings.method`, `repeats`, … */
  readonly field: string;
  /** As text; null: absent or not known. */
  readonly first: string | null;
  readonly second: string | null;
  /** The verdict that this difference alone would give; `comparable`: it only is told. */
  readonly effect: Verdict;
  /** One sentence. */
  readonly message: string;
}

/** Items by id: those of both, of one side only, and those of one id with another content. */
export interface ComparedItems {
  readonly common: number;
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
  readonly changed: readonly string[];
}

/** The value of one side: over the compared pairs, or over its own items where nothing is paired. */
export interface ComparedValue {
  /** Null: no value. */
  readonly value: number | null;
  readonly n: number;
}

/** How a p-value was made. */
export interface ComparedTest {
  /**
   * `mcnemar`: exact, right and wrong answers; `signs`: permutation of the signs of differences; `swaps`: a measure of
   * the set after swapping the answers of items; `bootstrap`: share of resamples as far from their centre as 0 is.
   */
  readonly name: 'mcnemar' | 'signs' | 'swaps' | 'bootstrap';
  /** Every pattern was looked at. */
  readonly exact: boolean;
  /** Patterns or resamples that were drawn; null where the test is exact. */
  readonly resamples: number | null;
  readonly seed: number | null;
}

/** One measure of two inputs. */
export interface ComparedMeasure {
  readonly id: string;
  readonly protocol: Protocol;
  readonly headline: boolean;
  readonly unit: Unit;
  readonly direction: 'higher-is-better' | 'lower-is-better';
  readonly params: Readonly<Record<string, string | number | boolean>>;
  readonly variant: string | null;
  readonly slice: Readonly<Record<string, string>> | null;
  readonly aggregate: string;
  /** That of the pair, or `not-comparable` where the measure alone is, such as one by two different judges. */
  readonly verdict: Verdict;
  /** Why this measure is not compared; null: it is. Then all that follows but the values is null. */
  readonly refused: string | null;
  readonly first: ComparedValue;
  readonly second: ComparedValue;
  /** Pairs of items that are compared. */
  readonly pairs: number;
  /** Common items that are left out since one side has no value for them. */
  readonly leftOut: number;
  /** Clusters that the pairs fall into; equal to `pairs` where none share one. */
  readonly clusters: number;
  /** Second minus first, over the pairs. */
  readonly difference: number | null;
  /** Of the difference. */
  readonly ci: Interval | null;
  readonly test: ComparedTest | null;
  readonly p: number | null;
  /** Corrected for all comparisons of the document. */
  readonly pCorrected: number | null;
  readonly significant: boolean | null;
  /** Items on which the second is better, as good, worse; by direction. */
  readonly wins: number | null;
  readonly ties: number | null;
  readonly losses: number | null;
  /** Smallest true difference that these pairs show with power 0.8 at alpha 0.05; before correction. */
  readonly detectable: number | null;
}

/** A compared protocol that refuses one of the inputs. */
export interface ComparedError {
  /** The place in `inputs`. */
  readonly input: number;
  readonly protocol: Protocol;
  readonly code: ErrorCode;
  readonly message: string;
}

/** Two inputs on one task. */
export interface ComparedPair {
  /** Places in `inputs`. */
  readonly first: number;
  readonly second: number;
  readonly task: string;
  readonly verdict: Verdict;
  readonly differences: readonly Difference[];
  readonly items: ComparedItems;
  /** Repeats of each side. */
  readonly repeats: readonly [first: number, second: number];
  /** Headline first. */
  readonly measures: readonly ComparedMeasure[];
  readonly warnings: readonly ResultWarning[];
  readonly errors: readonly ComparedError[];
}

/** The mean difference over several tasks of one benchmark whose headline is the same mean. */
export interface ComparedMean {
  readonly first: number;
  readonly second: number;
  readonly benchmark: string;
  readonly tasks: readonly string[];
  readonly measure: ComparedMeasure;
}

/** What a gate on the headlines says. */
export interface ComparedGate {
  /** No headline of a later input is significantly below the first's, and each could be judged. */
  readonly passed: boolean;
  readonly drops: readonly { readonly task: string; readonly second: number }[];
  readonly notJudged: readonly { readonly task: string; readonly second: number; readonly why: string }[];
}

/** The document of `compare --json`. */
export interface Comparison {
  readonly tool: 'quadrat';
  readonly version: string;
  readonly inputs: readonly ComparedInput[];
  readonly statistics: {
    readonly level: number;
    readonly alpha: number;
    readonly power: number;
    readonly seed: number;
    readonly resamples: number;
    readonly correction: 'holm';
    /** p-values that were corrected together. */
    readonly comparisons: number;
  };
  readonly pairs: readonly ComparedPair[];
  readonly means: readonly ComparedMean[];
  /** Null where no gate was asked for. */
  readonly gate: ComparedGate | null;
}
