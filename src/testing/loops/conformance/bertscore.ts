import { bertScore, bertScoreMean, inverseDocumentFrequency } from '../../../metrics/text/bertscore.ts';
import {
  asNumber,
  asObject,
  at,
  booleanAt,
  type JsonObject,
  listAt,
  matrixAt,
  numberAt,
  numbersAt,
  objectAt,
  textAt,
  textsAt,
} from '../json.ts';
import type { CaseRunner, VectorAdapter } from './adapter.ts';

const pairs: CaseRunner = (entry) => {
  const baseline = at(entry, 'baseline') === undefined ? undefined : objectAt(entry, 'baseline');
  return bertScore(
    { states: matrixAt(entry, 'hyp'), weights: numbersAt(entry, 'hyp_weights') },
    { states: matrixAt(entry, 'ref'), weights: numbersAt(entry, 'ref_weights') },
    {
      specialTokens: booleanAt(entry, 'special_tokens'),
      ...(baseline === undefined ? {} : { baseline: baselineOf(baseline) }),
    },
  );
};

function baselineOf(baseline: JsonObject) {
  return {
    precision: numberAt(baseline, 'precision'),
    recall: numberAt(baseline, 'recall'),
    f1: numberAt(baseline, 'f1'),
  };
}

const idf: CaseRunner = (entry) => {
  const documents = listAt(entry, 'documents').map((document) =>
    Array.isArray(document) ? document.map((token) => asNumber(token, 'documents')) : [],
  );
  return { idf: numbersAt(entry, 'probe').map(inverseDocumentFrequency(documents)) };
};

/** The mean over other cases of the file, by their ids. */
const corpus: CaseRunner = (entry, vectors) => {
  const known = new Map(
    listAt(vectors, 'pairs').map((each) => {
      const pair = asObject(each, 'pairs');
      return [textAt(pair, 'id'), pair];
    }),
  );
  const scores = textsAt(entry, 'cases').map((id) => {
    const pair = known.get(id);
    if (pair === undefined) throw new Error(`there is no pair ${id}`);
    return pairs(pair, vectors) as ReturnType<typeof bertScore>;
  });
  return bertScoreMean(scores);
};

export const bertScoreVectors: VectorAdapter = {
  file: 'bertscore.json',
  runners: new Map([
    ['pairs', pairs],
    ['idf', idf],
    ['corpus', corpus],
  ]),
};
