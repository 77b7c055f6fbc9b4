import type { Answer, Ask, Context, TextRequest } from '../../core/index.ts';
import { type RankingItem, rankingItem } from './data.ts';
import { type BircoSet, SETS } from './sets.ts';
import { type BircoSettings, settingsSchema } from './settings.ts';

// Invented queries and scripted answers for the tests of this folder.

/**
 * A query with its pool.
 *
 * @param grades pairs of document and grade, in the stored order; or one character a document for pools of
 *   one-digit grades: `'0102'` has the documents a, b, c and d
 */
export function madeItem(id: string, grades: string | readonly (readonly [string, number])[]): RankingItem {
  const pairs =
    typeof grades === 'string'
      ? [...grades].map((grade, at): [string, number] => [String.fromCodePoint(97 + at), Number(grade)])
      : grades;
  const pool = new Map(pairs);
  const corpus = new Map([...pool.keys()].map((doc) => [doc, `The text of ${doc}.`]));
  return rankingItem(id, `The question of ${id}?`, pool, corpus);
}

/** The same query with its pool stored in another order. */
export function reordered(
  item: RankingItem,
  order: (docs: readonly string[]) => readonly string[],
): RankingItem {
  const grades = new Map(order([...item.grades.keys()]).map((doc) => [doc, item.grades.get(doc) ?? 0]));
  return rankingItem(item.id, item.query, grades, item.corpus, item.graded);
}

export function settingsOf(change: Readonly<Record<string, unknown>> = {}): BircoSettings {
  return settingsSchema.parse(change);
}

export function setOf(id: BircoSet['id']): BircoSet {
  const found = SETS.find((set) => set.id === id);
  if (found === undefined) throw new Error(`no set ${id}`);
  return found;
}

export function contextOf(change: Partial<Context> = {}): Context {
  return {
    split: 'test',
    seed: 42,
    abilities: new Set(['text']),
    read: () => Promise.reject(new Error('nothing is to be read')),
    ...change,
  };
}

export type Reply = string | Partial<Answer>;

/** An answer with its circumstances. */
export function answerOf(reply: Reply): Answer {
  return {
    text: '',
    finish: 'stop',
    stop: null,
    firstToken: null,
    usage: { inputTokens: null, outputTokens: null, reasoningTokens: null, cachedInputTokens: null },
    ...(typeof reply === 'string' ? { text: reply } : reply),
  };
}

/** A door behind which a function answers; remembers what was asked. */
export function askWith(
  reply: (request: TextRequest, index: number) => Reply,
  change: Partial<Ask> = {},
): Ask & { readonly requests: readonly TextRequest[] } {
  const requests: TextRequest[] = [];
  const ask = async (request: TextRequest): Promise<Answer> => {
    requests.push(request);
    return answerOf(reply(request, requests.length - 1));
  };
  return Object.assign(ask, {
    requests,
    planning: false,
    rank: () => Promise.reject(new Error('no ranker')),
    embed: () => Promise.reject(new Error('no embedder')),
    ...change,
  });
}

/** Everything that a request says. */
export function promptOf(request: TextRequest): string {
  return request.messages.map(({ content }) => content).join('\n');
}

/** The documents whose texts a request shows, in the order shown. */
export function shownDocuments(request: TextRequest): string[] {
  return [...promptOf(request).matchAll(/The text of ([^.]+)\./g)].map((match) => match[1] ?? '');
}
