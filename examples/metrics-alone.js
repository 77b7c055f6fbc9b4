// The metrics and statistics need no runner, no file, no network.
import { ndcgAtK, recallAtK } from 'quadrat/metrics';
import { createLegacyBootstrap, percentileInterval } from 'quadrat/stats';

// Grades of the ranked documents, best rank first, and of all judged documents of the query.
const ranked = [0, 2, 1, 0];
const judged = [2, 1, 0, 0, 1];
console.log('nDCG@10', ndcgAtK(ranked, judged, 10));
console.log('Recall@5', recallAtK(ranked, judged, 5));

const bootstrap = createLegacyBootstrap({ seed: 42, resamples: 1000 });
const { mean, std, means } = bootstrap([0.2, 0.4, 0.9, 1, 0, 0.3]);
console.log('bootstrap', mean, std, percentileInterval(means));
