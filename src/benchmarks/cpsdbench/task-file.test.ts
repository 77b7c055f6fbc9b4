import { describe, expect, it } from 'vitest';
import { QuadratError } from '../../core/index.ts';
import { spanCredit } from '../../metrics/extraction.ts';
import { readTaskFile } from './task-file.ts';
import { SHIPPED, specOf, TASK_IDS } from './task-specs.ts';

const DRUGS = `{"id":"drug-ner","kind":"entities","language":"zh",
 "types":{"Nh":{"names":["人名"],"match":"exact"},
  "NT":{"names":["时间"],"match":"fuzzy","canonical":"time"}},
 "threshold":3,
 "exactWeight":0.7,"fuzzyWeight":0.3}`;

describe('task files', () => {
  it('ship for all twelve tasks, and beside them', () => {
    expect(TASK_IDS.map((id) => specOf(id).id)).toEqual([...TASK_IDS]);
    expect(SHIPPED).toHaveLength(15);
    expect(specOf('drug-ner')).toMatchObject({
      threshold: 2,
      exactWeight: 0.5,
      fuzzyWeight: 0.5,
      digitGuard: false,
    });
    expect(specOf('rumor').positive).toBe('rumor');
  });

  it('that begin as JSON and are none have the error of JSON with its line; an empty one its first line', () => {
    const failure = (content: string): QuadratError => {
      try {
        readTaskFile(content, 'mine.json');
      } catch (error) {
        if (error instanceof QuadratError) return error;
      }
      throw new Error('it was read');
    };
    expect(failure(DRUGS.replace('"threshold":3,', '"threshold":3'))).toMatchObject({
      code: 'invalid-setting',
      message: expect.stringContaining('no JSON'),
      place: { line: 5 },
    });
    expect(failure(' \n')).toMatchObject({ message: 'the file is empty', place: { line: 1 } });
  });

  it('weigh near matches as they say', () => {
    const spec = readTaskFile(DRUGS, 'mine.json');
    expect(spec.threshold).toBe(3);
    expect(spanCredit('9时许', '9时', true, spec)).toBe(0.3);
    expect(spanCredit('9时', '9时', true, spec)).toBe(1);
    expect(spanCredit('9时', '9时', false, spec)).toBe(1);
  });

  it('may be YAML', () => {
    const spec = readTaskFile(
      'id: mine\nkind: classification\nlanguage: zh\nlabels:\n  a: [甲]\n  b: [乙]\n',
      'm.yaml',
    );
    expect(spec.labels).toEqual([
      { id: 'a', words: ['甲'] },
      { id: 'b', words: ['乙'] },
    ]);
  });

  it.each<[string, string, string, number]>([
    ['weights that do not add up', DRUGS.replace('0.3', '0.4'), 'fuzzyWeight', 5],
    ['an unknown key', DRUGS.replace('"threshold":3', '"treshold":3'), 'treshold', 4],
    ['a wrong kind of match', DRUGS.replace('"fuzzy"', '"near"'), 'types.NT.match', 3],
    ['a threshold that is no number', DRUGS.replace(':3', ':"3"'), 'threshold', 4],
    ['no types', '{"id":"x","kind":"entities",\n"language":"zh"}', 'types', 1],
    ['a foreign headline', DRUGS.replace('"threshold":3', '"headline":"f1.macro"'), 'headline', 4],
    [
      'a positive that is no label',
      '{"id":"x","kind":"classification","language":"zh",\n"labels":{"a":[],"b":[]},\n"positive":"c"}',
      'positive',
      3,
    ],
    ['one label', '{"id":"x","kind":"classification","language":"zh",\n"labels":{"a":[]}}', 'labels', 2],
    [
      'an end that is no type',
      '{"id":"x","kind":"relations","language":"zh","types":{"A":{"names":["甲"],"match":"exact"}},\n"relations":{"r":{"names":[],"head":["B"]}}}',
      'relations.r',
      2,
    ],
    [
      'a word of two labels',
      '{"id":"x","kind":"classification","language":"zh",\n"labels":{"a":["甲"],\n"b":["乙","甲"]}}',
      'labels.b',
      3,
    ],
    [
      'a name of two types',
      '{"id":"x","kind":"entities","language":"zh","types":{"A":{"names":["甲"],"match":"exact"},\n"B":{"names":["甲"],"match":"fuzzy"}}}',
      'types.B',
      2,
    ],
    [
      'a word that is the id of another label in other letters',
      '{"id":"x","kind":"classification","language":"zh",\n"labels":{"fraud":["甲"],\n"other":["乙","ＦＲＡＵＤ"]}}',
      'labels.other',
      3,
    ],
    ['another language', '{"id":"x","kind":"reading",\n"language":"en"}', 'language', 2],
  ])('%s: named by key and line', (_what, text, key, line) => {
    expect(() => readTaskFile(text, 'mine.json')).toThrow(
      expect.objectContaining({
        code: 'invalid-setting',
        place: { file: 'mine.json', line },
        data: expect.objectContaining({ key }),
      }),
    );
  });

  it('with references that grow without end is refused, and not built', () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]'];
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef'].map((pair) => [...pair]))
      bomb.push(`${to}: &${to} [${Array(9).fill(`*${from}`).join()}]`);
    expect(() => readTaskFile(bomb.join('\n'), 'mine.yaml')).toThrow(
      expect.objectContaining({ code: 'invalid-setting', place: { file: 'mine.yaml' } }),
    );
  });

  it('may use names that objects know', () => {
    const text =
      '{"id":"x","kind":"classification","language":"zh","labels":{"__proto__":["甲"],"constructor":["乙"]}}';
    expect(readTaskFile(text, 'mine.json').labels.map(({ id }) => id)).toEqual(['__proto__', 'constructor']);
  });

  it('that is no JSON: its line', () => {
    expect(() => readTaskFile('{"id":"x",\n"kind":}', 'mine.json')).toThrow(
      expect.objectContaining({ code: 'invalid-setting', place: { file: 'mine.json', line: 2 } }),
    );
    expect(() => readTaskFile('[]', 'mine.json')).toThrow(
      expect.objectContaining({ code: 'invalid-setting' }),
    );
  });
});
