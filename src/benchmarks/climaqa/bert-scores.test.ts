import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ReferencePair } from '../../core/index.ts';
import { openSource } from '../../data/source.ts';
import { readFileBytes } from '../../data/text-file.ts';
import { ALL_ABILITIES, prepare } from '../../run/prepare.ts';
import { projectRoot } from '../../testing/shared.ts';
import { taskOf } from '../../testing/temporary-run.ts';
import { withBertScores } from './bert-scores.ts';
import type { ClimaItem } from './data.ts';

it('every line with an answer gets the score of the answer and its reference', async () => {
  const data = path.join(projectRoot, 'samples/climaqa/climaqa_gold/ffq/ffq_benchmark.csv');
  const { items } = await prepare(taskOf('climaqa/freeform'), {
    source: openSource({ data, benchmark: 'climaqa', dataFolder: 'none', samplesFolder: 'none' }),
    split: 'gold',
    given: new Map(),
    abilities: ALL_ABILITIES,
    limit: null,
    seed: 42,
    repeats: undefined,
    read: readFileBytes,
  });
  const seen: ReferencePair[] = [];
  const scorer = {
    id: 'roberta-large@1',
    score: async (pairs: readonly ReferencePair[]) => {
      seen.push(...pairs);
      return pairs.map((_, at) => ({ precision: null, recall: null, f1: at / 10 }));
    },
  };
  const lines = [
    { id: '0', output: '<think>a</think> Snow. ' },
    { id: 'gold/freeform/1', output: '' },
    { id: '99', output: 'x' },
    { id: '2', output: 'Ice.', bertscore: { f1: 0.5 }, scorer: 'mine' },
    { id: '3', answer: 'Sea.' },
  ];
  const bytes = Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));
  const made = await withBertScores({ path: 'x.jsonl', bytes }, items as readonly ClimaItem[], scorer);
  expect(seen.map(({ candidate }) => candidate)).toEqual(['Snow.', 'Ice.', 'Sea.']);
  expect(readFileSync(data, 'utf8')).toContain(seen[0]?.reference);
  const rows = Buffer.from(made)
    .toString()
    .split('\n')
    .map((line) => JSON.parse(line) as { bertscore?: { f1: number }; scorer?: string });
  expect(rows.map(({ bertscore }) => bertscore?.f1)).toEqual([0, undefined, undefined, 0.5, 0.2]);
  expect(rows.map(({ scorer: by }) => by)).toEqual([
    'roberta-large@1',
    undefined,
    undefined,
    'mine',
    'roberta-large@1',
  ]);
  const other = { path: 'x.json', bytes: Buffer.from('[]') };
  expect(await withBertScores(other, [], scorer)).toBe(other.bytes);
});
