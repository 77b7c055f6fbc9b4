import { expect, it } from 'vitest';
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
