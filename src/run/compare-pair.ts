import type { ComparedItems, ComparedPair, ResultWarning, SetMeasure } from '../core/index.ts';
import { chosenMeasures, type MeasureChoice, measureKey } from './compare-choice.ts';
import type { ComparedSet } from './compare-inputs.ts';
import { type ComparedSide, compareMeasure } from './compare-measures.ts';
import type { CompareStatistics, PairedItems } from './compare-parts.ts';
import { judge, matchItems } from './compare-verdict.ts';
import type { RepeatRows } from './measure-form.ts';

/** Two sets of a task; p-values are not corrected yet. */
export interface PairComparison {
  readonly pair: Pick<
    ComparedPair,
    'verdict' | 'differences' | 'items' | 'repeats' | 'measures' | 'warnings'
  >;
  /** The pairs of the headline's values, where it is a mean of items and is compared. */
  readonly headline: PairedItems | null;
}

/** Compares two sets of one task: verdict, then measure by measure over the common items. */
export function comparePair(
  first: ComparedSet,
  second: ComparedSet,
  choice: MeasureChoice,
  statistics: CompareStatistics,
  onMeasure: () => void = () => undefined,
): PairComparison {
  const items = matchItems(first.items, second.items);
  const { verdict, differences } = judge(first.facts, second.facts, items);
  const sides = [sideOf(first, items), sideOf(second, items)] as const;
  const others = new Map(second.measures.map((measure) => [measureKey(measure), measure]));
  let headline: PairedItems | null = null;
  const measures = chosenMeasures(first.task, first.measures, choice).flatMap((measure) => {
    onMeasure();
    const made = compareMeasure(measure, others.get(measureKey(measure)), sides, verdict, statistics);
    if (measure.headline === true && measure.slice === undefined) headline = made.items;
    return isSilent(measure, made.measure, choice) ? [] : [made.measure];
  });
  return {
    pair: {
      verdict,
      differences,
      items,
      repeats: [first.facts.repeats, second.facts.repeats],
      measures,
      warnings: distinct([...first.warnings, ...second.warnings]),
    },
    headline,
  };
}

/** A measure that neither side has, such as one by a judge that nobody named, is no row. */
function isSilent(
  measure: SetMeasure,
  made: ReturnType<typeof compareMeasure>['measure'],
  { ids }: MeasureChoice,
): boolean {
  if (measure.headline === true || ids?.includes(measure.description.id) === true) return false;
  return made.first.value === null && made.second.value === null;
}

function sideOf(set: ComparedSet, items: ComparedItems): ComparedSide {
  const apart = new Set([...items.onlyFirst, ...items.onlySecond, ...items.changed]);
  const rows = set.rows.map((list): RepeatRows => {
    const common = list.filter(({ item }) => !apart.has(item.id));
    // One order for both sides, whatever the order of their files.
    return common.sort((a, b) => (a.item.id < b.item.id ? -1 : 1));
  });
  return {
    rows,
    own: set.rows,
    refusal: ({ protocol }) => {
      const error = set.errors.get(protocol);
      return error === undefined ? null : `is refused by ${protocol}: ${error.message} [${error.code}]`;
    },
  };
}

function distinct(warnings: readonly ResultWarning[]): ResultWarning[] {
  const seen = new Map(warnings.map((warning) => [JSON.stringify([warning.code, warning.message]), warning]));
  return [...seen.values()];
}
