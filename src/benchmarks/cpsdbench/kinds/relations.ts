import { QuadratError, type Row, type SetMeasure } from '../../../core/index.ts';
import { documentScores, matchScores } from '../../../metrics/extraction.ts';
import { type TypeNames, typeNames } from '../../../parse/entities.ts';
import { readTriples, type Triple } from '../../../parse/triples.ts';
import { normaliseSpan } from '../../../text/normalise-span.ts';
import { computeMetrics } from '../card.ts';
import { matchTriples } from '../extraction.ts';
import type { RelationsItem } from '../items.ts';
import type { RelationType, TaskSpec } from '../task-file.ts';
import { cardMeasures } from './entities.ts';
import { baselineOf, describe, type KindModule } from './kind.ts';
import { spanDiagnostics } from './span-diagnostics.ts';
import { answerList, answerText } from './spans.ts';

export interface TriplesValue {
  readonly triples: readonly Triple[];
}

type RelationMeasure = SetMeasure<RelationsItem>;
type Field = 'precision' | 'recall' | 'f1';
const FIELDS: readonly Field[] = ['f1', 'precision', 'recall'];

/** Every spelling of a relation to its id. */
export function relationNames(relations: readonly RelationType[]): TypeNames {
  return typeNames(relations.map(({ id, names }) => [id, names]));
}

const triplesOf = (value: unknown) => (value as TriplesValue | undefined)?.triples ?? [];

type TripleCounts = (row: Row<RelationsItem>) => readonly number[];

/** Counts of all triples, or those of one relation; the measures of one closure share what is drawn for intervals. */
function countsOf(relation: string | null): TripleCounts {
  const own = (triples: readonly Triple[]) =>
    relation === null ? triples : triples.filter((triple) => triple.relation === relation);
  return ({ item, value }) => {
    const { matched, predicted, gold } = matchTriples(own(triplesOf(value)), own(item.triples));
    return [matched, predicted, gold];
  };
}

function counted(field: Field, counts: TripleCounts, more: Partial<RelationMeasure>): RelationMeasure {
  return {
    description: describe(
      `strict.${field}`,
      `strict ${field === 'f1' ? 'F1' : field} of triples`,
      'Head, relation and tail must be equal after normalising; the direction counts. From sums over documents.',
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

function measuresOf(spec: TaskSpec): RelationMeasure[] {
  const all = countsOf(null);
  return [
    ...FIELDS.map((field) => counted(field, all, field === 'f1' ? { headline: true } : {})),
    {
      description: describe(
        'strict.f1',
        'mean document F1 of triples',
        'Mean over documents; 1 where there was nothing to find and nothing was found.',
      ),
      protocol: 'standard',
      variant: 'mean over documents',
      aggregate: 'mean',
      interval: 'bootstrap',
    },
    ...spec.relations.flatMap(({ id }) => {
      const counts = countsOf(id);
      return FIELDS.map((field) => counted(field, counts, { slice: { type: id } }));
    }),
    ...cardMeasures<RelationsItem>(spec.threshold, ({ triples }) => triples.length),
  ];
}

export const relations: KindModule<RelationsItem, TriplesValue> = {
  constraints: ({ spec }) => [
    `关系类型：${spec.relations.map((relation) => `${nameOf(relation)}（${endsOf(relation, spec)}）`).join('、')}。`,
    '只输出一个JSON列表，每个元素形如{"head":"头实体","relation":"关系类型","tail":"尾实体"}。',
    '头实体和尾实体必须从原文逐字摘录；没有任何关系时输出[]；不要解释，不要输出其他内容。',
  ],
  read: (text, { spec }, { strict }) => {
    const reading = readTriples(text, relationNames(spec.relations), { strict });
    if (reading.status !== 'ok')
      return reading.status === 'invalid'
        ? { outcome: 'unparsed', reason: 'invalid' }
        : { outcome: 'stopped', reason: reading.status };
    const { triples, schemaViolations } = reading.value;
    return {
      outcome: 'scored',
      value: { triples },
      ...(reading.open ? { truncated: true } : {}),
      diagnostics: [
        ...spanDiagnostics(reading.stage),
        { id: 'schema-violations', value: schemaViolations, n: triples.length },
      ],
    };
  },
  fromAnswer: (answer, { spec }) => {
    const names = relationNames(spec.relations);
    return {
      triples: answerList(answer).map((entry) => {
        const relation = answerText(entry, 'relation');
        if (relation.trim() === '') throw new QuadratError('invalid-format', 'a relation is empty');
        return {
          head: answerText(entry, 'head'),
          relation: names.get(normaliseSpan(relation)) ?? relation,
          tail: answerText(entry, 'tail'),
        };
      }),
    };
  },
  score: (value, item) => {
    const triples = value?.triples ?? [];
    const scores = documentScores(matchTriples(triples, item.triples));
    const written = (list: readonly Triple[]) =>
      list.map(({ head, relation, tail }) => `(${head}, ${relation}, ${tail})`);
    return {
      standard: {
        'strict.f1': value === undefined ? 0 : scores.f1,
        'strict.precision': value === undefined ? 0 : scores.precision,
        'strict.recall': value === undefined ? 0 : scores.recall,
      },
      card: {
        'card.sum': computeMetrics(written(triples), written(item.triples), 'ie', item.spec.threshold),
      },
    };
  },
  measures: measuresOf,
  gold: (item) => item.triples,
  goldText: ({ triples }) => JSON.stringify(triples),
  rank: async () => [],
  trivial: () => undefined,
  baselines: (items) =>
    baselineOf(
      'empty',
      relations,
      items,
      items.map(() => ({ triples: [] })),
      ['strict.f1'],
    ),
};

const nameOf = ({ id, names }: RelationType) => names[0] ?? id;

function endsOf({ head, tail }: RelationType, spec: TaskSpec): string {
  const named = (ids: readonly string[]) =>
    ids.length === 0
      ? '任意'
      : ids.map((id) => spec.types.find((type) => type.id === id)?.names[0] ?? id).join('或');
  return `${named(head)}→${named(tail)}`;
}
