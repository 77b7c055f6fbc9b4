import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../tests/any-text.ts';
import { canonicalGrams, canonicalYuan } from './amounts.ts';
import { chineseNumber } from './chinese-numerals.ts';
import { canonicalTime, sameTime } from './chinese-time.ts';
import { hasSurrogates } from './code-points.ts';
import { characterTokens, normaliseSpan } from './normalise-span.ts';
import { chineseWords } from './segment.ts';

/** Whether a text holds half a pair of surrogates. */
function hasLoneSurrogate(text: string): boolean {
  return (
    hasSurrogates(text) && /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)
  );
}

describe('normaliseSpan', () => {
  it.each([
    ['２０２１年３月５日', '2021年3月5日'],
    ['\u3000王 某\u3000', '王某'],
    ['“Ｋ粉”，', 'k粉'],
    ['０．５克。', '0.5克'],
    ['3㎎', '3mg'],
    ['⼈民币', '人民币'],
    ['王\u200b某\u{e0100}', '王某'],
    ['“甲”牌锁', '“甲”牌锁'],
    ['“甲”、“乙”', '“甲”、“乙”'],
    ['「‘甲’」', '甲'],
    ['.5克', '.5克'],
    ['①', '1'],
    ['½克', '1⁄2克'],
    ['乾某', '乾某'],
    ['a\u200b\u0301', 'á'],
    ['', ''],
  ])('%j is %j', (text, plain) => {
    expect(normaliseSpan(text)).toBe(plain);
  });

  it('is stable, throws on no text and cuts no pair of surrogates', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.string({ unit: 'binary' })), (text) => {
        const once = normaliseSpan(text);
        expect(normaliseSpan(once)).toBe(once);
        if (!hasLoneSurrogate(text)) expect(hasLoneSurrogate(once)).toBe(false);
        expect(characterTokens(text).every((token) => [...token].length === 1)).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('chineseNumber', () => {
  it.each([
    ['35,000', 35_000],
    ['3.5万', 35_000],
    ['1.1万', 11_000],
    ['3万5千', 35_000],
    ['一万零五百', 10_500],
    ['一万零五', 10_005],
    ['三万五', 35_000],
    ['二十', 20],
    ['十五', 15],
    ['叁万伍仟', 35_000],
    ['两千', 2000],
    ['三万亿', 3e12],
    ['一亿二千万', 120_000_000],
    ['二〇一六', 2016],
    ['零', 0],
    ['0.07', 0.07],
    ['', null],
    ['万', null],
    ['3,50', null],
    ['一二a', null],
  ])('%s is %s', (text, value) => {
    expect(chineseNumber(text)).toBe(value);
  });
});

describe('amounts and weights', () => {
  it.each([
    ['人民币1.2亿元', 120_000_000],
    ['￥３,０００.００', 3000],
    ['三元五角', 3.5],
    ['12.5元', 12.5],
    ['八百块钱', 800],
    ['八百余元', null],
    ['约800元', null],
    ['800元以上', null],
    ['800元至900元', null],
    ['800美元', null],
    ['一部手机', null],
  ])('%s is %s yuan', (text, value) => {
    expect(canonicalYuan(text)).toBe(value);
  });

  it.each([
    ['0.07克', 0.07],
    ['1.1千克', 1100],
    ['半克', null],
    ['两克', 2],
    ['三两', 150],
    ['2斤', 1000],
    ['5千克', 5000],
    ['７ｍｇ', 0.007],
    ['10粒', null],
    ['约3克', null],
    ['克', null],
  ])('%s is %s grams', (text, value) => {
    expect(canonicalGrams(text)).toBe(value);
  });
});

describe('times', () => {
  it.each([
    ['上午8时', '8:00', true],
    ['晚上8时', '20:00', true],
    ['中午1时', '13时', true],
    ['凌晨12时', '0时', true],
    ['8时半', '8点30分', true],
    ['8点一刻', '8:15', true],
    ['8时整', '8点钟', true],
    ['8时许', '8时', false],
    ['8时左右', '8时许', false],
    ['次日8时', '8时', false],
    ['二〇二一年三月五日', '2021-03-05', true],
    ['2021年3月5日晚上8时', '2021/3/5 20:00', true],
    ['3月5号', '3月5日', true],
    ['8:00', '20:00', false],
    ['夏天', '夏天', true],
    ['8时至9时', '8时', false],
  ])('%s and %s: %s', (left, right, same) => {
    expect(sameTime(left, right)).toBe(same);
  });

  it('leaves what is no time as it is', () => {
    expect(canonicalTime('夏 天。')).toBe('夏天');
    expect(canonicalTime('年')).toBe('年');
  });
});

describe('chineseWords', () => {
  it('cuts words, not code units, and keeps no white space', () => {
    expect(chineseWords('王某盗窃 手机')).toEqual(['王某', '盗窃', '手机']);
    expect(chineseWords('𠮷某被抓获')).toEqual(['𠮷', '某', '被', '抓获']);
    expect(chineseWords(' \n')).toEqual([]);
  });

  it('reads any text without a throw', () => {
    fc.assert(
      fc.property(fc.oneof(anyText(), fc.string({ unit: 'binary' })), (text) => {
        expect(() => [
          chineseWords(text),
          chineseNumber(text),
          canonicalYuan(text),
          canonicalGrams(text),
          canonicalTime(text),
        ]).not.toThrow();
      }),
      { numRuns: 10_000 },
    );
  });
});
