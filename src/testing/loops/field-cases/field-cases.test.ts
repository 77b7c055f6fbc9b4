import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { QuadratError } from '../../../core/errors.ts';
import { sharedPath } from '../../shared.ts';
import { withTemporaryFolder } from '../../temporary.ts';
import type { LoopReport } from '../report.ts';
import { fieldDifference } from './compare.ts';
import { runFieldCases } from './run.ts';
import { refusalOf, type Surface } from './surface.ts';
import { SURFACES } from './surfaces.ts';

/** Runs cases that are written into a file of their own. */
const runWritten = (
  cases: readonly unknown[],
  surfaces?: ReadonlyMap<string, Surface>,
): Promise<LoopReport> =>
  withTemporaryFolder(async (folder) => {
    const file = path.join(folder, 'cases.jsonl');
    writeFileSync(file, cases.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    const [report] = await runFieldCases(file, {
      procedures: new Map(),
      ...(surfaces === undefined ? {} : { surfaces }),
    });
    if (report === undefined) throw new Error('no report');
    return report;
  });

describe('comparing', () => {
  const same = (want: unknown, got: unknown): void => expect(fieldDifference('x', want, got)).toBeUndefined();
  const differ = (want: unknown, got: unknown): void => expect(fieldDifference('x', want, got)).toBeDefined();

  it('takes expected as a part of the result', () => {
    same({ a: { b: [1] } }, { a: { b: [1], c: 2 }, d: 3 });
    same({ a: { 1: 2 } }, new Map([['a', new Map([['1', 2]])]]));
    differ({ a: 1 }, {});
    differ({ a: [1] }, { a: [1, 2] });
    differ({ a: [1, 2] }, { a: [2, 1] });
    differ({ toString: 1 }, {});
  });

  it('knows numbers, no value, NaN and alternatives', () => {
    same(0.1 + 0.2, 0.3);
    differ(0.3, 0.3 + 2e-9);
    differ(1, '1');
    differ(1, Number.NaN);
    same(Number.NaN, Number.NaN);
    same({ a: null }, { a: null });
    for (const value of [0, '', undefined, Number.NaN, false]) differ({ a: null }, { a: value });
    differ({ a: null }, {});
    same({ anyOf: [{ a: 1 }, { a: 2 }] }, { a: 2 });
    differ({ a: { anyOf: [1, 2] } }, { a: 3 });
  });

  it('knows bounds, absent properties and what a text must hold', () => {
    same({ retry: true, delayMsMin: 5, delayMsMax: 9 }, { retry: true, delayMs: 5 });
    differ({ delayMsMin: 5 }, { delayMs: 4 });
    differ({ delayMsMax: 5 }, { delayMs: 6 });
    differ({ delayMsMin: 5 }, {});
    same({ body: { model: 'm' }, absent: ['seed'] }, { body: { model: 'm' } });
    differ({ absent: ['seed'] }, { body: { seed: 0 } });
    same({ excludes: ['a'] }, { ids: ['b'] });
    differ({ excludes: ['a'] }, { ids: ['a'] });
    same({ mustContain: ['Ab'], mustNotContain: ['x'] }, { text: 'xab'.slice(1) });
    differ({ mustContain: ['ab'] }, { text: 'a b' });
    differ({ mustNotContain: ['ab'] }, { text: 'cab' });
    const rows = [new Map([['c', "'=1"]])];
    same({ cells: [{ row: 0, column: 'c', notStartsWith: ['='] }] }, { rows });
    differ({ cells: [{ row: 0, column: 'c', equals: '=1' }] }, { rows });
    differ({ cells: [{ row: 1, column: 'c', notStartsWith: ['='] }] }, { rows });
  });

  it('takes the labels of parse.labels as a set', () => {
    expect(fieldDifference('parse.labels', { labels: ['a', 'b'] }, { labels: ['b', 'a'] })).toBeUndefined();
    expect(fieldDifference('parse.labels', { labels: ['a', 'b'] }, { labels: ['b', 'c'] })).toBeDefined();
    differ({ labels: ['a', 'b'] }, { labels: ['b', 'a'] });
  });

  it('maps our codes to those of the files', () => {
    const error = new QuadratError('invalid-json', 'x', { line: 2, data: { ids: ['7'] } });
    expect(refusalOf(error)).toEqual({ error: 'invalid_json', line: 2, ids: ['7'] });
    expect(refusalOf(new QuadratError('budget-reached', 'x'))).toBeUndefined();
    expect(refusalOf(new Error('x'))).toBeUndefined();
  });
});

describe('counting', () => {
  const double: ReadonlyMap<string, Surface> = new Map<string, Surface>([
    ['double', ({ n }) => ({ value: Number(n) * 2 })],
    [
      'refuse',
      ({ code }) => {
        throw code === 'none' ? new Error('a fault') : new QuadratError('invalid-json', 'no', { line: 3 });
      },
    ],
  ]);

  it('is by case: one failing pair fails it, an unknown surface leaves it open', async () => {
    const report = await runWritten(
      [
        {
          id: 'right',
          surface: 'double',
          input: { n: 1 },
          expected: { value: 2 },
          more: [{ input: { n: 2 }, expected: { value: 4 } }],
        },
        {
          id: 'wrong',
          surface: 'double',
          input: { n: 1 },
          expected: { value: 2 },
          more: [{ input: { n: 2 }, expected: { value: 5 } }],
        },
        {
          id: 'number',
          surface: 'double',
          input: { n: { $number: 'NaN' } },
          expected: { value: { $number: 'NaN' } },
        },
        { id: 'open', surface: 'none', input: {}, expected: {} },
        {
          id: 'partly',
          surface: 'double',
          input: { n: 1 },
          expected: { value: 3 },
          more: [{ surface: 'none', input: {}, expected: {} }],
        },
        { id: 'steps', surface: null, steps: ['do'], expected: ['done'] },
        { id: 'refused', surface: 'refuse', input: {}, expected: { error: 'invalid_json', line: 3 } },
        { id: 'otherwise', surface: 'refuse', input: {}, expected: { error: 'invalid_csv' } },
        { id: 'thrown', surface: 'refuse', input: { code: 'none' }, expected: { error: 'invalid_json' } },
      ],
      double,
    );
    expect(report).toMatchObject({ file: 'cases.jsonl', passed: 3, failed: 3, notCovered: 3 });
    expect(report.failures.map(({ id, at, want, got }) => [id, at, want, got])).toEqual([
      ['wrong', 'more[0].value', 5, 4],
      ['otherwise', 'error', 'invalid_csv', 'invalid_json'],
      ['thrown', 'error', 'invalid_json', 'undefined'],
    ]);
  });
});

const handed = sharedPath('field-cases/cases.jsonl');
describe.runIf(handed !== undefined)('the cases that lie beside the project', () => {
  interface Case {
    readonly id: string;
    readonly surface: string | null;
    readonly input?: unknown;
    expected?: unknown;
    readonly more?: readonly { readonly surface?: string; readonly input: unknown; expected: unknown }[];
  }
  const cases = readFileSync(handed ?? '', 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Case);

  it('hold', async () => {
    const [report] = await runFieldCases(handed ?? '', { procedures: new Map() });
    expect(report?.failures).toEqual([]);
    for (const id of [
      'FC-001',
      'FC-002',
      'FC-003',
      'FC-004',
      'FC-005',
      'FC-006',
      'FC-007',
      'FC-008',
      'FC-009',
      'FC-010',
      'FC-011',
      'FC-012',
      'FC-013',
      'FC-020',
      'FC-021',
      'FC-022',
      'FC-023',
      'FC-024',
      'FC-025',
      'FC-030',
      'FC-031',
      'FC-033',
      'FC-035',
      'FC-038',
      'FC-039',
      'FC-040',
    ]) {
      expect(report?.open).not.toContain(id);
    }
  });

  it('notice a wrong expectation in every surface', async () => {
    const bySurface = new Map<string, unknown>();
    for (const { surface, input, expected, more = [] } of cases) {
      for (const pair of [{ surface, input, expected }, ...more.map((one) => ({ surface, ...one }))]) {
        if (pair.surface === null || bySurface.has(pair.surface) || !SURFACES.has(pair.surface)) continue;
        bySurface.set(pair.surface, { id: pair.surface, ...pair, expected: spoiled(pair.expected) });
      }
    }
    const report = await runWritten([...bySurface.values()]);
    expect(report).toMatchObject({ passed: 0, failed: bySurface.size, notCovered: 0 });
    expect(bySurface.size).toBe(SURFACES.size);
  });
});

/** An expected result in which the first value is another one. */
function spoiled(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return `${value}x`;
  if (Array.isArray(value)) return value.length === 0 ? ['x'] : [spoiled(value[0]), ...value.slice(1)];
  if (typeof value !== 'object' || value === null) return 'x';
  const [first, ...rest] = Object.entries(value);
  if (first === undefined) return { x: 1 };
  // What a text must not hold would be met by another text; so would ids that must not be chosen.
  const turned = new Map([
    ['mustNotContain', 'mustContain'],
    ['excludes', 'ids'],
  ]);
  const key = turned.get(first[0]) ?? first[0];
  return Object.fromEntries([...rest, [key, spoiled(first[1])]]);
}
