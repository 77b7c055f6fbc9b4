import { describe, expect, test } from 'vitest';
import { shuffledOrder } from './initial.ts';
import { contextOf, madeItem, settingsOf } from './made-items.ts';
import { readRankings } from './rankings.ts';

const items = [madeItem('q1', '010'), madeItem('q|2', '010')];
type Row = { id: string; output: unknown; finishReason?: string; repeat?: number };

const read = (rows: readonly Row[], method = 'score', more = {}) =>
  readRankings(
    {
      path: 'texts.jsonl',
      bytes: new TextEncoder().encode(rows.map((row) => JSON.stringify(row)).join('\n')),
    },
    items,
    settingsOf({ method, ...more }),
    contextOf(),
  );
const score = (query: string, doc: string, value: number, more: Partial<Row> = {}): Row => ({
  id: `${query}|${doc}`,
  output: `SCORE: ${value}`,
  ...more,
});
const all = ['q1', 'q|2'].flatMap((query) => ['a', 'b', 'c'].map((doc, at) => score(query, doc, at)));

describe.each(['score', 'reason'])('raw texts of method %s', (method) => {
  test('make rankings, by both readers', () => {
    const { repeats, surplus, warnings } = read(all, method)!;
    expect(surplus).toEqual([]);
    expect(warnings).toEqual([]);
    expect([...repeats[0]!.keys()]).toEqual(['q1', 'q|2']);
    expect(repeats[0]!.get('q1')).toEqual({
      outcome: 'scored',
      value: { ranking: ['c', 'b', 'a'], paper: { ranking: ['c', 'b', 'a'] } },
      diagnostics: [{ id: 'unreadable-scores', value: 0, n: 3 }],
    });
  });

  test('break ties by the shuffled order, as a run does', () => {
    const same = all.map((row) => ({ ...row, output: 'SCORE: 5' }));
    const { repeats } = read(same, method)!;
    expect(repeats[0]!.get('q1')?.value?.ranking).toEqual(shuffledOrder(items[0]!, 42));
    const byBm25 = read(same, method, { initial: 'bm25' })!;
    expect(byBm25.repeats[0]!.get('q1')?.value?.ranking).toEqual(['c', 'b', 'a']);
    expect(() => read(same, method, { initial: 'first.json' })).toThrow(
      expect.objectContaining({ code: 'invalid-setting' }),
    );
  });

  test('that are absent count as answers that never came, and are told', () => {
    const { repeats, warnings } = read(all.slice(1), method)!;
    expect(repeats[0]!.get('q1')).toMatchObject({ outcome: 'scored', value: { ranking: ['c', 'b', 'a'] } });
    expect(repeats[0]!.get('q1')?.diagnostics).toEqual([{ id: 'unreadable-scores', value: 1, n: 3 }]);
    expect(warnings).toMatchObject([
      { code: 'absent-outputs', message: expect.stringMatching(/^1 answers/) },
    ]);
  });

  test('a query without any is missing', () => {
    const { repeats } = read(all.slice(0, 3), method)!;
    expect([...repeats[0]!.keys()]).toEqual(['q1']);
  });

  test('of no query or document are surplus', () => {
    const strange = [score('q1', 'z', 1), score('q3', 'a', 1), { id: 'q1', output: 'SCORE: 1' }];
    expect(read([...all, ...strange], method)?.surplus).toEqual(['q1|z', 'q3|a', 'q1']);
  });
});

describe('the reason to stop', () => {
  test.each([
    ['content_filter', 'SCORE: 9', 'stopped', 'filtered-output'],
    ['refusal', 'SCORE: 9', 'stopped', 'refusal'],
    ['stop', ' \n', 'stopped', 'empty'],
    ['length', 'First, the', 'stopped', 'truncated'],
    ['stop', 'no idea', 'unparsed', 'invalid'],
  ])('%s of %j: %s', (finishReason, output, outcome, reason) => {
    const { repeats } = read(all.map((row) => ({ ...row, output, finishReason })))!;
    expect(repeats[0]!.get('q1')).toMatchObject({ outcome, reason, value: { unread: true } });
  });

  test('length marks an answer that can be read', () => {
    const { repeats } = read([score('q1', 'a', 4, { finishReason: 'length' }), ...all.slice(1)])!;
    expect(repeats[0]!.get('q1')).toMatchObject({ outcome: 'scored', truncated: true });
    expect(repeats[0]!.get('q|2')).not.toHaveProperty('truncated');
  });
});

describe('raw texts of method subtask', () => {
  const rows = [
    { id: 'q1|criteria', output: '1. theme: x\n2. place: y' },
    ...['a', 'b', 'c'].flatMap((doc, at) =>
      [1, 2, 10].map((number) => ({
        id: `q1|${number}|${doc}`,
        output: `SCORE: ${number === 10 ? 5 - at : 1}`,
      })),
    ),
  ];

  test('are joined by criterion', () => {
    const { repeats, surplus } = read(rows, 'subtask')!;
    expect(surplus).toEqual([]);
    expect(repeats[0]!.get('q1')).toMatchObject({ outcome: 'scored', value: { ranking: ['a', 'b', 'c'] } });
    expect(repeats[0]!.get('q1')?.diagnostics).toEqual([{ id: 'unreadable-scores', value: 0, n: 9 }]);
  });

  test('a criterion that a passage lacks is left out of its mean', () => {
    const { repeats, warnings } = read(
      rows.filter(({ id }) => id !== 'q1|10|b'),
      'subtask',
    )!;
    expect(repeats[0]!.get('q1')).toMatchObject({ outcome: 'scored', value: { ranking: ['a', 'c', 'b'] } });
    expect(repeats[0]!.get('q1')?.diagnostics).toEqual([{ id: 'unreadable-scores', value: 1, n: 9 }]);
    expect(warnings).toHaveLength(1);
  });

  test('belong to that method', () => {
    expect(read(rows, 'score')?.surplus).toHaveLength(10);
  });
});

describe('repeats', () => {
  test('are read each for itself', () => {
    const again = all.map((row, at) => ({ ...row, output: `SCORE: ${9 - (at % 3)}`, repeat: 1 }));
    const { repeats } = read([...all, ...again])!;
    expect(repeats.map((map) => map.get('q1')?.value?.ranking.join(''))).toEqual(['cba', 'abc']);
  });
});

test.each(['listwise', 'ranker'])('raw texts of method %s are refused', (method) => {
  expect(() => read(all, method)).toThrow(
    expect.objectContaining({ code: 'invalid-setting', next: expect.stringContaining('{id, answer}') }),
  );
});

test('a list of texts is refused', () => {
  expect(() => read([{ id: 'q1|a', output: ['SCORE: 1'] }])).toThrow(
    expect.objectContaining({
      code: 'invalid-format',
      place: { file: 'texts.jsonl', line: 1, item: 'q1|a' },
    }),
  );
});

test.each([
  ['score', ['q9|a', 'q11|a']],
  ['subtask', ['q9|1|a', 'q9|criteria']],
])('a file of other data is refused as a whole, method %s', (method, ids) => {
  const rows = ids.map((id) => ({ id, output: 'SCORE: 3' }));
  expect(() => read(rows, method)).toThrow(
    expect.objectContaining({ code: 'wrong-dataset', data: { ids }, place: { file: 'texts.jsonl' } }),
  );
});
