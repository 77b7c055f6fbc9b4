import { QuadratError, type Row, type SetMeasure } from '../../../core/index.ts';
import { type Scores, scoresOf } from '../../../metrics/class-scores.ts';
import { readLabel } from '../../../parse/label.ts';
import type { ClassificationItem } from '../items.ts';
import type { TaskSpec } from '../task-file.ts';
import { baselineOf, byScore, CARD_SOURCE, describe, type KindModule, seededPick } from './kind.ts';

export interface LabelValue {
  /** Null: no label could be read. */
  readonly label: string | null;
  /** What was answered, for the protocol that compares texts. */
  readonly text: string;
}

type ClassRow = Row<ClassificationItem>;
type ClassMeasure = SetMeasure<ClassificationItem>;

/** True positives, predictions and support of each label, in the order of the task file. */
export function classCounts(gold: string, predicted: string | null, labels: readonly string[]): number[] {
  return labels.flatMap((label) => [
    label === gold && label === predicted ? 1 : 0,
    label === predicted ? 1 : 0,
    label === gold ? 1 : 0,
  ]);
}

/** Scores of the label whose three sums begin here. */
function scoresAt(sums: readonly number[], at: number): Scores {
  const [tp, predicted, support] = [sums[at] ?? 0, sums[at + 1] ?? 0, sums[at + 2] ?? 0];
  return scoresOf(tp, predicted - tp, support - tp, 0);
}

/** Whether a label was predicted, or is that of an item. */
function isUsed(sums: readonly number[], at: number): boolean {
  return sums[at + 1] !== 0 || sums[at + 2] !== 0;
}

export type ClassField = 'precision' | 'recall' | 'f1';

/** Plain mean over the labels of the task file. */
export function macroOf(sums: readonly number[], field: ClassField): number {
  let sum = 0;
  // A label that nothing is said of adds 0; there may be thousands, and a comparison asks ten thousand times.
  for (let at = 0; at < sums.length; at += 3) if (isUsed(sums, at)) sum += scoresAt(sums, at)[field];
  return sum / Math.max(1, sums.length / 3);
}

/** Mean weighted by support. */
export function weightedOf(sums: readonly number[], field: ClassField): number {
  let total = 0;
  let sum = 0;
  for (let at = 0; at < sums.length; at += 3) {
    const support = sums[at + 2] ?? 0;
    if (support === 0) continue;
    total += support;
    sum += scoresAt(sums, at)[field] * support;
  }
  return total === 0 ? 0 : sum / total;
}

/** Precision over parsed outputs, recall over all items. */
export function microOf(sums: readonly number[], field: ClassField): number {
  const add = (offset: number) => {
    let sum = 0;
    for (let at = offset; at < sums.length; at += 3) sum += sums[at] ?? 0;
    return sum;
  };
  const [tp, predicted, support] = [add(0), add(1), add(2)];
  return scoresOf(tp, predicted - tp, support - tp, 0)[field];
}

const labelIds = (spec: TaskSpec) => spec.labels.map(({ id }) => id);
const predictedOf = ({ value }: ClassRow) => (value as LabelValue | undefined)?.label ?? null;

function allClasses(row: ClassRow): number[] {
  return classCounts(row.item.label, predictedOf(row), labelIds(row.item.spec));
}

const FIELD_NAMES: Readonly<Record<ClassField, string>> = {
  precision: 'precision',
  recall: 'recall',
  f1: 'F1',
};
const FIELDS: readonly ClassField[] = ['f1', 'precision', 'recall'];

/** Counts of predictions that are all right. */
function goldCounts(items: readonly ClassificationItem[]): number[] {
  const sums: number[] = [];
  for (const { label, spec } of items) {
    classCounts(label, label, labelIds(spec)).forEach((count, at) => {
      sums[at] = (sums[at] ?? 0) + count;
    });
  }
  return sums;
}

function measuresOf(spec: TaskSpec): ClassMeasure[] {
  const set = (
    description: ReturnType<typeof describe>,
    value: (sums: readonly number[]) => number,
    more: Partial<ClassMeasure> = {},
  ): ClassMeasure => ({
    description,
    protocol: 'standard',
    aggregate: { counts: allClasses, value },
    interval: 'bootstrap',
    // A declared label that no item has pulls a macro average down, whatever is predicted.
    ceiling: (items) => value(goldCounts(items)),
    ...more,
  });
  /** One closure a label: its measures share what is drawn for their intervals. */
  const countsOf = new Map(
    labelIds(spec).map((label) => [
      label,
      (row: ClassRow) => classCounts(row.item.label, predictedOf(row), [label]),
    ]),
  );
  const one = (label: string, field: ClassField, more: Partial<ClassMeasure>): ClassMeasure => ({
    description: describe(
      more.slice === undefined ? `${field}.positive` : `${field}.label`,
      `${FIELD_NAMES[field]} of one label`,
      'One label against the rest; an item without a usable answer is wrong for its label.',
    ),
    protocol: 'standard',
    aggregate: {
      counts: countsOf.get(label) ?? (() => null),
      value: (sums) => scoresAt(sums, 0)[field],
    },
    interval: 'bootstrap',
    ...more,
  });
  const macro =
    'Mean over the labels of the task file; an answer without a label is wrong and no label of its own.';
  const positive = spec.positive;
  return [
    set(describe('f1.macro', 'macro F1', macro), (sums) => macroOf(sums, 'f1'), { headline: true }),
    {
      description: describe('accuracy', 'accuracy', 'Share of all items with the right label.', {
        empty: 'no value',
      }),
      protocol: 'standard',
      aggregate: 'mean',
      interval: 'wilson',
    },
    set(describe('precision.macro', 'macro precision', macro), (sums) => macroOf(sums, 'precision')),
    set(describe('recall.macro', 'macro recall', macro), (sums) => macroOf(sums, 'recall')),
    set(describe('f1.weighted', 'weighted F1', 'Mean over the labels, weighted by support.'), (sums) =>
      weightedOf(sums, 'f1'),
    ),
    set(
      describe('f1.micro', 'micro F1', 'Precision over the answers with a label, recall over all items.'),
      (sums) => microOf(sums, 'f1'),
    ),
    ...(positive === null ? [] : [one(positive, 'f1', { params: { positive } })]),
    ...labelIds(spec).flatMap((label) => FIELDS.map((field) => one(label, field, { slice: { label } }))),
    {
      description: describe(
        'accuracy',
        'accuracy',
        'Share of items whose prediction is the same text as the gold.',
        { source: CARD_SOURCE, empty: 'refused: the recipe divides by 0' },
      ),
      protocol: 'card',
      aggregate: 'mean',
      interval: 'wilson',
    },
    ...(positive === null || spec.labels.length !== 2
      ? []
      : FIELDS.map((field) => one(positive, field, { protocol: 'card', slice: { label: positive } }))),
  ];
}

export const classification: KindModule<ClassificationItem, LabelValue> = {
  constraints: ({ spec }) => [
    `可选标签：${spec.labels.map(({ id, words }) => words[0] ?? id).join('、')}。`,
    '只输出其中一个标签，不要解释，不要输出其他内容。',
  ],
  read: (text, { spec }, { strict }) => {
    const reading = readLabel(text, spec.labels);
    if (reading.status === 'ok' && !(strict && reading.stage === 'prose')) {
      return {
        outcome: 'scored',
        value: { label: reading.label, text },
        diagnostics: [
          { id: 'stage.bare', value: reading.stage === 'bare' ? 1 : 0, n: 1 },
          { id: 'stage.unwrapped', value: reading.stage === 'unwrapped' ? 1 : 0, n: 1 },
          { id: 'stage.prose', value: reading.stage === 'prose' ? 1 : 0, n: 1 },
        ],
      };
    }
    const value = { label: null, text };
    if (reading.status === 'refusal' || reading.status === 'empty')
      return { outcome: 'stopped', reason: reading.status, value };
    return { outcome: 'unparsed', reason: reading.status === 'ambiguous' ? 'ambiguous' : 'invalid', value };
  },
  fromAnswer: (answer, { spec }) => {
    const found = typeof answer === 'string' ? spec.labels.find(({ id }) => id === answer) : undefined;
    if (found === undefined) {
      throw new QuadratError('unknown-label', `the answer ${JSON.stringify(answer)} is no label id`, {
        next: `Label ids are ${labelIds(spec).join(', ')}; raw text goes into \`output\`.`,
      });
    }
    return { label: found.id, text: found.id };
  },
  score: (value, { label }) => ({
    standard: { accuracy: value?.label === label ? 1 : 0 },
    card: { accuracy: value !== undefined && (value.label ?? value.text) === label ? 1 : 0 },
  }),
  measures: measuresOf,
  gold: ({ label }) => label,
  goldText: ({ label, spec }) => spec.labels.find(({ id }) => id === label)?.words[0] ?? label,
  rank: async (item, ask) => {
    const documents = item.spec.labels.map(({ id, words }) => ({
      id,
      text: descriptionOf(item.spec, id, words),
    }));
    const scores = await ask.rank({ query: item.text, documents });
    return documents[byScore(scores)[0] ?? 0]?.id;
  },
  trivial: (name, item, items, { seed }) => {
    if (name === 'majority') return majorityLabel(items);
    return name === 'random' ? seededPick(labelIds(item.spec), item.id, seed) : undefined;
  },
  baselines: (items) => {
    const label = majorityLabel(items);
    const answers = items.map(() => ({ label, text: label }));
    return baselineOf('majority', classification, items, answers, ['f1.macro', 'accuracy', 'f1.positive']);
  },
};

function descriptionOf(spec: TaskSpec, id: string, words: readonly string[]): string {
  return [...words, spec.hints.get(id) ?? ''].join(' ');
}

function majorityLabel(items: readonly ClassificationItem[]): string {
  const counts = new Map<string, number>();
  for (const { label } of items) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}
