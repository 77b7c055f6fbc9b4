import path from 'node:path';
import { loadPool, type QuestionItem } from '../../../benchmarks/wximpactbench/pool.ts';
import {
  authorsNumbers,
  authorsPlace,
  withoutRepeats,
} from '../../../benchmarks/wximpactbench/rank-authors.ts';
import { placeValues } from '../../../benchmarks/wximpactbench/rank-values.ts';
import { authorsWinners, mergeFinal } from '../../../benchmarks/wximpactbench/two-stage.ts';
import { openSource } from '../../../data/source.ts';
import { roundPython } from '../../../text/python.ts';
import {
  asList,
  asNumber,
  asObject,
  at,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
  textsAt,
} from '../json.ts';
import { NOT_COVERED } from '../report.ts';
import type { GoldenFolder } from './folder.ts';

/** `parse_ranking`: numbers of an answer, without repeats, and the documents they name. */
export function parseRankingCase(entry: JsonObject): unknown {
  const numbers = authorsNumbers(textAt(objectAt(entry, 'input'), 'raw'));
  if (numbers === null) return { error: true };
  const adjusted = withoutRepeats(numbers);
  return {
    ranks: numbers.map((number) => number - 1),
    adjusted: adjusted.map((number) => number - 1),
    docs: adjusted.map((number) => `passage_${number}`),
  };
}

/** `score_ranking`: answers given as ranks from 0. */
export function scoreRankingCase(entry: JsonObject): unknown {
  const items = listAt(objectAt(entry, 'input'), 'items').map((item) => asObject(item, 'items'));
  return scored(
    items.map((item) => ({
      gold: numberAt(item, 'correct_idx'),
      numbers: listAt(item, 'ranks').map((rank) => asNumber(rank, 'ranks') + 1),
    })),
  );
}

/** `score_ranking_counts`: how many name the gold first, how many never. */
export function rankingCountsCase(entry: JsonObject): unknown {
  const input = objectAt(entry, 'input');
  const first = numberAt(input, 'gold_first');
  const answers = Array.from({ length: numberAt(input, 'n') }, (_, at_) => ({
    gold: 1,
    numbers: [at_ < first ? 1 : 2],
  }));
  return scored(answers).aggregate;
}

/** `two_stage_ranking`: four canned replies. */
export function twoStageCase(entry: JsonObject): unknown {
  const input = objectAt(entry, 'input');
  const n = numberAt(input, 'n_passages');
  const replies = textsAt(input, 'replies');
  const bounds = listAt(input, 'group_bounds').map((pair) => asList(pair, 'group_bounds').map(Number));
  const finalists = bounds.flatMap(([first = 1, last = n], group) =>
    authorsWinners(
      authorsNumbers(replies[group] ?? '') ?? [],
      { first, last },
      numberAt(input, 'keep_per_group'),
    ),
  );
  const named = authorsNumbers(replies[bounds.length] ?? '') ?? [];
  const order = mergeFinal(
    finalists,
    named.filter((place) => place >= 1 && place <= finalists.length),
    n,
  );
  const gold = numberAt(input, 'correct_idx');
  return {
    order_first_35: order.slice(0, 35),
    length: order.length,
    position_of_correct: order.indexOf(gold) + 1,
    metrics: one(order, gold),
  };
}

/** `score_ranking_file`: stored raw answers. */
export async function rankingFileCase(entry: JsonObject, folder: GoldenFolder): Promise<unknown> {
  const input = objectAt(entry, 'input');
  const file = path.posix.basename(textAt(input, 'file'));
  if (!folder.files.includes(file)) return NOT_COVERED;
  const sets = asList(JSON.parse(await folder.readText(file)), file).map((set) => asObject(set, file));
  const set = sets.find((one_) => at(one_, 'file') === textAt(input, 'set'));
  if (set === undefined) return NOT_COVERED;
  return scored(
    listAt(set, 'items').map((item) => {
      const answer = asObject(item, 'items');
      return { gold: numberAt(answer, 'correct_idx'), numbers: authorsNumbers(textAt(answer, 'raw')) ?? [] };
    }),
  ).aggregate;
}

/** `score_ranking_pool`: the stored order of every pool, or its reverse. */
export function rankingPoolCase(entry: JsonObject, items: readonly QuestionItem[] | null): unknown {
  if (items === null) return NOT_COVERED;
  const reverse = String(at(entry, 'id')).includes('reverse');
  return scored(
    items.map((item) => {
      const numbers = item.passages.map((_, place) => place + 1);
      return { gold: item.gold, numbers: reverse ? numbers.reverse() : numbers };
    }),
  ).aggregate;
}

/** The pool of the folder; null where it is absent, or packed and the program xz is not there. */
export async function poolOf(folder: GoldenFolder): Promise<readonly QuestionItem[] | null> {
  const source = openSource({
    data: folder.path,
    benchmark: 'wximpactbench',
    dataFolder: folder.path,
    samplesFolder: folder.path,
  });
  const found = source.find('QACandidate_Pool.csv');
  if (found === undefined) return null;
  try {
    return (await loadPool(source)).items;
  } catch (error) {
    if (found.endsWith('.xz')) return null;
    throw error;
  }
}

function scored(answers: readonly { gold: number; numbers: readonly number[] }[]) {
  const perQuery = answers.map(({ gold, numbers }) => (numbers.length === 0 ? null : one(numbers, gold)));
  const present = perQuery.filter((values) => values !== null);
  const mean = (of: (values: (typeof present)[number]) => number) =>
    roundPython(present.reduce((sum, values) => sum + of(values), 0) / present.length, 4);
  return {
    per_query: perQuery,
    aggregate: {
      n_scored: present.length,
      'NDCG@1': mean((values) => values.ndcg_cut_1),
      'NDCG@5': mean((values) => values.ndcg_cut_5),
      'NDCG@10': mean((values) => values.ndcg_cut_10),
      MRR: mean((values) => values.recip_rank),
      'Recall@5': mean((values) => values.recall_5),
    },
  };
}

function one(numbers: readonly number[], gold: number) {
  const place = authorsPlace(withoutRepeats(numbers), gold);
  const values = placeValues(place);
  return {
    rank: place,
    ndcg_cut_1: values['hit@1'],
    ndcg_cut_5: values['ndcg@5'],
    ndcg_cut_10: values['ndcg@10'],
    recip_rank: values.mrr,
    recall_5: values['recall@5'],
  };
}
