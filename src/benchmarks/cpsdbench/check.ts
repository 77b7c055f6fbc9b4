import type { ResultWarning, SetCheck } from '../../core/index.ts';
import { LAWBENCH_LICENCE } from './forms/lawbench-data.ts';
import { type CpsItem, textOf } from './items.ts';
import { templateHash } from './prompts.ts';
import type { TaskSpec } from './task-file.ts';

/**
 * What every result on a set must say: whose data they are, under which licence, which template, and what in the gold
 * is odd. No fault of a set refuses a protocol.
 *
 * @param items all of the set, whatever became of their answers
 */
export function checkSet(items: readonly CpsItem[], surplus: readonly string[], own: TaskSpec): SetCheck {
  const [first] = items;
  if (first === undefined) return { errors: [], warnings: [] };
  const warnings: ResultWarning[] = [
    {
      code: 'not-the-papers-data',
      message:
        first.standIn === null
          ? 'CPSDBench’s own items are not public: these are data in the schema of this program, and no figure is comparable with the paper’s.'
          : `Public stand-in data, not CPSDBench’s own: ${first.standIn.name}; licence: ${first.standIn.licence}. No figure is comparable with the paper’s.`,
    },
    { code: 'prompt-template', message: `Prompt template ${templateHash(first.prompts)}.` },
  ];
  const changed = changesOf(first.spec, own);
  if (changed.length > 0)
    warnings.push({
      code: 'task-file',
      message: `In force instead of the task’s own file: ${changed.join('; ')}.`,
    });
  warnings.push(...dataWarnings(items), ...surplusWarnings(surplus));
  return { errors: [], warnings };
}

/** What is odd in the data themselves: it refuses nothing. */
export function dataWarnings(items: readonly CpsItem[]): ResultWarning[] {
  const warnings: ResultWarning[] = [];
  const absent = items.reduce((sum, item) => sum + spansOutside(item), 0);
  if (absent > 0)
    warnings.push({
      code: 'gold-not-in-text',
      message: `${absent} gold spans do not stand in their text word for word.`,
    });
  const misplaced = items.reduce((sum, { wrongOffsets }) => sum + wrongOffsets, 0);
  if (misplaced > 0)
    warnings.push({
      code: 'wrong-offsets',
      message: `${misplaced} gold spans have offsets that do not give their text (start and end count code points); scoring needs no offset.`,
    });
  const replaced = items.filter((item) => textOf(item).includes('\ufffd')).length;
  if (replaced > 0)
    warnings.push({
      code: 'replacement-characters',
      message: `${replaced} items of the published file hold the replacement character U+FFFD.`,
    });
  return warnings;
}

/** What every result on stored outputs of LawBench must say: whose data they are, and under which licence. */
export function checkLawbench(
  number: string,
  items: readonly unknown[],
  surplus: readonly string[],
): SetCheck {
  if (items.length === 0) return { errors: [], warnings: [] };
  const data: ResultWarning = {
    code: 'not-the-papers-data',
    message: `Public stand-in data, not CPSDBench’s own: stored outputs and references of LawBench ${number}; licence: ${LAWBENCH_LICENCE}. No figure is comparable with the paper’s.`,
  };
  return { errors: [], warnings: [data, ...surplusWarnings(surplus)] };
}

function surplusWarnings(surplus: readonly string[]): ResultWarning[] {
  if (surplus.length === 0) return [];
  const named = `${surplus.slice(0, 5).join(', ')}${surplus.length > 5 ? ', …' : ''}`;
  return [
    {
      code: 'surplus-items',
      message: `${surplus.length} predicted ids are not in the data: ${named}.`,
    },
  ];
}

/** Where the task file in force is not the one that ships: its figures are not comparable with those by that one. */
function changesOf(inForce: TaskSpec, own: TaskSpec): string[] {
  const words = (spec: TaskSpec): [string, string][] => [
    ['id', spec.id],
    ['threshold', String(spec.threshold)],
    ['weights', `${spec.exactWeight} exact, ${spec.fuzzyWeight} near`],
    ['length guard', String(spec.lengthGuard)],
    ['digit guard', String(spec.digitGuard)],
    ['labels', spec.labels.map(({ id }) => id).join(' ')],
    ['fuzzy types', idsOf(spec, 'fuzzy')],
    ['exact types', idsOf(spec, 'exact')],
    ['relations', spec.relations.map(({ id }) => id).join(' ')],
  ];
  const before = new Map(words(own));
  const changed = words(inForce).flatMap(([name, value]) =>
    before.get(name) === value ? [] : [`${name} ${value}`],
  );
  return wordingOf(inForce) === wordingOf(own) ? changed : [...changed, 'names or words of the prompt'];
}

/** What models are told and what is read as a name, without what is shown by itself. */
function wordingOf({ role, instruction, input, labels, types, relations, hints }: TaskSpec): string {
  return JSON.stringify([
    [role, instruction, input],
    labels.map(({ id, words }) => [id, words]),
    types.map(({ id, names, canonical }) => [id, names, canonical]),
    relations,
    [...hints],
  ]);
}

function idsOf(spec: TaskSpec, match: 'exact' | 'fuzzy'): string {
  return spec.types
    .filter((type) => type.match === match)
    .map(({ id }) => id)
    .join(' ');
}

function spansOutside(item: CpsItem): number {
  if (item.kind === 'entities') return item.entities.filter(({ text }) => !item.text.includes(text)).length;
  if (item.kind === 'relations')
    return item.triples.filter(({ head, tail }) => !item.text.includes(head) || !item.text.includes(tail))
      .length;
  return 0;
}
