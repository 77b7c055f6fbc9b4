import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSource } from '../../data/source.ts';
import { readFileBytes } from '../../data/text-file.ts';
import { scoreFiles } from '../../run/score-predictions.ts';
import { sharedPath } from '../../testing/shared.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import { wximpactbench } from './index.ts';

const file = sharedPath('data/wximpactbench/reranking_raw_outputs_50x30.json');

interface RawSet {
  readonly file: string;
  readonly items: readonly { readonly raw: string; readonly correct_idx: number }[];
}

describe.runIf(file !== undefined)(
  'published raw answers over 30 passages, scored as a file of outputs',
  () => {
    const sets: RawSet[] = file === undefined ? [] : JSON.parse(readFileSync(file, 'utf8'));

    test.each([
      ['gpt_4_50-30', [0.72, 0.7828, 0.7828, 0.7739, 0.84], 26],
      ['gpt_4o_50-30', [0.92, 0.9552, 0.9552, 0.9477, 0.98], 0],
    ])('%s', async (name, values, repeats) => {
      const items = sets.find((set) => set.file === name)?.items ?? [];
      await withTemporaryFolder(async (folder) => {
        // The passages themselves are not published: thirty made-up ones stand for them.
        const passages = Array.from({ length: 30 }, (_, at) => at + 1);
        const pool = [
          ['id', 'query', 'correct_passage_index', ...passages.map((number) => `passage_${number}`)],
          ...items.map((item, at) => [
            at + 1,
            'q',
            item.correct_idx,
            ...passages.map((number) => `p${number}`),
          ]),
        ];
        writeFileSync(path.join(folder, 'QACandidate_Pool.csv'), pool.map((row) => row.join(',')).join('\n'));
        const outputs = path.join(folder, 'outputs.jsonl');
        writeFileSync(
          outputs,
          items.map(({ raw }, at) => JSON.stringify({ id: at + 1, output: raw })).join('\n'),
        );
        const task = wximpactbench.tasks.find(({ id }) => id === 'wximpactbench/qa-ranking');
        if (task === undefined) throw new Error('there is no such task');
        const [result] = await scoreFiles(task, [outputs], {
          source: openSource({
            data: folder,
            benchmark: 'wximpactbench',
            dataFolder: folder,
            samplesFolder: folder,
          }),
          split: undefined,
          given: new Map([['method', 'single-call']]),
          seed: 42,
          baselines: [],
          perItem: false,
          read: readFileBytes,
        });
        const paper = ['hit@1', 'ndcg@5', 'ndcg@10', 'mrr', 'recall@5'].map(
          (id) => result?.metrics.find((metric) => metric.id === id && metric.protocol === 'paper')?.value,
        );
        expect(paper).toEqual(values);
        expect(result?.diagnostics.find(({ id }) => id === 'answers-with-repeats')).toEqual({
          id: 'answers-with-repeats',
          value: repeats,
          n: 50,
        });
      });
    });
  },
);
