import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patternSums } from './pattern-sums.ts';

/** Whole numbers, few of them, so that rows are alike and hold zeros and negative values. */
const cases = fc.integer({ min: 1, max: 4 }).chain((width) =>
  fc.integer({ min: 1, max: 7 }).chain((rows) =>
    fc.record({
      width: fc.constant(width),
      tables: fc.array(
        fc.array(fc.integer({ min: -1, max: 2 }), { minLength: rows * width, maxLength: rows * width }),
        { minLength: 1, maxLength: 3 },
      ),
      rows: fc.uniqueArray(fc.nat(rows - 1), { minLength: 1 }),
      patterns: fc.array(fc.array(fc.integer({ min: -2, max: 3 }), { minLength: rows, maxLength: rows }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  ),
);

test('are the sums of the rows, each weighed, on the first visit and on the second', () => {
  fc.assert(
    fc.property(cases, ({ width, tables, rows, patterns }) => {
      let next = 0;
      const sums = patternSums(
        tables.map((table) => Float64Array.from(table)),
        width,
        Uint32Array.from(rows),
        patterns.length,
        (kindOf) => {
          next = 0;
          return (weights) => {
            const pattern = patterns[next] ?? [];
            next += 1;
            kindOf.forEach((kind, at) => {
              weights[kind] = (weights[kind] ?? 0) + (pattern[at] ?? 0);
            });
          };
        },
      );
      const naive = patterns.map((pattern) =>
        tables.map((table) =>
          Array.from({ length: width }, (_, column) =>
            rows.reduce((sum, row, at) => sum + (pattern[at] ?? 0) * (table[row * width + column] ?? 0), 0),
          ),
        ),
      );
      for (const _ of ['first', 'second']) {
        const seen: number[][][] = [];
        sums.each((lists) => seen.push(lists.map((list) => list.map((value) => value + 0))));
        expect(seen).toEqual(naive.map((lists) => lists.map((list) => list.map((value) => value + 0))));
      }
    }),
  );
});

test('rows that are alike are weighed together', () => {
  const table = Float64Array.from([1, 0, 1, 0, 0, 1]);
  patternSums([table], 2, Uint32Array.from([0, 1, 2]), 1, (kindOf) => {
    expect([...kindOf]).toEqual([0, 0, 1]);
    return () => undefined;
  }).each(() => undefined);
});
