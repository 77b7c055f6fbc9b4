import { describe, expect, it } from 'vitest';
import type { Result } from '../core/index.ts';
import { madeMetric, madeResult } from './made-result.ts';
import { renderMarkdown } from './markdown.ts';

const HOSTILE =
  '\u001b[31m|a`b`<script>alert(1)</script>\n# title\n- [x](javascript:x) 公安 😀 \u202e\ud800 =1+1';

/** Rows of every table, header first; a row is its cells. */
function tables(text: string): string[][][] {
  const blocks = text.split('\n\n').filter((block) => block.startsWith('| '));
  return blocks.map((block) => block.split('\n').map((line) => line.slice(2, -2).split(/ \| /)));
}

describe('renderMarkdown', () => {
  const text = renderMarkdown([madeResult()], { generatedAt: '2026-03-01 12:00', title: 'BIRCO, E5' });

  it('has the parts of a report', () => {
    expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# BIRCO, E5',
      '## Results',
      '## What was run',
      '## How to read it',
      '## birco/relic · ranks/e5_rank.pickle',
      '### Protocols side by side',
      '### All values',
      '### Baselines',
      '### Diagnostics',
    ]);
    expect(text).toContain('Made 2026-03-01 12:00, scored by quadrat 0.1.0.');
    expect(text.endsWith('943\n')).toBe(true);
    expect(text).not.toContain('\n\n\n');
  });

  it('gives every table gain, protocol and n', () => {
    const groups = tables(text);
    expect(groups).toHaveLength(4);
    for (const [header = []] of groups) {
      const words = header.join(' ');
      expect(words).toContain('gain');
      expect(words).toMatch(/protocol|standard/);
      expect(words).toMatch(/\bn\b/);
    }
    expect(text).not.toMatch(/R@\d/i);
  });

  it('puts the protocols side by side, each value with gain and n', () => {
    expect(text).toContain(
      '| ndcg@10 | 0.1125 (linear gain, n 100) | 0.1125 (linear gain, n 100) | 0.1125 (binary gain, n 100) |',
    );
    expect(text).toContain('| recall@10 | 0.2100 (n 100) | 0.2100 (n 100) | not defined |');
  });

  it('shows interval, bootstrap mean and std, and ceiling of each value', () => {
    expect(text).toContain(
      '| ndcg@10 | paper | linear gain | 0.1125 | \\[0.0712, 0.1598\\] | 100 | 0.1121 | 0.0231 | 1.0000 |',
    );
    expect(text).toContain(
      '| recall@10 | standard | relevant=1 | 0.2100 | \\[0.0712, 0.1598\\] | 100 |  |  | 0.6314 |',
    );
  });

  it('says how to read what is there, and nothing that is not', () => {
    for (const sentence of [
      '- 95 % interval: 1,000 bootstrap resamples of the queries (percentiles), seed 42. It says',
      '- Bootstrap mean and std:',
      '- Protocol standard:',
      '- Protocol paper:',
      '- Protocol card:',
      '- Linear gain:',
      '- Binary gain:',
      '- Ceiling:',
      '- Baselines need no model: echo,',
    ]) {
      expect(text).toContain(sentence);
    }
    for (const absent of [
      'Protocol lawbench',
      'Wilson',
      'Repeats:',
      'Bounds:',
      '×100',
      'sample data',
      'Calls',
    ]) {
      expect(text).not.toContain(absent);
    }
  });

  it('says that sample data are not comparable, and shows calls, slices, repeats, warnings', () => {
    const sample = renderMarkdown([
      madeResult({
        data: { name: 'birco/relic/test', sha256: null, items: 24, kind: 'sample' },
        model: { id: 'openai/gpt-x', kind: 'language model' },
        calls: { planned: 24, made: 20, fromCache: 4, inputTokens: null, outputTokens: 10, costUsd: 1.5 },
        metrics: [
          madeMetric({
            headline: true,
            repeats: { n: 2, values: [0.1, 0.2], sdPopulation: 0.05, sdSample: 0.0707 },
          }),
          madeMetric({ slice: { label: '经济|a' }, id: 'f1.label', params: {} }),
        ],
        warnings: [{ code: 'absent-outputs', message: '3 outputs are absent' }],
        errors: [
          { protocol: 'card', code: 'missing-query', message: 'no ranking', details: { query: 'q_1' } },
        ],
      }),
    ]);
    expect(sample).toContain('> **sample data: invented, not comparable.**');
    expect(sample).toContain('| `birco/relic` | `openai/gpt-x` | 24 | 20 | 4 | not known | 10 | \\$1.50 |');
    expect(sample).toContain('### By label');
    expect(sample).toContain('| slice | protocol | n | f1.label |');
    expect(sample).toContain('| label=经济\\|a | standard | 100 | 0.1125 \\[0.0712, 0.1598\\] |');
    expect(sample).toContain('sd of repeats');
    expect(sample).toContain('Repeats: the same items were asked 2 times');
    expect(sample).toContain('- 3 outputs are absent \\[absent-outputs\\]');
    expect(sample).toContain('- card: no ranking \\[missing-query\\]');
    expect(sample).toContain('| ndcg@10 | 0.1125 (linear gain, n 100) | refused |');
  });

  it('says once what several results have in common, and puts every value behind the first page', () => {
    const model = { id: 'local/lexical', kind: 'a baseline' };
    const shared = { code: 'sample-data', message: 'invented' };
    const calls = { planned: 0, made: 0, fromCache: 0, inputTokens: null, outputTokens: null, costUsd: null };
    const made = (task: string, more: Partial<Result> = {}) =>
      madeResult({ task, source: 'runs/one', model, calls, warnings: [shared], ...more });
    const two = { code: 'of-two', message: 'of two' };
    const page = renderMarkdown([
      made('birco/relic', { warnings: [shared, two] }),
      made('birco/wtb', { warnings: [shared, two] }),
      made('birco/arguana', { warnings: [shared, { code: 'own', message: 'its own' }] }),
    ]);
    const count = (part: string) => page.split(part).length - 1;
    expect(count('runs/one')).toBe(1);
    expect(page).toContain(
      '- 3 results from `runs/one`; their data stand with each below\n- model `local/lexical`: a baseline',
    );
    expect(count('a baseline')).toBe(1);
    expect(page).toContain(
      '## Warnings of several tasks\n\n- invented \\[sample-data\\]\n- of two \\[of-two\\]: birco/relic, birco/wtb\n',
    );
    expect(count('invented')).toBe(1);
    const whole = renderMarkdown([
      ...['a/x', 'a/y'].map((task) => made(task, { warnings: [two] })),
      made('b/z'),
    ]);
    expect(whole).toContain('- of two \\[of-two\\]: a/\\*\n');
    expect(page).toContain('### Warnings\n\n- its own \\[own\\]');
    expect(count('## How to read it')).toBe(1);
    const order = [
      '## Results',
      '## What was run',
      '## Warnings of',
      '## How to read it',
      '## birco/relic',
      '### Warnings',
    ];
    expect(order.map((part) => page.indexOf(part))).toEqual(
      order.map((part) => page.indexOf(part)).sort((a, b) => a - b),
    );
    expect(page).not.toContain('calls:');
    expect(page).toContain('- no prompt was sent');
  });

  it('names measures without a value in a sentence, and ways of aggregating that tell rows apart', () => {
    const none = { value: null, n: 0, ci: null, params: {} } as const;
    const page = renderMarkdown([
      madeResult({
        metrics: [
          madeMetric({ id: 'bleu', headline: true, params: {}, aggregate: 'pooled' }),
          madeMetric({ id: 'bleu', value: 0.3, params: {}, aggregate: 'weighted' }),
          madeMetric({ id: 'bertscore.f1', ...none }),
          madeMetric({ id: 'bertscore.f1', ...none, protocol: 'paper' }),
          madeMetric({ id: 'bertscore.f1', ...none, slice: { complexity: 'BASE' } }),
          madeMetric({ id: 'bleu', params: {}, slice: { complexity: 'BASE' } }),
        ],
      }),
    ]);
    expect(page).toContain('\nNo value (n 0): bertscore.f1: standard, paper.\n');
    expect(page).toContain('\nNo value by complexity: bertscore.f1.\n');
    expect(page).toContain('| bleu, aggregate=pooled | 0.1125 (n 100) |');
    expect(page).toContain('| bleu, aggregate=weighted | 0.3000 (n 100) |');
  });

  it('shows published figures beside ours, apart from the baselines', () => {
    const published = {
      name: 'published:e5_rank',
      protocol: 'standard',
      id: 'ndcg@10',
      value: 0.2,
      n: 97,
      source: 'rank files of the authors',
    } as const;
    const report = renderMarkdown([madeResult({ baselines: [...madeResult().baselines, published] })]);
    expect(report).toContain(
      '| published by | n | ndcg@10 (standard, linear gain) |\n| --- | ---: | ---: |\n| e5_rank | 97 | 0.2000 |\n| **this result** | **100** | **0.1125** |',
    );
    expect(report).toContain(
      '| baselines | protocol | gain, parameters | n | echo | echo-reversed | random |',
    );
    expect(report).toContain(
      '- Published: figures that others published for the same data (rank files of the authors).',
    );
    expect(text).not.toContain('Published');
  });

  it('keeps every text from outside a text', () => {
    const report = renderMarkdown(
      [
        madeResult({
          task: HOSTILE,
          source: HOSTILE,
          model: { id: HOSTILE, kind: HOSTILE },
          settings: { a: HOSTILE },
          warnings: [{ code: HOSTILE, message: HOSTILE }],
          diagnostics: [{ id: HOSTILE, value: 1, n: 2 }],
          metrics: [madeMetric({ params: { gain: HOSTILE }, variant: HOSTILE, headline: true })],
          baselines: [{ name: HOSTILE, protocol: 'standard', id: 'ndcg@10', value: 1, n: 1 }],
          errors: [{ protocol: 'card', code: 'internal', message: HOSTILE, details: { a: HOSTILE } }],
        }),
      ],
      { title: HOSTILE, generatedAt: HOSTILE },
    );
    expect(report).not.toContain('<script');
    expect(report).not.toContain('\n# title');
    expect(report).not.toMatch(/[^\\]\]\(javascript/);
    expect(/[\p{Cs}\p{Cc}\u202e]/u.test(report.replaceAll('\n', ''))).toBe(false);
    for (const [header = [], ...rows] of tables(report)) {
      for (const row of rows) expect(row.length).toBe(header.length);
    }
  });

  it('links to the part of each task of a run', () => {
    const results = ['birco/relic', 'climaqa/mcq'].map((task) => madeResult({ task }));
    expect(renderMarkdown(results)).toContain(
      'Every value of: [birco/relic](#bircorelic), [climaqa/mcq](#climaqamcq).',
    );
  });

  it('has no prompts where none was sent, and does not warn of a template', () => {
    const none = { planned: 0, made: 0, fromCache: 0, inputTokens: null, outputTokens: null, costUsd: null };
    const warnings = [{ code: 'prompt-template', message: 'Prompt template 12c5.' }];
    const made = { promptSha256: 'a'.repeat(64), warnings, diagnostics: [{ id: 'odd', value: 0, n: 0 }] };
    const silent = renderMarkdown([
      madeResult({ ...made, calls: none }),
      madeResult({ ...made, task: 'birco' }),
    ]);
    expect(silent).toContain('no prompt was sent');
    expect(silent).not.toMatch(/prompts: sha256|Prompt template|Warnings|odd/);
    const sent = renderMarkdown([madeResult({ ...made, calls: { ...none, planned: 2, made: 2 } })]);
    expect(sent).toMatch(/prompts: sha256 a{12}…; Prompt template 12c5/);
    expect(sent).not.toContain('Warnings');
  });

  it('says so where there is nothing', () => {
    expect(renderMarkdown([])).toBe('# Quadrat report\n\nThere are no results.\n');
  });
});
