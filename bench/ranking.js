// Ranking measures of 10,000 queries of 100 documents in Maps. Target: pytrec_eval over dictionaries.
import { rankingMetrics } from '../dist/metrics/index.js';
import { createRandom } from '../dist/stats/index.js';
import { measured } from './measure.js';

const MEASURES = ['ndcg@10', 'map', 'recall@100', 'precision@10', 'mrr'];

function madeUp(queries, documents) {
  const random = createRandom(1);
  const judgements = new Map();
  const run = new Map();
  for (let query = 0; query < queries; query += 1) {
    const grades = new Map();
    const scores = new Map();
    for (let document = 0; document < documents; document += 1) {
      const id = `doc-${query * 37 + document}`;
      grades.set(id, random.nextBelow(10) === 0 ? 1 + random.nextBelow(3) : 0);
      scores.set(id, random.nextUnit());
    }
    judgements.set(`q${query}`, grades);
    run.set(`q${query}`, scores);
  }
  return { judgements, run };
}

export async function run() {
  const data = madeUp(10_000, 100);
  const score = () => rankingMetrics(data.judgements, data.run, { measures: MEASURES });
  return [
    measured(`${MEASURES.join(', ')}, 10,000 queries of 100 documents`, score, 0.27, 'pytrec_eval 0.27 s'),
  ];
}
