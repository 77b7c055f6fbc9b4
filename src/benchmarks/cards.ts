import { cardMetrics } from './birco/card.ts';
import { aggregateAccuracy, scoreClozeExactMatch, scoreClozePartial, scoreMcq } from './climaqa/card.ts';
import { computeMetrics } from './cpsdbench/card.ts';
import { rowWiseAccuracy } from './wximpactbench/card.ts';

/** The scoring recipes of the four benchmark cards, literally: what protocol `card` is made of. */
export const cards = {
  birco: { computeMetrics: cardMetrics },
  climaqa: { aggregateAccuracy, scoreClozeExactMatch, scoreClozePartial, scoreMcq },
  cpsdbench: { computeMetrics },
  wximpactbench: { rowWiseAccuracy },
} as const;
