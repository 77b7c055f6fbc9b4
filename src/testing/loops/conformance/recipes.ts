import { cardMetrics } from '../../../benchmarks/birco/card.ts';
import * as climaqa from '../../../benchmarks/climaqa/card.ts';
import { computeMetrics } from '../../../benchmarks/cpsdbench/card.ts';
import { rowWiseAccuracy } from '../../../benchmarks/wximpactbench/card.ts';
import { type JsonObject, matrixAt, numberAt, objectAt, textAt, textsAt } from '../json.ts';
import type { CaseRunner, VectorAdapter } from './adapter.ts';

/** A recipe of a card, by its input. */
function recipe(run: (input: JsonObject) => unknown): CaseRunner {
  return (entry) => run(objectAt(entry, 'input'));
}

/** A recipe that compares two texts. */
function pair(score: (prediction: string, gold: string) => number): CaseRunner {
  return recipe((input) => score(textAt(input, 'pred'), textAt(input, 'gold')));
}

export const recipeVectors: VectorAdapter = {
  file: 'recipes.json',
  runners: new Map([
    [
      'birco.computeMetrics',
      recipe((input) => cardMetrics(textsAt(input, 'predictions'), new Set(textsAt(input, 'gold')))),
    ],
    ['climaqa.scoreMcq', pair(climaqa.scoreMcq)],
    ['climaqa.scoreClozeExactMatch', pair(climaqa.scoreClozeExactMatch)],
    ['climaqa.scoreClozePartial', pair(climaqa.scoreClozePartial)],
    [
      'climaqa.aggregateAccuracy',
      recipe((input) => climaqa.aggregateAccuracy(textsAt(input, 'predictions'), textsAt(input, 'golds'))),
    ],
    [
      'cpsdbench.computeMetrics',
      recipe((input) =>
        computeMetrics(
          textsAt(input, 'preds'),
          textsAt(input, 'golds'),
          textAt(input, 'taskType'),
          numberAt(input, 'threshold'),
        ),
      ),
    ],
    [
      'wximpactbench.rowWiseAccuracy',
      recipe((input) => rowWiseAccuracy(matrixAt(input, 'preds'), matrixAt(input, 'golds'))),
    ],
  ]),
};
