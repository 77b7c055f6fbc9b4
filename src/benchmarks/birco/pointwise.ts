import type { ItemDiagnostic, Parsed, ResultError } from '../../core/index.ts';
import { parseScore } from '../../parse/score.ts';
import { paperScore, paperTieBreak } from './authors.ts';
import type { RankingItem } from './data.ts';
import type { Ranking } from './ranking.ts';
import type { BircoSettings } from './settings.ts';

/** The answers about one passage: one, or one a criterion. */
export interface PassageTexts {
  readonly doc: string;
  /** Null: no usable answer came. */
  readonly texts: readonly (string | null)[];
  /** An answer was cut at the output limit. */
  readonly truncated?: boolean;
}

/** What a pointwise method leaves for `parse`. */
export interface PointwiseSolution {
  readonly kind: 'pointwise';
  readonly passages: readonly PassageTexts[];
  /** Best first: breaks ties. */
  readonly initial: readonly string[];
  /** Set where no answer at all was usable: the commonest reason. */
  readonly stop: NonNullable<Extract<Parsed<Ranking>, { outcome: 'stopped' }>['reason']> | null;
}

/**
 * Reads the scores of each passage by both readers and orders the pool: `standard` by the mean of the readable
 * scores, then by the first ranking; `paper` by the authors' rules and their +0.01 steps over the first ranking. A
 * passage without a readable score counts 0.
 */
export function parsePointwise(
  solution: PointwiseSolution,
  item: RankingItem,
  settings: BircoSettings,
): Parsed<Ranking> {
  const scores = new Map<string, number>();
  let asked = 0;
  let unreadable = 0;
  for (const { doc, texts } of solution.passages) {
    const read = texts
      .map((text) => (text === null ? null : parseScore(text)))
      .filter((score) => score !== null);
    asked += texts.length;
    unreadable += texts.length - read.length;
    scores.set(doc, read.length === 0 ? 0 : read.reduce((sum, score) => sum + score, 0) / read.length);
  }
  const diagnostics: ItemDiagnostic[] = [{ id: 'unreadable-scores', value: unreadable, n: asked }];
  const paper = paperReading(solution, item, settings);
  const truncated = solution.passages.some((passage) => passage.truncated === true);
  if (unreadable === asked) {
    const stop =
      solution.stop ??
      (solution.passages.every((passage) => passage.truncated === true) ? 'truncated' : null);
    const value: Ranking = { ranking: [], unread: true, paper };
    return stop === null
      ? { outcome: 'unparsed', reason: 'invalid', value, diagnostics }
      : { outcome: 'stopped', reason: stop, value, diagnostics };
  }
  const place = new Map(solution.initial.map((id, at) => [id, at]));
  const ranking = [...solution.initial].sort(
    (a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || (place.get(a) ?? 0) - (place.get(b) ?? 0),
  );
  return { outcome: 'scored', value: { ranking, paper }, ...(truncated ? { truncated } : {}), diagnostics };
}

function paperReading(
  solution: PointwiseSolution,
  item: RankingItem,
  settings: BircoSettings,
): NonNullable<Ranking['paper']> {
  const method = settings.method === 'reason' || settings.method === 'subtask' ? settings.method : 'score';
  const byDoc = new Map(solution.passages.map((passage) => [passage.doc, passage.texts]));
  const scores = new Map<string, number>();
  for (const doc of solution.initial) {
    let sum = 0;
    const texts = byDoc.get(doc) ?? [];
    for (const text of texts) {
      const read = paperScore(text ?? '', method);
      if ('exception' in read || Number.isNaN(read.value)) {
        return { fault: unreadable(item, doc, 'exception' in read ? read.exception : 'NaN') };
      }
      sum += read.value;
    }
    scores.set(doc, texts.length === 0 ? 0 : sum / texts.length);
  }
  // The first ranking stands in for the authors' second similarity: its best document is the most similar.
  const similarity = new Map(solution.initial.map((id, at) => [id, solution.initial.length - at]));
  return { ranking: paperTieBreak(scores, (id) => similarity.get(id) ?? 0) };
}

function unreadable(item: RankingItem, doc: string, exception: string): ResultError {
  return {
    protocol: 'paper',
    code: 'unreadable-answer',
    message:
      exception === 'NaN'
        ? `the authors’ reader takes NaN for the score of query ${item.id}, document ${doc}, which has no place in an order`
        : `the authors’ reader stops with ${exception} at query ${item.id}, document ${doc}`,
    details: { exception, query: item.id, document: doc },
  };
}
