import type { Answer, StopReason, TokenLogprob, Usage } from '../core/index.ts';

/** What a body says, before the rules that are the same for every provider. */
export interface RawAnswer {
  readonly text: string;
  readonly finish: Answer['finish'];
  /** Set where the provider names it. */
  readonly stop: StopReason | null;
  readonly firstToken: readonly TokenLogprob[] | null;
  readonly usage: Usage;
}

/** Adds what the text itself says: nothing but white space is no answer, cut or not. */
export function finishAnswer(raw: RawAnswer): Answer {
  if (raw.stop !== null || raw.text.trim() !== '') return raw;
  return { ...raw, stop: raw.finish === 'length' ? 'truncated' : 'empty' };
}
