import { addSums, type HybridOptions, type MatchSums, matchSpans } from '../../metrics/extraction.ts';
import type { Entity } from '../../parse/entities.ts';
import type { Triple } from '../../parse/triples.ts';
import { canonicalGrams, canonicalYuan } from '../../text/amounts.ts';
import { canonicalTime } from '../../text/chinese-time.ts';
import { normaliseSpan } from '../../text/normalise-span.ts';
import type { Canonical, EntityType, TaskSpec } from './task-file.ts';

/** The part of a task file that decides how spans are matched. */
export type MatchSpec = Pick<
  TaskSpec,
  'types' | 'threshold' | 'exactWeight' | 'fuzzyWeight' | 'lengthGuard' | 'digitGuard'
>;

/** Sums of one document, by type. */
export type SumsByType = ReadonlyMap<string, MatchSums>;

/**
 * Matches the entities of one document, type by type; a type that the task file does not know is matched exactly.
 *
 * @param threshold instead of that of the task file; 0: exact matches only
 */
export function matchEntities(
  predicted: readonly Entity[],
  gold: readonly Entity[],
  spec: MatchSpec,
  threshold: number = spec.threshold,
): SumsByType {
  const options: HybridOptions = { ...spec, threshold };
  return byType(predicted, gold, spec.types, (type, ours, theirs) =>
    matchSpans(ours.map(normaliseSpan), theirs.map(normaliseSpan), type?.match === 'fuzzy', options),
  );
}

const EXACT: HybridOptions = {
  threshold: 0,
  exactWeight: 1,
  fuzzyWeight: 0,
  lengthGuard: true,
  digitGuard: false,
};

/** The same with exact matches of amounts, weights and times in one form: `3.5万元` is `35,000元`. */
export function matchCanonical(
  predicted: readonly Entity[],
  gold: readonly Entity[],
  types: readonly EntityType[],
): SumsByType {
  return byType(predicted, gold, types, (type, ours, theirs) => {
    const form = (text: string) => canonicalForm(text, type?.canonical ?? null);
    return matchSpans(ours.map(form), theirs.map(form), false, EXACT);
  });
}

function canonicalForm(text: string, canonical: Canonical | null): string {
  if (canonical === 'time') return canonicalTime(text);
  const value =
    canonical === 'amount' ? canonicalYuan(text) : canonical === 'weight' ? canonicalGrams(text) : null;
  return value === null ? normaliseSpan(text) : `=${value}`;
}

function byType(
  predicted: readonly Entity[],
  gold: readonly Entity[],
  types: readonly EntityType[],
  match: (type: EntityType | undefined, predicted: readonly string[], gold: readonly string[]) => MatchSums,
): SumsByType {
  const ids = new Set([...gold, ...predicted].map(({ type }) => type));
  return new Map(
    [...ids].map((id) => {
      const own = (entities: readonly Entity[]) =>
        entities
          .filter(({ type, text }) => type === id && normaliseSpan(text) !== '')
          .map(({ text }) => text);
      return [
        id,
        match(
          types.find((type) => type.id === id),
          own(predicted),
          own(gold),
        ),
      ];
    }),
  );
}

/** Sums of a document over its types. */
export function totalOf(sums: SumsByType): MatchSums {
  return addSums(sums.values());
}

/** Matches triples as sets: head, relation and tail must all be equal after normalising, and the direction counts. */
export function matchTriples(predicted: readonly Triple[], gold: readonly Triple[]): MatchSums {
  const key = ({ head, relation, tail }: Triple) => JSON.stringify([head, relation, tail].map(normaliseSpan));
  const wanted = new Set(gold.map(key));
  const found = new Set(predicted.map(key));
  let matched = 0;
  for (const triple of found) if (wanted.has(triple)) matched += 1;
  return { matched, predicted: found.size, gold: wanted.size };
}
