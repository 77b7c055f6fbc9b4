import { describe, expect, test } from 'vitest';
import { madeItem, settingsOf } from './made-items.ts';
import { type PassageTexts, type PointwiseSolution, parsePointwise } from './pointwise.ts';

const item = madeItem('q1', '0100');
const settings = settingsOf();
const solutionOf = (
  texts: Readonly<Record<string, PassageTexts['texts'] | string>>,
  change: Partial<PointwiseSolution> = {},
): PointwiseSolution => ({
  kind: 'pointwise',
  initial: [...'dcba'],
  passages: Object.entries(texts).map(([doc, list]) => ({
    doc,
    texts: typeof list === 'string' ? [list] : list,
  })),
  stop: null,
  ...change,
});

describe('the order', () => {
  test('is by score, then by the first order, whatever the stored one', () => {
    const parsed = parsePointwise(
      solutionOf({ a: 'SCORE: 5', b: 'SCORE: 9', c: 'SCORE: 5', d: 'SCORE: 5' }),
      item,
      settings,
    );
    expect(parsed).toEqual({
      outcome: 'scored',
      value: { ranking: [...'bdca'], paper: { ranking: [...'bdca'] } },
      diagnostics: [{ id: 'unreadable-scores', value: 0, n: 4 }],
    });
  });

  test('counts a passage without a readable score as 0, above negative ones', () => {
    const parsed = parsePointwise(
      solutionOf({ a: 'none', b: 'SCORE: -1', c: 'SCORE: 0.5', d: [null] }),
      item,
      settings,
    );
    expect(parsed).toMatchObject({ outcome: 'scored', value: { ranking: [...'cdab'] } });
    expect(parsed.diagnostics).toEqual([{ id: 'unreadable-scores', value: 2, n: 4 }]);
  });

  test('is by the mean of the criteria that have a score', () => {
    const parsed = parsePointwise(
      solutionOf({
        a: ['SCORE: 4', 'none', 'SCORE: 2'],
        b: ['SCORE: 3', 'SCORE: 3', 'SCORE: 2'],
        c: ['none', 'none', null],
        d: ['SCORE: 3', 'SCORE: 3', 'SCORE: 3'],
      }),
      item,
      settingsOf({ method: 'subtask' }),
    );
    // a and d both have 3; the authors give a (4 + 0 + 2)/3 = 2.
    expect(parsed.value).toEqual({ ranking: [...'dabc'], paper: { ranking: [...'dbac'] } });
    expect(parsed.diagnostics).toEqual([{ id: 'unreadable-scores', value: 4, n: 12 }]);
  });
});

describe('the authors’ order', () => {
  test('raises ties by the first order: its best document is the most similar', () => {
    const many = Array.from({ length: 30 }, (_, at) => `t${at}`);
    const pool = madeItem(
      'q1',
      [...many, 'high'].map((doc) => [doc, 0]),
    );
    const passages = [
      ...many.map((doc) => ({ doc, texts: ['SCORE: 2'] })),
      { doc: 'high', texts: ['SCORE: 2.255'] },
    ];
    const initial = [...many, 'high'];
    const parsed = parsePointwise({ kind: 'pointwise', passages, initial, stop: null }, pool, settings);
    expect(parsed.value?.ranking[0]).toBe('high');
    // t0 has +0.29, t1 +0.28, t2 +0.27, t3 +0.26; high stands at 2.255.
    expect(parsed.value?.paper?.ranking?.slice(0, 6)).toEqual(['t0', 't1', 't2', 't3', 'high', 't4']);
  });

  test('stops at the first answer in the first order that its reader cannot read', () => {
    const texts = { a: 'SCORE:1', b: 'SCORE: x', c: 'SCORE: 2', d: 'SCORE: 3' };
    expect(parsePointwise(solutionOf(texts), item, settings).value?.paper?.fault).toMatchObject({
      code: 'unreadable-answer',
      message: 'the authors’ reader stops with ValueError at query q1, document b',
    });
  });
});

describe('a query without any readable score', () => {
  const texts = { a: 'none', b: 'none', c: 'none', d: 'none' };

  test('is unparsed', () => {
    expect(parsePointwise(solutionOf(texts), item, settings)).toMatchObject({
      outcome: 'unparsed',
      reason: 'invalid',
      value: { ranking: [], unread: true, paper: { ranking: [...'dcba'] } },
    });
  });

  test('is stopped where no answer was usable, or all were cut', () => {
    expect(parsePointwise(solutionOf(texts, { stop: 'filtered-input' }), item, settings)).toMatchObject({
      outcome: 'stopped',
      reason: 'filtered-input',
    });
    const cut = solutionOf(texts).passages.map((passage) => ({ ...passage, truncated: true }));
    expect(parsePointwise(solutionOf({}, { passages: cut }), item, settings)).toMatchObject({
      outcome: 'stopped',
      reason: 'truncated',
    });
    expect(
      parsePointwise(
        solutionOf({}, { passages: [...cut.slice(1), solutionOf(texts).passages[0]!] }),
        item,
        settings,
      ),
    ).toMatchObject({ outcome: 'unparsed' });
  });
});
