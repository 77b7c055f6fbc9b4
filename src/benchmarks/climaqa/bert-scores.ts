import type { ReferencePair, ScoredTexts } from '../../core/index.ts';
import type { ClimaItem } from './data.ts';
import type { FreeformValue, Value } from './values.ts';

/**
 * What a scorer compares with the reference: the answer without reasoning, and the whole text, which `paper` takes,
 * where it differs. An answer that has its score already is not compared.
 */
export const bertScored: ScoredTexts<ClimaItem, Value> = {
  pairsOf(value, { answer: reference }) {
    if (value.kind !== 'freeform' || value.bertScore !== undefined) return [];
    return candidatesOf(value).map((candidate): ReferencePair => ({ candidate, reference }));
  },
  withScores(value, scores) {
    if (value.kind !== 'freeform') return value;
    const candidates = candidatesOf(value);
    const answer = value.text === null ? undefined : scores[0];
    const whole = scores[candidates.indexOf(value.raw)];
    return {
      ...value,
      ...(answer === undefined ? {} : { bertScore: answer }),
      ...(whole === undefined || value.raw === value.text ? {} : { rawBertScore: whole }),
    };
  },
};

function candidatesOf({ text, raw }: FreeformValue): readonly string[] {
  return [...new Set([text ?? '', raw])].filter((candidate) => candidate !== '');
}
