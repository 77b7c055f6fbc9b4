import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { madeMetric, madeResult } from './made-result.ts';
import { renderMarkdown } from './markdown.ts';
import { renderTerminal } from './terminal.ts';
import { displayWidth } from './width.ts';

const HOSTILE = `\u001b[31m|evil\`<script>\n公安 😀 \u202e rtl \u200f \ud800 ${'x'.repeat(200)}`;
const PLAIN = { color: false, width: 120 } as const;

const hostile = madeResult({
  task: `birco/${HOSTILE}`,
  source: HOSTILE,
  model: { id: HOSTILE, kind: HOSTILE },
  settings: { initial: HOSTILE },
  warnings: [{ code: HOSTILE, message: HOSTILE }],
  diagnostics: [{ id: HOSTILE, value: 1, n: 2 }],
  metrics: [madeMetric({ headline: true, params: { gain: HOSTILE }, variant: HOSTILE })],
  baselines: [{ name: HOSTILE, protocol: 'standard', id: 'ndcg@10', value: 0.5, n: 3 }],
  errors: [{ protocol: 'paper', code: 'missing-query', message: HOSTILE, details: { [HOSTILE]: HOSTILE } }],
});

describe('renderTerminal', () => {
  it('has one row a result with interval, gain, protocol, n, coverage and baselines', () => {
    const other = madeResult({ task: 'birco/wtb', source: 'ranks/Monot5.pickle', coverage: 0.5 });
    const text = renderTerminal([madeResult(), other], { color: false, width: 170, details: false });
    expect(text.split('\n')).toHaveLength(6);
    expect(text).toContain('headline: ndcg@10 (standard, linear gain)\n');
    expect(text).toMatch(/task +source +value \[95 % interval\] +n +coverage +baselines/);
    const row = text.split('\n').find((line) => line.includes('ranks/e5_rank.pickle'));
    for (const part of [
      'birco/relic',
      '0.1125 [0.0712, 0.1598]',
      ' 100 ',
      '100.0 %',
      'echo 0.0794, echo-reversed 0.6397, random 0.0898',
    ]) {
      expect(row).toContain(part);
    }
  });

  it('says in words what varied, and what stands beside the headline', () => {
    const published = {
      name: 'published:e5_rank',
      protocol: 'standard',
      id: 'ndcg@10',
      value: 0.112467,
      n: 100,
    } as const;
    const text = renderTerminal([madeResult({ baselines: [...madeResult().baselines, published] })], PLAIN);
    expect(text).toContain('95 % interval: 1,000 bootstrap resamples of the queries (percentiles), seed 42');
    expect(text).toContain('echo 0.0794, echo-reversed 0.6397, random 0.0898, e5_rank (published) 0.1125');
    expect(text).toContain('figures that others published (1)');
    expect(text).not.toContain('published:');
    expect(text).toContain('100 scored (100.0 %), 0 unparsed, 0 stopped, 0 failed, of 100 planned');
    expect(text).toContain('fallback-windows: 0 of 943');
  });

  it('has the protocols side by side with n, baselines and ceilings, and gains under them', () => {
    const text = renderTerminal([madeResult()], { color: false, width: 80 });
    expect(text).toMatch(/measure +standard.* paper.* card.* +echo +echo-reversed +random/);
    expect(text.split(/ {2}─+ /)[0]?.match(/n 100\b/g)).toHaveLength(4);
    expect(text).toMatch(/\n {2}ndcg@10 +0\.1125 +0\.1125 +0\.1125 +0\.0794 +0\.6397 +0\.0898\n/);
    expect(text).toMatch(/recall@10 +0\.2100 +0\.2100 +0\.6314\n/);
    expect(text).toMatch(/parameters +ndcg@10: linear gain \(standard, paper\); binary gain \(card\)/);
    expect(text).toContain('recall@10: relevant=1');
    expect(text).toContain('mean 0.1121, std 0.0231 (protocol paper)');
    expect(text).not.toMatch(/boot\. mean/);
  });

  it('names the n of a cell that differs, and a baseline never beside a variant', () => {
    const variant = madeMetric({ protocol: 'paper', variant: 'date-only', n: 90 });
    const text = renderTerminal([madeResult({ metrics: [...madeResult().metrics, variant] })], PLAIN);
    expect(text).toMatch(/ndcg@10, date-only +0\.1125 \(n 90\)\n/);
  });

  it('keeps as many baselines beside the values as fit, and names the others', () => {
    const names = ['all-false', 'all-false-per-chunk', 'all-true-per-chunk', 'majority-per-chunk'];
    const baselines = names.map((name) => ({ ...madeResult().baselines[0]!, name }));
    const text = renderTerminal([madeResult({ baselines })], { color: false, width: 80 });
    expect(text).toMatch(/card n 100 +all-false +all-false-per-chunk\n|card +all-false/);
    expect(text).toMatch(/more +baselines (all-false-per-chunk, )?all-true-per-chunk, majority-per-chunk/);
  });

  it('has every value with gain, protocol and n on request, and calls Recall@10 by its name', () => {
    const text = renderTerminal([madeResult()], { color: false, width: 170, all: true });
    const headers = text.split('\n').filter((_, at, lines) => /^ *─/.test(lines[at + 1] ?? ''));
    expect(headers).toHaveLength(2);
    for (const header of headers) {
      expect(header).toContain('gain');
      expect(header).toContain('protocol');
      expect(header).toMatch(/ n( |$)/);
    }
    expect(text).toMatch(/recall@10 +standard +relevant=1 +0\.2100/);
    expect(text).not.toMatch(/R@\d/i);
    expect(text).toContain('0.6314');
  });

  it('says of many tasks once what they share, and breaks a name after its slash alone', () => {
    const task = 'wximpactbench/classification-mixed';
    const results = ['birco/wtb', 'birco/relic', task].map((name) =>
      madeResult({
        task: name,
        metrics: [madeMetric({ headline: true, params: { tokens: name === task ? '13a' : 'words' } })],
      }),
    );
    const text = renderTerminal(results, { color: false, width: 80, details: false });
    expect(text).toContain('coverage of each: 100.0 %');
    expect(text).toContain('parameters of birco/*: tokens=words\n');
    expect(text).toContain('baselines of each: echo 0.0794');
    expect(renderTerminal(results, { color: false, width: 50, details: false })).toMatch(
      /wximpactbench\/.*\nclassification-mixed/,
    );
  });

  it('shows the protocols that have values where another refuses', () => {
    const result = madeResult({
      metrics: madeResult().metrics.filter(({ protocol }) => protocol !== 'standard'),
      errors: [
        {
          protocol: 'standard',
          code: 'duplicate-id',
          message: 'one id stands twice',
          details: { faults: ['q_1'] },
        },
      ],
    });
    const text = renderTerminal([result], PLAIN);
    expect(text).toContain('refused: duplicate-id');
    expect(text).toContain('standard: one id stands twice [duplicate-id]');
    expect(text.indexOf('one id stands twice')).toBeLessThan(text.indexOf('measure'));
    expect(text).not.toContain('{"faults"');
    expect(renderTerminal([result], { ...PLAIN, all: true })).toContain('{"faults":["q_1"]}');
    expect(text).toMatch(/ndcg@10 +refused +0\.1125 +0\.1125/);
  });

  it('shows a refusal of several protocols once, with what to do', () => {
    const details = { file: 'ranks/e5_rank.pickle', next: 'Check the path.' };
    const errors = (['standard', 'paper'] as const).map(
      (protocol) =>
        ({ protocol, code: 'file-not-found', message: 'there is no such file', details }) as const,
    );
    const text = renderTerminal([madeResult({ metrics: [], baselines: [], errors })], PLAIN);
    expect(text).toContain('standard, paper: there is no such file [file-not-found]');
    expect(text).toContain('Check the path.');
    expect(text).not.toContain('{');
    // Nothing was scored: the reason is all there is.
    expect(text).not.toMatch(/outcomes|data|state|diagnostic/);
    expect(text.split('\n')).toHaveLength(4);
    const many = [madeResult(), madeResult({ metrics: [], errors })];
    expect(renderTerminal(many, { ...PLAIN, details: false })).toContain('Check the path.');
  });

  it('says whose data were used where only the table is shown, once for all', () => {
    const whose = { code: 'not-the-papers-data', message: 'Public stand-in data; licence: none stated.' };
    const own = { name: 'x', sha256: null, items: 2, kind: 'own' } as const;
    const results = [
      madeResult({ task: 'a/one', data: own, warnings: [whose, { code: 'other', message: 'else' }] }),
      madeResult({ task: 'a/two', data: own, warnings: [whose] }),
      madeResult({ task: 'a/three', data: { ...own, kind: 'sample' }, warnings: [whose] }),
    ];
    const table = renderTerminal(results, { ...PLAIN, details: false, width: 200 });
    expect(table).toContain('a/one, a/two: Public stand-in data; licence: none stated.');
    expect(table).not.toContain('else');
    expect(renderTerminal(results, { ...PLAIN, width: 200 })).not.toContain('a/one, a/two: Public');
  });

  it('says that a sample is not comparable, that a run is incomplete, what failed items could change', () => {
    const result = madeResult({
      complete: false,
      coverage: 0.95,
      data: { name: 'birco/relic/test', sha256: null, items: 24, kind: 'sample' },
      counts: { planned: 100, scored: 95, unparsed: 2, stopped: 1, failed: 2 },
      model: { id: 'local/lexical', kind: 'lexical ranker (BM25), not a language model' },
      settings: { method: 'ranker', objective: true, absent: null },
      metrics: [
        madeMetric({
          headline: true,
          bounds: { low: 0.1, high: 0.12 },
          repeats: { n: 3, values: [0.1, 0.2, null], sdPopulation: 0.05, sdSample: 0.07 },
        }),
        madeMetric({ slice: { answered: 'yes' }, value: 0.118, n: 95 }),
        madeMetric({ slice: { label: 'a' } }),
      ],
      calls: { planned: 24, made: 20, fromCache: 4, inputTokens: 12345, outputTokens: null, costUsd: 0.0123 },
    });
    const text = renderTerminal([result], PLAIN);
    expect(text).toContain('sample data: invented, not comparable');
    expect(text).toContain('incomplete: 2 items failed and count as wrong');
    expect(text).toContain('from 0.1000 to 0.1200, if all failed items were wrong or right');
    expect(text).toContain('0.1180 over the 95 queries with a readable answer');
    expect(text).toContain(
      '3: 0.1000, 0.2000, —; standard deviation over the repeats 0.0700 (n - 1), 0.0500 (n)',
    );
    expect(text).toContain('local/lexical: lexical ranker (BM25), not a language model');
    expect(text).toContain('method=ranker, objective=true');
    expect(text).not.toContain('absent');
    expect(text).toContain(
      '20 made of 24 planned, 4 answers from the cache, 12,345 tokens in, ? out, $0.0123',
    );
    expect(text).toContain('2 values by slice');
    const silent = {
      planned: 0,
      made: 0,
      fromCache: 0,
      inputTokens: null,
      outputTokens: null,
      costUsd: null,
    };
    const ranked = { ...result, calls: silent };
    expect(renderTerminal([ranked], PLAIN)).toMatch(/calls +none: no prompt is sent\n/);
    expect(renderMarkdown([ranked])).not.toContain('Calls and cost');
    expect(renderMarkdown([result])).toContain('Calls and cost');
    expect(renderTerminal([result], { ...PLAIN, all: true })).toMatch(/label=a +standard +100 +0\.1125/);
  });

  it('prints percent with its sign and proportions ×100 on request', () => {
    const percent = madeResult({
      metrics: [
        madeMetric({ id: 'bleu', unit: 'percent', value: 38.004, params: {}, headline: true, ci: null }),
      ],
      baselines: [],
    });
    expect(renderTerminal([percent], PLAIN)).toContain('38.00 %');
    expect(renderTerminal([madeResult()], { ...PLAIN, times100: true })).toContain('11.25 [7.12, 15.98]');
  });

  it.each([20, 40, 60, 80, 100, 200])('is never wider than %d columns, whatever is in it', (width) => {
    const text = renderTerminal([madeResult(), hostile], { color: false, width, all: width % 40 === 0 });
    for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(width);
  });

  it('lets nothing from outside steer the terminal', () => {
    const text = renderTerminal([hostile], PLAIN);
    expect(/[\p{Cc}\p{Cs}\u200f\u202e]/u.test(text.replaceAll('\n', ''))).toBe(false);
    expect(text).toContain('\\u{1b}[31m|evil');
    expect(text).toContain('公安 😀');
  });

  it('differs by colour in escapes only', () => {
    const results = [madeResult(), hostile];
    const coloured = renderTerminal(results, { ...PLAIN, color: true });
    const lines = (text: string) => text.split('\n').map((line) => line.trimEnd());
    expect(coloured).not.toBe(renderTerminal(results, PLAIN));
    expect(lines(stripVTControlCharacters(coloured))).toEqual(lines(renderTerminal(results, PLAIN)));
  });

  it('masks numbers of people in messages, unless items are to be shown', () => {
    const result = madeResult({ warnings: [{ code: 'x', message: 'call 13800138000' }] });
    expect(renderTerminal([result], PLAIN)).toContain('call 138********');
    expect(renderTerminal([result], { ...PLAIN, showItems: true })).toContain('call 13800138000');
  });

  it('hides secrets that the caller knows', () => {
    const result = madeResult({
      settings: { url: 'https://x.example?key=sk-secret' },
      source: 'sk-secret.json',
    });
    const text = renderTerminal([result], {
      ...PLAIN,
      redact: (all) => all.replaceAll('sk-secret', '[key]'),
    });
    expect(text).not.toContain('sk-secret');
    expect(text).toContain('[key].json');
  });

  it('shows long particulars cut, and says where the rest is', () => {
    const details = { faults: Array.from({ length: 100 }, (_, at) => `query_${at}`) };
    const result = madeResult({
      errors: [{ protocol: 'card', code: 'missing-query', message: 'm', details }],
    });
    const text = renderTerminal([result], { ...PLAIN, all: true });
    expect(text).toMatch(/… \(all with\s+--json\)/);
    expect(text).not.toContain('query_99');
  });

  it('has nothing to say of no results', () => expect(renderTerminal([], PLAIN)).toBe(''));
});
