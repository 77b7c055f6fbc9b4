import type { TextScore } from '../../core/index.ts';
import type { UsedPassage } from './solution.ts';

/** A letter as each protocol reads it. Letters are those that were shown. */
export interface McqValue {
  readonly kind: 'mcq';
  /** `standard`; null: none was read. */
  readonly letter: string | null;
  /** The right one. */
  readonly gold: string;
  /** Where `standard` read it. */
  readonly from: 'first-token' | 'text' | 'answer';
  /** The authors' reading: a key, or `Bad Answer`. */
  readonly paper: string;
  /** What the card compares: the top token, else the whole text. */
  readonly card: string;
  readonly passages?: readonly UsedPassage[];
  /** Hash of the prompt's template. */
  readonly template?: string;
}

/** A term as each protocol reads it. */
export interface ClozeValue {
  readonly kind: 'cloze';
  /** Without reasoning, trimmed; null: nothing is left. */
  readonly text: string | null;
  /** The whole text, trimmed. */
  readonly raw: string;
  readonly similarity?: number | null;
  readonly paperSimilarity?: number | null;
  readonly randomSimilarity?: number | null;
  readonly passages?: readonly UsedPassage[];
  /** Hash of the prompt's template. */
  readonly template?: string;
}

/** A judge's verdict on an answer. */
export interface JudgedValue {
  /** Mean over the judge's repeats; null without log-probabilities. */
  readonly closed: number | null;
  readonly literal: number | null;
  /** The majority of the verdicts that could be read: 1 for SUPPORTS, 0, or null for a tie or none. */
  readonly binary: number | null;
  /** Whether all repeats of the judge say the same; absent with one. */
  readonly agree?: boolean;
  /** Judgements without a verdict that could be read; absent: none. */
  readonly unreadable?: number;
  /** Labels that were not among the alternatives, over all repeats. */
  readonly missing: number;
}

/** A free answer as each protocol reads it. */
export interface FreeformValue {
  readonly kind: 'freeform';
  readonly text: string | null;
  readonly raw: string;
  readonly judged?: JudgedValue;
  readonly bertScore?: TextScore;
  /** That of the whole text, where it is another than the answer. */
  readonly rawBertScore?: TextScore;
  readonly passages?: readonly UsedPassage[];
  /** Hash of the prompt's template. */
  readonly template?: string;
}

export type Value = McqValue | ClozeValue | FreeformValue;
