import { type BertScore, bertScore } from '../../metrics/text/bertscore.ts';
import type { UseLite } from './use-lite.ts';

/** The name of this measure. It is not what papers call BERTScore, and is never shown under that name alone. */
export const BERTSCORE_USE_LITE = 'bertscore.use-lite';

export const BERTSCORE_USE_LITE_DESCRIPTION =
  'bertscore.use-lite: greedy matching of token states as in BERTScore, with the states of the Universal Sentence ' +
  'Encoder lite (2 layers, at most 128 tokens of a text, English). No idf, no rescaling, no special tokens. A baseline ' +
  'that needs no network: its values do not compare with published BERTScores, which come from other models';

export interface TextPair {
  readonly candidate: string;
  readonly reference: string;
}

/** One text as greedy matching wants it: pieces, and one row of 512 numbers a piece. */
export interface MatchingText {
  readonly pieces: readonly string[];
  readonly states: readonly Float32Array[];
  /** Whether the text had more than 128 tokens, so that its end does not count. */
  readonly cut: boolean;
}

export interface MatchingPair {
  readonly candidate: MatchingText;
  readonly reference: MatchingText;
}

/** Pairs whose states are held at a time: at most 16 MB. */
const PAIRS_AT_ONCE = 32;

/**
 * Token states of pairs of texts, in order, for greedy matching. Runs of white space count as one space and none
 * stands at the ends (the tokenizer would make tokens of them); a text of white space alone has no tokens.
 *
 * @param model from `createUseLite`; only `tokenStatesOf` is used
 */
export async function* matchingStates(
  model: Pick<UseLite, 'tokenStatesOf'>,
  pairs: readonly TextPair[],
): AsyncGenerator<MatchingPair, undefined> {
  for (let start = 0; start < pairs.length; start += PAIRS_AT_ONCE) {
    const part = pairs.slice(start, start + PAIRS_AT_ONCE).map(({ candidate, reference }) => ({
      candidate: withSingleSpaces(candidate),
      reference: withSingleSpaces(reference),
    }));
    const texts = [...new Set(part.flatMap(({ candidate, reference }) => [candidate, reference]))];
    const states = await model.tokenStatesOf(texts);
    const byText = new Map(texts.map((text, index) => [text, states[index]]));
    for (const { candidate, reference } of part) {
      const [left, right] = [byText.get(candidate), byText.get(reference)];
      if (left === undefined || right === undefined) throw new Error('a text has no token states');
      yield { candidate: left, reference: right };
    }
  }
}

/**
 * `bertscore.use-lite` of pairs of texts.
 *
 * @returns precision, recall and F1 of each pair, cosines of -1 to 1; 0 where a text has no token
 */
export async function bertScoresUseLite(
  model: Pick<UseLite, 'tokenStatesOf'>,
  pairs: readonly TextPair[],
): Promise<BertScore[]> {
  const scores: BertScore[] = [];
  for await (const { candidate, reference } of matchingStates(model, pairs)) {
    scores.push(bertScore(candidate, reference));
  }
  return scores;
}

function withSingleSpaces(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
