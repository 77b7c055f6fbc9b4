import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lcsLength, lcsPositions, levenshtein, tokenLcsLength } from './edit-distance.ts';

/** The textbook table. */
function table(left: readonly string[], right: readonly string[], replace: number): number[][] {
  const rows = Array.from({ length: left.length + 1 }, (_, row) => [row, ...right.map(() => 0)]);
  for (let column = 0; column <= right.length; column += 1) rows[0]![column] = column;
  for (let row = 1; row <= left.length; row += 1) {
    for (let column = 1; column <= right.length; column += 1) {
      rows[row]![column] = Math.min(
        rows[row - 1]![column]! + 1,
        rows[row]![column - 1]! + 1,
        rows[row - 1]![column - 1]! + (left[row - 1] === right[column - 1] ? 0 : replace),
      );
    }
  }
  return rows;
}

const distanceByTable = (left: readonly string[], right: readonly string[]) =>
  table(left, right, 1)[left.length]![right.length]!;
const commonByTable = (left: readonly string[], right: readonly string[]) =>
  (left.length + right.length - table(left, right, 2)[left.length]![right.length]!) / 2;

/** Texts around the borders of 32 and 64 rows, of few symbols, some outside the first plane. */
const text = fc
  .tuple(fc.constantFrom(8, 40, 70, 150), fc.constantFrom('ab', 'abcdefgh', '公安机关𠮷😀\ud842', 'a公'))
  .chain(([maxLength, alphabet]) =>
    fc.array(fc.constantFrom(...Array.from(alphabet)), { maxLength }).map((parts) => parts.join('')),
  );

describe('edit distances', () => {
  it('count code points', () => {
    expect(levenshtein('kitten', 'sitting')).toBe(3);
    expect(levenshtein('', 'abc')).toBe(3);
    expect(levenshtein('abc', '')).toBe(3);
    expect(levenshtein('same', 'same')).toBe(0);
    expect(levenshtein('𠮷某', '吉某')).toBe(1);
    expect(levenshtein('𪟝𪟝', '𪟝')).toBe(1);
    expect(levenshtein('\ud842', '𠮷')).toBe(1);
    expect(levenshtein('\ud842x', '\udfb7')).toBe(2);
    expect(lcsLength('aaaa', 'aa')).toBe(2);
    expect(lcsLength('𠮷野家', '吉野𠮷')).toBe(1);
    expect(lcsLength('', '')).toBe(0);
    expect(tokenLcsLength(['a', 'b', 'a', 'b', 'c'], ['b', 'a', 'b', 'c', 'a'])).toBe(4);
  });

  it('are those of the textbook', () => {
    fc.assert(
      fc.property(text, text, (left, right) => {
        const [a, b] = [Array.from(left), Array.from(right)];
        expect(levenshtein(left, right)).toBe(distanceByTable(a, b));
        expect(lcsLength(left, right)).toBe(commonByTable(a, b));
        expect(tokenLcsLength(a, b)).toBe(commonByTable(a, b));
      }),
      { numRuns: 400 },
    );
  });

  it('are those of the textbook for texts that are nearly equal, at every length around a border', () => {
    for (const length of [1, 31, 32, 33, 63, 64, 65, 96, 97, 130]) {
      const left = Array.from({ length }, (_, index) => 'abcd'.charAt((index * 7) % 4));
      const right = left.flatMap((letter, index) =>
        index % 9 === 4 ? [] : index % 9 === 8 ? ['x', letter] : [letter],
      );
      expect(levenshtein(left.join(''), right.join('')), String(length)).toBe(distanceByTable(left, right));
      expect(levenshtein('x'.repeat(length), 'y'.repeat(length))).toBe(length);
      expect(lcsLength(left.join(''), right.join('')), String(length)).toBe(commonByTable(left, right));
    }
  });

  it('take texts of more distinct tokens than a table holds at first', () => {
    const tokens = Array.from({ length: 70_000 }, (_, index) => index);
    expect(tokenLcsLength(tokens, [5, 69_990, 3, 4, 70_500])).toBe(2);
    expect(levenshtein('ab', 'ba')).toBe(2);
  });
});

describe('lcsPositions', () => {
  it('drops the end of the first list where the length allows both', () => {
    expect(lcsPositions([...'abc'], [...'abc'])).toEqual([2, 1, 0]);
    expect(lcsPositions([...'ab'], [...'ba'])).toEqual([0]);
    expect(lcsPositions([...'aab'], [...'aba'])).toEqual([1, 0]);
    expect(lcsPositions([...'ab'], [])).toEqual([]);
    expect(lcsPositions([], [...'ab'])).toEqual([]);
  });

  it('follows the table, whatever the lists', () => {
    fc.assert(
      fc.property(text, text, (leftText, rightText) => {
        const [left, right] = [Array.from(leftText), Array.from(rightText)];
        const costs = table(left, right, 2);
        const common = (row: number, column: number) => (row + column - costs[row]![column]!) / 2;
        const want: number[] = [];
        let [row, column] = [left.length, right.length];
        while (row > 0 && column > 0) {
          if (left[row - 1] === right[column - 1]) {
            want.push(row - 1);
            row -= 1;
            column -= 1;
          } else if (common(row, column - 1) > common(row - 1, column)) column -= 1;
          else row -= 1;
        }
        expect(lcsPositions(left, right)).toEqual(want);
      }),
      { numRuns: 400 },
    );
  });
});
