import { describe, expect, it, test } from 'vitest';
import { bm25Scores } from '../text/bm25.ts';
import { chineseTokens, lexicalScores } from './lexical.ts';

const rank = (query: string, ...texts: string[]) =>
  lexicalScores({ query, documents: texts.map((text, at) => ({ id: `${at}`, text })) });

describe('tokens of Chinese text', () => {
  it.each([
    // 民警 and 盗窃案 are words, and so is each pair of theirs but those that are words already.
    ['民警侦破盗窃案', ['民警', '侦破', '盗窃案', '警侦', '破盗', '盗窃', '窃案']],
    ['水', ['水']],
    ['ＡＢ12 电信诈骗', ['ab12', '电信', '诈骗', '信诈']],
    ['flood of 1927', ['flood', 'of', '1927']],
    ['。！？', []],
    ['\ud842 \udfb7', []],
  ])('%s', (text, want) => expect(chineseTokens(text)).toEqual(want));

  it('cut no surrogate pair, whatever jieba makes of rare characters', () => {
    for (const token of chineseTokens('𠮷某𠮷𠮷甲')) expect(token).not.toMatch(/\p{Surrogate}/u);
    expect(chineseTokens('𠮷某')).toContain('𠮷某');
  });
});

test('a query without Chinese is cut as everywhere: runs of a-z and 0-9, to the bit', () => {
  const texts = ['storm and flood', 'drought', 'flood 洪水 of 1927'];
  expect(rank('Flood of 1927!', ...texts)).toEqual(bm25Scores('Flood of 1927!', texts));
});

test('a word counts as one: the text that has it comes before one that has its characters apart', () => {
  const [word = 0, apart = 0, none = 0] = rank(
    '派出所的民警',
    '他去派出所报案',
    '他派人出去所以报案',
    '盗窃',
  );
  expect(word).toBeGreaterThan(apart);
  expect(apart).toBe(0);
  expect(none).toBe(0);
});

test('pairs find what is cut differently', () => {
  const [found = 0, none = 0] = rank('诈骗', '反诈骗中心', '交通事故');
  expect(found).toBeGreaterThan(0);
  expect(none).toBe(0);
});
