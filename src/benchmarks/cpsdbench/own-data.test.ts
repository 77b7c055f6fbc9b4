import { describe, expect, it } from 'vitest';
import type { PredictionFile } from '../../core/index.ts';
import { readItems } from './data.ts';
import type { CpsItem } from './items.ts';
import { kindModule } from './kinds/index.ts';
import { measureOver } from './kinds/kind.ts';
import { readOutputs } from './predictions.ts';
import { settingsSchema } from './settings.ts';
import { parse, type TextSolution } from './solve.ts';
import type { TaskSpec } from './task-file.ts';
import { specOf, TASK_IDS, type TaskId } from './task-specs.ts';

const SETTINGS = settingsSchema.parse({});

/** One row a task, in the forms of the specification. */
const ROWS: Readonly<Record<TaskId, readonly object[]>> = {
  sentiment: [{ id: 'a', text: '雨下了一夜，鞋子全湿了，烦。', label: 'negative' }],
  rumor: [{ id: 'a', text: '速转！明天全市停水十天。', label: 'rumor' }],
  fraud: [{ id: 'a', text: '请先交保证金再领取奖金。', label: 'fraud', source: '自拟', meta: { n: 1 } }],
  incident: [{ id: 'a', text: '报警人称自行车昨晚不见了。', label: 'theft' }],
  'drug-ner': [
    {
      id: 'a',
      text: '2021年5月1日，王某甲在西园小区将0.3克冰毒卖给李某乙。',
      entities: [
        { type: 'NT', text: '2021年5月1日' },
        { type: 'Nh', text: '王某甲', start: 10, end: 13 },
        { type: 'Nh', text: '李某乙' },
        { type: 'Ns', text: '西园小区' },
        { type: 'NDR', text: '冰毒' },
        { type: 'NW', text: '0.3克' },
      ],
    },
  ],
  'drug-relation': [
    {
      id: 'a',
      text: '王某甲将冰毒卖给李某乙。',
      relations: [
        { head: '王某甲', relation: 'sell_drugs_to', tail: '李某乙' },
        { head: '王某甲', relation: 'traffic_in', tail: '冰毒' },
        { head: '王某甲', relation: 'possess', tail: '冰毒' },
      ],
    },
  ],
  'fraud-ner': [
    {
      id: 'a',
      text: '赵某向尾号1234的银行卡转账5000元。',
      entities: [
        { type: 'victim', text: '赵某' },
        { type: 'amount', text: '5000元' },
      ],
    },
  ],
  'case-reading': [
    {
      id: 'a',
      context: '孙某卖手机得款600元。',
      question: '得款多少？',
      answers: ['600元', '六百元'],
      answerType: 'span',
    },
    {
      id: 'b',
      context: '孙某卖掉了手机。',
      question: '孙某是否卖掉手机？',
      answers: ['YES'],
      answerType: 'yesno',
    },
    {
      id: 'c',
      context: '孙某卖掉了手机。',
      question: '工具是什么？',
      answers: [''],
      answerType: 'unanswerable',
    },
    { id: 'd', context: '孙某卖掉了手机。', question: '年龄多大？', answers: [], answerType: 'unanswerable' },
  ],
  'police-knowledge': [
    {
      id: 'a',
      question: '报警电话是？',
      options: { A: '119', B: '110' },
      answers: ['B'],
      answerType: 'choice',
    },
    {
      id: 'b',
      question: '下列哪些正确？',
      options: { A: '甲', B: '乙', C: '丙' },
      answers: ['C', 'A'],
      answerType: 'multichoice',
    },
    { id: 'c', question: '这一说法是否正确？', answers: ['NO'], answerType: 'yesno' },
    { id: 'd', question: '首先应做什么？', answers: ['抢救伤员。'], answerType: 'open' },
  ],
  'case-summary': [{ id: 'a', input: '某店被盗，民警抓获孙某。', references: ['某店被盗，孙某落网。'] }],
  'police-report': [{ id: 'a', input: '时间：某日；经过：两车相撞。', references: ['某日两车相撞。'] }],
  'legal-analysis': [{ id: 'a', input: '郑某打伤何某。', references: ['郑某涉嫌故意伤害罪。'] }],
};

const lines = (rows: readonly object[]) => Buffer.from(rows.map((row) => JSON.stringify(row)).join('\r\n'));

function load(task: TaskId, bytes: Uint8Array, spec: TaskSpec = specOf(task)): CpsItem[] {
  return readItems(task, bytes, 'own.jsonl', 'auto', { spec, prompts: null, standIn: null });
}

function read(item: CpsItem, text: string, more: Partial<TextSolution> = {}) {
  return parse({ kind: 'text', text, stop: null, cut: false, ...more }, item, SETTINGS);
}

function headline(item: CpsItem, value: unknown): number | null {
  const module = kindModule(item.kind);
  const measure = module.measures(item.spec).find(({ headline: is }) => is === true);
  if (measure === undefined) return null;
  // Macro F1 of one row knows one label only.
  if (item.kind === 'classification') return module.score(value, item).standard?.accuracy ?? null;
  return measureOver(module, measure, [item], [value]).value;
}

describe('own data', () => {
  it.each(TASK_IDS)('%s: a row loads; its gold as output is the best, no output is not', (task) => {
    const items = load(task, lines(ROWS[task]));
    expect(items.map(({ id }) => id)).toEqual(ROWS[task].map((row) => (row as { id: string }).id));
    for (const item of items) {
      const gold = read(item, kindModule(item.kind).goldText(item));
      const open = item.kind === 'knowledge' && item.answerType === 'open';
      expect(headline(item, gold.value)).toBe(open ? null : 1);
      if (open) expect(kindModule(item.kind).score(gold.value, item).standard?.['rougel.char']).toBe(1);
      const nothing = read(item, ' \u3000');
      expect(nothing).toMatchObject({ outcome: 'stopped', reason: 'empty' });
      const unanswerable = item.kind === 'reading' && item.answerType === 'unanswerable';
      if (!open) expect(headline(item, nothing.value)).toBe(unanswerable ? 1 : 0);
    }
  });

  it('keeps unknown fields in meta, and every string as it is', () => {
    const [item] = load(
      'fraud',
      lines([{ id: 'a', text: '　ＡＢ\u2028Ｃ ', label: 'fraud', extra: 7, meta: { n: 1 } }]),
    );
    expect(item).toMatchObject({ text: '　ＡＢ\u2028Ｃ ' });
    expect([...(item?.meta ?? [])]).toEqual([
      ['n', 1],
      ['extra', 7],
    ]);
  });

  it('takes a byte order mark; rows end at LF only', () => {
    const bytes = Buffer.from(
      `\ufeff${JSON.stringify({ id: 'a', text: 'x\u2029y\u0085z', label: 'fraud' })}\n`,
    );
    expect(load('fraud', bytes)).toHaveLength(1);
  });

  it.each<[string, TaskId, string, string, number]>([
    [
      'a double id',
      'rumor',
      '{"id":"a","text":"x","label":"rumor"}\n{"id":"a","text":"y","label":"rumor"}',
      'duplicate-item',
      2,
    ],
    [
      'an unknown label',
      'rumor',
      '{"id":"a","text":"x","label":"rumor"}\n\n{"id":"b","text":"x","label":"真"}',
      'unknown-label',
      3,
    ],
    [
      'an unknown type',
      'drug-ner',
      '{"id":"a","text":"x","entities":[{"type":"X","text":"x"}]}',
      'unknown-label',
      1,
    ],
    [
      'an unknown relation',
      'drug-relation',
      '{"id":"a","text":"x","relations":[{"head":"x","relation":"走私","tail":"y"}]}',
      'unknown-label',
      1,
    ],
    [
      'U+FFFD',
      'rumor',
      '{"id":"a","text":"x","label":"rumor"}\n{"id":"b","text":"\ufffd","label":"rumor"}',
      'invalid-encoding',
      2,
    ],
    ['an escaped U+FFFD', 'rumor', '{"id":"b","text":"a\\ufffd","label":"rumor"}', 'invalid-encoding', 1],
    ['an empty text', 'rumor', '{"id":"a","text":" ","label":"rumor"}', 'invalid-format', 1],
    ['no id', 'rumor', '{"text":"x","label":"rumor"}', 'invalid-format', 1],
    ['no JSON', 'rumor', '{"id":"a","text":"x","label":"rumor"}\n{"id":', 'invalid-json', 2],
    [
      'references of another type',
      'case-reading',
      '{"id":"a","context":"x","question":"y","answers":["z"],"answerType":"unanswerable"}',
      'invalid-format',
      1,
    ],
    [
      'no yes or no',
      'case-reading',
      '{"id":"a","context":"x","question":"y","answers":["是"],"answerType":"yesno"}',
      'invalid-format',
      1,
    ],
    [
      'a letter that is no option',
      'police-knowledge',
      '{"id":"a","question":"y","options":{"A":"1","B":"2"},"answers":["C"],"answerType":"choice"}',
      'invalid-format',
      1,
    ],
    ['no references', 'case-summary', '{"id":"a","input":"x"}', 'invalid-format', 1],
    ['an empty file', 'rumor', '\n', 'invalid-format', 0],
  ])('%s is refused with its line', (_what, task, text, code, line) => {
    expect(() => load(task, Buffer.from(text))).toThrow(
      expect.objectContaining({
        code,
        place: expect.objectContaining(line === 0 ? { file: 'own.jsonl' } : { line }),
      }),
    );
  });
});

describe('predictions', () => {
  const items = load(
    'rumor',
    lines([1, 2, 3].map((n) => ({ id: String(n), text: `第${n}条`, label: 'rumor' }))),
  );
  const file = (text: string): PredictionFile => ({ path: 'p', bytes: Buffer.from(text) });
  const readings = (text: string) =>
    [...(readOutputs(file(text), items, SETTINGS)?.repeats[0] ?? [])].map(([id, parsed]) => [
      id,
      parsed.outcome,
      parsed.outcome === 'scored' ? null : parsed.reason,
    ]);

  it('come as output or answer, with the provider’s reason', () => {
    const text = [
      { id: '1', output: '谣言' },
      { id: '2', output: '谣', finishReason: 'content_filter' },
      { id: '3', output: '是', finishReason: 'length' },
    ];
    expect(readings(text.map((row) => JSON.stringify(row)).join('\n'))).toEqual([
      ['1', 'scored', null],
      ['2', 'stopped', 'filtered-output'],
      ['3', 'stopped', 'truncated'],
    ]);
    expect(readings('{"id":1,"answer":"non_rumor"}\n{"id":"9","answer":"rumor"}')).toEqual([
      ['1', 'scored', null],
    ]);
    const surplus = '{"id":"1","answer":"rumor"}\n{"id":"9","answer":"rumor"}';
    expect(readOutputs(file(surplus), items, SETTINGS)?.surplus).toEqual(['9']);
    const foreign = file('{"id":"9","answer":"rumor"}');
    expect(() => readOutputs(foreign, items, SETTINGS)).toThrow(
      expect.objectContaining({ code: 'wrong-dataset', message: expect.stringContaining('first: 9') }),
    );
    expect(readOutputs(foreign, undefined, SETTINGS)?.surplus).toEqual(['9']);
  });

  it('come as CSV', () => {
    expect(readings('id,output\n1,"不是谣言，谢谢"\n2,\n')).toEqual([
      ['1', 'scored', null],
      ['2', 'stopped', 'empty'],
    ]);
    expect(readings('id,answer\n1,rumor\n')).toEqual([['1', 'scored', null]]);
  });

  it('in another form are none; an unknown label names its line', () => {
    expect(readOutputs(file('hello'), items, SETTINGS)).toBeNull();
    expect(() => readings('{"id":"1","answer":"rumor"}\n{"id":"2","answer":"谣言"}')).toThrow(
      expect.objectContaining({
        code: 'unknown-label',
        place: expect.objectContaining({ line: 2, item: '2' }),
      }),
    );
  });
});

describe('encodings', () => {
  // "好" in GB18030; as UTF-8 the bytes are no character.
  const gb = (text: string) =>
    Buffer.concat([...text].map((one) => (one === '好' ? Buffer.from([0xba, 0xc3]) : Buffer.from(one))));
  const row = '{"id":"1","text":"好","label":"rumor"}\n';
  const refused = (line: number) =>
    expect.objectContaining({
      code: 'invalid-encoding',
      message: expect.stringContaining('UTF-8'),
      place: expect.objectContaining({ line }),
    });

  it('own data are UTF-8, or what is named', () => {
    expect(() => load('rumor', gb(row))).toThrow(refused(1));
    const setting = { spec: specOf('rumor'), prompts: null, standIn: null };
    expect(readItems('rumor', gb(row), 'own.jsonl', 'gb18030', setting)).toMatchObject([{ text: '好' }]);
  });

  it('a torn file is told where it is no UTF-8', () => {
    const whole = Buffer.from(`${row}{"id":"2","text":"好`);
    expect(() => load('rumor', whole.subarray(0, -1))).toThrow(refused(2));
  });

  it('lines of outputs are UTF-8; tables may be GB18030', () => {
    const items = load('rumor', Buffer.from(row));
    const read = (text: string) => readOutputs({ path: 'p', bytes: gb(text) }, items, SETTINGS);
    expect(() => read('{"id":"1","output":"好"}')).toThrow(refused(1));
    expect(read('id,output\n1,好\n')?.repeats[0]?.get('1')).toMatchObject({ outcome: 'unparsed' });
  });
});
