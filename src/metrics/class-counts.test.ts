import { describe, expect, test } from 'vitest';
import { countClasses, placesOf } from './class-counts.ts';

describe('countClasses', () => {
  test('counts hits, false alarms and misses of each declared class', () => {
    const counts = countClasses(
      ['a', 'a', 'b', 'c', 'c', 'b'],
      ['a', 'b', 'b', 'a', 'c', 'a'],
      ['c', 'a', 'b', 'd'],
    );
    expect(counts).toMatchObject({ rows: 6, correct: 3, labels: ['c', 'a', 'b', 'd'] });
    expect(counts.classes).toEqual([
      { label: 'c', truePositives: 1, falsePositives: 0, falseNegatives: 1 },
      { label: 'a', truePositives: 1, falsePositives: 2, falseNegatives: 1 },
      { label: 'b', truePositives: 1, falsePositives: 1, falseNegatives: 1 },
      { label: 'd', truePositives: 0, falsePositives: 0, falseNegatives: 0 },
    ]);
    expect([...counts.gold]).toEqual([1, 1, 2, 0, 0, 2]);
    expect([...counts.predicted]).toEqual([1, 2, 2, 1, 0, 1]);
  });

  test('what is unread or not declared is wrong and adds no class', () => {
    const counts = countClasses(['a', 'a', 'b'], [null, 'A', 'b'], ['a', 'b']);
    expect([...counts.predicted]).toEqual([-1, -1, 1]);
    expect(counts.correct).toBe(1);
    expect(counts.classes).toEqual([
      { label: 'a', truePositives: 0, falsePositives: 0, falseNegatives: 2 },
      { label: 'b', truePositives: 1, falsePositives: 0, falseNegatives: 0 },
    ]);
  });

  test('labels are compared as they stand', () => {
    const counts = countClasses(
      ['__proto__', '10', ' a', 'caf\u00e9'],
      ['__proto__', '10', 'a', 'cafe\u0301'],
      ['10', '__proto__', ' a', 'a', 'caf\u00e9', 'cafe\u0301', ''],
    );
    expect(counts.correct).toBe(2);
  });

  test('refuses a gold label that is not declared, by row', () => {
    expect(() => countClasses(['a', 'x'], ['a', 'a'], ['a'])).toThrow(
      expect.objectContaining({
        code: 'unknown-label',
        data: { label: 'x', row: 1 },
        place: { item: 'row 2' },
      }),
    );
  });

  test('refuses lists of two lengths and a label declared twice', () => {
    expect(() => countClasses(['a'], [], ['a'])).toThrow(RangeError);
    expect(() => placesOf(['a', 'b', 'a'])).toThrow(RangeError);
    expect([...placesOf(['b', 'a'])]).toEqual([
      ['b', 0],
      ['a', 1],
    ]);
  });
});
