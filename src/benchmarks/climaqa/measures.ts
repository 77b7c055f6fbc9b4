import type { CountsAggregate, MeasureDescription, Protocol, Row, SetMeasure } from '../../core/index.ts';
import { type BleuKind, CHARACTER_BLEU, pooled, WORD_BLEU, weightedLevels } from './bleu.ts';
import type { ClimaItem } from './data.ts';
import * as measured from './descriptions.ts';
import { LEVELS } from './levels.ts';
import { spreadText } from './repeats.ts';
import { AUTOMATED } from './score.ts';
import type { Kind } from './sets.ts';
import type { ClimaqaSettings } from './settings.ts';
import type { ClozeValue, FreeformValue } from './values.ts';

type Measure = SetMeasure<ClimaItem>;
type Params = NonNullable<Measure['params']>;

function measure(description: MeasureDescription, protocol: Protocol, more: Partial<Measure> = {}): Measure {
  // The authors print two decimals for multiple choice and cloze, four for free form.
  const places = description.unit === 'percent' || description.id === 'phrase-similarity' ? 2 : 4;
  const text =
    protocol === 'paper' ? { repeatsText: (values: readonly number[]) => spreadText(values, places) } : {};
  return { description, protocol, params: {}, aggregate: 'mean', interval: null, ...text, ...more };
}

/** A measure, and the same for each level. */
function withLevels(base: Measure): Measure[] {
  return [
    base,
    ...LEVELS.map(
      (level): Measure => ({
        ...base,
        headline: false,
        slice: { complexity: level },
        only: (item) => item.level === level,
      }),
    ),
  ];
}

/** All measures of a task under these settings, headline first. */
export function measuresOf(kind: Kind, settings: Partial<ClimaqaSettings>): readonly Measure[] {
  if (kind === 'mcq') return mcqMeasures();
  return kind === 'cloze' ? clozeMeasures(settings) : freeformMeasures(settings);
}

function mcqMeasures(): Measure[] {
  return [
    ...withLevels(measure(measured.ACCURACY, 'standard', { headline: true, interval: 'wilson' })),
    ...withLevels(measure(measured.PAPER_ACCURACY, 'paper', { interval: 'bootstrap' })),
    ...withLevels(measure(measured.CARD_ACCURACY, 'card', { interval: 'bootstrap' })),
  ];
}

function clozeMeasures({ embedder }: Partial<ClimaqaSettings>): Measure[] {
  const params: Params = embedder === undefined ? {} : { embedder };
  const known = (row: Row) => {
    const { similarity } = (row.value ?? {}) as Partial<ClozeValue>;
    return similarity !== undefined && similarity !== null;
  };
  return [
    measure(measured.EM, 'standard', { headline: true, interval: 'wilson' }),
    measure(measured.NORMALISED_EM, 'standard', { interval: 'wilson' }),
    measure(measured.TOKEN_OVERLAP, 'standard', { interval: 'bootstrap' }),
    measure(measured.PHRASE_SIMILARITY, 'standard', {
      params,
      aggregate: meanWhereKnown('phrase-similarity', 'standard', known),
      interval: 'bootstrap',
    }),
    measure(measured.PHRASE_SIMILARITY, 'standard', {
      params,
      variant: 'random-word',
      aggregate: { name: 'mean', counts: randomSimilarity, value: meanOf },
    }),
    measure(measured.PAPER_EM, 'paper', { interval: 'bootstrap' }),
    measure(measured.PHRASE_SIMILARITY, 'paper', {
      params,
      // One missing value breaks the authors' mean.
      aggregate: { name: 'mean', counts: paperSimilarity, value: unlessMissing },
    }),
    measure(measured.CARD_EM, 'card', { interval: 'bootstrap' }),
    measure(measured.TOKEN_OVERLAP, 'card', { interval: 'bootstrap' }),
  ];
}

function freeformMeasures(settings: Partial<ClimaqaSettings>): Measure[] {
  const { judge, verdicts, scorer } = settings;
  const judged: Params = judge === undefined ? {} : { judge };
  const scored: Params = scorer === undefined ? {} : { scorer };
  const factual = (protocol: Protocol, description: MeasureDescription) =>
    withLevels(
      measure(description, protocol, {
        params: judged,
        aggregate: meanWhereKnown('factual-accuracy', protocol, hasLogprobs),
        interval: 'bootstrap',
      }),
    );
  const bert = (protocol: Protocol, part: keyof typeof measured.BERTSCORE, more: Partial<Measure> = {}) =>
    measure(measured.BERTSCORE[part], protocol, {
      params: scored,
      aggregate: meanWhereKnown(`bertscore.${part}`, protocol, hasBertScore),
      ...more,
    });
  return [
    ...withLevels(bleuMeasure('standard', 'pooled', { headline: true })),
    bleuMeasure('standard', 'weighted-levels'),
    ...withLevels(characterMeasure('standard', 'pooled')),
    characterMeasure('standard', 'weighted-levels'),
    ...withLevels(bert('standard', 'f1', { interval: 'bootstrap' })),
    bert('standard', 'precision'),
    bert('standard', 'recall'),
    ...factual('standard', measured.FACTUAL_ACCURACY),
    ...(verdicts !== undefined && judge === undefined
      ? []
      : withLevels(
          measure(measured.BINARY_FACTUAL_ACCURACY, 'standard', {
            params: judged,
            aggregate: automatedVerdicts(verdicts !== undefined),
            interval: 'bootstrap',
          }),
        )),
    ...(verdicts === undefined
      ? []
      : withLevels(
          measure(measured.BINARY_FACTUAL_ACCURACY, 'standard', {
            params: { judge: 'experts' },
            interval: 'wilson',
          }),
        )),
    ...withLevels(characterMeasure('paper', 'pooled')).slice(1),
    characterMeasure('paper', 'weighted-levels'),
    ...withLevels(bert('paper', 'f1')),
    ...factual('paper', measured.PAPER_FACTUAL_ACCURACY),
    bleuMeasure('card', 'pooled'),
    bert('card', 'f1'),
    ...factual('card', measured.FACTUAL_ACCURACY).slice(0, 1),
  ];
}

type Overall = 'pooled' | 'weighted-levels';

function bleuMeasure(protocol: Protocol, overall: Overall, more: Partial<Measure> = {}): Measure {
  return measure(measured.BLEU, protocol, {
    params: { tokens: '13a' },
    aggregate: aggregateOf(overall, WORD_BLEU, protocol),
    interval: 'bootstrap',
    ...more,
  });
}

function characterMeasure(protocol: Protocol, overall: Overall): Measure {
  return measure(measured.CHARACTER_BLEU_MEASURE, protocol, {
    params: { tokens: 'characters', smoothing: 'method1' },
    aggregate: aggregateOf(overall, CHARACTER_BLEU, protocol),
    interval: 'bootstrap',
  });
}

/** How a BLEU over all rows is made; `paper` takes the whole text, the others the text without reasoning. */
function aggregateOf(overall: Overall, kind: BleuKind, protocol: Protocol): CountsAggregate<ClimaItem> {
  const field = protocol === 'paper' ? 'raw' : 'text';
  const counts = (row: Row<ClimaItem>) => countsOf(row, kind, field);
  const levelOf = (row: Row<ClimaItem>) => (row.item.level === null ? -1 : LEVELS.indexOf(row.item.level));
  const over = (rows: typeof counts) =>
    overall === 'pooled' ? pooled(rows, kind) : weightedLevels(rows, levelOf, kind);
  const right = over(({ item }) => kind.counts(item.answer, item.answer));
  return { ...over(counts), countsIfRight: right.counts };
}

const counted = new WeakMap<BleuKind, WeakMap<object, Map<string, readonly number[]>>>();

/** Counts of a row, made once for all measures of a result. An answer that did not come is an empty one. */
function countsOf(row: Row<ClimaItem>, kind: BleuKind, field: 'raw' | 'text'): readonly number[] {
  const value = row.value as FreeformValue | undefined;
  const cache = counted.get(kind) ?? new WeakMap<object, Map<string, readonly number[]>>();
  counted.set(kind, cache);
  const key = value ?? row.item;
  const fields = cache.get(key) ?? new Map<string, readonly number[]>();
  cache.set(key, fields);
  let counts = fields.get(field);
  if (counts === undefined) {
    counts = kind.counts(value?.[field] ?? '', row.item.answer);
    fields.set(field, counts);
  }
  return counts;
}

/** The mean; null where no row has a value of its own, so that absent answers alone make no zero. */
function meanWhereKnown(
  id: string,
  protocol: Protocol,
  isKnown: (row: Row) => boolean,
): CountsAggregate<ClimaItem> {
  return {
    name: 'mean',
    isMean: true,
    counts: (row) => {
      const value = row.values[protocol]?.[id];
      return value === null || value === undefined ? null : [value, 1, isKnown(row) ? 1 : 0];
    },
    value: ([sum = 0, n = 0, own = 0]) => (own === 0 ? null : sum / n),
  };
}

function hasBertScore(row: Row): boolean {
  const { bertScore, rawBertScore } = (row.value ?? {}) as Partial<FreeformValue>;
  return typeof (bertScore ?? rawBertScore)?.f1 === 'number';
}

function hasLogprobs(row: Row): boolean {
  const { judged } = (row.value ?? {}) as Partial<FreeformValue>;
  return judged !== undefined && judged.closed !== null;
}

/** Where experts have the measure's name, the judge's verdicts are values of another one. */
function automatedVerdicts(besideExperts: boolean): CountsAggregate<ClimaItem> {
  const id = besideExperts ? AUTOMATED : 'factual-accuracy.binary';
  const mean = meanWhereKnown(id, 'standard', (row) => {
    const { judged } = (row.value ?? {}) as Partial<FreeformValue>;
    return judged !== undefined && judged.binary !== null;
  });
  return { ...mean, isMean: !besideExperts };
}

function randomSimilarity(row: Row): readonly number[] | null {
  const { randomSimilarity: value } = (row.value ?? {}) as Partial<ClozeValue>;
  return value === undefined || value === null ? null : [value, 1];
}

function meanOf([sum = 0, n = 0]: readonly number[]): number | null {
  return n === 0 ? null : sum / n;
}

function paperSimilarity(row: Row): readonly number[] | null {
  const { paperSimilarity: own } = (row.value ?? {}) as Partial<ClozeValue>;
  if (row.value !== undefined && own === undefined) return null;
  const value = row.values.paper?.['phrase-similarity'];
  return value === null || value === undefined ? [0, 0, 1] : [value, 1, 0];
}

function unlessMissing([sum = 0, n = 0, missing = 0]: readonly number[]): number | null {
  return n === 0 || missing > 0 ? null : sum / n;
}
