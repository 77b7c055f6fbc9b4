import { answeredAccuracy, finiteSummary, groupMeans } from '../../../stats/summary.ts';
import { asObject, at, listAt, numberAt } from '../json.ts';
import type { Surface, Surfaces } from './surface.ts';

/** Rates and means. */
export const STATISTICS_SURFACES: Surfaces = new Map<string, Surface>([
  [
    'stats.accuracy',
    (input) =>
      answeredAccuracy(
        listAt(input, 'items').map((item) => {
          const correct = at(asObject(item, 'items'), 'correct');
          return typeof correct === 'boolean' ? correct : null;
        }),
      ),
  ],
  ['stats.summary', (input) => finiteSummary(listAt(input, 'values'))],
  [
    'stats.groups',
    (input) =>
      groupMeans(
        listAt(input, 'groups').map((entry) => {
          const group = asObject(entry, 'groups');
          return {
            n: numberAt(group, 'n'),
            mean: at(group, 'mean') === null ? null : numberAt(group, 'mean'),
          };
        }),
      ),
  ],
]);
