// ROUGE-1, -2, -L and -Lsum of 10,000 pairs. Targets: a third of what rouge_score takes.
import { rouge } from '../dist/metrics/index.js';
import { measured } from './measure.js';
import { chinesePairs, englishPairs } from './texts.js';

const each = (pairs, tokens) => () => {
  let sum = 0;
  for (const { hypothesis, reference } of pairs) sum += rouge(hypothesis, reference, { tokens }).rougeL.f1;
  return sum;
};

export async function run() {
  const english = englishPairs(10_000);
  const chinese = chinesePairs(10_000);
  return [
    measured('ROUGE words, 10,000 pairs', each(english, 'words'), 1.96 / 3, 'rouge_score 1.96 s'),
    measured('ROUGE stems, 10,000 pairs', each(english, 'stems'), 4.42 / 3, 'rouge_score 4.42 s'),
    measured('ROUGE code points, 10,000 pairs', each(chinese, 'code-points'), 1.96 / 3, 'as for words'),
  ];
}
