import { describe, expect, it } from 'vitest';
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
      '## What was run',
      '## Results',
      '## birco/relic · ranks/e5_rank.pickle',
      '### Protocols side by side',
      '### All values',
      '### Baselines',
      '### Diagnostics',
      '## How to read it',
    ]);
    expect(text).toContain('Made 2026-03-01 12:00, scored by quadrat 0.1.0.');
    expect(text.endsWith('.\n')).toBe(true);
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
    expect(sample).toContain('f1.label (label=经济\\|a)');
    expect(sample).toContain('sd of repeats');
    expect(sample).toContain('Repeats: the same items were asked 2 times');
    expect(sample).toContain('- 3 outputs are absent \\[absent-outputs\\]');
    expect(sample).toContain('- card: no ranking \\[missing-query\\]');
    expect(sample).toContain('| ndcg@10 | 0.1125 (linear gain, n 100) | refused |');
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
    expect(report).toContain('| ndcg@10 | standard | linear gain | e5_rank | 0.2000 | 0.1125 | 97 |');
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

  it('says so where there is nothing', () => {
    expect(renderMarkdown([])).toBe('# Quadrat report\n\nThere are no results.\n');
  });
});
