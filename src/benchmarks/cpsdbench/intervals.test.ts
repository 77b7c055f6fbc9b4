import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Metric } from '../../core/index.ts';
import { scoreTask } from '../../run/library.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import type { TaskId } from './task-specs.ts';

/** Invented rows; the second answer of each is wrong, the third does not come. */
const ROWS: Readonly<Partial<Record<TaskId, readonly (readonly [row: object, output: string])[]>>> = {
  rumor: [
    [{ text: '明天全市停水十天。', label: 'rumor' }, '谣言'],
    [{ text: '图书馆周一闭馆。', label: 'non_rumor' }, '谣言'],
    [{ text: '喝醋防雷击。', label: 'rumor' }, ''],
  ],
  incident: [
    [{ text: '自行车昨晚不见了。', label: 'theft' }, '盗窃'],
    [{ text: '两车相撞。', label: 'traffic' }, '盗窃'],
    [{ text: '被人打伤。', label: 'injury' }, ''],
  ],
  'drug-ner': [
    [
      {
        text: '王某甲9时卖冰毒。',
        entities: [
          { type: 'Nh', text: '王某甲' },
          { type: 'NT', text: '9时' },
        ],
      },
      '{"人名":["王某甲"],"时间":["9时许"]}',
    ],
    [{ text: '李某乙。', entities: [{ type: 'Nh', text: '李某乙' }] }, '{"人名":["王某甲"]}'],
    [{ text: '张某。', entities: [{ type: 'Nh', text: '张某' }] }, ''],
  ],
  'drug-relation': [
    [
      { text: '甲某卖冰毒。', relations: [{ head: '甲某', relation: 'traffic_in', tail: '冰毒' }] },
      '[{"head":"甲某","relation":"traffic_in","tail":"冰毒"}]',
    ],
    [{ text: '乙某藏冰毒。', relations: [{ head: '乙某', relation: 'posess', tail: '冰毒' }] }, '[]'],
    [{ text: '丙某藏冰毒。', relations: [{ head: '丙某', relation: 'posess', tail: '冰毒' }] }, ''],
  ],
  'case-reading': [
    [{ context: '得款600元。', question: '多少？', answers: ['600元'], answerType: 'span' }, '600元'],
    [{ context: '甲某认罪。', question: '认罪吗？', answers: ['YES'], answerType: 'yesno' }, '否'],
    [{ context: '甲某。', question: '地点？', answers: [], answerType: 'unanswerable' }, ''],
  ],
  'police-knowledge': [
    [{ question: '哪个对？', options: { A: '甲', B: '乙' }, answers: ['A'], answerType: 'choice' }, 'A'],
    [{ question: '对吗？', answers: ['NO'], answerType: 'yesno' }, '是'],
    [{ question: '先做什么？', answers: ['先救人'], answerType: 'open' }, '先报警'],
  ],
  'case-summary': [
    [{ input: '甲某偷车后被抓。', references: ['甲某偷车'] }, '甲某偷车'],
    [{ input: '乙某醉驾。', references: ['乙某醉驾'] }, '丙某'],
    [{ input: '丙某报警。', references: ['丙某报警'] }, ''],
  ],
};
/** Every kind of measure is among them. */
const TASKS = Object.entries(ROWS);

it.each(TASKS)('every value of %s has an interval', (task, rows) =>
  withTemporaryFolder(async (folder) => {
    const write = (name: string, lines: readonly object[]) => {
      writeFileSync(path.join(folder, name), lines.map((line) => JSON.stringify(line)).join('\n'));
      return path.join(folder, name);
    };
    const data = write(
      'data.jsonl',
      rows.map(([row], at) => ({ id: `i${at}`, ...row })),
    );
    const out = write(
      'out.jsonl',
      rows.map(([, output], at) => ({ id: `i${at}`, output })),
    );
    const [result] = await scoreTask({ task: `cpsdbench/${task}`, data, predictions: [out] });
    const valued = (result?.metrics ?? []).filter(({ value }) => value !== null);
    expect(valued.length).toBeGreaterThan(2);
    const named = ({ id, protocol, variant, slice }: Metric) => [id, protocol, variant, slice];
    expect(valued.filter(({ ci }) => ci === null).map(named)).toEqual([]);
    for (const { value, ci } of valued) {
      expect(ci?.low).toBeLessThanOrEqual(value as number);
      expect(ci?.high).toBeGreaterThanOrEqual(value as number);
    }
  }),
);
