import type { Answer, StopReason, TextScore, TokenLogprob } from '../../core/index.ts';

/** A passage as it is kept with an answer: where it came from, without its text. */
export interface UsedPassage {
  readonly id: string;
  readonly book: string;
  readonly page: string;
  readonly relevance: number;
}

/** Phrase similarities of a cloze answer, by how the answer is read. */
export interface Similarities {
  /** The answer without reasoning. */
  readonly standard: number | null;
  /** The whole text, as the authors' code takes it. */
  readonly paper: number | null;
  /** Another item's term in its place: what any word gets. */
  readonly random: number | null;
}

/** What a judge said of a free answer. */
export interface Judgement {
  readonly text: string;
  /** Alternatives of its first token; null where the provider gives none. */
  readonly alternatives: readonly TokenLogprob[] | null;
}

/** What answering a question leaves for `parse`. */
export interface Solution {
  readonly text: string;
  readonly finish: Answer['finish'];
  readonly stop: StopReason | null;
  /** Alternatives of the first token, best first; null where none are known. */
  readonly firstToken: readonly TokenLogprob[] | null;
  /** Options as they were shown: place i shows the option at this place; absent: in their own order. */
  readonly order?: readonly number[];
  readonly passages?: readonly UsedPassage[];
  /** Whether one of the passages is from the text that the question was made from; absent: that is not known. */
  readonly sourceShown?: boolean;
  readonly templateHash?: string;
  readonly similarities?: Similarities;
  readonly judgements?: readonly Judgement[];
  /** BERTScore that was made elsewhere. */
  readonly bertScore?: TextScore;
}

/** A solution without a call: an answer that was picked by similarity, or read elsewhere. */
export function pickedSolution(text: string): Solution {
  return { text, finish: 'stop', stop: null, firstToken: null };
}

export function solutionOf(answer: Answer): Solution {
  const { text, finish, stop, firstToken } = answer;
  return { text, finish, stop, firstToken };
}
