import type { ComparedMeasure, ComparedPair, Comparison, ResultWarning, Verdict } from '../core/index.ts';
import { inputLetter } from './compare-table.ts';
import type { Fact } from './facts.ts';
import { formatCount, formatPercent } from './number.ts';
import { intervalName, thingsOf } from './words.ts';

const VERDICT_WORDS: ReadonlyMap<Verdict, string> = new Map([
  ['comparable', 'comparable: same data, prompts, settings and scoring'],
  [
    'with-care',
    'comparable with care: same data and scoring; how the answers were made differs or is not known',
  ],
  ['not-comparable', 'not comparable: values stand side by side, nothing is tested'],
]);

const MOST_NAMED = 10;

/** Warnings that every pair has: they are said once. */
export function commonWarnings({ pairs: [first, ...others] }: Comparison): ResultWarning[] {
  if (first === undefined || others.length === 0) return [];
  return first.warnings.filter((warning) =>
    others.every(({ warnings }) => warnings.some((other) => other.message === warning.message)),
  );
}

/** One warning as a statement. */
export function warningFact({ code, message }: ResultWarning): Fact {
  return { label: 'warning', text: `${message} [${code}]`, tone: 'warn' };
}

/**
 * Verdict, what differs, unpaired items, warnings: one statement each.
 *
 * @param said warnings that are said elsewhere
 */
export function pairFacts(pair: ComparedPair, said: readonly ResultWarning[] = []): Fact[] {
  const { verdict, differences, items, measures, warnings } = pair;
  const [first, second] = [inputLetter(pair.first), inputLetter(pair.second)];
  const leftOut = measures.filter(({ leftOut: count, refused }) => refused === null && count > 0);
  return [
    {
      label: 'verdict',
      text: VERDICT_WORDS.get(verdict) ?? verdict,
      ...(verdict === 'comparable' ? {} : { tone: verdict === 'with-care' ? 'warn' : 'bad' }),
    },
    ...differences.map(
      ({ field, first: one, second: other, message, effect }): Fact => ({
        label: effect === 'comparable' ? 'note' : 'differs',
        text: `${field}: ${shownValue(field, one)} against ${shownValue(field, other)}. ${message}`,
      }),
    ),
    ...unpaired(`only in ${first}`, items.onlyFirst),
    ...unpaired(`only in ${second}`, items.onlySecond),
    ...unpaired('of another content', items.changed),
    ...(pair.repeats.every((count) => count === 1)
      ? []
      : [
          {
            label: 'repeats',
            text: `${first} ${pair.repeats[0]}, ${second} ${pair.repeats[1]}: averaged before anything is compared`,
          },
        ]),
    ...(leftOut.length === 0
      ? []
      : [
          {
            label: 'left out',
            text: leftOut
              .map(({ id, protocol, leftOut: count }) => `${id} (${protocol}) ${formatCount(count)}`)
              .join(', ')
              .concat(': items without a value on one side'),
          },
        ]),
    ...warnings.filter(({ message }) => !said.some((other) => other.message === message)).map(warningFact),
  ];
}

function unpaired(where: string, ids: readonly string[]): Fact[] {
  if (ids.length === 0) return [];
  const rest = ids.length - MOST_NAMED;
  const more = rest > 0 ? ` and ${formatCount(rest)} more (all with --json)` : '';
  return [
    {
      label: 'unpaired',
      text: `${formatCount(ids.length)} ${ids.length === 1 ? 'item' : 'items'} ${where}: ${ids.slice(0, MOST_NAMED).join(', ')}${more}`,
      tone: 'warn',
    },
  ];
}

/** The first digits of a hash; words where there is nothing. */
function shownValue(field: string, text: string | null): string {
  if (text === null) return field === 'prompts' ? 'not known' : 'none';
  return /^[0-9a-f]{64}$/.test(text) ? `${text.slice(0, 12)}…` : text;
}

/** What varied, in words; one sentence each. */
export function comparisonNotes(comparison: Comparison): string[] {
  const { statistics, pairs, means } = comparison;
  const measures = [...pairs.flatMap((pair) => pair.measures), ...means.map(({ measure }) => measure)];
  const tested = measures.filter(({ p }) => p !== null);
  if (tested.length === 0) return [];
  const things = [...new Set(tested.map(({ id }) => thingsOf(id)))].join(' or ');
  const clustered = tested.some(({ clusters, pairs: count }) => clusters < count);
  const resamples = formatCount(statistics.resamples);
  const detectable = tested.some(({ detectable: value }) => value !== null);
  return [
    'A difference is the second minus the first, over the items that both have a value for.',
    `${intervalName(statistics.level)}: ${resamples} paired bootstrap resamples (percentiles), seed ${statistics.seed}. What varied: the ${things}, the same ones drawn on both sides and in every repeat${clustered ? '; whole clusters where they share an article, document or question' : ''}.`,
    ...testNotes(tested, clustered),
    `p (Holm): corrected for the ${formatCount(statistics.comparisons)} ${statistics.comparisons === 1 ? 'comparison' : 'comparisons'} of this table; significant at ${statistics.alpha}. What was compared elsewhere is not in it.`,
    ...winNotes(tested),
    ...(detectable
      ? [
          `detectable (detects): the smallest true difference that these pairs show with power ${formatPercent(statistics.power, 0)} at ${statistics.alpha}, before correction.`,
        ]
      : []),
  ];
}

function testNotes(tested: readonly ComparedMeasure[], clustered: boolean): string[] {
  const has = (name: string) => tested.some(({ test }) => test?.name === name);
  const drawn = (name: string) => {
    const count = tested.find(({ test }) => test?.name === name && !test.exact)?.test?.resamples;
    return count === undefined || count === null
      ? 'over all patterns'
      : `${formatCount(count)} patterns drawn, over all where few differ`;
  };
  const units = clustered ? 'items or clusters' : 'items';
  return [
    ...(has('mcnemar') ? ['p of right and wrong answers: McNemar’s exact test.'] : []),
    ...(has('signs')
      ? [`p of means: permutation of the signs of the differences of ${units} (${drawn('signs')}).`]
      : []),
    ...(has('swaps')
      ? [
          `p of measures of the set: the answers of ${units} swapped between the two and the measure made anew (${drawn('swaps')}).`,
        ]
      : []),
    ...(has('bootstrap')
      ? [
          'p where the numbers of repeats differ: share of bootstrap resamples as far from the difference as 0 is.',
        ]
      : []),
  ];
}

function winNotes(tested: readonly ComparedMeasure[]): string[] {
  const ofSet = tested.some(({ test, wins }) => wins !== null && test?.name === 'swaps');
  return [
    `wins / ties / losses (W/T/L): items on which the second is better, as good or worse${ofSet ? '; for a measure of the set, items whose answers of the second raise it against those of the first' : ''}.`,
  ];
}

/** What the gate says, one sentence each. */
export function gateNotes({ gate, inputs }: Comparison): Fact[] {
  if (gate === null) return [];
  const name = (second: number) => `${inputLetter(second)} (${inputs[second]?.source ?? ''})`;
  return [
    ...gate.drops.map(
      ({ task, second }): Fact => ({
        label: 'gate',
        text: `failed: ${task}: the headline of ${name(second)} is significantly below that of A`,
        tone: 'bad',
      }),
    ),
    ...gate.notJudged.map(
      ({ task, second, why }): Fact => ({
        label: 'gate',
        text: `not judged: ${task}, ${name(second)}: ${why}`,
        tone: 'bad',
      }),
    ),
    ...(gate.passed
      ? [{ label: 'gate', text: 'passed: no headline is significantly below that of A' } as const]
      : []),
  ];
}

/** `birco/relic: B against A` */
export function pairTitle(pair: Pick<ComparedPair, 'first' | 'second' | 'task'>): string {
  return `${pair.task}: ${inputLetter(pair.second)} against ${inputLetter(pair.first)}`;
}
