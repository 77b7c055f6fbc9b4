import type { PredictionFile, TextEmbedder } from '../../core/index.ts';
import { answerText } from '../../parse/reasoning.ts';
import { pythonStrip } from '../../text/python.ts';
import type { ClimaItem } from './data.ts';
import { phrasesOf } from './phrase.ts';
import { enriched } from './predictions-enrich.ts';
import type { ClimaqaSettings } from './settings.ts';
import { randomTerm } from './similarity.ts';

/**
 * A file of cloze answers with the vectors of their phrases: with the gold term, the answer, the whole text where it
 * differs, and a random term in place of the mask.
 */
export function withPhraseVectors(
  file: PredictionFile,
  items: readonly ClimaItem[],
  embedder: TextEmbedder,
  { mask }: ClimaqaSettings,
  seed: number,
): Promise<Uint8Array> {
  return enriched(file, items, 'phraseVectors', async (answers) => {
    const texts = answers.map(({ item, text }) => {
      const phrase = (term: string) =>
        phrasesOf(item.question, item.answer, term, { mask })?.prediction ?? '';
      const [prediction, raw] = [pythonStrip(answerText(text)), pythonStrip(text)];
      return {
        gold: phrase(item.answer),
        prediction: phrase(prediction),
        random: phrase(randomTerm(item, seed)),
        ...(raw === prediction ? {} : { raw: phrase(raw) }),
      };
    });
    const all = [...new Set(texts.flatMap((phrases) => Object.values(phrases)))];
    const vectors = await embedder.embed(all);
    const byText = new Map(all.map((text, at) => [text, Array.from(vectors[at] ?? [])]));
    return texts.map((phrases) => ({
      phraseVectors: Object.fromEntries(
        Object.entries(phrases).map(([name, text]) => [name, byText.get(text) ?? []]),
      ),
      embedder: embedder.id,
    }));
  });
}
