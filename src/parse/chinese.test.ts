import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../tests/any-text.ts';
import { asciiStructure, readChineseJson } from './chinese-json.ts';
import { isNothing, splitList, withoutListMark } from './chinese-lists.ts';
import { readEntities, typeNames } from './entities.ts';
import { closeOpenJson } from './json-tail.ts';
import { readLabel } from './label.ts';
import { isRefusal } from './refusal.ts';
import { readTriples } from './triples.ts';
import { asksYesNo, readYesNo, saysCannotTell } from './yes-no.ts';

const TYPES = typeNames([
  ['P', ['人名', '姓名']],
  ['T', ['时间']],
  ['W', ['重量']],
]);
const RELATIONS = typeNames([
  ['sells', ['贩卖（给人）', '卖给']],
  ['deals', ['贩卖（毒品）']],
]);
const TWO = [
  { id: 'rumor', words: ['谣言', '不实信息', '謠言'] },
  { id: 'non_rumor', words: ['非谣言', '属实'] },
];
const FOUR = [
  { id: 'theft', words: ['盗窃'] },
  { id: 'telecom_fraud', words: ['电信诈骗'] },
  { id: 'traffic', words: ['交通'] },
];

const label = (text: string, labels = TWO) => {
  const reading = readLabel(text, labels);
  return reading.status === 'ok' ? reading.label : reading.status;
};

describe('readLabel', () => {
  it.each([
    ['谣言', 'rumor'],
    ['  RUMOR ', 'rumor'],
    ['non_rumor', 'non_rumor'],
    ['这条信息是謠言。', 'rumor'],
    ['这不是“谣言”', 'non_rumor'],
    ['并非任何谣言', 'non_rumor'],
    ['not a rumor', 'non_rumor'],
    ['没有谣言', 'non_rumor'],
    ['是不是谣言？', 'invalid'],
    ['请先核实是否为谣言，再判断是否属实', 'invalid'],
    ['谣言，而且属实', 'ambiguous'],
    ['<think>谣言</think>属实', 'non_rumor'],
    ['<think>谣言', 'empty'],
    ['{"reason":"看似属实","label":"谣言"}', 'rumor'],
    ['```\n谣言\n```', 'rumor'],
    ['rumors', 'invalid'],
    ['对不起，我不能回答这个问题', 'refusal'],
    ['我不能确定', 'invalid'],
  ])('%j is %s', (text, want) => {
    expect(label(text)).toBe(want);
  });

  it('names no other label where there are more than two', () => {
    expect(label('不是盗窃', FOUR)).toBe('invalid');
    expect(label('不是盗窃，是交通', FOUR)).toBe('traffic');
  });
});

describe('readEntities', () => {
  const read = (text: string, strict = false) => {
    const reading = readEntities(text, TYPES, { strict });
    if (reading.status !== 'ok') return reading.status;
    return `${reading.stage} ${reading.value.map(({ type, text: span }) => `${type}=${span}`).join(' ')}`;
  };

  it.each([
    ['{"人名":["甲某","乙某"],"时间":"无"}', 'strict P=甲某 P=乙某'],
    ['结果：{"人名":"甲某、乙某"}', 'unwrapped P=甲某 P=乙某'],
    ['[["人名","甲某"],["时间","8时"]]', 'strict P=甲某 T=8时'],
    ['{"entities":[{"type":"姓名","text":"甲某"},{"type":"地名","text":"某县"}]}', 'strict P=甲某'],
    ['[]', 'strict '],
    ['人名：甲某和乙某，丙某\n重量：1，000克', 'lines P=甲某和乙某 P=丙某 W=1，000克'],
    ['1. **人名**：甲某；时间：8时', 'lines P=甲某 T=8时'],
    ['人名：\n- 甲某\n- 乙某\n以上。', 'lines P=甲某 P=乙某'],
    ['①人名：甲某', 'lines P=甲某'],
    ['无', 'lines '],
    ['没有明确的信息', 'lines '],
    ['文中有甲某。', 'invalid'],
    ['{"地名":["某县"]}', 'invalid'],
    ['I am sorry, but I cannot assist with that.', 'refusal'],
    ['　', 'empty'],
  ])('%j', (text, want) => {
    expect(read(text)).toBe(want);
  });

  it('mends nothing where it must not', () => {
    expect(read("{'人名':['甲某'],}")).toBe('repaired P=甲某');
    expect(read("{'人名':['甲某'],}", true)).toBe('invalid');
    expect(read('人名：甲某', true)).toBe('invalid');
    expect(read('```json\n{"人名":["甲某"]}\n```', true)).toBe('unwrapped P=甲某');
  });

  it('keeps what was complete in a cut answer', () => {
    const reading = readEntities('{"人名":["甲某","乙', TYPES);
    expect(reading).toEqual({
      status: 'ok',
      value: [{ type: 'P', text: '甲某' }],
      stage: 'repaired',
      open: true,
    });
  });
});

describe('readTriples', () => {
  const read = (text: string) => {
    const reading = readTriples(text, RELATIONS);
    if (reading.status !== 'ok') return reading.status;
    return reading.value.triples.map(({ head, relation, tail }) => `${head} ${relation} ${tail}`).join('|');
  };

  it.each([
    ['[{"subject":"甲","predicate":"卖给","object":"乙"}]', '甲 sells 乙'],
    ['{"关系":[["甲","贩卖（毒品）","冰毒"]]}', '甲 deals 冰毒'],
    ['（甲，贩卖（给人），乙）；（甲，贩卖（毒品），冰毒）', '甲 sells 乙|甲 deals 冰毒'],
    ['甲→卖给→乙', '甲 sells 乙'],
    ['1. 甲，卖给，乙', '甲 sells 乙'],
    ['甲，看见，乙', 'invalid'],
    ['三元组：无', ''],
    ['[]', ''],
    ['（甲，NA，乙）', ''],
  ])('%j', (text, want) => {
    expect(read(text)).toBe(want);
  });
});

describe('JSON in Chinese marks', () => {
  it('maps marks outside strings only', () => {
    expect(asciiStructure('｛“甲：”：“乙，”｝')).toBe('{"甲：":"乙，"}');
    expect(asciiStructure('{"甲":"“乙”，"}')).toBe('{"甲":"“乙”，"}');
    expect(readChineseJson('｛“甲”：［1，2］｝')?.value).toEqual({ 甲: [1, 2] });
  });

  it('closes what was cut', () => {
    expect(closeOpenJson('{"a":[1,2')).toBe('{"a":[1]}');
    expect(closeOpenJson('{"a":"b","c":')).toBe('{"a":"b"}');
    expect(closeOpenJson('[{"a":"b"},{"a":"c')).toBe('[{"a":"b"},{}]');
    expect(closeOpenJson('[1]')).toBeUndefined();
  });
});

describe('short answers', () => {
  it.each([
    ['是', 'YES'],
    ['答案：否。', 'NO'],
    ['不是，他没有卖。', 'NO'],
    ['说法正确', 'YES'],
    ['**错误**', 'NO'],
    ['是否卖掉不清楚', null],
    ['手机', null],
  ])('%s: %s', (text, want) => {
    expect(readYesNo(text)).toBe(want);
  });

  it('know a question of yes or no, and that a text does not tell', () => {
    expect([asksYesNo('他是否到案？'), asksYesNo('他到案了吗？'), asksYesNo('他何时到案？')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(['无法回答', '文中未提及作案工具。', '无', 'cannot be determined'].map(saysCannotTell)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['600元', '抱歉，作为人工智能语言模型，我无法回答该问题'].map(saysCannotTell)).toEqual([
      false,
      false,
    ]);
  });
});

describe('lists and refusals', () => {
  it('part at Chinese marks, never at 和', () => {
    expect(splitList('甲、乙；丙，丁和戊\n无')).toEqual(['甲', '乙', '丙', '丁和戊']);
    expect(splitList('3,500元、2，000元')).toEqual(['3,500元', '2，000元']);
    expect([isNothing('（无）'), isNothing('无明确受害人信息'), isNothing('无名氏')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([withoutListMark('① 甲'), withoutListMark('1.5克'), withoutListMark('- **甲**')]).toEqual([
      '甲',
      '1.5克',
      '甲',
    ]);
  });

  it('are told from polite words', () => {
    expect(isRefusal('很抱歉，我无法提供相关分析。')).toBe(true);
    expect(isRefusal("I can't assist with that request.")).toBe(true);
    expect(isRefusal('作为一名分析员，我认为这是盗窃。')).toBe(false);
    expect(isRefusal('无法判断该信息的真假。')).toBe(false);
  });
});

const PIECES = [
  '谣言',
  '不',
  '是否',
  '人名',
  '：',
  '“',
  '”',
  '｛',
  '｝',
  '[',
  ']',
  '{',
  '}',
  '"',
  '(',
  '（',
  '）',
  ',',
  '，',
  '->',
  '```\n',
  '<think>',
  '</think>',
  '\\',
  '无',
  '\u3000',
  '𠮷',
];

describe('any text', () => {
  it('is read by every reader, in time, with one reading', () => {
    const texts = fc.oneof(
      anyText(),
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.oneof(fc.constantFrom(...PIECES), anyText(3)), { maxLength: 30 })
        .map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const words = ['ok', 'ambiguous', 'invalid', 'refusal', 'empty'];
        expect(words).toContain(readLabel(text, TWO).status);
        expect(words).toContain(readEntities(text, TYPES).status);
        expect(words).toContain(readTriples(text, RELATIONS).status);
        expect([true, false]).toContain(saysCannotTell(text));
        expect(['YES', 'NO', null]).toContain(readYesNo(text));
        asksYesNo(text);
        splitList(text);
      }),
      { numRuns: 10_000 },
    );
  });

  it('that is long costs no more than its length', () => {
    const long = ['（', '“', '不是', '{"', 'a->', '人名：', '是否', '，', '[{', '抱歉'].map((piece) =>
      piece.repeat(20_000),
    );
    const started = performance.now();
    for (const text of long) {
      readLabel(text, TWO);
      readEntities(text, TYPES);
      readTriples(text, RELATIONS);
      readYesNo(text);
      saysCannotTell(text);
      isRefusal(text);
    }
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
