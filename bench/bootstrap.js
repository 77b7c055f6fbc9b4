// Bootstraps: of the mean of 10,000 values, 10,000 times; and the authors' one as often as 62 rank files need it.
import { bootstrapMean, createLegacyBootstrap, createRandom } from '../dist/stats/index.js';
import { measured } from './measure.js';

export async function run() {
  const random = createRandom(1);
  const values = Float64Array.from({ length: 10_000 }, () => random.nextUnit());
  const lists = Array.from({ length: 62 * 7 }, () =>
    Float64Array.from({ length: 100 }, () => random.nextUnit()),
  );
  const authors = () => {
    const bootstrap = createLegacyBootstrap({ seed: 42, resamples: 1000 });
    for (const list of lists) bootstrap(list);
  };
  return [
    measured(
      'bootstrap of the mean, 10,000 resamples of 10,000 values',
      () => bootstrapMean(values, { seed: 1, resamples: 10_000 }),
      1,
      'under 1 s',
    ),
    measured('the authors’ bootstrap, 434 lists of 100 values, 1,000 resamples', authors, 2, 'under 2 s'),
  ];
}
