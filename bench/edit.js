// Levenshtein distance of 100,000 pairs of 50 characters. Targets: 3 times RapidFuzz for ASCII, twice for CJK.
import { levenshtein } from '../dist/metrics/index.js';
import { measured } from './measure.js';
import { characterPairs } from './texts.js';

const each = (pairs) => () => {
  let sum = 0;
  for (const [left, right] of pairs) sum += levenshtein(left, right);
  return sum;
};

export async function run() {
  const ascii = characterPairs(100_000, 0x20, 95);
  const chinese = characterPairs(100_000, 0x4e00, 3000);
  return [
    measured('Levenshtein ASCII, 100,000 pairs', each(ascii), 3 * 0.031, 'RapidFuzz 0.031 s'),
    measured('Levenshtein CJK, 100,000 pairs', each(chinese), 2 * 0.086, 'RapidFuzz 0.086 s'),
  ];
}
