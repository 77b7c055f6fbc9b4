import { describe, expect, test } from 'vitest';
import type { PublishedFolder } from '../../core/index.ts';
import { methodName, publishedOutputs, readGolden } from './published-outputs.ts';

const folderOf = (files: readonly string[], golden?: unknown): PublishedFolder => ({
  files: golden === undefined ? files : [...files, 'golden.json'],
  readText: async (path) => {
    if (path !== 'golden.json') throw new Error(`${path} is not to be read`);
    return JSON.stringify(golden);
  },
});
const found = async (files: readonly string[], golden?: unknown) =>
  (await publishedOutputs(folderOf(files, golden))).outputs.map(({ task, method, file }) => [
    task,
    method,
    file,
  ]);

describe('rank files are found', () => {
  test('below a folder of their set, whatever lies around it', async () => {
    expect(
      await found([
        'relic/ranks/e5_rank.pickle',
        'evaluation/ranks/wtb/Monot5.pickle',
        'clinical-trial/a.json',
        'arguana/b.run.gz',
        'doris-mae/splade++_rank.pickle',
      ]),
    ).toEqual([
      ['birco/relic', 'e5_rank', 'relic/ranks/e5_rank.pickle'],
      ['birco/wtb', 'Monot5', 'evaluation/ranks/wtb/Monot5.pickle'],
      ['birco/clinical-trial', 'a', 'clinical-trial/a.json'],
      ['birco/arguana', 'b', 'arguana/b.run.gz'],
      ['birco/doris-mae', 'splade++_rank', 'doris-mae/splade++_rank.pickle'],
    ]);
  });

  test('not data sets, qrels, pools or what is of no set', async () => {
    const others = [
      'relic/test_set.pickle',
      'relic/dev_set.pickle',
      'relic/relic.qrels.json',
      'relic/x.pools.json',
      'relic/README.md',
      'other/e5_rank.pickle',
      'relic.pickle',
    ];
    expect(await found(others)).toEqual([]);
  });

  test('under their regular names', () => {
    expect(
      ['Rrankgpt_llama7b', 'Rrankgpt_llama13b_O', 'llama_7b_test_score_O', 'e5_rank'].map(methodName),
    ).toEqual(['Rankgpt_llama7b', 'Rankgpt_llama13b_O', 'llama_7b_score_O', 'e5_rank']);
  });
});

describe('the authors’ values stand beside', () => {
  const values = { 'ndcg@10': 0.1, 'ndcg@10.n': 100, 'map.boot_mean': 0.3, map: 0.2, 'card.ndcg@10': 0.4 };
  const golden = {
    relic: {
      e5_rank: values,
      gone: values,
      none: null,
      Tart_O: { error: 'KeyError' },
      'synthetic:oracle': values,
    },
    'relic-dev': { 'synthetic:oracle': values },
  };
  const files = ['e5_rank', 'none', 'Tart_O', 'mine'].map((name) => `relic/ranks/${name}.pickle`);

  test('where golden.json has them, by protocol', async () => {
    const { outputs } = await publishedOutputs(folderOf(files, golden));
    expect(outputs.map(({ method, authors }) => [method, authors && Object.fromEntries(authors)])).toEqual([
      ['e5_rank', { 'paper ndcg@10': 0.1, 'paper map': 0.2, 'card ndcg@10': 0.4 }],
      ['none', undefined],
      ['Tart_O', undefined],
      ['mine', undefined],
    ]);
  });

  test('entries without a file and files without an entry are named and counted', async () => {
    const { notes } = await publishedOutputs(folderOf(files, golden));
    expect(notes).toEqual([
      '1 entry of golden.json has no file here: relic/gone.',
      '1 file has no entry in golden.json: relic/ranks/mine.pickle.',
    ]);
    expect((await publishedOutputs(folderOf(files))).notes).toEqual([]);
  });

  test('in the shape of the file, or it is refused', () => {
    const text = JSON.stringify(golden);
    expect(readGolden(text, 'golden.json').get('relic')?.get('e5_rank')).toEqual(
      new Map(Object.entries(values)),
    );
    for (const wrong of ['[]', '{"relic": []}', '{"relic": {"e5_rank": {"map": "high"}}}'])
      expect(() => readGolden(wrong, 'golden.json')).toThrow(
        expect.objectContaining({ code: 'invalid-format', place: { file: 'golden.json' } }),
      );
    expect(() => readGolden('{', 'golden.json')).toThrow(expect.objectContaining({ code: 'invalid-json' }));
  });
});
