import { afterAll, describe, expect, it } from 'vitest';
import {
  BERTSCORE_USE_LITE,
  BERTSCORE_USE_LITE_DESCRIPTION,
  bertScoresUseLite,
  matchingStates,
} from './bertscore.ts';
import { createUseLite } from './use-lite.ts';

const reference = 'Insulin regulates blood sugar levels in the body.';
const paraphrase = 'The hormone insulin controls the amount of glucose in blood.';
const unrelated = 'The train to the coast leaves at noon.';

describe('bertscore.use-lite', async () => {
  const model = await createUseLite({ workers: 0 });
  afterAll(() => model.close());

  it('gives 1 to equal texts, less to a paraphrase, least to another matter', async () => {
    const scores = await bertScoresUseLite(
      model,
      [reference, paraphrase, unrelated].map((candidate) => ({ candidate, reference })),
    );
    const [same, near, far] = scores.map((score) => score.f1 ?? Number.NaN);
    expect(same).toBeCloseTo(1, 6);
    expect(near).toBeGreaterThan(0.4);
    expect(near).toBeLessThan(0.7);
    expect(far).toBeLessThan(0.35);
  });

  it('gives 0 to an empty text and to white space', async () => {
    const scores = await bertScoresUseLite(model, [
      { candidate: '', reference },
      { candidate: ' \n\t', reference },
      { candidate: reference, reference: '' },
    ]);
    expect(scores.map(({ precision, recall, f1 }) => [precision, recall, f1])).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
  });

  it('does not count white space', async () => {
    const [score] = await bertScoresUseLite(model, [
      { candidate: '  Insulin\nregulates   blood ', reference: 'Insulin regulates blood' },
    ]);
    expect(score?.f1).toBeCloseTo(1, 6);
  });

  it('gives the states of many pairs in order, and says which texts were cut', async () => {
    const pairs = Array.from({ length: 70 }, (_, number) => ({
      candidate: `candidate ${number}`,
      reference: number === 40 ? 'word '.repeat(300) : reference,
    }));
    let number = 0;
    for await (const pair of matchingStates(model, pairs)) {
      const alone = await model.tokenStates(`candidate ${number}`);
      expect(pair.candidate.states).toEqual(alone.states);
      expect(pair.candidate.pieces).toEqual(alone.pieces);
      expect(pair.candidate.cut).toBe(false);
      expect([pair.reference.states.length, pair.reference.cut]).toEqual(
        number === 40 ? [128, true] : [13, false],
      );
      number += 1;
    }
    expect(number).toBe(70);
  });

  it('is never named BERTScore alone', () => {
    expect(BERTSCORE_USE_LITE_DESCRIPTION.startsWith(`${BERTSCORE_USE_LITE}:`)).toBe(true);
    expect(BERTSCORE_USE_LITE_DESCRIPTION).toContain('do not compare with published BERTScores');
  });
});
