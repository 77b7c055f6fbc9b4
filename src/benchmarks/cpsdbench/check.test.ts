import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scoreTask } from '../../run/library.ts';
import { checkSet } from './check.ts';
import { makeItem } from './items.ts';
import { specOf } from './task-specs.ts';

const own = specOf('rumor');
const warningOf = (spec: typeof own) =>
  checkSet(
    [
      makeItem(
        'a',
        { kind: 'classification', text: '甲', label: 'rumor' },
        { spec, prompts: null, standIn: null },
      ),
    ],
    [],
    own,
  ).warnings.find(({ code }) => code === 'task-file')?.message;

it('a result says where another task file was in force, and how it differs', () => {
  expect(warningOf(own)).toBeUndefined();
  expect(warningOf({ ...own, data: 'mine.jsonl', title: 'Mine' })).toBeUndefined();
  expect(warningOf({ ...own, id: 'mine', threshold: 3 })).toBe(
    'In force instead of the task’s own file: id mine; threshold 3.',
  );
  expect(warningOf({ ...own, instruction: '判断真假。' })).toMatch(/names or words of the prompt/);
  expect(warningOf({ ...own, labels: own.labels.slice(0, 1) })).toMatch(/labels rumor; names or words/);
});

/** Codes and messages of the warnings on files of invented items, whatever an answer is. */
async function warningsOn(task: string, files: Readonly<Record<string, unknown>>) {
  const folder = mkdtempSync(path.join(tmpdir(), 'quadrat-check-'));
  try {
    for (const [name, content] of Object.entries(files))
      writeFileSync(
        path.join(folder, name),
        Array.isArray(content)
          ? content.map((row) => JSON.stringify(row)).join('\n')
          : JSON.stringify(content),
      );
    // Stored outputs of LawBench hold their gold.
    const data = path.join(folder, files['data.jsonl'] === undefined ? 'out.jsonl' : 'data.jsonl');
    const [result] = await scoreTask({ task, data, predictions: [path.join(folder, 'out.jsonl')] });
    return result?.warnings ?? [];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('what is said of the data does not depend on the answers', async () => {
  const data = [
    { id: 'a', text: '甲某卖冰毒。', entities: [{ type: 'Nh', text: '乙某' }] },
    { id: 'b', text: '丙某。', entities: [{ type: 'Nh', text: '丙某' }] },
  ];
  const on = (outputs: readonly string[]) =>
    warningsOn('cpsdbench/drug-ner', {
      'data.jsonl': data,
      'out.jsonl': outputs.map((output, at) => ({ id: data[at]?.id, output })),
    });
  const answered = await on(['{"人名":["乙某"]}', '{"人名":["丙某"]}']);
  expect(answered.map(({ code }) => code)).toEqual([
    'not-the-papers-data',
    'prompt-template',
    'gold-not-in-text',
  ]);
  expect(await on(['', ''])).toEqual(answered);
  expect(await on(['', '{"人名":["丙某"]}'])).toEqual(answered);
});

it.each(['1-2', '2-5', '2-6', '2-7', '3-7', '3-8'])(
  'stored outputs of LawBench %s name their licence, and that they are not the paper’s data',
  async (number) => {
    const warnings = await warningsOn(`cpsdbench/lawbench-${number}`, {
      'out.jsonl': { 0: { prediction: '', refr: '正确答案：A。' } },
    });
    expect(warnings.map(({ code }) => code)).toEqual(['not-the-papers-data']);
    expect(warnings[0]?.message).toMatch(/LawBench .*licence: Apache-2\.0/);
  },
);
