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
  const verdicts = judgements.map((judgement, at) => isSupport(judgement, labels[at] ?? null));
  const supporting = verdicts.filter((verdict) => verdict === true).length;
  const refuting = verdicts.filter((verdict) => verdict === false).length;
  const unreadable = judgements.length - supporting - refuting;
  return {
    closed: complete ? mean(known.map(factualAccuracy)) : null,
    literal: complete ? mean(known.map(paperFactualAccuracy)) : null,
    binary: supporting === refuting ? null : supporting > refuting ? 1 : 0,
    ...(supporting + refuting < 2 ? {} : { agree: supporting === 0 || refuting === 0 }),
    ...(unreadable === 0 ? {} : { unreadable }),
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

/** The log-probabilities where a label is among them, else the judge's word; undefined: neither says anything. */
function isSupport({ text }: Judgement, labels: LabelLogprobs | null): boolean | undefined {
  if (labels !== null && labels.missing < 2) return factualAccuracy(labels) > 0.5;
  const word = readVerdict(answerText(text));
  return word === undefined ? undefined : word === 'supports';
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
