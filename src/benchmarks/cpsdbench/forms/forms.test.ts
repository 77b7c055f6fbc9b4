import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readItems } from '../data.ts';
import type { CpsItem } from '../items.ts';
import { specOf, type TaskId } from '../task-specs.ts';

function load(task: TaskId, content: string | Uint8Array, file = 'file'): CpsItem[] {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return readItems(task, bytes, file, 'auto', { spec: specOf(task), prompts: null, standIn: null });
}

const code = (name: string, more: object = {}) => expect.objectContaining({ code: name, ...more });

describe('weibo2018 and SMP2020', () => {
  it('parts lines at the first two commas and keeps the rest', () => {
    const items = load('sentiment', 'mid,label,text\n1,1,"真好，开心,哈哈"\r\n2,0,烦\n');
    expect(items).toMatchObject([
      { id: '1', text: '"真好，开心,哈哈"', label: 'positive' },
      { id: '2', text: '烦', label: 'negative' },
    ]);
    expect(items[0]?.standIn?.licence).toBe('none stated');
    expect(() => load('sentiment', '1,1,好\n2,3,坏\n')).toThrow(
      code('unknown-label', { place: { file: 'file', line: 2 } }),
    );
    expect(() => load('sentiment', '1,1,好\n2,坏\n')).toThrow(
      code('invalid-format', { place: { file: 'file', line: 2 } }),
    );
  });

  it('brings its own six labels', () => {
    const [item] = load('sentiment', '[{"id":1,"content":"居然下雪了","label":"surprise"}]');
    expect(item?.spec.labels.map(({ id }) => id)).toEqual([
      'happy',
      'angry',
      'sad',
      'fear',
      'surprise',
      'neutral',
    ]);
    expect(() => load('sentiment', '[{"id":1,"content":"x","label":"bored"}]')).toThrow(
      code('unknown-label'),
    );
  });
});

it('CAIL2022: NA pairs are dropped, doubles count once, posess is spelled as in the data', () => {
  const row = {
    articleId: 3,
    sentId: 4,
    sentText: '王某甲卖𠮷粉给李某乙',
    entityMentions: [
      { start: 0, end: 3, text: '王某甲', label: 'Nh' },
      { start: 4, end: 6, text: '𠮷粉', label: 'NDR' },
      { start: 0, end: 3, text: '王某甲', label: 'Nh' },
    ],
    relationMentions: [
      { em1Text: '王某甲', label: 'posess', em2Text: '𠮷粉', e1start: 0, e21start: 4 },
      { em1Text: '王某甲', label: 'posess', em2Text: '𠮷粉', e1start: 0, e21start: 4 },
      { em1Text: '李某乙', label: 'NA', em2Text: '𠮷粉', e1start: 7, e21start: 4 },
    ],
  };
  const text = JSON.stringify(row);
  expect(load('drug-ner', text)).toMatchObject([
    { id: '3-4', entities: [{ text: '王某甲' }, { text: '𠮷粉' }] },
  ]);
  expect(load('drug-relation', text)).toMatchObject([
    { triples: [{ head: '王某甲', relation: 'posess', tail: '𠮷粉' }] },
  ]);
  expect(() => load('drug-relation', text.replace('"NA"', '"sells"'))).toThrow(code('unknown-label'));
});

it('Telecom_Fraud_Texts_5: 0 is normal, other labels are kinds of fraud; quoted commas and quotes', () => {
  const csv = 'content,label\r\n"您好，""客服""",冒充客服\r\n明天开会,0\r\n';
  expect(load('fraud', csv, 'label03-last.csv')).toMatchObject([
    { id: 'label03-0', text: '您好，"客服"', label: 'fraud' },
    { id: 'label03-1', label: 'normal' },
  ]);
});

describe('CJRC', () => {
  const text = JSON.stringify({
    data: [
      {
        caseid: '7',
        domain: 'criminal',
        paragraphs: [
          {
            context: '孙某盗走手机。',
            casename: '盗窃罪',
            qas: [
              { id: '7_1', question: '盗走何物？', answers: ['手机', '手机', 'YES'], is_impossible: 'true' },
              { id: '7_2', question: '是否盗走？', answers: ['YES', 'NO', 'YES'], is_impossible: 'false' },
              {
                id: '7_3',
                question: '何时？',
                answers: [{ text: '' }, { text: '昨日' }],
                is_impossible: 'false',
              },
            ],
          },
        ],
      },
      { caseid: '8', domain: 'civil', paragraphs: [{ context: '离婚。', casename: '离婚纠纷', qas: [] }] },
    ],
  });

  it('types questions by the first reference', () => {
    expect(load('case-reading', text)).toMatchObject([
      { id: '7_1', answers: ['手机'], answerType: 'span' },
      { id: '7_2', answers: ['YES'], answerType: 'yesno' },
      { id: '7_3', answers: [''], answerType: 'unanswerable' },
    ]);
    expect(load('case-reading', text)[0]?.meta.get('is_impossible')).toBe('true');
  });

  it('gives criminal cases by charge, and facts to report', () => {
    expect(load('incident', text)).toMatchObject([{ id: '7', label: 'theft' }]);
    expect(load('police-report', text)).toMatchObject([{ input: '孙某盗走手机。', references: [] }]);
  });
});

it('theft entities: parted at the first colon, values at 、', () => {
  const [item] = load(
    'fraud-ner',
    '[{"question":"句子:周某、吴某于8:00被抓。","answer":"犯罪嫌疑人:周某、吴某;时间:8:00"}]',
  );
  expect(item).toMatchObject({
    text: '周某、吴某于8:00被抓。',
    entities: [
      { type: 'NHCS', text: '周某' },
      { type: 'NHCS', text: '吴某' },
      { type: 'NT', text: '8:00' },
    ],
  });
  expect(() => load('fraud-ner', '[{"question":"x","answer":"姓名:周某"}]')).toThrow(code('invalid-format'));
});

it('summaries and consultations', () => {
  expect(load('case-summary', '[{"instruction":"i","question":"长文","answer":"短文"}]')).toMatchObject([
    { id: '0', input: '长文', references: ['短文'] },
  ]);
  expect(load('case-summary', '{"id":"9","text":"长文","url":"u","summary":"短文"}\n')).toMatchObject([
    { id: '9' },
  ]);
  expect(load('legal-analysis', '[{"question":"问","answer":""}]')).toMatchObject([{ references: [] }]);
});

it('examinations: CMMLU, DISC-Law-Eval, JEC-QA', () => {
  expect(load('police-knowledge', ',Question,A,B,C,D,Answer\n0,报警电话,119,110,120,122,B\n')).toMatchObject([
    { id: '0', answers: ['B'], answerType: 'choice' },
  ]);
  expect(
    load('police-knowledge', 'input,output,A,B,C,D\n下列正确的,AC,甲,乙,丙,丁\n', 'mcq_mult_x.csv'),
  ).toMatchObject([{ answers: ['A', 'C'], answerType: 'multichoice' }]);
  const [item] = load(
    'police-knowledge',
    '[{"question":"谁对？A:甲;B:乙;C:丙;D:丁。","answer":"正确答案：C。"}]',
  );
  expect(item).toMatchObject({ question: '谁对？', answers: ['C'], answerType: 'choice' });
  expect(item?.kind === 'knowledge' ? [...item.options] : []).toEqual([
    ['A', '甲'],
    ['B', '乙'],
    ['C', '丙'],
    ['D', '丁'],
  ]);
  expect(() => load('police-knowledge', ',Question,A,B,C,D,Answer\n0,问,1,2,3,4,\n')).toThrow(
    code('invalid-format'),
  );
});

describe('CED', () => {
  /** A tar archive of texts; a name longer than a header holds goes into a pax header. */
  function tar(files: readonly (readonly [name: string, text: string])[]): Buffer {
    const block = (name: string, text: string, type: string) => {
      const content = Buffer.from(text);
      const header = Buffer.alloc(512);
      header.write(name.slice(0, 100), 0);
      header.write('0000644\0', 100);
      header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
      header.write(type, 156);
      header.write('ustar\0', 257);
      return Buffer.concat([header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]);
    };
    const parts = files.map(([name, text]) => {
      if (name.length <= 100) return block(name, text, '0');
      const record = ` path=${name}\n`;
      const length = record.length + String(record.length + 3).length;
      return Buffer.concat([block('pax', `${length}${record}`, 'x'), block(name, text, '0')]);
    });
    return Buffer.concat([...parts, Buffer.alloc(1024)]);
  }
  const root = `${'r'.repeat(90)}/CED_Dataset/`;
  const archive = tar([
    ['pax_global_header', ''],
    [`${root}original-microblog/a.json`, '{"text":"速转！停水"}'],
    [`${root}original-microblog/b.json`, '{"text":"今日晴"}'],
    [`${root}original-microblog/c.json`, '{"text":"没有归类"}'],
    [`${root}original-microblog/._a.json`, 'x'],
    [`${root}original-microblog/.DS_Store`, 'x'],
    [`${root}rumor-repost/a.json`, '[]'],
    [`${root}non-rumor-repost/b.json`, '[]'],
  ]);

  it('is read from an archive, packed or not; the folder is the label', () => {
    for (const bytes of [archive, gzipSync(archive)]) {
      expect(load('rumor', bytes)).toMatchObject([
        { id: 'a', text: '速转！停水', label: 'rumor' },
        { id: 'b', label: 'non_rumor' },
      ]);
    }
  });

  it('is refused when it is cut or of another kind', () => {
    expect(() => load('rumor', archive.subarray(0, 1500))).toThrow(code('invalid-format'));
    expect(() => load('rumor', gzipSync(archive).subarray(0, 100))).toThrow(code('invalid-format'));
    expect(() => load('rumor', tar([['other/a.json', '{}']]))).toThrow(code('invalid-format'));
  });
});
