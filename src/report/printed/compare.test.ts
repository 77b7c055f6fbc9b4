import { describe, expect, test } from 'vitest';
import type { HeldOutput } from '../../core/index.ts';
import { madeMetric, madeResult } from '../made-result.ts';
import type { ScoredOutput } from '../reproduce-tables.ts';
import { comparePrinted, type PrintedComparison } from './compare.ts';
import { plainName } from './match.ts';
import { readPrintedNumber, type Scale } from './number.ts';
import type { PrintedRow } from './rows.ts';
import { printedMarkdown, printedTerminal } from './table.ts';

function rowOf(text: string, change: Partial<PrintedRow> = {}): PrintedRow {
  const printed = readPrintedNumber(text);
  if (printed === null) throw new Error(text);
  return {
    line: 2,
    table: 'Table 7',
    task: 'birco/relic',
    model: 'alpha',
    measure: 'ndcg@10',
    protocol: 'paper',
    slice: {},
    facets: {},
    unit: 'proportion',
    printed,
    scale: 'percent',
    source: 'p. 5, Table 7',
    ...change,
  };
}

function outputOf(method: string, change: Partial<HeldOutput> = {}, value = 0.65934): ScoredOutput {
  const metrics = [
    madeMetric({ protocol: 'paper', value, boot: { mean: 0.6611, std: 0.02 } }),
    madeMetric({ value: 0.7 }),
  ];
  return {
    output: { task: 'birco/relic', split: 'test', method, authors: undefined, source: 'a list', ...change },
    file: `relic/ranks/${method}.pickle`,
    result: madeResult({ metrics }),
  };
}

const compare = (row: PrintedRow, outputs: readonly ScoredOutput[]) =>
  comparePrinted('typed.csv', { rows: [row], faults: [], unread: [] }, outputs);
const comparisons = (row: PrintedRow, outputs: readonly ScoredOutput[]): readonly PrintedComparison[] =>
  compare(row, outputs).rows[0]?.comparisons ?? [];

describe('a printed value', () => {
  test('is equal to ours where ours rounds to it, on its own scale', () => {
    const verdict = (text: string, scale: Scale = 'percent') =>
      comparisons(rowOf(text, { scale }), [outputOf('alpha')])[0]?.verdict;
    expect(verdict('65.9')).toBe('equal');
    expect(verdict('65.93')).toBe('equal');
    expect(verdict('65.94')).toBe('differs');
    expect(verdict('0.6593', 'unit')).toBe('equal');
    expect(verdict('0.66', 'unit')).toBe('equal');
  });

  test('stands beside the plain mean and the bootstrap mean', () => {
    expect(comparisons(rowOf('66.1'), [outputOf('alpha')])).toEqual([
      {
        method: 'alpha',
        file: 'relic/ranks/alpha.pickle',
        value: expect.closeTo(65.934, 9),
        n: 100,
        difference: expect.closeTo(-0.166, 9),
        bootstrapMean: { value: expect.closeTo(66.11, 9), equal: true },
        authors: null,
        verdict: 'equal-bootstrap-mean',
        explanation: null,
      },
    ]);
  });

  test('that fits on the other scale says so; another reason comes from the benchmark', () => {
    const [wrongScale] = comparisons(rowOf('0.6593'), [outputOf('alpha')]);
    expect(wrongScale).toMatchObject({
      verdict: 'differs',
      explanation: 'equal on the other scale: should the scale be unit?',
    });
    const reasons = new Map([['paper ndcg@10', 'another seed']]);
    const [known] = comparisons(rowOf('50.0'), [outputOf('alpha', { reasons })]);
    expect(known?.explanation).toBe('another seed');
    const [unknown] = comparisons(rowOf('50.0'), [outputOf('alpha')]);
    expect(unknown?.explanation).toBe('not explained: the values differ');
  });

  test('stands beside what its authors published, also where the output is not here', () => {
    const authors = new Map([['paper ndcg@10', 0.6593]]);
    const held: ScoredOutput = { ...outputOf('alpha', { authors }), file: null, result: null };
    const equal = { value: expect.closeTo(65.93, 9), equal: true, source: 'a list' };
    expect(comparisons(rowOf('65.9'), [held])).toEqual([
      expect.objectContaining({
        method: 'alpha',
        file: null,
        value: null,
        authors: equal,
        verdict: 'no-output',
      }),
    ]);
    expect(comparisons(rowOf('65.9'), [outputOf('alpha', { authors })])[0]).toMatchObject({
      authors: equal,
      verdict: 'equal',
    });
  });

  test('has no value here where its protocol refused the output', () => {
    const refused: ScoredOutput = {
      ...outputOf('alpha'),
      result: madeResult({
        metrics: [],
        errors: [{ protocol: 'paper', code: 'wrong-dataset', message: 'it is of another set', details: {} }],
      }),
    };
    expect(comparisons(rowOf('65.9'), [refused])[0]).toMatchObject({
      verdict: 'no-value',
      explanation: 'the output is here and was refused by paper: it is of another set',
    });
    const sliced = rowOf('65.9', { slice: { label: 'none' } });
    expect(comparisons(sliced, [outputOf('alpha')])[0]?.explanation).toMatch(/has no such value/);
  });
});

describe('names', () => {
  const methods = (row: PrintedRow, outputs: readonly ScoredOutput[]) =>
    comparisons(row, outputs).map(({ method }) => method);

  test('are matched to the letter first, then without case and punctuation', () => {
    const outputs = ['GPT-4', 'gpt4', 'splade++', 'splade'].map((name) => outputOf(name));
    expect(methods(rowOf('1', { model: 'gpt4' }), outputs)).toEqual(['gpt4']);
    expect(methods(rowOf('1', { model: 'Gpt 4' }), outputs)).toEqual(['GPT-4', 'gpt4']);
    expect(methods(rowOf('1', { model: 'SPLADE++' }), outputs)).toEqual(['splade++']);
    expect(methods(rowOf('1', { model: 'GPT-4o' }), outputs)).toEqual([null]);
    expect(methods(rowOf('1', { model: 'gpt4', task: 'birco/wtb' }), outputs)).toEqual([null]);
    expect(plainName('Llama-3.1 (8B)_O')).toBe('llama318bo');
  });

  test('of the file and those of the benchmark count, too; facets choose among outputs of one name', () => {
    const outputs = ['zero', 'one'].map((shot) =>
      outputOf(`Model, ${shot}-shot`, { names: ['Model'], facets: { shot } }),
    );
    expect(methods(rowOf('1', { model: 'model' }), outputs)).toEqual(['Model, zero-shot', 'Model, one-shot']);
    expect(methods(rowOf('1', { model: 'model', facets: { shot: 'one' } }), outputs)).toEqual([
      'Model, one-shot',
    ]);
    const [first] = outputs;
    expect(methods(rowOf('1', { model: 'e5_rank' }), [{ ...first!, file: 'relic/e5_rank.run.gz' }])).toEqual([
      'Model, zero-shot',
    ]);
  });
});

describe('the report', () => {
  const report = comparePrinted(
    'typed.csv',
    {
      rows: [
        rowOf('65.9'),
        rowOf('66.1', { line: 3 }),
        rowOf('50.0', { line: 4, table: 'Table 8' }),
        rowOf('50.0', { line: 5, model: 'unknown' }),
      ],
      faults: [],
      unread: ['note'],
    },
    [outputOf('alpha'), { ...outputOf('alpha'), file: 'old/relic/alpha.pickle' }],
  );

  test('counts each printed value once and says which output is meant', () => {
    const page = printedMarkdown(report);
    expect(page).toContain('## Printed values of typed.csv');
    expect(page).toContain(
      '4 printed values: 1 equal to ours to the printed places, 1 equal to the bootstrap mean alone, 1 different, 1 without an output here.',
    );
    expect(page).toContain('### Table 7: relic');
    expect(page).toContain(
      '| alpha | relic/ranks/alpha.pickle | ndcg@10 (paper) | 100 | 65.9 % | 65.934 | \\+0.034 | 66.110 | equal |',
    );
    expect(page).toContain('| 66.1 % | 65.934 | \\-0.166 | 66.110 ≈ | equal as bootstrap mean |');
    expect(page).toContain('| **differs \\[1\\]** |');
    expect(page).toContain('| unknown |  | ndcg@10 (paper) |  | 50.0 % | — |  |  | no output here |');
    expect(page).toContain('3 rows can be of several outputs here');
    expect(page).toContain('Columns that are not read: note.');
  });

  test.each([40, 80, 120])('keeps to %d columns of a terminal', (width) => {
    const text = printedTerminal(report, { color: false, width });
    expect(text).toContain('typed.csv');
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
  });

  test('keeps names from outside text', () => {
    const hostile = '\u001b[2J<b>|x\n';
    const row = rowOf('65.9', { table: hostile, model: hostile, source: hostile });
    const page = printedMarkdown(compare(row, [outputOf('alpha')]));
    expect(page).not.toContain('<b>');
    const terminal = printedTerminal(compare(row, []), { color: false, width: 100 });
    for (const text of [page, terminal]) expect(/\p{Cc}/u.test(text.replaceAll('\n', ''))).toBe(false);
  });
});
