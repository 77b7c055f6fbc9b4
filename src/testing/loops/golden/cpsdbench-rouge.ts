import { characterRouge } from '../../../benchmarks/cpsdbench/kinds/overlap-values.ts';
import { type PrecisionRecallF1, rougeL, rougeN } from '../../../metrics/text/rouge.ts';
import { characterTokens } from '../../../text/normalise-span.ts';
import { chineseWords } from '../../../text/segment.ts';

/** A case of `rouge`: ours over characters, what rouge_chinese counts over sets, and words of jieba. */
export function rougeCase(hypothesis: string, reference: string): unknown {
  const [hyp, ref] = [characterTokens(hypothesis), characterTokens(reference)];
  const whole = characterRouge(hypothesis, [reference]);
  const words = { hyp: chineseWords(hypothesis), ref: chineseWords(reference) };
  return {
    char: {
      rouge1: { ...short(rougeN(hyp, ref, 1)), f: whole.rouge1 },
      rouge2: { ...short(rougeN(hyp, ref, 2)), f: whole.rouge2 },
      rougeL: { ...short(rougeL(hyp, ref)), f: whole.rougeL },
    },
    rouge1SetVariant: setVariant(hyp, ref),
    jiebaTokens: { ...words, rougeL: short(rougeL(words.hyp, words.ref)) },
  };
}

function short({ precision, recall, f1 }: PrecisionRecallF1) {
  return { p: precision, r: recall, f: f1 };
}

/** rouge_chinese counts each token once and adds 1e-8 in the F1. */
function setVariant(hyp: readonly string[], ref: readonly string[]) {
  const [own, wanted] = [new Set(hyp), new Set(ref)];
  const hits = [...own].filter((token) => wanted.has(token)).length;
  const p = own.size === 0 ? 0 : hits / own.size;
  const r = wanted.size === 0 ? 0 : hits / wanted.size;
  return { p, r, f: (2 * p * r) / (p + r + 1e-8) };
}
