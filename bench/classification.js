// Macro F1 of 100,000 rows whose labels are strings. Target: scikit-learn.
import { classification, macroF1 } from '../dist/metrics/index.js';
import { createRandom } from '../dist/stats/index.js';
import { measured } from './measure.js';

const LABELS = Array.from({ length: 20 }, (_, index) => `class-${index}`);

export async function run() {
  const random = createRandom(1);
  // Each label is a string of its own, as if read from a file.
  const label = () => ['class-', random.nextBelow(LABELS.length)].join('');
  const gold = Array.from({ length: 100_000 }, label);
  const predicted = gold.map((right) => (random.nextBelow(10) < 7 ? [...right].join('') : label()));
  return [
    measured(
      'macro F1, 100,000 strings',
      () => macroF1(gold, predicted, { labels: LABELS }),
      0.06,
      'scikit-learn 0.060 s',
    ),
    measured(
      'every measure, 100,000 strings',
      () => classification(gold, predicted, { labels: LABELS }),
      0.06,
      'as macro F1',
    ),
  ];
}
