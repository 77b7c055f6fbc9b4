import { type Answer, type Ask, type Context, type Decoding, QuadratError } from '../../core/index.ts';
import { orderByScore } from '../../metrics/ranking.ts';
import { CRITERIA, parseCriteria } from './criteria.ts';
import { queryOf, type RankingItem, textOf } from './data.ts';
import { type InitialRankings, initialOrder } from './initial.ts';
import { commonStop, type ListwiseSolution, rankByWindows } from './listwise.ts';
import type { PassageTexts, PointwiseSolution } from './pointwise.ts';
import { type Prompts, promptsFor } from './prompt-set.ts';
import { readInitial } from './rankings.ts';
import type { BircoSet } from './sets.ts';
import { type BircoSettings, outputLimit } from './settings.ts';

/** What a method that needs no prompt leaves: the order itself. */
export interface RankedSolution {
  readonly kind: 'ranked';
  readonly ranking: readonly string[];
}

export type Solution = PointwiseSolution | ListwiseSolution | RankedSolution;

/** Orders the pool of one query by the method of the settings. */
export async function solve(
  set: BircoSet,
  item: RankingItem,
  ask: Ask,
  settings: BircoSettings,
  context: Context,
): Promise<Solution> {
  if (settings.method === 'ranker') return rank(set, item, ask, settings);
  const initial = await firstOrder(item, settings, context);
  const decoding = decodingOf(settings);
  const prompts = await promptsFor(set, settings, context);
  switch (settings.method) {
    case 'listwise':
      return rankByWindows(prompts, item, ask, settings, context, initial, decoding);
    case 'subtask':
      return scoreCriteria(prompts, item, ask, initial, decoding);
    default:
      return scorePassages(prompts[settings.method], item, ask, initial, decoding);
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
  const scored = documents.map(({ id }, at) => {
    const score = scores[at];
    if (score === undefined)
      throw new QuadratError('internal', 'the ranker gave too few scores', { item: item.id });
    return { id, score };
  });
  return { kind: 'ranked', ranking: orderByScore(scored).map(({ id }) => id) };
}

/** One call a passage. */
async function scorePassages(
  prompt: Prompts['score'],
  item: RankingItem,
  ask: Ask,
  initial: readonly string[],
  decoding: Decoding,
): Promise<PointwiseSolution> {
  const answers = await Promise.all(
    initial.map((doc) =>
      ask({
        role: 'candidate',
        messages: prompt(queryOf(item), textOf(item, doc)),
        decoding,
        step: `passage ${doc}`,
        exportId: `${item.id}|${doc}`,
      }),
    ),
  );
  const passages = initial.map((doc, at) => passageOf(doc, answers.slice(at, at + 1)));
  return { kind: 'pointwise', passages, initial, stop: commonStop(answers) };
}

/** One call for the criteria of the query, then one a criterion and passage. */
async function scoreCriteria(
  prompts: Prompts,
  item: RankingItem,
  ask: Ask,
  initial: readonly string[],
  decoding: Decoding,
): Promise<PointwiseSolution> {
  const query = queryOf(item);
  const answer = await ask({
    role: 'candidate',
    messages: prompts.criteria(query),
    decoding,
    step: 'criteria',
    exportId: `${item.id}|criteria`,
  });
  const read = ask.planning ? stoodIn() : answer.stop === null ? parseCriteria(answer.text) : [];
  if (read.length === 0) {
    return {
      kind: 'pointwise',
      passages: initial.map((doc) => passageOf(doc, [answer], true)),
      initial,
      stop: answer.stop,
    };
  }
  const perPassage = await Promise.all(
    initial.map((doc) =>
      Promise.all(
        read.map((criterion, at) =>
          ask({
            role: 'candidate',
            messages: prompts.criterion(query, criterion, textOf(item, doc)),
            decoding,
            step: `criterion ${at + 1}, passage ${doc}`,
            exportId: null,
          }),
        ),
      ),
    ),
  );
  const passages = initial.map((doc, at) => passageOf(doc, perPassage[at] ?? []));
  return { kind: 'pointwise', passages, initial, stop: commonStop(perPassage.flat()) };
}

/** Criteria that stand for those a model will name, where calls are only counted. */
function stoodIn(): string[] {
  return Array.from({ length: CRITERIA.asked }, (_, at) => `criterion ${at + 1}`);
}

/** @param unusable the answers are about something else: the passage has none */
function passageOf(doc: string, answers: readonly Answer[], unusable = false): PassageTexts {
  const truncated = answers.some(({ finish, stop }) => finish === 'length' && stop === null);
  return {
    doc,
    texts: answers.map(({ stop, text }) => (stop !== null || unusable ? null : text)),
    ...(truncated ? { truncated } : {}),
  };
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
