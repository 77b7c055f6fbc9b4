import { answerText } from '../../parse/reasoning.ts';
import {
  factualAccuracy,
  type LabelLogprobs,
  labelLogprobs,
  labelLogprobsByWord,
  paperFactualAccuracy,
  readVerdict,
} from './factual.ts';
import type { ClimaqaSettings } from './settings.ts';
import type { Judgement } from './solution.ts';
import type { JudgedValue } from './values.ts';

/**
 * What the judge's answers give: both forms of factual accuracy as means over its repeats, and the majority of its
 * verdicts.
 *
 * @returns undefined where there is no judgement
 */
export function judgedValue(
  judgements: readonly Judgement[],
  settings: ClimaqaSettings,
): JudgedValue | undefined {
  if (judgements.length === 0) return undefined;
  const labels = judgements.map(({ alternatives }) =>
    alternatives === null ? null : labelsOf(alternatives, settings),
  );
  const known = labels.filter((one) => one !== null);
  // One kind of value for all repeats: log-probabilities for some of them are none.
  const complete = known.length === labels.length;
  const supporting = judgements.filter((judgement, at) => isSupport(judgement, labels[at] ?? null)).length;
  return {
    closed: complete ? mean(known.map(factualAccuracy)) : null,
    literal: complete ? mean(known.map(paperFactualAccuracy)) : null,
    binary: supporting * 2 === judgements.length ? null : supporting * 2 > judgements.length ? 1 : 0,
    ...(judgements.length < 2 ? {} : { agree: supporting === 0 || supporting === judgements.length }),
    missing: known.reduce((sum, { missing }) => sum + missing, 0),
  };
}

function labelsOf(
  alternatives: NonNullable<Judgement['alternatives']>,
  settings: ClimaqaSettings,
): LabelLogprobs {
  const { 'supports-token': supports, 'refutes-token': refutes } = settings;
  if (supports === 'auto' || refutes === 'auto') return labelLogprobsByWord(alternatives);
  return labelLogprobs(alternatives, { supports, refutes });
}

/** The log-probabilities where both labels are there, else the judge's word. */
function isSupport({ text }: Judgement, labels: LabelLogprobs | null): boolean {
  const word = readVerdict(answerText(text));
  if (labels !== null && (labels.missing < 2 || word === undefined)) return factualAccuracy(labels) > 0.5;
  return word === 'supports';
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
