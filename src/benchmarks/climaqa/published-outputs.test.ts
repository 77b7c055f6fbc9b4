import { expect, it } from 'vitest';
import { publishedOutputs } from './published-outputs.ts';

it('outputs are found by the name of their task; no value of the authors is held', async () => {
  const files = [
    'mcq/gpt-4o.jsonl',
    'repeat/ffq/gpt-4o.csv',
    'cloze/cloze_benchmark.csv',
    'notes.jsonl',
    'mcq/x.txt',
  ];
  const { outputs, notes } = await publishedOutputs({ files, readText: async () => '' });
  expect(outputs.map(({ task, method, authors }) => [task, method, authors])).toEqual([
    ['climaqa/mcq', 'gpt-4o', undefined],
    ['climaqa/freeform', 'gpt-4o', undefined],
  ]);
  expect(notes[0]).toMatch(/not held/);
});
