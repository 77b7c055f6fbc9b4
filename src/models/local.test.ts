import { describe, expect, test } from 'vitest';
import { bm25Scores } from '../text/bm25.ts';
import { createModel } from './create.ts';
import { LOCAL_MODELS, localModel } from './local.ts';

const signal = new AbortController().signal;

test('every name is a model that says what it is not', async () => {
  for (const name of LOCAL_MODELS) {
    const model = localModel(name);
    expect(model.endpoint).toBeNull();
    expect(model.description).toContain('not a language model');
    await model.close();
  }
  expect(() => localModel('gpt')).toThrow(expect.objectContaining({ code: 'unknown-model' }));
});

test('the default depends on the language, and says which it is', async () => {
  expect((await createModel('local/default', { env: {} })).id).toBe('local/use-lite');
  expect((await createModel('local/default', { env: {}, language: 'zh' })).id).toBe('local/lexical');
  expect(await createModel('local/gold', { env: {} })).toMatchObject({ kind: 'trivial', name: 'gold' });
});

describe('local/lexical', () => {
  const rank = async (query: string, texts: string[]) => {
    const model = localModel('lexical');
    if (model.kind !== 'ranker') throw new Error('no ranker');
    return model.rank({
      query,
      instruction: 'never seen',
      documents: texts.map((text, id) => ({ id: `${id}`, text })),
    });
  };

  test('is BM25', async () => {
    const texts = ['storm and flood', 'drought', 'flood 洪水'];
    expect(await rank('flood of 1927', texts)).toEqual(bm25Scores('flood of 1927', texts));
  });

  test('finds Chinese text by pairs of characters', async () => {
    const [flood = 0, theft = 0, none = 0] = await rank('暴雨引发洪水', [
      '城市遭遇洪水和暴雨',
      '盗窃案件',
      '',
    ]);
    expect(flood).toBeGreaterThan(0);
    expect([theft, none]).toEqual([0, 0]);
    const [single = 0] = await rank('水', ['水 电']);
    expect(single).toBeGreaterThan(0);
  });
});

test('local/use-lite gives vectors of length 1 that know what is alike', async () => {
  const model = localModel('use-lite');
  if (model.kind !== 'embedding') throw new Error('no embedding model');
  const { vectors } = await model.embed(
    ['The river flooded the town.', 'The town was under water.', 'Bake the cake.'],
    signal,
  );
  const dot = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0);
  const [first = new Float32Array(), second = new Float32Array(), third = new Float32Array()] = vectors;
  expect(dot(first, first)).toBeCloseTo(1, 5);
  expect(dot(first, second)).toBeGreaterThan(dot(first, third) + 0.2);
  await model.close();
});
