import { afterAll, describe, expect, it } from 'vitest';
import { createUseLite, type UseLite } from './index.ts';
import { USE_LITE_DESCRIPTION } from './use-lite.ts';

const insulin = 'Insulin regulates blood sugar levels in the body.';
const sentences = [
  'hello world',
  '',
  insulin,
  'The river rose two metres in one night, and the lower streets were closed.',
  'word '.repeat(400),
  ' ',
  'a',
  '雨',
  'Snow fell for nine days: roofs broke, roads were lost & trains stood still.',
];

function bits(vectors: readonly Float32Array[]): string[] {
  return vectors.map((vector) =>
    Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64'),
  );
}

function largestDifference(values: ArrayLike<number>, wanted: readonly number[]): number {
  return Math.max(...wanted.map((value, index) => Math.abs((values[index] ?? Number.NaN) - value)));
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

describe.each(['simd', 'plain'] as const)('with the kernel %s', async (kernel) => {
  const model: UseLite = await createUseLite({ kernel, workers: 0 });
  afterAll(() => model.close());

  // Check values: the packaged runtime for the vectors, the same graph in onnxruntime for the states.
  it.each([
    {
      text: 'hello world',
      ids: [2002, 102, 311],
      vector: [-0.0515, -0.05493, -0.00769, -0.04995],
      first: [1.797, 3.4024, 2.5343, 4.1461],
      last: [1.2555, 3.593, 4.5348, -0.5434],
    },
    {
      text: insulin,
      ids: [133, 7, 474, 97, 7288, 7, 1270, 3258, 2351, 15, 9, 660, 6],
      vector: [0.05745, 0.05765, 0.04944, -0.00129],
      first: [0.5156, 0.4149, -0.5454, 3.9307],
      last: [],
    },
  ])('gives the vector and the token states of "$text"', async ({ text, ids, vector, first, last }) => {
    const [found] = await model.embed([text]);
    expect(found).toHaveLength(512);
    expect(largestDifference(found!, vector)).toBeLessThan(1e-5);
    const tokens = await model.tokenStates(text);
    expect(tokens.ids).toEqual(ids);
    expect(tokens.states.map((state) => state.length)).toEqual(ids.map(() => 512));
    expect(largestDifference(tokens.states[0]!, first)).toBeLessThan(1e-4);
    expect(largestDifference(tokens.states.at(-1)!, last)).toBeLessThan(1e-4);
  });

  it('gives an empty text the vector of a text without tokens', async () => {
    const [empty] = await model.embed(['']);
    // The packaged runtime gives this for an empty text that stands beside others.
    expect(largestDifference(empty!, [0.00235, -0.03488, 0.0131, -0.02118])).toBeLessThan(1e-5);
    expect(await model.tokenStates('')).toEqual({ ids: [], pieces: [], states: [], cut: false });
  });
});

describe('createUseLite', async () => {
  const model: UseLite = await createUseLite({ workers: 0 });
  afterAll(() => model.close());

  it('gives vectors of length 1', async () => {
    for (const vector of await model.embed(sentences)) expect(cosine(vector, vector)).toBeCloseTo(1, 6);
  });

  it('gives the same bits with both kernels', async () => {
    const plain = await createUseLite({ kernel: 'plain', workers: 0 });
    expect(plain.kernel).toBe('plain');
    expect(model.kernel).toBe('simd');
    const texts = sentences.slice(0, 4);
    expect(bits(await plain.embed(texts))).toEqual(bits(await model.embed(texts)));
    const [ours, theirs] = [await model.tokenStates(insulin), await plain.tokenStates(insulin)];
    expect(bits(ours.states)).toEqual(bits(theirs.states));
  });

  it('gives a text the same bits whatever stands beside it', async () => {
    const alone: Float32Array[] = [];
    for (const text of sentences) alone.push(...(await model.embed([text])));
    const wanted = bits(alone);
    expect(new Set(wanted).size).toBe(sentences.length);
    expect(bits(await model.embed(sentences))).toEqual(wanted);
    expect(bits(await model.embed(sentences.toReversed())).reverse()).toEqual(wanted);
    const many = await model.embed(Array.from({ length: 10 }, () => sentences).flat());
    expect(bits(many)).toEqual(Array.from({ length: 10 }, () => wanted).flat());
    const states = await model.tokenStatesOf(sentences);
    const single = await model.tokenStates(sentences[3]!);
    expect(bits(states[3]!.states)).toEqual(bits(single.states));
  });

  it('cuts a text off behind its 128th token', async () => {
    const [long, longer] = await model.embed(['word '.repeat(200), 'word '.repeat(200).concat('and an end')]);
    expect(bits([long!])).toEqual(bits([longer!]));
    const tokens = await model.tokenStates('word '.repeat(200));
    expect(tokens.states).toHaveLength(128);
    expect(tokens.cut).toBe(true);
    expect(model.countTokens('word '.repeat(200))).toBe(201);
    const whole = await model.tokenStates('word '.repeat(127));
    expect([whole.states.length, whole.cut]).toEqual([128, false]);
  });

  it('brings paraphrases near and keeps other matters apart', async () => {
    const [a, b, c] = await model.embed([
      insulin,
      'The hormone insulin controls the amount of glucose in blood.',
      'The train to the coast leaves at noon.',
    ]);
    expect(cosine(a!, b!)).toBeGreaterThan(0.5);
    expect(cosine(a!, c!)).toBeLessThan(0.2);
  });

  it('names pieces, among them the unknown', async () => {
    expect((await model.tokenStates('rain 雨')).pieces).toEqual(['▁rain', '▁', '\ufffd']);
  });

  it('tells how many texts are done', async () => {
    const told: [number, number][] = [];
    const watched = await createUseLite({
      workers: 0,
      onProgress: (done, total) => told.push([done, total]),
    });
    await watched.embed(sentences);
    expect(told.at(-1)).toEqual([sentences.length, sentences.length]);
    expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).sort((x, y) => x - y));
    expect(await watched.embed([])).toEqual([]);
  });

  it('refuses work after it was closed', async () => {
    const closed = await createUseLite({ workers: 0 });
    await closed.close();
    await expect(closed.embed(['a'])).rejects.toThrow('closed');
  });

  it('says what it is', () => {
    expect(model.description).toBe(USE_LITE_DESCRIPTION);
    expect(model.description).toContain('not a language model');
  });
});
