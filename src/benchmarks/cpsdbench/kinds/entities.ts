import { QuadratError, type Row, type SetMeasure } from '../../../core/index.ts';
import { addSums, documentScores, type MatchSums, matchScores } from '../../../metrics/extraction.ts';
import { type Entity, readEntities, typeNames } from '../../../parse/entities.ts';
import { computeMetrics } from '../card.ts';
import { matchCanonical, matchEntities, type SumsByType, totalOf } from '../extraction.ts';
import type { EntitiesItem } from '../items.ts';
import { patternEntities } from '../patterns.ts';
import type { TaskSpec } from '../task-file.ts';
import { baselineOf, CARD_SOURCE, describe, type KindModule } from './kind.ts';
import { spanDiagnostics } from './span-diagnostics.ts';
import { answerList, answerText } from './spans.ts';

export interface EntitiesValue {
  readonly entities: readonly Entity[];
}

type EntityRow = Row<EntitiesItem>;
type EntityMeasure = SetMeasure<EntitiesItem>;

/** Thresholds whose figures stand beside the headline: the gap to 0 is the fuzzy credit. */
export const SWEEP = [0, 1, 2, 3] as const;

/** What the matching of one row gave, once for all measures. */
interface Matched {
  readonly strict: SumsByType;
  readonly canonical: SumsByType;
  readonly hybrid: ReadonlyMap<number, SumsByType>;
}

const matchedRows = new WeakMap<EntityRow, Matched>();
const NOTHING: MatchSums = { matched: 0, predicted: 0, gold: 0 };

function matchedOf(row: EntityRow): Matched {
  const known = matchedRows.get(row);
  if (known !== undefined) return known;
  const matched = matchAll(entitiesOf(row.value), row.item);
  matchedRows.set(row, matched);
  return matched;
}

const entitiesOf = (value: unknown) => (value as EntitiesValue | undefined)?.entities ?? [];

function matchAll(predicted: readonly Entity[], { entities, spec }: EntitiesItem): Matched {
  const thresholds = new Set([...SWEEP, spec.threshold]);
  const at = (threshold: number) => matchEntities(predicted, entities, spec, threshold);
  return {
    strict: matchEntities(predicted, entities, { ...spec, exactWeight: 1, fuzzyWeight: 0 }, 0),
    canonical: matchCanonical(predicted, entities, spec.types),
    hybrid: new Map([...thresholds].map((threshold) => [threshold, at(threshold)])),
  };
}

type Field = 'precision' | 'recall' | 'f1';
const FIELDS: readonly Field[] = ['f1', 'precision', 'recall'];

/** What decides a hybrid figure. */
function paramsOf(spec: TaskSpec, threshold: number): Record<string, string | number | boolean> {
  return {
    threshold,
    fuzzyWeight: spec.fuzzyWeight,
    fuzzyTypes: spec.types
      .filter(({ match }) => match === 'fuzzy')
      .map(({ id }) => id)
      .join(' '),
    lengthGuard: spec.lengthGuard,
    digitGuard: spec.digitGuard,
  };
}

const HYBRID =
  'Spans of one type are paired one to one for the most credit: 1 for an exact match, less for a near one of a fuzzy type.';
const STRICT = 'Exact matches of normalised spans, each type apart.';

type EntityCounts = (row: EntityRow) => readonly number[];

/** Sums of one row as counts; the measures of one closure share what is drawn for their intervals. */
function countsOf(sumsOf: (row: EntityRow) => MatchSums): EntityCounts {
  return (row) => {
    const { matched, predicted, gold } = sumsOf(row);
    return [matched, predicted, gold];
  };
}

function counted(
  family: 'hybrid' | 'strict',
  field: Field,
  counts: EntityCounts,
  more: Partial<EntityMeasure> = {},
): EntityMeasure {
  const summary = family === 'hybrid' ? HYBRID : STRICT;
  return {
    description: describe(
      `${family}.${field}`,
      `${family} ${field === 'f1' ? 'F1' : field}`,
      `${summary} From sums over documents.`,
    ),
    protocol: 'standard',
    aggregate: {
      counts,
      value: ([matched = 0, predicted = 0, gold = 0]) => matchScores({ matched, predicted, gold })[field],
    },
    interval: 'bootstrap',
    ...more,
  };
}

function measuresOf(spec: TaskSpec): EntityMeasure[] {
  const hybridAt = (row: EntityRow, threshold = row.item.spec.threshold) =>
    matchedOf(row).hybrid.get(threshold) ?? new Map<string, MatchSums>();
  const guard = spec.digitGuard ? { variant: 'digit-guard' } : {};
  const params = paramsOf(spec, spec.threshold);
  const hybrid = countsOf((row) => totalOf(hybridAt(row)));
  const strict = countsOf((row) => totalOf(matchedOf(row).strict));
  return [
    ...FIELDS.map((field) =>
      counted('hybrid', field, hybrid, {
        params,
        ...guard,
        ...(field === 'f1' ? { headline: true } : {}),
      }),
    ),
    ...FIELDS.map((field) => counted('strict', field, strict)),
    ...SWEEP.map((threshold) =>
      counted(
        'hybrid',
        'f1',
        countsOf((row) => totalOf(hybridAt(row, threshold))),
        {
          params: paramsOf(spec, threshold),
          variant: spec.digitGuard ? `threshold ${threshold}, digit-guard` : `threshold ${threshold}`,
        },
      ),
    ),
    ...(['hybrid', 'strict'] as const).map(
      (family): EntityMeasure => ({
        description: describe(
          `${family}.f1`,
          `mean document ${family} F1`,
          `${family === 'hybrid' ? HYBRID : STRICT} Mean over documents; 1 where there was nothing to find and nothing was found.`,
        ),
        protocol: 'standard',
        params: family === 'hybrid' ? params : {},
        variant:
          family === 'hybrid' && spec.digitGuard ? 'mean over documents, digit-guard' : 'mean over documents',
        aggregate: 'mean',
        interval: 'bootstrap',
      }),
    ),
    counted(
      'strict',
      'f1',
      countsOf((row) => totalOf(matchedOf(row).canonical)),
      {
        variant: 'canonical match',
        params: {
          canonical: spec.types.flatMap(({ id, canonical }) => (canonical === null ? [] : id)).join(' '),
        },
      },
    ),
    ...spec.types.flatMap(({ id }) => {
      const own = countsOf((row) => hybridAt(row).get(id) ?? NOTHING);
      return [
        ...FIELDS.map((field) => counted('hybrid', field, own, { params, ...guard, slice: { type: id } })),
        counted(
          'strict',
          'f1',
          countsOf((row) => matchedOf(row).strict.get(id) ?? NOTHING),
          { slice: { type: id } },
        ),
      ];
    }),
    ...cardMeasures<EntitiesItem>(spec.threshold, ({ entities }) => entities.length),
  ];
}

/** The card's sum and mean, from the row's values `card.sum` and the number of gold texts. */
export function cardMeasures<I extends EntitiesItem | import('../items.ts').RelationsItem>(
  threshold: number,
  goldOf: (item: I) => number,
): SetMeasure<I>[] {
  const counts = ({ values, item }: Row<I>) => [values.card?.['card.sum'] ?? 0, goldOf(item)];
  const summary =
    'Half the equal texts plus half the others within the threshold, by position, as the recipe says';
  return [
    {
      description: describe('card.sum', 'the card’s sum', `${summary}: a sum, not a mean.`, {
        source: CARD_SOURCE,
        unit: 'score',
        range: [0, Number.MAX_SAFE_INTEGER],
        empty: '0',
      }),
      protocol: 'card',
      params: { threshold },
      aggregate: { counts, value: ([sum = 0]) => sum },
      interval: 'bootstrap',
      ceiling: (items) => items.reduce((sum, item) => sum + goldOf(item), 0) / 2,
    },
    {
      description: describe(
        'card.mean',
        'the card’s sum per text',
        `${summary}, over the number of gold texts.`,
        {
          source: CARD_SOURCE,
          empty: 'no value',
        },
      ),
      protocol: 'card',
      params: { threshold },
      aggregate: { counts, value: ([sum = 0, n = 0]) => (n === 0 ? null : sum / n) },
      interval: 'bootstrap',
      ceiling: () => 0.5,
    },
  ];
}

export const entities: KindModule<EntitiesItem, EntitiesValue> = {
  constraints: ({ spec }) => [
    `要素类型：${spec.types.map(({ id, names }) => names[0] ?? id).join('、')}。`,
    `只输出一个JSON对象，形如{${spec.types.map(({ id, names }) => `"${names[0] ?? id}":[]`).join(',')}}，每个键的值是字符串列表。`,
    '内容必须从原文逐字摘录；某类要素不存在时写空列表或"无"；不要解释，不要输出其他内容。',
  ],
  read: (text, { spec }, { strict }) => {
    const reading = readEntities(text, typeNames(spec.types.map(({ id, names }) => [id, names])), { strict });
    if (reading.status !== 'ok')
      return reading.status === 'invalid'
        ? { outcome: 'unparsed', reason: 'invalid' }
        : { outcome: 'stopped', reason: reading.status };
    return {
      outcome: 'scored',
      value: { entities: reading.value },
      ...(reading.open ? { truncated: true } : {}),
      diagnostics: spanDiagnostics(reading.stage),
    };
  },
  fromAnswer: (answer, { spec }) => ({
    entities: answerList(answer).map((entry) => {
      const type = answerText(entry, 'type');
      if (!spec.types.some(({ id }) => id === type))
        throw new QuadratError('unknown-label', `the type "${type}" is not in the task file`, {
          next: `Types are ${spec.types.map(({ id }) => id).join(', ')}.`,
        });
      return { type, text: answerText(entry, 'text') };
    }),
  }),
  score: (value, item) => {
    const predicted = value?.entities ?? [];
    const hybrid = documentScores(addSums(matchEntities(predicted, item.entities, item.spec).values()));
    const strict = documentScores(
      addSums(
        matchEntities(predicted, item.entities, { ...item.spec, exactWeight: 1, fuzzyWeight: 0 }, 0).values(),
      ),
    );
    // A document without an answer is not one in which nothing was found.
    const none = value === undefined;
    const card = computeMetrics(
      predicted.map(({ text }) => text),
      item.entities.map(({ text }) => text),
      'ie',
      item.spec.threshold,
    );
    return {
      standard: {
        'hybrid.f1': none ? 0 : hybrid.f1,
        'hybrid.precision': none ? 0 : hybrid.precision,
        'hybrid.recall': none ? 0 : hybrid.recall,
        'strict.f1': none ? 0 : strict.f1,
      },
      card: { 'card.sum': card },
    };
  },
  measures: measuresOf,
  gold: (item) => item.entities,
  goldText: ({ entities: gold, spec }) =>
    JSON.stringify(
      Object.fromEntries(
        spec.types.map(({ id, names }) => [
          names[0] ?? id,
          [...new Set(gold.filter(({ type }) => type === id).map(({ text }) => text))],
        ]),
      ),
    ),
  rank: async ({ text, spec }) => patternEntities(text, spec.types),
  trivial: () => undefined,
  baselines: (items) => {
    const ids = ['hybrid.f1', 'strict.f1'];
    const patterns = items.map(({ text, spec }) => ({ entities: patternEntities(text, spec.types) }));
    return [
      ...baselineOf('patterns', entities, items, patterns, ids),
      ...baselineOf(
        'empty',
        entities,
        items,
        items.map(() => ({ entities: [] })),
        ids,
      ),
    ];
  },
};
