import { describe, expect, it } from 'vitest';
import type { MeasureDescription } from '../core/index.ts';
import { libraryMeasures } from './library-measures.ts';
import { type LibraryMeasure, type MeasureUse, measuresMarkdown, measuresTerminal } from './measures.ts';

const describeMeasure = (id: string, change: Partial<MeasureDescription> = {}): MeasureDescription => ({
  id,
  name: `name of ${id}`,
  summary: 'What it is.',
  range: [0, 1],
  direction: 'higher-is-better',
  unit: 'proportion',
  source: 'the paper, section 3',
  empty: 'no value (null)',
  ...change,
});

const USES: MeasureUse[] = [
  { description: describeMeasure('ndcg@10'), task: 'birco/relic', protocol: 'standard', headline: true },
  { description: describeMeasure('ndcg@10'), task: 'birco/relic', protocol: 'paper' },
  {
    description: describeMeasure('ndcg@10', { name: 'binary | one' }),
    task: 'birco/relic',
    protocol: 'card',
  },
  {
    description: describeMeasure('ndcg@5'),
    task: 'wximpactbench/qa-ranking',
    protocol: 'standard',
    headline: true,
  },
  {
    description: describeMeasure('phrase-similarity', {
      range: [Number.NEGATIVE_INFINITY, 1],
      direction: 'lower-is-better',
      unit: 'score',
    }),
    task: 'climaqa/cloze',
    protocol: 'standard',
  },
];

const LIBRARY: LibraryMeasure[] = [
  { description: describeMeasure('ndcg@5'), library: 'quadrat/metrics' },
  { description: describeMeasure('pass@k'), library: 'quadrat/stats' },
];

describe('libraryMeasures', () => {
  it('has each kind of measure, each id once, with what to import it from', () => {
    const ids = libraryMeasures.map(({ description }) => description.id);
    expect(ids).toEqual(
      expect.arrayContaining([
        ...['ndcg@10', 'success@1', 'precision@5', 'rbo', 'kendall', 'spearman', 'mcc', 'kappa.quadratic'],
        ...['hamming-loss', 'jaccard.macro', 'accuracy.balanced', 'bleu', 'bleu.nltk', 'chrf++', 'rougelsum'],
        ...['jaro-winkler', 'indel.ratio', 'squad.em', 'bertscore.f1', 'alpha.nominal', 'fleiss'],
      ]),
    );
    expect(new Set(ids).size).toBe(ids.length);
    const stats = libraryMeasures.filter(({ library }) => library === 'quadrat/stats');
    expect(stats.map(({ description }) => description.id)).toEqual(['pass@k', 'pass^k']);
  });
});

describe('measuresMarkdown', () => {
  const text = measuresMarkdown(USES);

  it('has a section an id, numbers in ids by value', () => {
    expect(text.split('\n').filter((line) => line.startsWith('## '))).toEqual([
      '## `ndcg@5`',
      '## `ndcg@10`',
      '## `phrase-similarity`',
    ]);
  });

  it('merges equal definitions and keeps different ones apart', () => {
    expect(text).toContain('**name of ndcg@10** (protocol standard, paper). What it is.');
    expect(text).toContain('**binary \\| one** (protocol card). What it is.');
  });

  it('says range, direction, unit, source, empty input, tasks and headlines', () => {
    for (const line of [
      '- range: 0 to 1, higher is better; unit: proportion',
      '- range: no lower bound to 1, lower is better; unit: score',
      '- source: the paper, section 3',
      '- empty input: no value (null)',
      '- tasks: `birco/relic`',
      '- headline of: `wximpactbench/qa-ranking`',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    expect(text).not.toContain('undefined');
  });

  it('says what to import from the libraries, beside the tasks that use the same definition', () => {
    const both = measuresMarkdown([...USES, ...LIBRARY]);
    expect(both).toContain('**name of pass@k** (library). What it is.');
    expect(both).toContain('- empty input: no value (null)\n- import from: `quadrat/stats`\n');
    expect(both).toContain('- tasks: `wximpactbench/qa-ranking`\n- import from: `quadrat/metrics`\n');
  });

  it('does not depend on the order of uses of other ids', () => {
    expect(measuresMarkdown([...USES.slice(3), ...USES.slice(0, 3)])).toBe(text);
  });
});

describe('measuresTerminal', () => {
  it('has a row a definition', () => {
    const text = measuresTerminal([...USES, ...LIBRARY], { color: false, width: 160 });
    expect(text.trimEnd().split('\n')).toHaveLength(7);
    expect(text).toMatch(/pass@k +quadrat\/stats +name of pass@k .* 0\n/);
    expect(text).toMatch(
      /ndcg@10 +standard, paper +name of ndcg@10 +0 to 1, higher is better +proportion +1/,
    );
  });
});
