import { describe, expect, test } from 'vitest';
import type { Item } from '../core/index.ts';
import { type ComparedFacts, judge, type MadeFacts, matchItems } from './compare-verdict.ts';

const made = (change: Partial<MadeFacts> = {}): MadeFacts => ({
  taskVersion: 1,
  promptSha256: 'a'.repeat(64),
  settings: { method: 'score', window: 5 },
  inputFiles: [],
  seed: 42,
  ...change,
});
const facts = (change: Partial<ComparedFacts> = {}): ComparedFacts => ({
  data: { name: 'birco/relic/test', sha256: 'd'.repeat(64), items: 100, kind: 'full' },
  scoringVersion: 1,
  repeats: 1,
  complete: true,
  counts: { planned: 100, scored: 100, unparsed: 0, stopped: 0, failed: 0 },
  made: made(),
  ...change,
});
const items = (ids: readonly number[], content = 'x'): Item[] =>
  ids.map((id) => ({ id: String(id), hash: `${content}${id}`, cluster: String(id), strata: {} }));
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);
const SAME = matchItems(items(upTo(100)), items(upTo(100)));
const other = { name: 'birco/relic/test', sha256: 'e'.repeat(64), items: 100, kind: 'sample' } as const;

describe('items are matched by id and content', () => {
  test('common, of one side, changed', () => {
    const first = [...items([1, 2, 3]), ...items([4], 'old')];
    const second = [...items([3, 2, 5]), ...items([4], 'new')];
    expect(matchItems(first, second)).toEqual({
      common: 2,
      onlyFirst: ['1'],
      onlySecond: ['5'],
      changed: ['4'],
    });
  });
});

describe('the verdict', () => {
  test('everything alike', () => {
    expect(judge(facts(), facts(), SAME)).toEqual({ verdict: 'comparable', differences: [] });
  });

  test.each([
    ['prompts', { made: made({ promptSha256: 'b'.repeat(64) }) }, 'prompts'],
    ['a setting', { made: made({ settings: { method: 'reason', window: 5 } }) }, 'settings.method'],
    ['a setting that one lacks', { made: made({ settings: { method: 'score' } }) }, 'settings.window'],
    [
      'a file that settings name',
      { made: made({ inputFiles: [{ path: 'x', sha256: 'f' }] }) },
      'input-files',
    ],
    ['the seed', { made: made({ seed: 1 }) }, 'seed'],
    ['the task’s version', { made: made({ taskVersion: 2 }) }, 'task-version'],
    ['repeats', { repeats: 3 }, 'repeats'],
    ['predictions made elsewhere', { made: null }, 'prompts'],
    [
      'an incomplete run',
      { complete: false, counts: { planned: 100, scored: 98, unparsed: 0, stopped: 0, failed: 2 } },
      'complete',
    ],
  ] as const)('with care: %s', (_, change, field) => {
    const { verdict, differences } = judge(facts(), facts(change), SAME);
    expect(verdict).toBe('with-care');
    expect(differences.map((difference) => difference.field)).toEqual([field]);
    expect(judge(facts(change), facts(), SAME).verdict).toBe('with-care');
  });

  test('both made elsewhere: with care', () => {
    expect(judge(facts({ made: null }), facts({ made: null }), SAME).verdict).toBe('with-care');
  });

  test('not: another scoring', () => {
    const { verdict, differences } = judge(facts(), facts({ scoringVersion: 2 }), SAME);
    expect(verdict).toBe('not-comparable');
    expect(differences).toMatchObject([
      { field: 'scoring', first: '1', second: '2', effect: 'not-comparable' },
    ]);
  });

  test('not: other data, sample against full', () => {
    const apart = matchItems(items(upTo(100)), items(upTo(100), 'y'));
    const { verdict, differences } = judge(facts(), facts({ data: other }), apart);
    expect(verdict).toBe('not-comparable');
    expect(differences.map(({ field }) => field)).toEqual(['data.sha256', 'data.kind', 'items']);
  });

  test('not: another file with a part of the items, however large the part', () => {
    const partial = { ...other, kind: 'partial', items: 99 } as const;
    const most = matchItems(items(upTo(100)), items(upTo(99)));
    expect(judge(facts(), facts({ data: partial }), most).verdict).toBe('not-comparable');
  });

  test('not: another split', () => {
    const dev = { ...facts().data, name: 'birco/relic/dev' };
    expect(judge(facts(), facts({ data: dev }), SAME).verdict).toBe('not-comparable');
  });

  test('another file with the very same items is the same data', () => {
    const { verdict, differences } = judge(facts(), facts({ data: { ...other, kind: 'full' } }), SAME);
    expect(verdict).toBe('comparable');
    expect(differences).toMatchObject([{ field: 'data.sha256', effect: 'comparable' }]);
  });

  test.each([
    [95, 'with-care'],
    [94, 'not-comparable'],
  ])('%i of 100 items of the same file: %s', (count, expected) => {
    const part = { ...facts().data, items: count, kind: 'partial' as const };
    const matched = matchItems(items(upTo(100)), items(upTo(count)));
    expect(judge(facts(), facts({ data: part }), matched).verdict).toBe(expected);
    const back = matchItems(items(upTo(count)), items(upTo(100)));
    expect(judge(facts({ data: part }), facts(), back).verdict).toBe(expected);
  });

  test('fewer answers are told, and change nothing', () => {
    const counts = { planned: 100, scored: 90, unparsed: 6, stopped: 4, failed: 0 };
    const { verdict, differences } = judge(facts(), facts({ counts }), SAME);
    expect(verdict).toBe('comparable');
    expect(differences).toMatchObject([{ field: 'answered', first: '100 of 100', second: '90 of 100' }]);
    const thrice = { planned: 300, scored: 300, unparsed: 0, stopped: 0, failed: 0 };
    const repeated = judge(facts(), facts({ counts: thrice, repeats: 3 }), SAME);
    expect(repeated.differences.map(({ field }) => field)).toEqual(['repeats']);
  });

  test('no common item at all', () => {
    const none = matchItems([], []);
    const matched = matchItems(items([1]), items([2]));
    expect(judge(facts(), facts(), matched).verdict).toBe('not-comparable');
    expect(judge(facts(), facts(), none).verdict).toBe('comparable');
  });
});
