import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openSource } from '../data/source.ts';
import { readFileBytes } from '../data/text-file.ts';
import { withTemporaryFolder } from '../testing/temporary.ts';
import { taskOf } from '../testing/temporary-run.ts';
import { scoreOwnGold } from './own-gold.ts';

/** Scores invented outputs in LawBench's form. */
function score(number: string, contents: readonly (object | string | null)[]) {
  return withTemporaryFolder(async (folder) => {
    const files = contents.map((content, at) => {
      const file = path.join(folder, `${at}.json`);
      if (content !== null)
        writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    });
    const results = await scoreOwnGold(
      taskOf(`cpsdbench/lawbench-${number}`),
      files,
      { split: undefined, given: new Map(), seed: 42, baselines: [], perItem: false, read: readFileBytes },
      (data) => openSource({ data, benchmark: 'cpsdbench', dataFolder: folder, samplesFolder: folder }),
    );
    return results.map(({ errors, metrics, counts, source }, at) => ({
      named: source === files[at],
      planned: counts.planned,
      codes: [...new Set(errors.map(({ code }) => code))],
      values: metrics.map(({ id, protocol, value }) => [id, protocol, value]),
    }));
  });
}

test('a faulty file is refused by name, the others are scored', async () => {
  const questions = {
    0: { origin_prompt: 'x', prediction: '选B', refr: '正确答案：B。' },
    1: { prediction: '', refr: '正确答案：C。' },
    2: { prediction: 'A或C', refr: '正确答案：C。' },
  };
  expect(await score('1-2', ['{', questions, null, []])).toEqual([
    { named: true, planned: 0, codes: ['invalid-json'], values: [] },
    {
      named: true,
      planned: 3,
      codes: [],
      values: [
        ['accuracy', 'lawbench', 1 / 3],
        ['abstention', 'lawbench', 1 / 3],
      ],
    },
    { named: true, planned: 0, codes: ['file-not-found'], values: [] },
    { named: true, planned: 0, codes: ['invalid-format'], values: [] },
  ]);
});

test('3-8: words with 1e-8, characters beside, an empty output is a word', async () => {
  const [result] = await score('3-8', [
    { 0: { prediction: '可以起诉', refr: '可以起诉' }, 1: { prediction: '', refr: '可以' } },
  ]);
  expect(result?.values).toEqual([
    ['rougel.words', 'lawbench', 2 / (2 + 1e-8) / 2],
    ['rougel.char', 'lawbench', 0.5],
    ['rougel.char', 'standard', 0.5],
  ]);
});
