import { describe, expect, test } from 'vitest';
import { type ArticleItem, articlesOf } from './articles.ts';
import { readArticlePredictions } from './predictions.ts';
import { readQuestionPredictions } from './rank-predictions.ts';
import { rankingSettings } from './settings.ts';
import type { Context } from './source.ts';
import { readLabelTable } from './table.ts';

const GOLD = `ID,Date,Time_Period,Weather_Type,Infrastructural Impact,Political Impact,Financial Impact,Ecological Impact,Agricultural Impact,Human Health Impact
5,19000101,historical,ice,1,0,0,0,0,0
7,19000101,historical,rain,0,0,0,0,0,1
`;
const items = (context: Context, gold = GOLD): ArticleItem[] =>
  articlesOf(readLabelTable(gold, 'gold.csv', 'gold'), context, 'gold.csv', false);
const read = (text: string, context: Context = 'LongCTX', gold = GOLD) =>
  readArticlePredictions(context, { path: 'p', bytes: Buffer.from(text) }, items(context, gold));

describe('spellings of columns', () => {
  test.each([
    'ID,Date,Type,Model_Type,Infrastructural impact,Agricultural impact,Ecological impact,Financial impact,Health impact,Political impact\n5,19000101,historical,m,1,0,0,0,1,0\n',
    'id,date,time_period,weather_type,text,infrastructural_impact,political_impact,financial_impact,ecological_impact,agricultural_impact,human_health_impact\n5,19000101,historical,ice,"a, b",1.0,0,0,0,0,true\n',
    'Id,Date,Time_period,Infrastructural,Political,Economic Impact,Ecological,Agricultural,Human health impact\n5.0,19000101.0,historical,1,0,0,0,0,1\n',
  ])('%#', (text) => {
    const read5 = read(text)?.repeats[0]?.get('5');
    expect(read5).toMatchObject({
      outcome: 'scored',
      value: { rows: [[1, 0, 0, 0, 0, 1]], paper: [1, 0, 0, 0, 0, 1] },
    });
  });

  test('a column that is missing or stands twice is named', () => {
    expect(() => read('ID,Political Impact\n1,0\n')).toThrow(/no column for Infrastructural, Financial/);
    expect(() => read(`${GOLD.split('\n')[0]},Health Impact\n`)).toThrow(/mean the same/);
  });
});

describe('CSV', () => {
  const row = (id: number, date: number, cells: string) => `${id},${date},historical,x,${cells}\n`;
  const head = `${GOLD.split('\n')[0]}\n`;

  test('a wrong date loses the article in paper only; what else is said is missing or surplus', () => {
    const made = read(head + row(5, 19000102, '1,0,0,0,0,-1') + row(9, 19000101, '1,1,1,1,1,1'));
    expect(made?.surplus).toEqual(['9']);
    expect(made?.repeats[0]?.get('5')).toMatchObject({
      outcome: 'scored',
      value: { rows: [[1, 0, 0, 0, 0, null]], paper: null },
      diagnostics: [{ id: 'missing-cells', value: 1 }, {}, {}, {}],
    });
    expect(made?.repeats[0]?.get('7')).toMatchObject({ outcome: 'stopped', value: { paper: null } });
  });

  test('without the ID articles of a day are one group, at the first of them', () => {
    const made = read(head + row(5, 19000101, '1,0,0,0,0,0') + row(9, 19000101, '0,1,0,0,0,0'));
    expect(made?.repeats[0]?.get('5')?.value?.dateOnly).toEqual({
      gold: [1, 0, 0, 0, 0, 1],
      predicted: [1, 1, 0, 0, 0, 0],
    });
    expect(made?.repeats[0]?.get('7')?.value?.dateOnly).toBeNull();
  });

  test('two rows of one article belong to MixedCTX, in the order of the data', () => {
    const gold = head + row(5, 19000101, '1,0,0,0,0,0') + row(5, 19000101, '0,0,0,0,0,');
    expect(() => read(gold)).toThrow(/article 5 stands twice/);
    const made = read(gold, 'MixedCTX', gold)?.repeats[0]?.get('5');
    expect(made).toMatchObject({ outcome: 'scored', value: { paper: [1, 0, 0, 0, 0, 0] } });
    expect(() => read(head + row(7, 19000101, '1,0,0,0,0,0'), 'MixedCTX', gold)).toThrow(
      /row 0 is about article 7/,
    );
  });
});

describe('JSONL', () => {
  test('texts, answers and repeats', () => {
    const made = read(
      [
        '{"id": 5, "output": "Political: true", "repeat": 1}',
        '{"id": "5", "output": "Political: false\\nEcol", "finishReason": "length", "repeat": 2}',
        '{"id": "x", "output": "", "repeat": 2}',
      ].join('\n'),
    );
    expect(made?.surplus).toEqual(['x']);
    expect(made?.repeats.map((map) => map.get('5'))).toMatchObject([
      { outcome: 'scored', value: { rows: [[null, 1, null, null, null, null]] } },
      { outcome: 'scored', truncated: true, value: { rows: [[null, 0, null, null, null, null]] } },
    ]);
    const answered = read('{"id": "7", "answer": {"Political": true, "Health": false, "Financial": null}}');
    expect(answered?.repeats[0]?.get('7')?.value?.rows).toEqual([[null, 1, null, null, null, 0]]);
  });

  test('chunks are answered by row', () => {
    const gold = GOLD.replace('\n7,', '\n5,');
    const made = read(
      '{"id": 1, "answer": {"Political": true}}\n{"id": 0, "answer": {"Political": false}}',
      'MixedCTX',
      gold,
    );
    expect(made?.repeats[0]?.get('5')).toMatchObject({
      value: {
        rows: [
          [null, 0, null, null, null, null],
          [null, 1, null, null, null, null],
        ],
      },
    });
  });

  test.each([
    ['{"id": 5, "answer": {"Social": true}}', /"Social" is none of the six labels/],
    ['{"id": 5, "answer": {"Political": "yes"}}', /neither true, false nor null/],
    ['{"id": 5, "answer": [1]}', /object of label/],
    ['{"id": 5, "output": ["a", "b"]}', /answered by one text/],
    ['{"id": 5, "output": "a"}\n{"id": 5, "output": "b"}', /id 5 stands twice/],
    ['{"id": 5, "output": "a"}\n{"id": 6}', /neither `output` nor `answer`/],
    ['{"id": 5, "output": "a", "repeat": -1}', /whole number/],
  ])('%s is refused', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});

describe('rankings', () => {
  const question = {
    id: '1',
    hash: '',
    cluster: '1',
    strata: {},
    query: 'q',
    passages: ['a', 'b', 'c', 'd'],
    gold: 3,
    loaded: { questions: 1, sample: true },
  };
  const rank = (text: string, method = 'single-call') =>
    readQuestionPredictions(
      { path: 'p', bytes: Buffer.from(text) },
      [question],
      rankingSettings.parse({ method }),
    );
  const order = (text: string, method?: string) => rank(text, method)?.repeats[0]?.get('1')?.value?.order;

  test.each([
    ['{"id": "1", "output": "[3] > [1]"}'],
    ['{"id": "1", "answer": [3, "passage_1"]}'],
    ['{"id": "1", "answer": {"3": 0.9, "passage_1": 0.5}}'],
    ['{"1": ["passage_3", "passage_1"]}'],
    ['{"1": {"passage_3": 2, "passage_1": 1}}'],
    ['1 Q0 passage_1 2 1 x\n1 Q0 passage_3 1 2 x\n'],
  ])('%s', (text) => expect(order(text)).toEqual([3, 1, 2, 4]));

  test('equal scores go by id, descending in byte order', () => {
    expect(order('{"1": {"passage_1": 1, "passage_3": 1, "passage_4": 1}}')).toEqual([4, 3, 1, 2]);
  });

  test('several calls come as a list of as many texts', () => {
    const texts = '{"id": "1", "output": ["[2]", "[3]", "[4]", "[2] > [1]"]}';
    expect(order(texts, 'two-stage')?.[0]).toBe(3);
    expect(() => rank(texts)).toThrow(/4 texts; method=single-call makes 1 calls/);
    expect(() => rank('{"id": "1", "output": "[1]"}', 'two-stage')).toThrow(/--set method|makes 4 calls/);
    expect(() => rank('{"1": ["passage_x"]}')).toThrow(/passage_1 to passage_4/);
  });

  test('what is not there is no order, and none of another id', () => {
    const made = rank('{"9": ["1"]}');
    expect(made?.surplus).toEqual(['9']);
    expect(made?.repeats[0]?.get('1')).toMatchObject({
      outcome: 'stopped',
      value: { order: null, paper: null },
    });
  });
});
