import { type Joint, type Mention, mentionsOf } from './ranking-mentions.ts';
import { answerText } from './reasoning.ts';

/** What a model's answer says about the order of n passages, which are numbered from 1. */
export interface ParsedRanking {
  /** All n numbers, best first: those named, in the order of their first mention, then the others as they were. */
  readonly order: readonly number[];
  /** Numbers named more than once, each once. */
  readonly duplicates: readonly number[];
  /** Numbers named that no passage has, each once. */
  readonly outOfRange: readonly number[];
  /** Numbers that were not named, ascending. */
  readonly missing: readonly number[];
  /** The answer was a whole permutation of 0 to n - 1 and was read so. The lists above count from 1 all the same. */
  readonly zeroBased: boolean;
  /** How many passages were named; 0: nothing could be read and the order is the one given. */
  readonly named: number;
}

/**
 * Reads a ranking from a model's answer: `[3] > [1] > [2]`, `3, 1, 2`, a JSON list, lines such as `1. [3]` or
 * `Passage 3`, with prose or markdown around it. A list of joined numbers is the ranking (the one with arrows, else the
 * longest, else the last) if it has arrows or names every passage that is named anywhere; else numbers in brackets, or
 * after a word such as "passage", count in the order of their first mention. A bare number in prose is no mention.
 * Reasoning blocks are not read. Never throws.
 *
 * @param n number of passages
 */
export function parseRanking(text: string, n: number): ParsedRanking {
  const size = Number.isFinite(n) ? Math.max(0, Math.floor(n)) : 0;
  const numbers = chosen(mentionsOf(answerText(text))).map(({ value }) => value);
  const zeroBased = isPermutationFromZero(numbers, size);
  const order = new Set<number>();
  const duplicates = new Set<number>();
  const outOfRange = new Set<number>();
  for (const number of numbers) {
    const id = zeroBased ? number + 1 : number;
    if (id < 1 || id > size) outOfRange.add(id);
    else if (order.has(id)) duplicates.add(id);
    else order.add(id);
  }
  const named = order.size;
  const missing: number[] = [];
  for (let id = 1; id <= size; id += 1) if (!order.has(id)) missing.push(id);
  return {
    order: [...order, ...missing],
    duplicates: [...duplicates],
    outOfRange: [...outOfRange],
    missing,
    zeroBased,
    named,
  };
}

function isPermutationFromZero(numbers: readonly number[], n: number): boolean {
  return (
    n > 0 && numbers.length === n && new Set(numbers).size === n && numbers.every((number) => number < n)
  );
}

/** The mentions that make the ranking. */
function chosen(mentions: readonly Mention[]): readonly Mention[] {
  const bracketed = mentions.filter(({ kind }) => kind === 'bracketed');
  const inBrackets = bestList(bracketed, ({ jointToBracketed }) => jointToBracketed);
  if (stands(inBrackets, bracketed)) return inBrackets.mentions;
  const labelled = mentions.filter(({ kind }) => kind === 'labelled');
  const marked = bracketed.length > 0 ? bracketed : labelled;
  const any = bestList(mentions, ({ joint }) => joint);
  if (stands(any, marked)) return any.mentions;
  return marked.length > 0 ? marked : mentions.filter(({ alone }) => alone);
}

/** Whether a list is the ranking: it has arrows, or it leaves out none of the numbers that are marked as passages. */
function stands(list: List, marked: readonly Mention[]): boolean {
  if (list.mentions.length < 2) return false;
  const values = new Set(list.mentions.map(({ value }) => value));
  return list.arrows || marked.every(({ value }) => values.has(value));
}

interface List {
  readonly mentions: Mention[];
  arrows: boolean;
}

/** The best list of joined mentions: with arrows before without, then the longest, then the last. */
function bestList(mentions: readonly Mention[], jointOf: (mention: Mention) => Joint): List {
  const lists: List[] = [];
  for (const mention of mentions) {
    const joint = jointOf(mention);
    let list = lists.at(-1);
    if (list === undefined || joint === 'none') {
      list = { mentions: [], arrows: false };
      lists.push(list);
    }
    list.mentions.push(mention);
    list.arrows ||= joint === 'arrow';
  }
  const none: List = { mentions: [], arrows: false };
  return lists.reduce((best, list) => (isBetter(list, best) ? list : best), none);
}

function isBetter(list: List, best: List): boolean {
  if (list.arrows !== best.arrows) return list.arrows;
  return list.mentions.length >= best.mentions.length;
}
