import { describe, expect, it } from 'vitest';
import { type ListBenchmark, renderList } from './list.ts';
import { displayWidth } from './width.ts';

const BIRCO: ListBenchmark = {
  id: 'birco',
  title: 'BIRCO',
  summary: 'Re-ranking with complex objectives.',
  licence: 'CC BY-NC 4.0',
  citation: 'arXiv 2402.14151',
  tasks: ['relic', 'wtb'].map((set) => ({
    id: `birco/${set}`,
    title: `Re-rank ${set}`,
    headline: { id: 'ndcg@10', protocol: 'standard' },
    language: 'en',
    splits: [
      { name: 'test', items: 100, present: set === 'relic' },
      { name: 'dev', items: null, present: false },
    ],
    settings: [
      { key: 'method', description: 'score or ranker', default: 'score' },
      ...(set === 'wtb' ? [{ key: 'window', description: 'passages a window', default: null }] : []),
    ],
  })),
};

describe('renderList', () => {
  const text = renderList([BIRCO], { color: false, width: 120 });

  it('shows tasks, headlines, splits with sizes and whether the data are here, and the licence', () => {
    expect(text).toContain('licence: CC BY-NC 4.0');
    expect(text).toContain('cite: arXiv 2402.14151');
    expect(text).toMatch(
      /birco\/relic +Re-rank relic +ndcg@10 \(standard\) +test \(100, present\); dev \(size not known, not present\)/,
    );
    expect(text).toContain('test (100, not present)');
  });

  it('shows a setting once, with the tasks that have it', () => {
    expect(text).toMatch(/method +score +score or ranker +all/);
    expect(text).toMatch(/window +none +passages a window +wtb/);
    expect(text).not.toMatch(/window.*birco\/wtb/);
  });

  it('names the tasks without a setting where they are fewer, and tasks of one stem once', () => {
    const [task] = BIRCO.tasks;
    const [method] = task!.settings;
    const tasks = ['a', 'b', 'c', 'bench-1-2', 'bench-2-5'].map((name) => ({
      ...task!,
      id: `x/${name}`,
      settings: name.startsWith('bench') ? [] : [method!],
    }));
    const groups = renderList([{ ...BIRCO, id: 'x', tasks }], { color: false, width: 120 });
    expect(groups).toMatch(/method +score +score or ranker +all but bench-\*/);
  });

  it('leaves settings out where they are not wanted, and says where they are', () => {
    const short = renderList([BIRCO], { color: false, width: 60, settings: false });
    expect(short).not.toContain('score or ranker');
    expect(short).toContain('birco/relic');
    expect(short).toContain('\n\nSettings: quadrat list BENCHMARK\n');
  });

  it('marks Chinese tasks, keeps to the width, and separates benchmarks', () => {
    const chinese: ListBenchmark = {
      ...BIRCO,
      id: 'cpsdbench',
      tasks: [{ ...BIRCO.tasks[0]!, title: '涉警舆情\u001b', language: 'zh', settings: [] }],
    };
    const both = renderList([BIRCO, chinese], { color: false, width: 60 });
    expect(both).toContain('\n\ncpsdbench: BIRCO\n');
    expect(both).toContain('涉警舆情\\u{1b}');
    expect(both.replaceAll(/\s+/g, ' ')).toContain('(Chinese)');
    for (const line of both.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(60);
    expect(renderList([], { color: false, width: 60 })).toBe('');
  });
});
