import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Result } from '../../core/index.ts';
import { openSource } from '../../data/source.ts';
import { readFileBytes } from '../../data/text-file.ts';
import { scoreFiles } from '../../run/score-predictions.ts';
import { newBootstrap } from '../../run/summary.ts';
import { sharedPath } from '../../testing/shared.ts';
import { birco } from './index.ts';
import { contextOf, settingsOf } from './made-items.ts';
import { readRankings } from './rankings.ts';

// The same rankings in every form give the same values, to the last digit (acceptance 13).

const folder = sharedPath('data/birco') ?? '';
const bootstrap = newBootstrap();
type Lists = readonly (readonly [query: string, ranking: readonly string[]])[];

async function listsOf(file: string): Promise<Lists> {
  const bytes = await readFileBytes(path.join(folder, file));
  const [lists] = readRankings({ path: file, bytes }, undefined, settingsOf(), contextOf())?.repeats ?? [];
  return [...(lists ?? [])].map(([query, { value }]) => [query, value?.ranking ?? []]);
}

/** JSON text with keys in this order, whatever they look like. */
const object = (entries: readonly (readonly [string, string])[]): string =>
  `{${entries.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
const scoresOf = (ranking: readonly string[]): string =>
  object(ranking.map((doc, at) => [doc, String((ranking.length - at) / 8)]));
const shuffled = <T>(values: readonly T[]): T[] =>
  values
    .map((value, at) => ({ value, key: (at * 7919) % 1009 }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);

const FORMS: Readonly<Record<string, (lists: Lists) => string>> = {
  'lists.json': (lists) => object(lists.map(([query, ranking]) => [query, JSON.stringify(ranking)])),
  'scores.json': (lists) => object(lists.map(([query, ranking]) => [query, scoresOf(ranking)])),
  'me.run': (lists) =>
    shuffled(
      lists.flatMap(([query, ranking]) => ranking.map((doc, at) => `${query} Q0 ${doc} 0 ${-at - 0.5} me`)),
    ).join('\n'),
  'answers.jsonl': (lists) =>
    lists
      .toReversed()
      .map(([id, answer]) => JSON.stringify({ id, answer }))
      .join('\n'),
  'scores.jsonl': (lists) =>
    lists.map(([id, ranking]) => `{"id":${JSON.stringify(id)},"answer":${scoresOf(ranking)}}`).join('\n'),
};

async function scored(set: string, split: string, files: readonly string[], lists: Lists): Promise<Result[]> {
  return scoreFiles(birco.tasks.find(({ id }) => id === `birco/${set}`)!, files, {
    source: openSource({ data: folder, benchmark: 'birco', dataFolder: 'none', samplesFolder: 'none' }),
    split,
    given: new Map(),
    seed: 42,
    baselines: [],
    perItem: true,
    read: async (file) => {
      const make = FORMS[file];
      return make === undefined
        ? readFileBytes(path.join(folder, file))
        : new TextEncoder().encode(make(lists));
    },
    bootstrap,
  });
}

const published = ['arguana', 'clinical-trial', 'relic', 'wtb'].flatMap((set) =>
  ['e5_rank', 'GPT-4_score_O'].map((name) => [set, 'test', name, `${set}/ranks/${name}.pickle`] as const),
);
const madeUp = ['clinical-trial', 'doris-mae'].flatMap((set) =>
  ['oracle', 'pool_order', 'reverse_pool_order', 'docid_order', 'sha256_order'].map(
    (name) => [set, 'dev', `synthetic_${name}`, `runs/${set}-dev.synthetic_${name}.run.gz`] as const,
  ),
);

describe.runIf(folder !== '')('one ranking in every form', () => {
  test.each([...published, ...madeUp])('%s %s %s', async (set, split, name, file) => {
    const run = `runs/${set}${split === 'dev' ? '-dev' : ''}.${name}.run.gz`;
    const lists = await listsOf(file);
    const [first, ...others] = await scored(set, split, [file, run, ...Object.keys(FORMS)], lists);
    expect(first?.errors).toEqual([]);
    expect(first?.items).toHaveLength(lists.length);
    for (const { source, ...other } of others) expect({ ...other, source: file }, source).toEqual(first);
  });

  test('fractions of grades survive: the oracle of doris-mae dev is perfect, its binary gain is not', async () => {
    const [result] = await scored('doris-mae', 'dev', ['runs/doris-mae-dev.synthetic_oracle.run.gz'], []);
    const value = (protocol: string, id: string) =>
      result?.metrics.find((one) => one.protocol === protocol && one.id === id)?.value;
    expect(value('standard', 'ndcg@10')).toBe(1);
    expect(value('card', 'ndcg@10')).toBeCloseTo(0.825, 9);
  });
});
