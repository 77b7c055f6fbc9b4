import { describe, expect, test } from 'vitest';
import type { ComparedMeasure, Comparison } from '../core/index.ts';
import { compareCsv, compareJson, compareMarkdown, compareTerminal } from './compare.ts';
import { formatDifference, formatP, inputLetter } from './compare-table.ts';
import { displayWidth } from './width.ts';

const measure = (change: Partial<ComparedMeasure> = {}): ComparedMeasure => ({
  id: 'accuracy',
  protocol: 'standard',
  headline: true,
  unit: 'proportion',
  direction: 'higher-is-better',
  params: {},
  variant: null,
  slice: null,
  aggregate: 'mean',
  verdict: 'with-care',
  refused: null,
  first: { value: 0.5, n: 40 },
  second: { value: 0.25, n: 40 },
  pairs: 40,
  leftOut: 2,
  clusters: 40,
  difference: -0.25,
  ci: {
    level: 0.95,
    low: -0.4,
    high: -0.1,
    method: 'bootstrap-percentile-paired',
    resamples: 10_000,
    seed: 42,
  },
  test: { name: 'mcnemar', exact: true, resamples: null, seed: null },
  p: 0.00001,
  pCorrected: 0.0123,
  significant: true,
  wins: 2,
  ties: 26,
  losses: 12,
  detectable: 0.21,
  ...change,
});
const comparison = (change: Partial<Comparison> = {}): Comparison => ({
  tool: 'quadrat',
  version: '0.1.0',
  inputs: [
    { source: 'runs/舆情-一', kind: 'run', model: 'local/警务模型', tasks: ['cpsdbench/rumor'] },
    { source: 'runs/\u001b[31mtwo\u202e', kind: 'predictions', model: null, tasks: ['cpsdbench/rumor'] },
  ],
  statistics: {
    level: 0.95,
    alpha: 0.05,
    power: 0.8,
    seed: 42,
    resamples: 10_000,
    correction: 'holm',
    comparisons: 1,
  },
  pairs: [
    {
      first: 0,
      second: 1,
      task: 'cpsdbench/rumor',
      verdict: 'with-care',
      differences: [
        {
          field: 'prompts',
          first: 'a'.repeat(64),
          second: null,
          effect: 'with-care',
          message: 'Prompts and settings of predictions made elsewhere are not known.',
        },
      ],
      items: {
        common: 42,
        onlyFirst: Array.from({ length: 12 }, (_, at) => `条目${at}`),
        onlySecond: [],
        changed: [],
      },
      repeats: [3, 1],
      measures: [measure()],
      warnings: [{ code: 'note', message: 'call 13812345678 for more' }],
      errors: [],
    },
  ],
  means: [],
  gate: { passed: false, drops: [{ task: 'cpsdbench/rumor', second: 1 }], notJudged: [] },
  ...change,
});
const print = { color: false, width: 100 };

describe('a comparison in the terminal', () => {
  const text = compareTerminal(comparison(), print);

  test('says verdict, differences, unpaired items, figures and what varied', () => {
    for (const part of [
      'cpsdbench/rumor: B against A',
      'comparable with care',
      'prompts: aaaaaaaaaaaa… against not known.',
      '12 items only in A: 条目0, ',
      'and 2 more (all with --json)',
      'A 3, B 1: averaged before anything is compared',
      'accuracy (standard) 2: items without a value on one side',
      '-0.2500',
      '[-0.4000, -0.1000]',
      '< 0.001',
      '0.012',
      '2 / 26 / 12',
      '0.2100',
      '10,000 paired bootstrap resamples',
      'McNemar’s exact test',
      'corrected for the 1 comparison of this table',
      'failed: cpsdbench/rumor: the headline of B',
    ])
      expect(text.replace(/\s+/g, ' ')).toContain(part);
  });

  test('is safe: no escapes, no turned text, numbers of people masked', () => {
    for (const sign of ['\u001b', '\u202e']) {
      expect(text).not.toContain(sign);
      expect(compareMarkdown(comparison())).not.toContain(sign);
    }
    expect(text).not.toContain('13812345678');
    expect(compareJson(comparison())).not.toContain('13812345678');
  });

  test.each([40, 60, 80, 120])('keeps to %i columns with Chinese in it', (width) => {
    for (const line of compareTerminal(comparison(), { ...print, width }).split('\n'))
      expect(displayWidth(line)).toBeLessThanOrEqual(width);
  });

  test('is a line a measure at 80 columns, with the rest under it; every column with all', () => {
    const narrow = compareTerminal(comparison(), { ...print, width: 80 });
    expect(narrow).toMatch(
      /\n {2}accuracy +0\.5000 +0\.2500 +-0\.2500 \[-0\.4000, -0\.1000\] +0\.012 +2\/26\/12\n/,
    );
    expect(narrow).toMatch(/measures +accuracy: standard\n +pairs +40\n +detects +0\.2100\n/);
    const all = compareTerminal(comparison(), { ...print, width: 80, all: true });
    expect(all).toContain('2 / 26 / 12');
  });

  test('a pair that is not comparable has values with their n, and neither p nor interval', () => {
    const [pair] = comparison().pairs;
    const none = {
      verdict: 'not-comparable',
      refused: 'the two are not comparable',
      difference: null,
      ci: null,
      test: null,
      p: null,
      pCorrected: null,
      significant: null,
      wins: null,
      ties: null,
      losses: null,
      detectable: null,
    } as const;
    const unlike = { ...pair!, verdict: 'not-comparable', measures: [measure(none)] } as const;
    const shown = compareTerminal(comparison({ pairs: [unlike], gate: null }), print);
    expect(shown).toContain('0.5000 (n 40)');
    expect(shown).toContain('not comparable: values stand side by side');
    expect(shown).not.toMatch(/Holm|wins|detectable|McNemar/);
  });

  test('warnings of every pair are said once', () => {
    const [pair] = comparison().pairs;
    const shown = compareTerminal(
      comparison({ pairs: [pair!, { ...pair!, task: 'cpsdbench/fraud' }] }),
      print,
    );
    expect(shown.split('[note]')).toHaveLength(2);
  });
});

test('as Markdown: tables and lists', () => {
  const text = compareMarkdown(comparison());
  expect(text).toContain('## cpsdbench/rumor: B against A');
  expect(text).toMatch(/\| accuracy \(standard\) \| \*\*0\.5000\*\* \| \*\*0\.2500\*\* \|/);
});

test('as CSV: one line a measure, numbers in full, formulas defused', () => {
  const inputs = [{ ...comparison().inputs[0]!, source: '=cmd()' }, comparison().inputs[1]!];
  const [header, line] = compareCsv(comparison({ inputs })).split('\r\n');
  expect(header?.split(',').slice(0, 5)).toEqual(['task', 'first', 'second', 'verdict', 'measure']);
  expect(line).toContain("'=cmd()");
  expect(line).toContain('-0.25,-0.4,-0.1,0.00001,0.0123,true,mcnemar,2,26,12,0.21,40,2');
});

test('as JSON: the document itself', () => {
  const { pairs } = JSON.parse(compareJson(comparison())) as Comparison;
  expect(pairs[0]?.measures).toEqual([measure()]);
});

test('letters, signs and p-values', () => {
  expect([0, 25, 26, 27, 52].map(inputLetter)).toEqual(['A', 'Z', 'AA', 'AB', 'BA']);
  expect(formatDifference(0.1, 'proportion')).toBe('+0.1000');
  expect(formatDifference(0.00001, 'proportion')).toBe('0.0000');
  expect(formatDifference(-0.1, 'percent')).toBe('-0.10');
  expect(formatDifference(null, 'percent')).toBe('—');
  expect([null, 1, 0.05, 0.0005, 0.0001].map(formatP)).toEqual(['—', '1.000', '0.050', '0.001', '< 0.001']);
});
