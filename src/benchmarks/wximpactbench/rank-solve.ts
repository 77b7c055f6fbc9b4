import type { Ask, Context, Decoding, Parsed } from '../../core/index.ts';
import { ownRankingPrompt } from './own-prompts.ts';
import type { QuestionItem } from './pool.ts';
import {
  type CallAnswer,
  finalistsOf,
  type RankingReading,
  readRankingAnswers,
  shownFinalists,
  windowOrder,
} from './rank-answers.ts';
import { rankingPrompt, type ShownPassage } from './rank-prompts.ts';
import { groupSizes, type RankingSettings, rankingLimit } from './settings.ts';
import { thirdsOf } from './thirds.ts';
import { groupsOf } from './two-stage.ts';
import { WINDOW, windowStarts } from './windows.ts';

/** What is kept of a question's answers: texts in the order of the calls, or the order that a ranker gave. */
export type RankingSolution =
  | { readonly kind: 'answers'; readonly answers: readonly CallAnswer[] }
  | { readonly kind: 'ranked'; readonly order: readonly number[] };

type AskPassages = (passages: readonly ShownPassage[], step: string) => Promise<CallAnswer>;

/** Ranks one pool by the method of the settings. */
export async function solveQuestion(
  item: QuestionItem,
  ask: Ask,
  settings: RankingSettings,
  context: Context,
): Promise<RankingSolution> {
  const alone = settings.method === 'single-call';
  const decoding = decodingOf(settings);
  const own = await ownRankingPrompt(settings, context);
  const parts = settings.method === 'article-thirds';
  const promptOf =
    own ?? ((query: string, passages: readonly ShownPassage[]) => rankingPrompt(query, passages, parts));
  const askPassages: AskPassages = async (passages, step) => {
    const answer = await ask({
      role: 'candidate',
      messages: promptOf(item.query, passages),
      decoding,
      ...(alone ? {} : { step, exportId: null }),
    });
    const text = answer.stop === null ? answer.text : null;
    return { text, stop: answer.stop, truncated: answer.finish === 'length' };
  };
  switch (settings.method) {
    case 'ranker':
      return { kind: 'ranked', order: await rank(item, ask) };
    case 'two-stage':
      return { kind: 'answers', answers: await twoStages(item, askPassages, settings) };
    case 'sliding':
      return { kind: 'answers', answers: await sliding(item, askPassages) };
    case 'article-thirds':
      return { kind: 'answers', answers: await threeParts(item, askPassages) };
    case 'single-call':
      return { kind: 'answers', answers: [await askPassages(numbered(item), 'all')] };
  }
}

/** Equal scores stay in the order of the pool. */
async function rank(item: QuestionItem, ask: Ask): Promise<number[]> {
  const documents = item.passages.map((text, at) => ({ id: String(at + 1), text }));
  const scores = await ask.rank({ query: item.query, documents });
  return documents
    .map((_, at) => at)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .map((at) => at + 1);
}

function numbered(item: QuestionItem): ShownPassage[] {
  return item.passages.map((text, at) => ({ number: at + 1, text }));
}

/** One call a group, with the numbers of the pool; one over the winners, numbered anew. */
async function twoStages(
  item: QuestionItem,
  ask: AskPassages,
  settings: RankingSettings,
): Promise<CallAnswer[]> {
  const all = numbered(item);
  const groups = groupsOf(all.length, groupSizes(settings));
  const first = await Promise.all(
    groups.map(({ first: from, last }, at) => ask(all.slice(from - 1, last), `group ${at + 1}`)),
  );
  const finalists = shownFinalists(finalistsOf(first, groups, settings), groups, settings.keep);
  const shown = finalists.map((number, at) => ({ number: at + 1, text: item.passages[number - 1] ?? '' }));
  return [...first, await ask(shown, 'final')];
}

/** Windows from the back to the front, each over the order that the one before left. */
async function sliding(item: QuestionItem, ask: AskPassages): Promise<CallAnswer[]> {
  const answers: CallAnswer[] = [];
  for (const [at, start] of windowStarts(item.passages.length).entries()) {
    const order = windowOrder(answers, item.passages.length).slice(start, start + WINDOW);
    const shown = order.map((number, place) => ({
      number: place + 1,
      text: item.passages[number - 1] ?? '',
    }));
    answers.push(await ask(shown, `window ${at + 1}`));
  }
  return answers;
}

/** The first thirds of all passages, the second, the last. */
async function threeParts(item: QuestionItem, ask: AskPassages): Promise<CallAnswer[]> {
  const parts = item.passages.map(thirdsOf);
  return Promise.all(
    [0, 1, 2].map((third) =>
      ask(
        parts.map((part, at) => ({ number: at + 1, text: part[third] ?? '' })),
        `third ${third + 1}`,
      ),
    ),
  );
}

export function parseQuestion(
  solution: RankingSolution,
  item: QuestionItem,
  settings: RankingSettings,
): Parsed<RankingReading> {
  if (solution.kind === 'answers') return readRankingAnswers(solution.answers, item, settings);
  return { outcome: 'scored', value: { order: solution.order, paper: null } };
}

function decodingOf(settings: RankingSettings): Decoding {
  return {
    maxOutputTokens: rankingLimit(settings),
    temperature: settings.temperature,
  };
}
