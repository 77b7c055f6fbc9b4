import { describe, expect, test } from 'vitest';
import { QuadratError, type Result } from '../core/index.ts';
import { exitCodeOf, exitCodeOfRun, exitCodeOfScores } from './exit-codes.ts';

const result = (part: Partial<Result>) =>
  ({ complete: true, coverage: 1, errors: [], ...part }) as unknown as Result;

describe('exit codes', () => {
  test('of a run: failed items first, then coverage', () => {
    expect(exitCodeOfRun([result({})], 0.95)).toBe(0);
    expect(exitCodeOfRun([result({}), result({ coverage: 0.9 })], 0.95)).toBe(4);
    expect(exitCodeOfRun([result({ coverage: 0.9 }), result({ complete: false })], 0.95)).toBe(5);
    expect(exitCodeOfRun([result({ coverage: 0, complete: true })], 0)).toBe(0);
  });

  test('of scores: 6 if one protocol refused one file', () => {
    expect(exitCodeOfScores([result({})])).toBe(0);
    const errors = [{ protocol: 'paper', code: 'missing-query', message: '', details: {} }] as const;
    expect(exitCodeOfScores([result({}), result({ errors })])).toBe(6);
    expect(exitCodeOfScores([result({ coverage: 0 })])).toBe(0);
    expect(exitCodeOfScores([result({ coverage: 0.9 })], 0.9)).toBe(0);
    expect(exitCodeOfScores([result({}), result({ coverage: 0.9 })], 0.95)).toBe(4);
    expect(exitCodeOfScores([result({ coverage: 0.9 }), result({ errors })], 0.95)).toBe(6);
  });

  test.each([
    ['usage', 1],
    ['run-locked', 1],
    ['budget-reached', 3],
    ['retries-exhausted', 5],
    ['download-failed', 5],
    ['interrupted', 130],
  ] as const)('of an error %s: %i', (code, exit) => {
    expect(exitCodeOf(new QuadratError(code, ''))).toBe(exit);
  });

  test('of a fault of the program: 5', () => {
    expect(exitCodeOf(new TypeError('x'))).toBe(5);
  });
});
