/** How far apart two ratings are. */
export type RatingLevel = 'nominal' | 'ordinal' | 'interval' | 'ratio';

/** A rating; null where the rater gave none. */
export type Rating = number | string | null;

/**
 * Krippendorff's alpha of any number of raters, at most 1; 0 is chance. Units with fewer than two ratings are left out.
 *
 * @param ratings one row a rater, one column a unit; texts are for `nominal` only
 * @returns null if all ratings that can be compared are equal, or there are none
 * @throws RangeError if the rows differ in length, or for a text or NaN at a level above nominal
 * @source Krippendorff 2011, "Computing Krippendorff's alpha-reliability"; fast-krippendorff 0.8.2
 */
export function krippendorffAlpha(
  ratings: readonly (readonly Rating[])[],
  level: RatingLevel,
): number | null {
  const units = unitsOf(ratings).filter((unit) => unit.length > 1);
  const values = domainOf(units, level);
  const places = new Map(values.map((value, place) => [value, place]));
  const size = values.length;
  const together = new Float64Array(size * size);
  const totals = new Float64Array(size);
  for (const unit of units) {
    const counts = new Map<number, number>();
    for (const rating of unit) {
      const place = places.get(rating) ?? 0;
      counts.set(place, (counts.get(place) ?? 0) + 1);
      totals[place] = (totals[place] ?? 0) + 1;
    }
    for (const [left, many] of counts) {
      for (const [right, others] of counts) {
        // Pairs of equal ratings are no distance apart: how many there are does not matter.
        const pairs = (many * others) / (unit.length - 1);
        together[left * size + right] = (together[left * size + right] ?? 0) + pairs;
      }
    }
  }
  const ranks = ordinalRanks(totals);
  let observed = 0;
  let expected = 0;
  for (const [left, a] of values.entries()) {
    for (const [right, b] of values.entries()) {
      const apart =
        level === 'nominal'
          ? Number(left !== right)
          : level === 'ordinal'
            ? ((ranks[left] ?? 0) - (ranks[right] ?? 0)) ** 2
            : squaredDistance(Number(a), Number(b), level);
      observed += apart * (together[left * size + right] ?? 0);
      expected += apart * (totals[left] ?? 0) * (totals[right] ?? 0);
    }
  }
  const all = totals.reduce((sum, count) => sum + count, 0);
  return expected === 0 ? null : 1 - ((all - 1) * observed) / expected;
}

function unitsOf(ratings: readonly (readonly Rating[])[]): (number | string)[][] {
  const length = ratings[0]?.length ?? 0;
  const units = Array.from({ length }, (): (number | string)[] => []);
  for (const row of ratings) {
    if (row.length !== length)
      throw new RangeError(`a rater has ${row.length} units, the first one ${length}`);
    for (const [unit, rating] of row.entries()) if (rating !== null) units[unit]?.push(rating);
  }
  return units;
}

function domainOf(units: readonly (readonly (number | string)[])[], level: RatingLevel): (number | string)[] {
  const values = [...new Set(units.flat())];
  if (level === 'nominal') return values;
  for (const value of values) {
    if (typeof value !== 'number' || Number.isNaN(value)) {
      throw new RangeError(`a rating at level ${level} is a number, not ${JSON.stringify(value)}`);
    }
  }
  return values.sort((a, b) => Number(a) - Number(b));
}

/** Mid-rank of each value: two differ by the ratings between them and half of their own. */
function ordinalRanks(totals: Float64Array): Float64Array {
  let below = 0;
  return totals.map((count) => {
    below += count;
    return below - count / 2;
  });
}

function squaredDistance(a: number, b: number, level: RatingLevel): number {
  if (level === 'interval') return (a - b) ** 2;
  return a + b === 0 ? 0 : ((a - b) / (a + b)) ** 2;
}

/**
 * Fleiss' kappa of a fixed number of raters a unit, at most 1; 0 is chance.
 *
 * @param table one row a unit, one column a category: how many raters chose it
 * @returns null if all ratings are of one category, or without a unit
 * @throws RangeError if the units differ in their number of ratings or have fewer than two
 * @source Fleiss 1971; statsmodels 0.15 `fleiss_kappa`
 */
export function fleissKappa(table: readonly (readonly number[])[]): number | null {
  const [first] = table;
  if (first === undefined) return null;
  const sum = (row: readonly number[]): number => row.reduce((total, count) => total + count, 0);
  const raters = sum(first);
  const shares = new Array<number>(first.length).fill(0);
  let agreement = 0;
  for (const row of table) {
    if (sum(row) !== raters || row.length !== first.length || raters < 2) {
      throw new RangeError(
        'every unit needs the same number of ratings, at least two, over the same categories',
      );
    }
    for (const [category, count] of row.entries()) shares[category] = (shares[category] ?? 0) + count;
    agreement += (sum(row.map((count) => count * count)) - raters) / (raters * (raters - 1));
  }
  const ratings = raters * table.length;
  const chance = sum(shares.map((count) => (count / ratings) ** 2));
  if (shares.some((count) => count === ratings)) return null;
  return (agreement / table.length - chance) / (1 - chance);
}
