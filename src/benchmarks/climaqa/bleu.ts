import type { CountsAggregate, Item, Row } from '../../core/index.ts';
import { type BleuStatistics, bleuOf, bleuStatistics } from '../../metrics/text/bleu.ts';
import { type NltkBleuStatistics, nltkBleuOf, nltkBleuStatistics } from '../../metrics/text/nltk-bleu.ts';
import { LEVELS } from './levels.ts';

/** NLTK's BLEU with method 1 over the characters of texts, as the authors call it; null for none. */
export function characterBleu(hypotheses: readonly string[], references: readonly string[]): number | null {
  return nltkBleuOf(characterStatistics(hypotheses, references), { method: 1 });
}

function characterStatistics(
  hypotheses: readonly string[],
  references: readonly string[],
): NltkBleuStatistics[] {
  return nltkBleuStatistics(
    hypotheses,
    references.map((reference) => [reference]),
    { method: 1 },
  );
}

/** How one kind of BLEU is made of sums. */
export interface BleuKind {
  /** 8 counts (matches and n-grams of length 1 to 4) and both lengths. */
  readonly counts: (hypothesis: string, reference: string) => readonly number[];
  readonly value: (sums: readonly number[]) => number | null;
}

const WIDTH = 10;

function numbersOf(part: BleuStatistics | NltkBleuStatistics | undefined): readonly number[] {
  if (part === undefined) return new Array<number>(WIDTH).fill(0);
  return [...part.counts, ...part.totals, part.hypothesisLength, part.referenceLength];
}

function statisticsOf(sums: readonly number[]): BleuStatistics {
  return {
    counts: sums.slice(0, 4),
    totals: sums.slice(4, 8),
    hypothesisLength: sums[8] ?? 0,
    referenceLength: sums[9] ?? 0,
  };
}

export const CHARACTER_BLEU: BleuKind = {
  counts: (hypothesis, reference) => numbersOf(characterStatistics([hypothesis], [reference])[0]),
  value: (sums) => {
    const part = statisticsOf(sums);
    if (part.referenceLength === 0 && part.hypothesisLength === 0) return null;
    return nltkBleuOf([part], { method: 1 });
  },
};

export const WORD_BLEU: BleuKind = {
  counts: (hypothesis, reference) => numbersOf(bleuStatistics([hypothesis], [reference])[0]),
  value: (sums) => {
    const part = statisticsOf(sums);
    if (part.referenceLength === 0 && part.hypothesisLength === 0) return null;
    return bleuOf([part])?.score ?? null;
  },
};

/** Sums over all rows, then one corpus BLEU. */
export function pooled<I extends Item>(
  counts: (row: Row<I>) => readonly number[] | null,
  kind: BleuKind,
): CountsAggregate<I> {
  return { name: 'pooled', counts, value: kind.value };
}

/**
 * The mean of one corpus BLEU a level, weighted by the level's rows; a level without rows does not count. Rows of no
 * level are one more level.
 *
 * @param levelOf place of a row's level in {@link LEVELS}; -1: none
 */
export function weightedLevels<I extends Item>(
  counts: (row: Row<I>) => readonly number[] | null,
  levelOf: (row: Row<I>) => number,
  kind: BleuKind,
): CountsAggregate<I> {
  const blocks = LEVELS.length + 1;
  return {
    name: 'weighted-levels',
    counts: (row) => {
      const own = counts(row);
      if (own === null) return null;
      const all = new Array<number>(blocks * (WIDTH + 1)).fill(0);
      const level = levelOf(row);
      const start = (level < 0 ? LEVELS.length : level) * (WIDTH + 1);
      own.forEach((count, at) => {
        all[start + at] = count;
      });
      all[start + WIDTH] = 1;
      return all;
    },
    value: (sums) => {
      let total = 0;
      let n = 0;
      for (let block = 0; block < blocks; block += 1) {
        const part = sums.slice(block * (WIDTH + 1), (block + 1) * (WIDTH + 1));
        const rows = part[WIDTH] ?? 0;
        const score = rows === 0 ? null : kind.value(part.slice(0, WIDTH));
        if (score === null) continue;
        total += rows * score;
        n += rows;
      }
      return n === 0 ? null : total / n;
    },
  };
}
