import { describe, expect, it } from 'vitest';
import { drawExamples } from './few-shot.ts';

const pool = ['What is rime?', 'What is hoar?', 'What is graupel?', 'what is RIME'].map((question, at) => ({
  id: `p${at}`,
  question,
}));

describe('examples', () => {
  it('leave out the item by id and by question', () => {
    const drawn = drawExamples(pool, { id: 'x', question: 'What is  rime?' }, { count: 2, seed: 3 });
    expect(drawn.map(({ id }) => id).sort()).toEqual(['p1', 'p2']);
    expect(drawExamples(pool, pool[1], { count: 3, seed: 3 }).map(({ id }) => id)).not.toContain('p1');
  });

  it('depend on the seed', () => {
    const large = Array.from({ length: 40 }, (_, at) => ({ id: `e${at}`, question: `Question ${at}?` }));
    const ids = (seed: number) => drawExamples(large, undefined, { count: 5, seed }).map(({ id }) => id);
    expect(ids(1)).toEqual(ids(1));
    expect(ids(1)).not.toEqual(ids(2));
    const first = drawExamples(large, large[0], { count: 2, seed: 1, sampler: 'first' });
    expect(first.map(({ id }) => id)).toEqual(['e1', 'e2']);
  });

  it('are never fewer than asked for', () => {
    expect(() => drawExamples(pool, pool[0], { count: 3, seed: 1 })).toThrow(
      /3 examples are wanted, 2 are there/,
    );
  });
});
