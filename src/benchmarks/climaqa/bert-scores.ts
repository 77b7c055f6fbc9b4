import type { PredictionFile, TextScorer } from '../../core/index.ts';
import { answerText } from '../../parse/reasoning.ts';
import { pythonStrip } from '../../text/python.ts';
import type { ClimaItem } from './data.ts';
import { enriched } from './predictions-enrich.ts';

/** A file of free answers with what a scorer says of each answer and its reference. */
export function withBertScores(
  file: PredictionFile,
  items: readonly ClimaItem[],
  scorer: TextScorer,
): Promise<Uint8Array> {
  return enriched(file, items, 'bertscore', async (answers) => {
    const pairs = answers.map(({ item, text }) => ({
      candidate: pythonStrip(answerText(text)),
      reference: item.answer,
    }));
    const scores = await scorer.score(pairs.filter(({ candidate }) => candidate !== ''));
    let next = 0;
    return pairs.map(({ candidate }) => {
      if (candidate === '') return undefined;
      const bertscore = scores[next];
      next += 1;
      return bertscore === undefined ? undefined : { bertscore, scorer: scorer.id };
    });
  });
}
