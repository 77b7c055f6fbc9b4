import { describe, expect, it } from 'vitest';
import { makeAsk } from '../../core/index.ts';
import { sha256Hex } from '../../data/hash.ts';
import type { ClimaItem, Origin } from './data.ts';
import { parse } from './parse.ts';
import { withPhraseVectors } from './phrase-vectors.ts';
import { readPredictions } from './predictions.ts';
import { type ClimaqaSettings, settingsSchema } from './settings.ts';
import { similaritiesOf } from './similarity.ts';
import { pickedSolution } from './solution.ts';

/** Four numbers that depend on the text alone. */
const vectorOf = (text: string) =>
  Float32Array.from([0, 8, 16, 24], (at) => Number.parseInt(sha256Hex(text).slice(at, at + 8), 16) / 2 ** 32);
const embed = async (texts: readonly string[]) => texts.map(vectorOf);
const settings: ClimaqaSettings = settingsSchema.parse({ embedder: 'x/e' });
const context = {
  split: 'gold',
  seed: 42,
  abilities: new Set(['text'] as const),
  read: async () => new Uint8Array(),
};
const item = (row: number, question: string, answer: string): ClimaItem => ({
  id: `gold/cloze/${row}`,
  hash: '',
  cluster: `${row}`,
  strata: {},
  question,
  answer,
  options: null,
  level: null,
  valid: true,
  context: null,
  verdicts: [],
  origin: { split: 'gold', kind: 'cloze', examples: null } as unknown as Origin,
});
const items = [
  item(0, 'The <MASK> of fresh snow is high.', 'albedo'),
  item(1, 'Rain falls as <MASK>.', 'drops'),
];
const outputs = ['<think>white?</think> brightness', 'drops'];

describe('vectors of predictions', () => {
  it('give the similarities that a run gives', async () => {
    const lines = outputs.map((output, row) => JSON.stringify({ id: String(row), output }));
    const file = { path: 'x.jsonl', bytes: Buffer.from(lines.join('\n')) };
    const made = await withPhraseVectors(file, items, { id: 'x/e', embed }, settings, 42);
    const read = readPredictions({ ...file, bytes: made }, items, settings, context);
    const ask = makeAsk(async () => Promise.reject(new Error('no call')), {
      rank: async () => [],
      embed,
      planning: false,
    });
    for (const [at, one] of items.entries()) {
      const solution = pickedSolution(outputs[at] ?? '');
      const run = { ...solution, ...(await similaritiesOf(one, solution, ask, settings, context)) };
      const value = parse(run, one, settings, context).value;
      expect(read?.repeats[0]?.get(one.id)?.value).toEqual(value);
      expect(value).toMatchObject({ similarity: expect.any(Number), paperSimilarity: expect.any(Number) });
    }
  });
});
