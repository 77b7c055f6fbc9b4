import { describe, expect, test } from 'vitest';
import type { Protocol } from '../../core/index.ts';
import type { RankingItem } from './data.ts';
import { checkRankings, findFaults, standardErrors } from './faults.ts';
import { madeItem, settingsOf } from './made-items.ts';
import type { Ranking } from './ranking.ts';

const TEN = '1200000000';
const items = [madeItem('q1', TEN), madeItem('q2', TEN), madeItem('q3', TEN)];
const whole = 'abcdefghij';

const rankingsOf = (lists: Record<string, string | Ranking>): ReadonlyMap<string, Ranking> =>
  new Map(
    Object.entries(lists).map(([id, list]) => [id, typeof list === 'string' ? { ranking: [...list] } : list]),
  );
const check = (
  lists: Record<string, string | Ranking>,
  more: { surplus?: string[]; relax?: boolean; items?: readonly RankingItem[]; set?: string } = {},
) =>
  checkRankings(
    rankingsOf(lists),
    more.items ?? items,
    more.surplus ?? [],
    settingsOf({ relax: more.relax ?? false }),
    more.set ?? 'relic',
  );
const entries = (errors: ReturnType<typeof check>['errors']) =>
  errors.map(({ protocol, code }) => `${protocol} ${code}`);
const good = { q1: whole, q2: whole, q3: whole };

test('whole permutations have no fault, in whatever order', () => {
  expect(check({ ...good, q2: 'jihgfedcba' })).toEqual({ errors: [], warnings: [] });
});

describe('every fault is named', () => {
  test('with query, id and places', () => {
    const faults = findFaults(rankingsOf({ q1: 'aabcdefghaxy', q3: 'abcdefghi' }), items, ['q9']);
    expect(faults).toEqual([
      { code: 'duplicate-id', query: 'q1', id: 'a', positions: [0, 1, 9] },
      { code: 'foreign-document', query: 'q1', id: 'x', positions: [10] },
      { code: 'foreign-document', query: 'q1', id: 'y', positions: [11] },
      { code: 'missing-document', query: 'q1', id: 'i' },
      { code: 'missing-document', query: 'q1', id: 'j' },
      { code: 'missing-query', query: 'q2' },
      { code: 'missing-document', query: 'q3', id: 'j' },
      { code: 'surplus-query', query: 'q9' },
    ]);
  });

  test('in one entry of `standard` a kind, in words', () => {
    const { errors } = check({ q1: `${whole}a`, q2: 'abcdefgh', q3: `${whole}x` }, { surplus: ['q9', 'q8'] });
    expect(errors.filter(({ protocol }) => protocol === 'standard')).toMatchObject([
      {
        code: 'duplicate-id',
        message:
          '1 document id stands more than once in a ranking, over 1 query; first: query q1, document a',
        details: { count: 1, queries: 1, faults: [{ query: 'q1', id: 'a', positions: [0, 10] }] },
      },
      {
        code: 'missing-document',
        message: '2 documents of the pools are not ranked, over 1 query; first: query q2, document i',
      },
      {
        code: 'foreign-document',
        message: '1 ranked document is not in the pool, over 1 query; first: query q3, document x',
      },
      {
        code: 'surplus-query',
        message: '2 rankings are for queries that the data do not have; first: query q9',
      },
    ]);
  });

  test('an answer that could not be read is no fault of the ranking', () => {
    const unread: Ranking = { ranking: [], unread: true };
    expect(check({ ...good, q2: unread })).toEqual({ errors: [], warnings: [] });
  });
});

describe('the authors’ code stops', () => {
  const cases: [string, Record<string, string>, string, string][] = [
    ['a missing query', { q1: whole, q3: whole }, 'missing-query', 'KeyError'],
    ['fewer than ten ranked', { ...good, q2: 'abcdefghi' }, 'missing-document', 'IndexError'],
    ['a foreign document in the first ten', { ...good, q2: 'abcdefghix' }, 'foreign-document', 'ValueError'],
  ];
  test.each(cases)('at %s', (_, lists, code, exception) => {
    const paper = check(lists).errors.filter(({ protocol }) => protocol === 'paper');
    expect(paper).toMatchObject([{ code, details: { exception, query: 'q2' } }]);
    expect(paper[0]?.message).toContain(exception);
  });

  test('at the first query with a fault, in the order of the data', () => {
    const paper = check({ q3: 'abc' }).errors.filter(({ protocol }) => protocol === 'paper');
    expect(paper).toMatchObject([{ code: 'missing-query', details: { query: 'q1' } }]);
  });

  test('at a pool under ten and at a pool whose grades are all 0', () => {
    const small = [madeItem('q1', '10')];
    expect(check({ q1: 'ab' }, { items: small }).errors).toMatchObject([
      { protocol: 'paper', code: 'missing-document', details: { exception: 'IndexError' } },
    ]);
    const zeros = [madeItem('q1', TEN), madeItem('q2', '0000000000')];
    expect(check({ q1: whole, q2: whole }, { items: zeros }).errors).toMatchObject([
      {
        protocol: 'paper',
        code: 'no-relevant-document',
        details: { exception: 'ZeroDivisionError', query: 'q2' },
      },
    ]);
  });

  test('neither at repeats, nor at a foreign document below the tenth, nor at surplus queries', () => {
    const lists = { q1: 'aabcdefghij', q2: `${whole}x`, q3: whole };
    const { errors } = check(lists, { surplus: ['q9'] });
    expect(errors.map(({ protocol }) => protocol)).not.toContain('paper' satisfies Protocol);
    expect(errors).toHaveLength(3);
  });

  test('where its own reader stopped', () => {
    const fault = { protocol: 'paper', code: 'unreadable-answer', message: 'x', details: {} } as const;
    expect(check({ ...good, q2: { ranking: [...whole], paper: { fault } } }).errors).toEqual([fault]);
  });

  test('not where no answer could be read by us: that is an outcome', () => {
    const unread: Ranking = { ranking: [], unread: true };
    expect(check({ ...good, q1: unread, q3: unread }).errors).toEqual([]);
  });
});

describe('relax=true', () => {
  test('lifts the refusals of `standard` and names the faults', () => {
    const { errors, warnings } = check(
      { q1: `${whole}a`, q2: `abcdefghij${'x'}` },
      { relax: true, surplus: ['q9'] },
    );
    expect(entries(errors)).toEqual(['paper missing-query']);
    expect(warnings).toMatchObject([{ code: 'relaxed' }]);
    expect(warnings[0]?.message).toContain(
      '1 × duplicate-id, 1 × foreign-document, 1 × missing-query, 1 × surplus-query',
    );
    expect(warnings[0]?.details).toMatchObject({
      count: 4,
      faults: [
        { code: 'duplicate-id', query: 'q1', id: 'a' },
        { code: 'foreign-document', query: 'q2', id: 'x' },
        { code: 'missing-query', query: 'q3' },
        { code: 'surplus-query', query: 'q9' },
      ],
    });
  });

  test('says nothing where nothing is wrong', () => {
    expect(check(good, { relax: true })).toEqual({ errors: [], warnings: [] });
  });
});

describe('a file of another data set', () => {
  const of = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, 'xyz']));

  test.each([
    [['q_unique_7', 'q_unique_12'], 'wtb'],
    [['q_0', 'q_40'], 'doris-mae'],
    [['q_0', 'q_1040'], 'relic'],
    [['20141', '201410'], 'clinical-trial'],
    [['test-law-cplgpshwdp-pro02a'], 'arguana'],
  ])('is refused by every protocol: %j are of %s', (ids, found) => {
    const { errors } = check(of(ids), { surplus: [...ids], set: found === 'relic' ? 'wtb' : 'relic' });
    expect(entries(errors)).toEqual(
      ['standard', 'paper', 'card'].map((protocol) => `${protocol} wrong-dataset`),
    );
    expect(errors[0]).toMatchObject({ details: { found: `birco/${found}` } });
    expect(errors[0]?.message).toContain(found);
  });

  test('is refused though it shares ids, if no document belongs', () => {
    const shared = [madeItem('q_1', TEN), madeItem('q_2', TEN)];
    const { errors } = check({ q_1: 'xyz', q_2: 'xyz' }, { items: shared });
    expect(errors[0]).toMatchObject({ code: 'wrong-dataset', details: { found: 'birco/doris-mae' } });
  });

  test('is not named where the ids tell nothing', () => {
    const { errors } = check({ mine: 'xyz' }, { surplus: ['mine'] });
    expect(errors[0]).toMatchObject({ code: 'wrong-dataset', details: { queries: ['mine'] } });
    expect(errors[0]?.details).not.toHaveProperty('found');
    expect(errors[0]?.message).toContain('another data set');
  });

  test('is not assumed where a single document belongs', () => {
    expect(entries(check({ q1: 'axyz', mine: 'x' }, { surplus: ['mine'] }).errors)).not.toContain(
      'standard wrong-dataset',
    );
  });
});

test('without grades only what shows without grades is named', () => {
  const pools = items.map((item) => ({ ...item, graded: false, hash: item.hash }));
  expect(entries(check({ q1: 'abc' }, { items: pools }).errors)).toEqual([
    'standard missing-document',
    'standard missing-query',
  ]);
});

test('hundreds of thousands of faults are told in linear time', () => {
  const faults = Array.from({ length: 300_000 }, (_, at) => ({
    code: 'surplus-query' as const,
    query: `z${at}`,
  }));
  const started = performance.now();
  expect(standardErrors(faults)[0]?.details).toMatchObject({ count: 300_000, queries: 300_000 });
  expect(performance.now() - started).toBeLessThan(10_000);
});
