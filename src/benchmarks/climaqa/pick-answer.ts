import type { Ask } from '../../core/index.ts';
import type { ClimaItem } from './data.ts';
import type { Passage } from './passages.ts';
import { nearest, nearestSentence, wordsOf } from './pick.ts';
import { pickedSolution, type Solution } from './solution.ts';

/**
 * The answer of a model that writes no text, by similarity alone: the option, the word or the sentence that is nearest
 * to the question. Words and sentences come from the passages, else from the answers of Silver, else from the question
 * itself. A baseline, not an understanding of the question.
 */
export async function pickAnswer(
  item: ClimaItem,
  ask: Ask,
  options: ReadonlyMap<string, string> | null,
  passages: readonly Passage[],
): Promise<Solution> {
  const { kind } = item.origin;
  if (kind === 'mcq') return pickOption(item, ask, options ?? new Map(), passages);
  return kind === 'cloze' ? pickWord(item, ask, passages) : pickSentence(item, ask, passages);
}

async function pickOption(
  item: ClimaItem,
  ask: Ask,
  options: ReadonlyMap<string, string>,
  passages: readonly Passage[],
): Promise<Solution> {
  const sentence = await nearestSentence(ask, item.question, passages);
  const query = sentence === undefined ? item.question : `${item.question} ${sentence}`;
  const place = await nearest(ask, query, [...options.values()]);
  return pickedSolution([...options.keys()][place] ?? '');
}

async function pickWord(item: ClimaItem, ask: Ask, passages: readonly Passage[]): Promise<Solution> {
  const { question, origin } = item;
  const sentence = await nearestSentence(ask, question, passages);
  const known = (origin.examples ?? []).filter(({ id }) => id !== item.id).map(({ answer }) => answer);
  const pools = [
    sentence === undefined ? [] : wordsOf(sentence, question),
    [...new Set(known)],
    wordsOf(question, ''),
  ];
  const words = pools.find((pool) => pool.length > 0) ?? [];
  return pickedSolution(words[await nearest(ask, question, words)] ?? '');
}

async function pickSentence(item: ClimaItem, ask: Ask, passages: readonly Passage[]): Promise<Solution> {
  const { question, origin } = item;
  const sentence = await nearestSentence(ask, question, passages);
  if (sentence !== undefined) return pickedSolution(sentence);
  const known = (origin.examples ?? []).filter(({ id }) => id !== item.id).map(({ answer }) => answer);
  const answers = known.length > 0 ? known : [question];
  return pickedSolution(answers[await nearest(ask, question, answers)] ?? '');
}
