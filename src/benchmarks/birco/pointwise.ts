import {
  type ItemDiagnostic,
  type Parsed,
  type Predictions,
  QuadratError,
  type ResultWarning,
} from '../../core/index.ts';
import { parseScore } from '../../parse/score.ts';
import { paperScore, paperTieBreak } from './authors.ts';
import type { RankingItem } from './data.ts';
import { shuffledOrder } from './initial.ts';
import type { Ranking } from './ranking.ts';
import type { BircoSettings } from './settings.ts';

/** The answer about one passage. */
export interface PassageText {
  readonly doc: string;
  /** Null: no usable answer came (see `stop`). */
  readonly text: string | null;
  readonly truncated?: boolean;
}

/** What a pointwise method leaves for `parse`. */
export interface PointwiseSolution {
  readonly kind: 'pointwise';
  readonly texts: readonly PassageText[];
  /** Best first: breaks ties. */
  readonly initial: readonly string[];
  /** Set where no answer at all was usable: the commonest reason. */
  readonly stop: NonNullable<Extract<Parsed<Ranking>, { outcome: 'stopped' }>['reason']> | null;
}

/**
 * Reads one score a passage by both readers and orders the pool: `standard` by score, then by the first ranking;
 * `paper` by the authors' rules and their +0.01 steps over the first ranking.
 */
export function parsePointwise(
  solution: PointwiseSolution,
  item: RankingItem,
  settings: BircoSettings,
): Parsed<Ranking> {
  const scores = new Map<string, number>();
  let unreadable = 0;
  for (const { doc, text } of solution.texts) {
    const value = text === null ? null : parseScore(text);
    if (value === null) unreadable += 1;
    scores.set(doc, value ?? 0);
  }
  const diagnostics: ItemDiagnostic[] = [
    { id: 'unreadable-scores', value: unreadable, n: solution.texts.length },
  ];
  const paper = paperReading(solution, item, settings);
  if (unreadable === solution.texts.length) {
    const stop =
      solution.stop ?? (solution.texts.every((answer) => answer.truncated === true) ? 'truncated' : null);
    if (stop !== null)
      return { outcome: 'stopped', reason: stop, value: { ranking: [], unread: true, paper }, diagnostics };
    return {
      outcome: 'unparsed',
      reason: 'invalid',
      value: { ranking: [], unread: true, paper },
      diagnostics,
    };
  }
  const place = new Map(solution.initial.map((id, at) => [id, at]));
  const ranking = [...solution.initial].sort(
    (a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || (place.get(a) ?? 0) - (place.get(b) ?? 0),
  );
  const truncated = solution.texts.some((answer) => answer.truncated === true);
  return { outcome: 'scored', value: { ranking, paper }, ...(truncated ? { truncated } : {}), diagnostics };
}

function paperReading(
  solution: PointwiseSolution,
  item: RankingItem,
  settings: BircoSettings,
): NonNullable<Ranking['paper']> {
  const method = settings.method === 'reason' || settings.method === 'subtask' ? settings.method : 'score';
  const byDoc = new Map(solution.texts.map((answer) => [answer.doc, answer.text]));
  const scores = new Map<string, number>();
  for (const doc of solution.initial) {
    const read = paperScore(byDoc.get(doc) ?? '', method);
    if ('exception' in read || Number.isNaN(read.value)) {
      const exception = 'exception' in read ? read.exception : 'NaN';
      return {
        fault: {
          protocol: 'paper',
          code: 'unreadable-answer',
          message: `the authors’ reader stops with ${exception} at query ${item.id}, document ${doc}`,
          details: { exception, query: item.id, document: doc },
        },
      };
    }
    scores.set(doc, read.value);
  }
  // The first ranking stands in for the authors' second similarity: its best document is the most similar.
  const similarity = new Map(solution.initial.map((id, at) => [id, solution.initial.length - at]));
  return { ranking: paperTieBreak(scores, (id) => similarity.get(id) ?? 0) };
}

/**
 * Rankings from raw texts in a JSONL file; ids are `query|document`.
 * A passage without a row counts as an answer that never came.
 */
export function readPointwise(
  outputs: ReadonlyMap<string, string>,
  path: string,
  items: readonly RankingItem[] | undefined,
  settings: BircoSettings,
  seed: number,
): Predictions<Ranking> {
  if (settings.method !== 'score' && settings.method !== 'reason') {
    throw new QuadratError(
      'invalid-setting',
      `raw texts of method ${settings.method} cannot be scored from a file`,
      {
        file: path,
        next: 'Raw texts belong to --set method=score or method=reason; give whole rankings as {id, answer} otherwise.',
      },
    );
  }
  if (items === undefined) return { repeats: [new Map()], surplus: [] };
  const rankings = new Map<string, Parsed<Ranking>>();
  const used = new Set<string>();
  const warnings: ResultWarning[] = [];
  let absent = 0;
  for (const item of items) {
    const initial = shuffledOrder(item, seed);
    const texts = initial.map((doc): PassageText => {
      const id = `${item.id}|${doc}`;
      used.add(id);
      return { doc, text: outputs.get(id) ?? null };
    });
    absent += texts.filter(({ text }) => text === null).length;
    if (texts.every(({ text }) => text === null)) continue;
    rankings.set(item.id, parsePointwise({ kind: 'pointwise', texts, initial, stop: null }, item, settings));
  }
  if (absent > 0) {
    warnings.push({
      code: 'absent-outputs',
      message: `${absent} passages have no row in ${path}; each counts as score 0`,
    });
  }
  const surplus = [...outputs.keys()].filter((id) => !used.has(id));
  return { repeats: [rankings], surplus: [...new Set(surplus)], warnings };
}
