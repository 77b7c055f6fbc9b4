import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type PublishedFolder, publishedKey, type Result } from '../../core/index.ts';
import { openSource } from '../../data/source.ts';
import { readFileBytes } from '../../data/text-file.ts';
import { scoreFiles } from '../../run/score-predictions.ts';
import { sharedPath } from '../../testing/shared.ts';
import { roundNumpy } from '../../text/numpy.ts';
import { wximpactbench } from './index.ts';
import { heldValues, modelOf, readResultFile, resultFile } from './published.ts';
import { publishedOutputs } from './published-outputs.ts';

const folder = sharedPath('data/wximpactbench');

function folderOf(root: string, keep: (file: string) => boolean): PublishedFolder {
  const files = ['predictions', 'results']
    .flatMap((part) => readdirSync(path.join(root, part)).map((name) => `${part}/${name}`))
    .filter(keep);
  return { files, readText: async (file) => readFileSync(path.join(root, file), 'utf8') };
}

describe('names of models and files', () => {
  test('every spelling of the authors means one model', () => {
    expect(['gpt-4o', 'gpt_4o'].map((name) => modelOf(name)?.name)).toEqual(['GPT-4o', 'GPT-4o']);
    expect(modelOf('meta-llama/Llama-3.1-8B-Instruct')).toBe(modelOf('llama'));
    expect(modelOf('llama-9000')).toBeUndefined();
    expect(resultFile('x/row-wise-accuracy_350_oneshot.csv')).toEqual({ context: 'LongCTX', shot: 'one' });
    expect(resultFile('gpt-4o_LongCTX_zeroshot.csv')).toBeUndefined();
  });

  test('names in the authors’ repository are read too; unknown models have no values', async () => {
    const { outputs, notes } = await publishedOutputs({
      files: [
        'a/gpt_4o_zeroshot_long.csv',
        'a/llama_1300_oneshot.csv',
        'b/mine_MixedCTX_zeroshot.csv',
        'other.csv',
      ],
      readText: async () => '',
    });
    expect(outputs.map(({ task, method, authors }) => [task, method, authors?.size])).toEqual([
      ['wximpactbench/classification-long', 'GPT-4o, LongCTX, zero-shot', 75],
      ['wximpactbench/classification-mixed', 'Llama-3.1-8B-Instruct, MixedCTX, one-shot', 75],
      ['wximpactbench/classification-mixed', 'mine, MixedCTX, zero-shot', undefined],
    ]);
    expect(notes[0]).toMatch(/^42 outputs .* GPT-4, LongCTX, zero-shot;/);
    expect(notes[1]).toBe('1 prediction files have no values of the authors: b/mine_MixedCTX_zeroshot.csv.');
  });
});

describe.runIf(folder !== undefined)('the published outputs', () => {
  const root = folder ?? '';

  test('the values that come with the program are those of the result files', async () => {
    const held = heldValues();
    const read = new Map<string, number>();
    for (const name of readdirSync(path.join(root, 'results')))
      for (const [key, value] of readResultFile(readFileSync(path.join(root, 'results', name), 'utf8'), name))
        read.set(key, value);
    expect(read).toEqual(held);
    // 44 blocks of 24 values and a row-wise one, 288 rows of six by period.
    expect(held.size).toBe(44 * 25 + 288 * 6);
  });

  test('every cell is the authors’, but for the blocks of Mixtral', async () => {
    const { outputs, tables } = await publishedOutputs(folderOf(root, () => true));
    expect(outputs).toHaveLength(26);
    expect(tables).toHaveLength(13);
    const columns = tables?.flatMap((table) => table.columns) ?? [];
    const differing = new Map<string, number>();
    const largest = new Map<string, number>();
    let equal = 0;
    for (const task of wximpactbench.tasks) {
      const own = outputs.filter((output) => output.task === task.id);
      const gold = task.id.endsWith('long') ? 'LongCTX_labels_350.csv' : 'MixedCTX_labels_1386.csv';
      if (own.length === 0) continue;
      const results = await scoreFiles(
        task,
        own.map(({ file }) => path.join(root, file)),
        {
          source: openSource({
            data: path.join(root, gold),
            benchmark: 'wximpactbench',
            dataFolder: root,
            samplesFolder: root,
          }),
          split: undefined,
          given: new Map(),
          seed: 42,
          protocols: ['paper'],
          baselines: [],
          perItem: false,
          read: readFileBytes,
        },
      );
      own.forEach((output, at) => {
        for (const column of columns) {
          if (column.heading === 'Average') continue;
          const key = publishedKey(column);
          const authors = output.authors?.get(key);
          const ours = valueIn(results[at], column.measure, column.slice ?? {});
          if (authors === undefined || ours === undefined) throw new Error(`${output.file}: ${key}`);
          const places = column.slice?.period === undefined ? 1 : 100;
          if (roundNumpy(ours * places, 4) === roundNumpy(authors * places, 4)) equal += 1;
          else {
            expect(output.reasons?.get(key)).toMatch(/blank judgements/);
            differing.set(output.method, (differing.get(output.method) ?? 0) + 1);
            largest.set(output.method, Math.max(largest.get(output.method) ?? 0, Math.abs(ours - authors)));
          }
        }
      });
    }
    expect(new Map([...differing].sort())).toEqual(
      new Map([
        ['Mixtral-8x7B-Instruct, LongCTX, one-shot', 23],
        ['Mixtral-8x7B-Instruct, LongCTX, zero-shot', 16],
        ['Mixtral-8x7B-Instruct, MixedCTX, one-shot', 22],
        ['Mixtral-8x7B-Instruct, MixedCTX, zero-shot', 16],
      ]),
    );
    expect([...largest].sort().map(([, difference]) => difference.toFixed(4))).toEqual([
      '0.0229',
      '0.0049',
      '0.0150',
      '0.0070',
    ]);
    // 26 × (24 + 1) cells and 208 rows by period of six.
    expect(equal).toBe(26 * 25 + 208 * 6 - 77);
  }, 60_000);

  test('files may be taken out and added', async () => {
    const some = folderOf(root, (file) => !file.includes('gpt') && !file.startsWith('results/'));
    const { outputs, notes } = await publishedOutputs({
      ...some,
      files: [...some.files, 'new_LongCTX_zeroshot.csv'],
    });
    expect(outputs).toHaveLength(21);
    expect(outputs.find(({ file }) => file.startsWith('new'))?.authors).toBeUndefined();
    expect(notes[0]).toMatch(
      /^24 outputs with values of the authors have no prediction file here: .*GPT-4o, LongCTX/,
    );
    expect(notes[1]).toMatch(/new_LongCTX_zeroshot/);
  });
});

function valueIn(result: Result | undefined, id: string, slice: Readonly<Record<string, string>>) {
  return (
    result?.metrics.find(
      (metric) =>
        metric.id === id &&
        metric.variant === null &&
        metric.slice?.label === slice.label &&
        metric.slice?.period === slice.period,
    )?.value ?? undefined
  );
}
