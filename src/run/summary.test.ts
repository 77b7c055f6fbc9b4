import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AnyTask, defineTask, type Item, type Outcome, type ResultData } from '../core/index.ts';
import { type Ending, type SummaryInput, summarise } from './summary.ts';

const itemsOf = (count: number): Item[] =>
  Array.from({ length: count }, (_, at) => ({ id: `i${at}`, hash: '', cluster: `i${at}`, strata: {} }));
const description = (id: string) => ({
  id,
  name: id,
  summary: 'A test.',
  range: [0, 1] as const,
  direction: 'higher-is-better' as const,
  unit: 'proportion' as const,
  source: 'a test',
  empty: 'no value',
});

/** A task whose values are numbers; `paper` refuses a set that holds the number 9. */
const task: AnyTask = defineTask<Item, unknown, unknown, number>({
  id: 'test/numbers',
  title: 'Numbers',
  version: 1,
  scoringVersion: 1,
  language: 'en',
  headline: { id: 'mean', protocol: 'standard' },
  splits: ['test'],
  sizes: {},
  settings: z.unknown(),
  defaults: () => ({}),
  repeats: 1,
  files: [],
  measures: [
    {
      description: description('mean'),
      protocol: 'standard',
      headline: true,
      aggregate: 'mean',
      interval: 'bootstrap',
    },
    { description: description('other'), protocol: 'standard', aggregate: 'mean', interval: null },
    { description: description('mean'), protocol: 'paper', aggregate: 'mean', interval: null },
  ],
  published: [],
  protocols: ['standard', 'paper'],
  load: () => Promise.reject(new Error('not loaded')),
  inputFiles: () => [],
  promptHash: () => '',
  solve: async () => undefined,
  parse: () => ({ outcome: 'unparsed', reason: 'invalid' }),
  score: (value = 0) => ({ standard: { mean: value, other: value / 2 }, paper: { mean: value } }),
  check: (values, items, surplus) => ({
    errors: [
      ...([...values.values()].includes(9)
        ? [{ protocol: 'paper' as const, code: 'internal' as const, message: 'nine', details: {} }]
        : []),
      ...items
        .filter(({ id }) => !values.has(id))
        .map(({ id }) => ({
          protocol: 'standard' as const,
          code: 'missing-query' as const,
          message: id,
          details: {},
        })),
    ],
    warnings: surplus.map((id) => ({ code: 'surplus', message: id })),
  }),
  readPredictions: () => null,
  baselines: () => [],
  roles: () => [],
  trivial: () => undefined,
  diagnostics: ['always'],
  warn: (diagnostics) =>
    diagnostics.filter(({ value }) => value > 5).map(({ id }) => ({ code: 'many', message: id })),
});

const data: ResultData = { name: 'test/numbers/test', sha256: null, items: 0, kind: 'own' };
const scored = (value: number, more: Partial<Ending> = {}): Ending => ({
  outcome: 'scored',
  reason: null,
  value,
  ...more,
});
const ended = (outcome: Outcome, reason: string): Ending => ({ outcome, reason, value: undefined });
const summary = (endings: readonly (Ending | undefined)[], change: Partial<SummaryInput> = {}) => {
  const items = itemsOf(endings.length);
  const map = new Map(
    items.flatMap(({ id }, at) => {
      const ending = endings[at];
      return ending === undefined ? [] : [[id, ending] as const];
    }),
  );
  return summarise({
    task,
    settings: {},
    shownSettings: { a: 1 },
    items,
    repeats: [map],
    surplus: [],
    source: 'a test',
    data,
    model: null,
    baselines: [],
    warnings: [],
    ...change,
  });
};
const metric = (result: ReturnType<typeof summary>, id: string, protocol = 'standard', answered = false) =>
  result.metrics.find(
    (one) => one.id === id && one.protocol === protocol && (one.slice !== null) === answered,
  );

describe('a summary', () => {
  test('counts every planned item in one outcome, and divides by all of them', () => {
    const result = summary([
      scored(1),
      scored(0.5),
      ended('unparsed', 'invalid'),
      ended('stopped', 'refusal'),
      ended('failed', 'retries-exhausted'),
    ]);
    expect(result.counts).toEqual({ planned: 5, scored: 2, unparsed: 1, stopped: 1, failed: 1 });
    expect(result).toMatchObject({ coverage: 0.4, complete: false, settings: { a: 1 } });
    expect(metric(result, 'mean')).toMatchObject({ value: 0.3, n: 5, bounds: { low: 0.3, high: 0.5 } });
    expect(metric(result, 'mean', 'standard', true)).toMatchObject({
      value: 0.75,
      n: 2,
      headline: false,
      slice: { answered: 'yes' },
    });
    // What ended badly in a run is an outcome, no fault of the set.
    expect(result.errors).toEqual([]);
  });

  test('shows the headline over answered items always, other measures where some were not', () => {
    const whole = summary([scored(1), scored(0)]);
    expect(metric(whole, 'mean', 'standard', true)).toBeDefined();
    expect(metric(whole, 'other', 'standard', true)).toBeUndefined();
    const partial = summary([scored(1), ended('stopped', 'empty')]);
    expect(metric(partial, 'other', 'standard', true)).toMatchObject({ value: 0.5, n: 1 });
    expect(metric(partial, 'mean', 'paper', true)).toBeUndefined();
  });

  test('takes an item without an entry for one whose answer never came, and a fault of a file', () => {
    const result = summary([scored(1), undefined]);
    expect(result.counts).toMatchObject({ planned: 2, scored: 1, stopped: 1 });
    expect(result.errors).toMatchObject([{ protocol: 'standard', code: 'missing-query', message: 'i1' }]);
  });

  test('gives no metric of a protocol that refuses, and keeps the others', () => {
    const result = summary([scored(9), scored(1)], { perItem: true });
    expect(result.errors.map(({ protocol }) => protocol)).toEqual(['paper']);
    expect(new Set(result.metrics.map(({ protocol }) => protocol))).toEqual(new Set(['standard']));
    expect(result.items?.[0]?.values).toEqual({ standard: { mean: 9, other: 4.5 } });
    expect(metric(result, 'mean')?.value).toBe(5);
  });

  test('is of the protocols asked for', () => {
    const result = summary([scored(9)], {
      protocols: ['standard'],
      baselines: [
        { name: 'echo', protocol: 'standard', id: 'mean', value: 0, n: 1 },
        { name: 'echo', protocol: 'paper', id: 'mean', value: 0, n: 1 },
      ],
    });
    expect(result.errors).toEqual([]);
    expect(result.metrics.every(({ protocol }) => protocol === 'standard')).toBe(true);
    expect(result.baselines).toHaveLength(1);
  });

  test('adds diagnostics up, shows those declared even where no item has one, and warns of them', () => {
    const diagnostics = (value: number) => ({ diagnostics: [{ id: 'odd', value, n: 10 }] });
    const result = summary([scored(1, diagnostics(2)), scored(1, diagnostics(4)), scored(1)]);
    expect(result.diagnostics).toEqual([
      { id: 'always', value: 0, n: 0 },
      { id: 'odd', value: 6, n: 20 },
    ]);
    expect(result.warnings).toEqual([{ code: 'many', message: 'odd' }]);
  });

  test('says how many answers were cut and could be read all the same', () => {
    const result = summary([scored(1, { truncated: true }), scored(1)], { surplus: ['x'] });
    expect(result.warnings).toMatchObject([
      { code: 'surplus', message: 'x' },
      { code: 'truncated', message: expect.stringContaining('1 of 2') },
    ]);
  });

  test('lists items by repeat, with outcome, reason and values', () => {
    const repeats = [new Map([['i0', scored(1)]]), new Map([['i0', ended('unparsed', 'invalid')]])];
    expect(summary([scored(1)], { repeats, perItem: true }).items).toEqual([
      {
        id: 'i0',
        repeat: 0,
        outcome: 'scored',
        reason: null,
        values: { standard: { mean: 1, other: 0.5 }, paper: { mean: 1 } },
      },
      {
        id: 'i0',
        repeat: 1,
        outcome: 'unparsed',
        reason: 'invalid',
        values: { standard: { mean: 0, other: 0 }, paper: { mean: 0 } },
      },
    ]);
    expect(summary([scored(1)], { perItem: true }).items?.[0]).not.toHaveProperty('repeat');
    expect(summary([scored(1)])).not.toHaveProperty('items');
  });

  test('names a fault of a later repeat where the first has none', () => {
    const repeats = [new Map([['i0', scored(1)]]), new Map([['i0', scored(9)]])];
    const result = summary([scored(1)], { repeats });
    expect(result.errors.map(({ message }) => message)).toEqual(['nine']);
    expect(result.counts).toMatchObject({ planned: 2, scored: 2 });
  });

  test('is said of all planned items, whatever became of the answers', () => {
    const endings = [scored(1), ended('stopped', 'refusal'), undefined];
    const seen: string[][] = [];
    const check: AnyTask['check'] = (_values, items, _surplus, _settings, planned) => {
      seen.push(
        items.map(({ id }) => id),
        planned.map(({ id }) => id),
      );
      return { errors: [], warnings: [] };
    };
    summary(endings, { task: { ...task, check } });
    expect(seen).toEqual([
      ['i0', 'i2'],
      ['i0', 'i1', 'i2'],
    ]);
  });

  test('of nothing has no value', () => {
    const result = summary([]);
    expect(result).toMatchObject({ coverage: 0, complete: true, counts: { planned: 0 } });
    expect(metric(result, 'mean')).toMatchObject({ value: null, n: 0, ci: null });
  });

  test('that does not add up is a fault of the program', () => {
    const odd = { ...scored(1), outcome: 'lost' } as unknown as Ending;
    expect(() => summary([odd])).toThrow(expect.objectContaining({ code: 'internal' }));
  });
});
