import type { Ask, Context } from '../../core/index.ts';
import { rotatedOrder } from '../../data/option-order.ts';
import { answerText } from '../../parse/reasoning.ts';
import { pythonStrip } from '../../text/python.ts';
import type { ClimaItem } from './data.ts';
import { becomesMissing } from './missing.ts';
import { cosine, phraseSimilarity, phrasesOf } from './phrase.ts';
import { wordsOf } from './pick.ts';
import { type ClimaqaSettings, retrievesByWords } from './settings.ts';
import type { Similarities, Solution } from './solution.ts';

/** Phrase similarities of a cloze answer; nothing where no embedder is named. */
export async function similaritiesOf(
  item: ClimaItem,
  solution: Solution,
  ask: Ask,
  settings: ClimaqaSettings,
  context: Context,
): Promise<{ readonly similarities?: Similarities }> {
  if (settings.embedder === undefined || retrievesByWords(settings)) return {};
  const { mask } = settings;
  const phrase = (term: string) => phrasesOf(item.question, item.answer, term, { mask });
  const raw = pythonStrip(solution.text);
  const gold = phrase('')?.gold ?? '';
  const random = phrase(randomTerm(item, context.seed))?.prediction ?? '';
  // The answer is not known while prompts are counted.
  const answers = ask.planning ? [] : [pythonStrip(answerText(solution.text)), raw];
  const texts = [gold, random, ...answers.map((answer) => phrase(answer)?.prediction ?? '')];
  const [goldVector, randomVector, standardVector, paperVector] = await ask.embed(texts);
  const similar = (vector: Float32Array | undefined) => {
    const cos = vector === undefined || goldVector === undefined ? null : cosine(goldVector, vector);
    return cos === null ? null : phraseSimilarity(cos);
  };
  const missing = becomesMissing(raw) || becomesMissing(item.answer);
  return {
    similarities: {
      standard: similar(standardVector),
      paper: missing ? null : similar(paperVector),
      random: similar(randomVector),
    },
  };
}

/** A term of Silver, else a word of the statement, chosen by item and seed: what any word would get. */
export function randomTerm(item: ClimaItem, seed: number): string {
  const known = (item.origin.examples ?? [])
    .map(({ answer }) => answer)
    .filter((answer) => answer.toLowerCase() !== item.answer.toLowerCase());
  const terms = known.length > 0 ? known : wordsOf(item.question, item.answer);
  return terms[rotatedOrder(`${item.id}|random`, terms.length, seed)[0] ?? 0] ?? '';
}
