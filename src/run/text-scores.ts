import {
  type AnyTask,
  type Item,
  messageOf,
  type ReferencePair,
  type ResultWarning,
  type TextScore,
  type TextScorer,
} from '../core/index.ts';
import { sha256Hex } from '../data/hash.ts';
import type { KnownScores, ScoreLine } from '../log/index.ts';

/** Pairs that a scorer gets at once, and that are written at once. */
const BATCH = 64;

/** Where the pair of a value is found again. */
export function pairHash({ candidate, reference }: ReferencePair): string {
  return sha256Hex(JSON.stringify([candidate, reference]));
}

/** A value that was read, in whatever form it is kept. */
interface Valued {
  readonly value?: unknown;
}

type Repeats<E extends Valued> = readonly ReadonlyMap<string, E>[];

export interface ScoringTools {
  readonly task: AnyTask;
  readonly items: readonly Item[];
  /** Undefined: nobody is asked, what is known is used. */
  readonly scorer: TextScorer | undefined;
  readonly known: KnownScores;
  /** Keeps what was said before it is used. */
  readonly write: (line: ScoreLine) => Promise<void>;
  readonly now: () => number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Scored<E extends Valued> {
  readonly repeats: Repeats<E>;
  readonly warnings: readonly ResultWarning[];
  /** False: some pairs have no score. Those of the others are kept, and no value was made of a part. */
  readonly complete: boolean;
}

/**
 * Gives values what a scorer of texts says of them. Each different pair is asked for once, those that are known not at
 * all.
 *
 * @throws what ends a run: an interruption
 */
export async function scoreTexts<E extends Valued>(
  repeats: Repeats<E>,
  tools: ScoringTools,
): Promise<Scored<E>> {
  const { task, items, known, scorer } = tools;
  if (task.scoredTexts === undefined) return { repeats, warnings: [], complete: true };
  const pairs = pairsOf(repeats, items, task);
  const scores = new Map(known);
  const missing = lacking(pairs, scores);
  if (scorer === undefined) {
    // Where nobody was ever asked, there is nothing to be said about it.
    const wasAsked = [...pairs.keys()].some((hash) => known.has(hash));
    if (wasAsked && missing.length > 0)
      return { repeats, warnings: [partly(missing.length, pairs.size)], complete: false };
    return { repeats: apply(repeats, items, task, scores), warnings: [], complete: true };
  }
  const failure =
    (await askForAll(missing, scorer, scores, tools)) ??
    withoutScore(lacking(pairs, scores).length, pairs.size);
  if (failure !== undefined)
    return { repeats, warnings: [failed(scorer, failure, scores, pairs)], complete: false };
  return { repeats: apply(repeats, items, task, scores), warnings: [], complete: true };
}

type HashedPair = readonly [hash: string, pair: ReferencePair];

/** Pairs without a score, or with one that lacks a part which others have: their mean would be that of a part. */
function lacking(pairs: ReadonlyMap<string, ReferencePair>, scores: KnownScores): readonly HashedPair[] {
  const parts = (['precision', 'recall', 'f1'] as const).filter(
    (part) => part === 'f1' || [...pairs.keys()].some((hash) => typeof scores.get(hash)?.[part] === 'number'),
  );
  return [...pairs].filter(([hash]) => parts.some((part) => typeof scores.get(hash)?.[part] !== 'number'));
}

function withoutScore(missing: number, all: number): string | undefined {
  return missing === 0 ? undefined : `it gave no whole score for ${missing} of ${all} pairs`;
}

/** @returns what the scorer failed with; undefined: it did not */
async function askForAll(
  missing: readonly HashedPair[],
  scorer: TextScorer,
  scores: Map<string, TextScore>,
  tools: ScoringTools,
): Promise<string | undefined> {
  for (let at = 0; at < missing.length; at += BATCH) {
    tools.onProgress?.(at, missing.length);
    const failure = await askFor(missing.slice(at, at + BATCH), scorer, scores, tools);
    if (failure !== undefined) return failure;
  }
  tools.onProgress?.(missing.length, missing.length);
  return undefined;
}

/** @returns what the scorer failed with; undefined: it did not */
async function askFor(
  batch: readonly HashedPair[],
  scorer: TextScorer,
  scores: Map<string, TextScore>,
  { task, write, now, signal }: ScoringTools,
): Promise<string | undefined> {
  signal?.throwIfAborted();
  const startedMs = now();
  let made: readonly TextScore[];
  try {
    made = await scorer.score(batch.map(([, pair]) => pair));
  } catch (error) {
    signal?.throwIfAborted();
    return messageOf(error);
  }
  if (made.length !== batch.length) return `it gave ${made.length} scores for ${batch.length} pairs`;
  const lines = batch.flatMap(([pair], at) => {
    const { precision = null, recall = null, f1 = null } = made[at] ?? {};
    return [{ pair, precision, recall, f1 }];
  });
  await write({
    kind: 'score',
    task: task.id,
    scorer: scorer.id,
    scores: lines,
    startedAt: new Date(startedMs).toISOString(),
    durationMs: Math.round(now() - startedMs),
  });
  for (const { pair, ...score } of lines) scores.set(pair, score);
  return undefined;
}

function pairsOf<E extends Valued>(
  repeats: Repeats<E>,
  items: readonly Item[],
  task: AnyTask,
): Map<string, ReferencePair> {
  const pairs = new Map<string, ReferencePair>();
  for (const repeat of repeats) {
    for (const item of items) {
      const value = repeat.get(item.id)?.value;
      if (value === undefined) continue;
      for (const pair of task.scoredTexts?.pairsOf(value, item) ?? []) pairs.set(pairHash(pair), pair);
    }
  }
  return pairs;
}

/** A value whose pairs are not all known stays as it is. */
function apply<E extends Valued>(
  repeats: Repeats<E>,
  items: readonly Item[],
  task: AnyTask,
  scores: KnownScores,
): Repeats<E> {
  const { scoredTexts } = task;
  if (scoredTexts === undefined) return repeats;
  const byId = new Map(items.map((item) => [item.id, item]));
  return repeats.map(
    (repeat) =>
      new Map(
        [...repeat].map(([id, entry]): [string, E] => {
          const item = byId.get(id);
          if (item === undefined || entry.value === undefined) return [id, entry];
          const pairs = scoredTexts.pairsOf(entry.value, item);
          const found = pairs.flatMap((pair) => scores.get(pairHash(pair)) ?? []);
          if (pairs.length === 0 || found.length < pairs.length) return [id, entry];
          return [id, { ...entry, value: scoredTexts.withScores(entry.value, found) }];
        }),
      ),
  );
}

function partly(missing: number, all: number): ResultWarning {
  return {
    code: 'scorer-partly',
    message: `For ${missing} of ${all} pairs of texts there is no score: its measures have no value. Name the scorer with --scorer to ask for the rest.`,
  };
}

function failed(
  scorer: TextScorer,
  error: string,
  scores: KnownScores,
  pairs: ReadonlyMap<string, ReferencePair>,
): ResultWarning {
  const known = pairs.size - lacking(pairs, scores).length;
  const end = /[.!?]$/.test(error) ? '' : '.';
  return {
    code: 'scorer-failed',
    message: `The scorer ${scorer.id} failed: ${error}${end} Its measures have no value; ${known} of ${pairs.size} pairs are kept, and the same command asks for the rest.`,
  };
}
