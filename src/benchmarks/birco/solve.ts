import type { Answer, Ask, Context, Decoding, StopReason } from '../../core/index.ts';
import { orderByScore } from '../../metrics/ranking.ts';
import { queryOf, type RankingItem, textOf } from './data.ts';
import { type InitialRankings, initialOrder } from './initial.ts';
import type { PassageText, PointwiseSolution } from './pointwise.ts';
import { scorePrompt } from './prompts.ts';
import { readInitial } from './rankings.ts';
import type { BircoSet } from './sets.ts';
import { type BircoSettings, outputLimit } from './settings.ts';

/** What a method that needs no prompt leaves: the order itself. */
export interface RankedSolution {
  readonly kind: 'ranked';
  readonly ranking: readonly string[];
}

export type Solution = PointwiseSolution | RankedSolution;

/** Orders the pool of one query by the method of the settings. */
export async function solve(
  set: BircoSet,
  item: RankingItem,
  ask: Ask,
  settings: BircoSettings,
  context: Context,
): Promise<Solution> {
  switch (settings.method) {
    case 'ranker':
      return rank(set, item, ask, settings);
    default:
      return scorePassages(set, item, ask, settings, await firstOrder(item, settings, context));
  }
}

/** An embedding model or a lexical ranker; equal scores by id, descending in byte order. */
async function rank(
  set: BircoSet,
  item: RankingItem,
  ask: Ask,
  settings: BircoSettings,
): Promise<RankedSolution> {
  const documents = [...item.grades.keys()].sort().map((id) => ({ id, text: textOf(item, id) }));
  const scores = await ask.rank({
    query: queryOf(item),
    documents,
    ...(settings.objective ? { instruction: set.objective } : {}),
  });
  const scored = documents.map(({ id }, at) => ({ id, score: scores[at] ?? Number.NEGATIVE_INFINITY }));
  return { kind: 'ranked', ranking: orderByScore(scored).map(({ id }) => id) };
}

/** One call a passage. */
async function scorePassages(
  set: BircoSet,
  item: RankingItem,
  ask: Ask,
  settings: BircoSettings,
  initial: readonly string[],
): Promise<PointwiseSolution> {
  const decoding = decodingOf(settings);
  const answers = await Promise.all(
    initial.map((doc) =>
      ask({
        role: 'candidate',
        messages: scorePrompt(set, settings.objective, queryOf(item), textOf(item, doc)),
        decoding,
        step: `passage ${doc}`,
        exportId: `${item.id}|${doc}`,
      }),
    ),
  );
  const texts = initial.map((doc, at): PassageText => {
    const answer = answers[at];
    if (answer === undefined || answer.stop !== null) return { doc, text: null };
    return { doc, text: answer.text, ...(answer.finish === 'length' ? { truncated: true } : {}) };
  });
  return { kind: 'pointwise', texts, initial, stop: commonStop(answers) };
}

/** The commonest reason where no answer was usable; null where one was. */
export function commonStop(answers: readonly Answer[]): StopReason | null {
  const counts = new Map<StopReason, number>();
  for (const { stop } of answers) {
    if (stop === null) return null;
    counts.set(stop, (counts.get(stop) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** What is sent beside the messages. */
export function decodingOf(settings: BircoSettings): Decoding {
  const limit = { maxOutputTokens: outputLimit(settings) };
  if (settings.preset === 'paper') {
    return { ...limit, temperature: 0, topP: 1, frequencyPenalty: 0, presencePenalty: 0 };
  }
  return { ...limit, temperature: settings.temperature };
}

const given = new WeakMap<BircoSettings, Promise<InitialRankings>>();

/** The order to start from; a file of first rankings is read once. */
async function firstOrder(
  item: RankingItem,
  settings: BircoSettings,
  context: Context,
): Promise<readonly string[]> {
  const { initial } = settings;
  if (initial === 'shuffle' || initial === 'bm25') return initialOrder(item, initial, context.seed);
  let rankings = given.get(settings);
  if (rankings === undefined) {
    rankings = context
      .read(initial)
      .then((bytes) => readInitial({ path: initial, bytes }, settings, context));
    given.set(settings, rankings);
  }
  return initialOrder(item, await rankings, context.seed);
}
