import { describe, expect, it } from 'vitest';
import type { QuestionItem } from './pool.ts';
import { type CallAnswer, finalistsOf, readRankingAnswers, shownFinalists } from './rank-answers.ts';
import { RANKING_MEASURES, scoreQuestion } from './rank-measures.ts';
import { readNumbers } from './rank-reading.ts';
import { classificationSettings, type RankingMethod, rankingSettings } from './settings.ts';
import { mergeThirds, thirdsOf } from './thirds.ts';
import { groupsOf } from './two-stage.ts';
import { afterWindow, windowStarts } from './windows.ts';

const item = (gold: number, n = 100): QuestionItem => ({
  id: '1',
  hash: '',
  cluster: '1',
  strata: {},
  query: 'q',
  passages: Array.from({ length: n }, (_, at) => `p${at + 1}`),
  gold,
  loaded: { questions: 1, sample: true },
});
const answer = (text: string, truncated = false): CallAnswer => ({ text, stop: null, truncated });
const settings = (method: RankingMethod, more = {}) => rankingSettings.parse({ method, ...more });
const anyNumber = () => true;

describe('reading numbers', () => {
  it('takes brackets before bare numbers, first mentions, what was shown', () => {
    expect(readNumbers('the top 10: [12] > [4] > [12]', false, anyNumber)).toEqual({
      numbers: [12, 4],
      repeated: 1,
      outOfRange: 0,
    });
    expect(readNumbers('3 > 1, 2; 50', false, (number) => number <= 5)).toEqual({
      numbers: [3, 1, 2],
      repeated: 0,
      outOfRange: 1,
    });
    expect(readNumbers('[12, 4]', false, anyNumber).numbers).toEqual([12, 4]);
    expect(readNumbers('<think>[9]</think>[1]', false, anyNumber).numbers).toEqual([1]);
  });

  it('leaves out what a cut answer ends in', () => {
    expect(readNumbers('[12] > [4] > [2', true, anyNumber).numbers).toEqual([12, 4]);
    expect(readNumbers('12 > 4 > 2', true, anyNumber).numbers).toEqual([12, 4]);
    expect(readNumbers('12 > 4 > 2', false, anyNumber).numbers).toEqual([12, 4, 2]);
  });
});

describe('article-thirds', () => {
  it('cuts by sentences, the earlier parts longer', () => {
    expect(thirdsOf('One. Two! Three? Four. Five.')).toEqual(['One. Two!', 'Three? Four.', 'Five.']);
    expect(thirdsOf('A. B. C.')).toEqual(['A.', 'B.', 'C.']);
  });

  it('cuts a passage of two sentences by words', () => {
    expect(thirdsOf('One two three. Four five.')).toEqual(['One two', 'three. Four', 'five.']);
    expect(thirdsOf('$3.50 a b c')).toEqual(['$3.50 a', 'b', 'c']);
    expect(thirdsOf('')).toEqual(['', '', '']);
  });

  it('merges by best place, ties by the earlier third, the unnamed last as shown', () => {
    expect(
      mergeThirds(
        [
          [5, 2],
          [3, 5],
          [2, 1],
        ],
        6,
      ),
    ).toEqual([5, 3, 2, 1, 4, 6]);
  });

  it('reads three answers', () => {
    const read = readRankingAnswers(
      [answer('[5] > [2]'), answer('?'), answer('[9]')],
      item(9),
      settings('article-thirds'),
    );
    expect(read).toMatchObject({ outcome: 'scored', value: { paper: null } });
    expect(read.value?.order?.slice(0, 4)).toEqual([5, 9, 2, 1]);
  });
});

describe('sliding', () => {
  it('starts at the back and ends flush with the top', () => {
    expect(windowStarts(100)).toEqual([70, 50, 30, 10, 0]);
    expect(windowStarts(30)).toEqual([0]);
    expect(windowStarts(12)).toEqual([0]);
    expect(windowStarts(35)).toEqual([5, 0]);
  });

  it('carries a passage from the last place to the first', () => {
    const order = Array.from({ length: 5 }, (_, at) => at + 1);
    expect(afterWindow(order, 2, [3], 3)).toEqual([1, 2, 5, 3, 4]);
    const first = '[30] > [1]';
    const carried = [first, '[21]', '[21]', '[21]', '[11]'].map((text) => answer(text));
    const read = readRankingAnswers(carried, item(100), settings('sliding'));
    expect(read.value?.order?.[0]).toBe(100);
    expect(new Set(read.value?.order).size).toBe(100);
  });
});

describe('two-stage', () => {
  it('cuts the pool 40, 40, 20, and a smaller one in proportion', () => {
    expect(groupsOf(100, [40, 40, 20])).toEqual([
      { first: 1, last: 40 },
      { first: 41, last: 80 },
      { first: 81, last: 100 },
    ]);
    expect(groupsOf(20, [40, 40, 20]).map(({ first, last }) => last - first + 1)).toEqual([8, 8, 4]);
  });

  it('standard takes distinct passages, paper shows what the run showed', () => {
    const group = (start: number) => Array.from({ length: 12 }, (_, at) => `[${start + at}]`).join(' > ');
    const texts = [`[7] > ${group(1)}`, group(41), group(81), '[1] > [1] > [30]'];
    const read = readRankingAnswers(
      texts.map((text) => answer(text)),
      item(90),
      settings('two-stage'),
    );
    expect(read.value?.order?.slice(0, 4)).toEqual([7, 90, 1, 2]);
    expect(read.value?.order).toHaveLength(100);
    expect(read.value?.paper?.slice(0, 3)).toEqual([7, 7, 90]);
  });

  it('preset=paper lets repeats use up places, as the authors do', () => {
    const groups = groupsOf(100, [40, 40, 20]);
    const first = ['[7] > [7] > [2] > [50]', '[41]', 'none'].map((text) => answer(text));
    const finalists = (more = {}) => finalistsOf(first, groups, settings('two-stage', { keep: 2, ...more }));
    expect(finalists()).toEqual([7, 2, 41]);
    expect(finalists({ preset: 'paper' })).toEqual([7, 7, 41]);
    expect(finalistsOf([answer('no'), answer('no'), answer('no')], groups, settings('two-stage'))).toEqual(
      [],
    );
    expect(shownFinalists([], groups, 2)).toEqual([1, 2, 41, 42, 81, 82]);
  });

  it('nothing readable is 0 in standard and the order of the pool in paper', () => {
    const read = readRankingAnswers(
      ['no', 'no', 'no', 'no'].map((text) => answer(text)),
      item(1),
      settings('two-stage'),
    );
    expect(read).toMatchObject({ outcome: 'unparsed', value: { order: null } });
    const values = scoreQuestion(read.value, item(1));
    expect(values.standard).toEqual({ 'hit@1': 0, 'ndcg@5': 0, 'ndcg@10': 0, 'recall@5': 0, mrr: 0 });
    expect(values.paper?.['hit@1']).toBe(1);
  });
});

describe('settings', () => {
  it('another temperature than the 0 of preset=paper is refused', () => {
    for (const schema of [classificationSettings, rankingSettings]) {
      expect(() => schema.parse({ preset: 'paper', temperature: 0.5 })).toThrow(/is 0 with preset=paper/);
      expect(schema.parse({ preset: 'paper' }).temperature).toBe(0);
      expect(schema.parse({ temperature: 0.5 }).temperature).toBe(0.5);
    }
  });

  it('groups and keep are refused where the method has no groups', () => {
    expect(settings('two-stage', { groups: '50,50', keep: 3 }).keep).toBe(3);
    for (const method of ['single-call', 'sliding', 'article-thirds', 'ranker'] as const) {
      expect(() => settings(method, { keep: 3 })).toThrow(/method=two-stage only/);
      expect(() => settings(method, { groups: '50,50' })).toThrow(/method=two-stage only/);
      expect(settings(method).method).toBe(method);
    }
  });
});

describe('single-call', () => {
  it('appends the unnamed in standard; the authors leave them out and give repeats to the next number', () => {
    const read = readRankingAnswers([answer('[3] > [3] > [200]')], item(4), settings('single-call'));
    expect(read.value?.order?.slice(0, 4)).toEqual([3, 1, 2, 4]);
    expect(scoreQuestion(read.value, item(4)).paper?.mrr).toBe(0.5);
    expect(scoreQuestion(read.value, item(4)).standard?.mrr).toBe(0.25);
    expect(scoreQuestion(read.value, item(50)).paper?.mrr).toBe(0);
  });

  it('a number that Python cannot read drops the question from paper only', () => {
    const read = readRankingAnswers([answer('[5] > [3²]')], item(5), settings('single-call'));
    expect(read.value?.paper).toBeNull();
    expect(scoreQuestion(read.value, item(5)).standard?.['hit@1']).toBe(1);
  });

  it('a call that failed is 0 in standard and leaves the mean of paper', () => {
    expect(scoreQuestion(undefined, item(1)).standard?.mrr).toBe(0);
    expect(scoreQuestion(undefined, item(1)).paper?.mrr).toBeNull();
  });
});

describe('rounding', () => {
  it('107 of 160 prints 0.6687 as a mean of the authors', () => {
    const hit = RANKING_MEASURES.find(
      ({ description, protocol }) => description.id === 'hit@1' && protocol === 'paper',
    );
    expect(hit?.aggregate === 'mean' ? null : hit?.aggregate.value([107, 160])).toBe(0.6687);
  });
});
