// BLEU and chrF of a corpus of 10,000 pairs. Targets: a third of what sacreBLEU 2.6.0 takes.
import { bleu, chrf } from '../dist/metrics/index.js';
import { measured } from './measure.js';
import { chinesePairs, englishPairs } from './texts.js';

const sides = (pairs) => [pairs.map((pair) => pair.hypothesis), pairs.map((pair) => pair.reference)];

export async function run() {
  const [english, englishReferences] = sides(englishPairs(10_000));
  const [chinese, chineseReferences] = sides(chinesePairs(10_000));
  return [
    measured('BLEU 13a, 10,000 pairs', () => bleu(english, englishReferences), 1.86 / 3, 'sacreBLEU 1.86 s'),
    measured(
      'BLEU zh, 10,000 pairs',
      () => bleu(chinese, chineseReferences, { tokenizer: 'zh' }),
      2.4 / 3,
      'sacreBLEU 2.40 s',
    ),
    measured('chrF, 10,000 pairs', () => chrf(english, englishReferences), 2.85 / 3, 'sacreBLEU 2.85 s'),
  ];
}
