import { describe, expect, it } from 'vitest';
import { TEXT_MEASURES } from './descriptions.ts';

describe('TEXT_MEASURES', () => {
  it('names every text measure once, with its range, direction and unit', () => {
    const up = 'higher-is-better';
    expect(TEXT_MEASURES.map(({ id, range, direction, unit }) => [id, ...range, direction, unit])).toEqual([
      ['bleu', 0, 100, up, 'percent'],
      ['bleu.char', 0, 1, up, 'proportion'],
      ['bleu.nltk', 0, 1, up, 'proportion'],
      ['chrf', 0, 100, up, 'percent'],
      ['chrf++', 0, 100, up, 'percent'],
      ['rouge1', 0, 1, up, 'proportion'],
      ['rouge2', 0, 1, up, 'proportion'],
      ['rougel', 0, 1, up, 'proportion'],
      ['rougelsum', 0, 1, up, 'proportion'],
      ['rouge1.char', 0, 1, up, 'proportion'],
      ['rouge2.char', 0, 1, up, 'proportion'],
      ['rougel.char', 0, 1, up, 'proportion'],
      ['rougel.words', 0, 1, up, 'proportion'],
      ['squad.em', 0, 1, up, 'proportion'],
      ['squad.f1', 0, 1, up, 'proportion'],
      ['char.f1', 0, 1, up, 'proportion'],
      ['token-overlap', 0, 1, up, 'proportion'],
      ['levenshtein', 0, Number.POSITIVE_INFINITY, 'lower-is-better', 'count'],
      ['levenshtein.similarity', 0, 1, up, 'proportion'],
      ['indel.ratio', 0, 1, up, 'proportion'],
      ['jaro', 0, 1, up, 'proportion'],
      ['jaro-winkler', 0, 1, up, 'proportion'],
      ['bertscore.precision', -1, 1, up, 'proportion'],
      ['bertscore.recall', -1, 1, up, 'proportion'],
      ['bertscore.f1', -1, 1, up, 'proportion'],
    ]);
  });

  it('says where each comes from, what it is, and what an empty input gives', () => {
    for (const { id, name, summary, source, empty } of TEXT_MEASURES) {
      expect(summary, id).toMatch(/^[A-Z0-9].*\.$/);
      expect(source, id).toMatch(/\d|card of/);
      expect(empty, id).toMatch(/\b(0|1|null)\b/);
      expect(name.length, id).toBeGreaterThan(3);
    }
  });
});
