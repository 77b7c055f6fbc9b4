import { cardMetrics } from '../../../benchmarks/birco/card.ts';
import { asObject, at, textsAt } from '../json.ts';
import type { CaseRunner, VectorAdapter } from './adapter.ts';

const birco: CaseRunner = (entry) => {
  const input = asObject(at(entry, 'input'), 'input');
  return cardMetrics(textsAt(input, 'predictions'), new Set(textsAt(input, 'gold')));
};

export const recipeVectors: VectorAdapter = {
  file: 'recipes.json',
  runners: new Map([['birco.computeMetrics', birco]]),
};
