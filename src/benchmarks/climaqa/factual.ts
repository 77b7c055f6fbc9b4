import type { TokenLogprob } from '../../core/index.ts';

/** First tokens of the judge's two words. */
export interface JudgeTokens {
  readonly supports: string;
  readonly refutes: string;
}

/** What stands for the log-probability of a label that is not among the alternatives. */
const MISSING_LOGPROB = -100;
const TEMPERATURE = 5;

/** Log-probabilities of the two labels at the first place of the judge's answer. */
export interface LabelLogprobs {
  readonly supports: number;
  readonly refutes: number;
  /** How many of the two were missing. */
  readonly missing: number;
}

/** Tokens must match exactly: a leading blank loses the label, as in the authors' code. */
export function labelLogprobs(
  alternatives: readonly TokenLogprob[],
  { supports, refutes }: JudgeTokens,
): LabelLogprobs {
  const find = (wanted: string) => alternatives.find(({ token }) => token === wanted)?.logprob;
  return withMissing(find(supports), find(refutes));
}

/**
 * The same whatever the judge's tokenizer: the most likely token that a label begins with, after a blank or a mark of
 * one.
 */
export function labelLogprobsByWord(alternatives: readonly TokenLogprob[]): LabelLogprobs {
  const best = (word: string) => {
    const found = alternatives.filter(({ token }) => {
      const plain = token.replace(/^[\s▁Ġ]+/u, '').toUpperCase();
      return plain !== '' && word.startsWith(plain);
    });
    return found.length === 0 ? undefined : Math.max(...found.map(({ logprob }) => logprob));
  };
  return withMissing(best('SUPPORTS'), best('REFUTES'));
}

function withMissing(supports: number | undefined, refutes: number | undefined): LabelLogprobs {
  return {
    supports: supports ?? MISSING_LOGPROB,
    refutes: refutes ?? MISSING_LOGPROB,
    missing: (supports === undefined ? 1 : 0) + (refutes === undefined ? 1 : 0),
  };
}

/** Factual accuracy in `standard`: sigmoid((lpS - lpR) / 5), 0 to 1; 0.5 where both labels are missing. */
export function factualAccuracy({ supports, refutes }: LabelLogprobs): number {
  return 1 / (1 + Math.exp(-(supports - refutes) / TEMPERATURE));
}

/**
 * The same as the authors' code computes it, with its rounding: from about 36.7 nats on it is exactly 1. Source: their
 * `fa_score.py`.
 */
export function paperFactualAccuracy({ supports, refutes }: LabelLogprobs): number {
  const ratio = Math.exp(supports - refutes);
  const probability = ratio / (ratio + 1);
  if (probability === 0 || probability === 1) return probability;
  const logit = Math.log(probability / (1 - probability));
  return 1 / (1 + Math.exp(-logit / TEMPERATURE));
}

export type Verdict = 'supports' | 'refutes';

/** What may stand before the word: the name of what it is, or the sentence that the prompt's words make. */
const LEAD =
  /^(?:(?:the |my |final )*(?:verdict|answer|label|decision|judge?ment)(?: is)?\s*:?\s*|(?:the |this )?claim (?=(?:supports|refutes)(?: (?:the|this|that) evidence)?(?![\p{L}\p{N}\s])))?/iu;
/** The word, then its end or the mark that an explanation begins after. */
const WORD =
  /^(support(?:s|ed)?|refute(?:s|d)?)(?: (?:the|this|that) (?:evidence|claim))?[ \t]*(?:$|[.!,;:\n\r(\u2013\u2014-])/iu;
/** What an explanation says of support, with what denies it. */
const SAID =
  /(?:\b(not|never|nothing|neither|nor|cannot|no(?: \p{L}+)?|\p{L}+n['’]t)(?: \p{L}+ly)? )?\b(un)?(support|refut)\p{L}*/giu;

/**
 * The judge's word, from a closed list: `SUPPORTS` or `REFUTES`, bare, after the name of what it is (`Verdict:`), or as
 * the claim's verb. Whatever follows must not say the opposite.
 *
 * @returns undefined for anything else, such as a sentence that only mentions one of the words: it is no verdict
 */
export function readVerdict(text: string): Verdict | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/[*"“”‘`]|'(?!t\b)/gu, '')
    .trim()
    .replace(LEAD, '');
  const word = WORD.exec(plain);
  if (word === null) return undefined;
  const verdict = (word[1] ?? '').toLowerCase().startsWith('s') ? 'supports' : 'refutes';
  for (const [, denied, un, stem] of plain.slice(word[0].length).matchAll(SAID)) {
    const supports = (stem?.toLowerCase() === 'support') !== (denied !== undefined || un !== undefined);
    if (supports !== (verdict === 'supports')) return undefined;
  }
  return verdict;
}
