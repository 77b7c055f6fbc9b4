import { expect, test } from 'vitest';
import { createKeyedMt19937 } from './mt19937.ts';
import { createPythonRandom } from './python-random.ts';

test('words after random.seed(42) are those of CPython 3.11', () => {
  const generator = createKeyedMt19937(42);
  expect([generator.next32(), generator.next32(), generator.next32()]).toEqual([
    2746317213, 478163327, 107420369,
  ]);
});

test('random.seed(42) and random.shuffle give the orders of CPython 3.11', () => {
  const random = createPythonRandom(42);
  expect(random.shuffle([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual([7, 3, 2, 8, 5, 6, 9, 4, 0, 1]);
  expect(random.shuffle(['a', 'b', 'c', 'd'])).toEqual(['b', 'c', 'a', 'd']);
});

test('a shuffle leaves its input alone and takes empty and single lists', () => {
  const random = createPythonRandom(7);
  const values = Object.freeze([1, 2, 3]);
  random.shuffle(values);
  expect(random.shuffle([])).toEqual([]);
  expect(random.shuffle([1])).toEqual([1]);
});
