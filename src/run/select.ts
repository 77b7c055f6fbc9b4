import { createHash } from 'node:crypto';
import type { Item } from '../core/index.ts';

/**
 * Takes `limit` items: the same ones for the same seed, each stratum in proportion, in the order of the data.
 * Which items of a stratum are taken depends on their ids and the seed, not on their places.
 *
 * @param limit null: all
 */
export function selectItems<I extends Item>(
  items: readonly I[],
  limit: number | null,
  seed: number,
): readonly I[] {
  if (limit === null || limit >= items.length) return items;
  const strata = new Map<string, I[]>();
  for (const item of items) {
    const key = JSON.stringify(Object.entries(item.strata).sort(([a], [b]) => (a < b ? -1 : 1)));
    const list = strata.get(key);
    if (list === undefined) strata.set(key, [item]);
    else list.push(item);
  }
  const wanted = shares(
    [...strata.values()].map((list) => list.length),
    limit,
  );
  const taken = new Set<string>();
  [...strata.values()].forEach((list, at) => {
    const ordered = list
      .map((item) => ({ item, key: createHash('sha256').update(`${seed}|${item.id}`).digest('hex') }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    for (const { item } of ordered.slice(0, wanted[at])) taken.add(item.id);
  });
  return items.filter(({ id }) => taken.has(id));
}

/** Splits `total` in proportion to `sizes` by largest remainders; never more than a size. */
export function shares(sizes: readonly number[], total: number): number[] {
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const exact = sizes.map((size) => (size * total) / all);
  const result = exact.map(Math.floor);
  const order = exact
    .map((share, at) => ({ at, rest: share - Math.floor(share) }))
    .sort((a, b) => b.rest - a.rest || a.at - b.at);
  let left = total - result.reduce((sum, share) => sum + share, 0);
  for (const { at } of order) {
    if (left === 0) break;
    result[at] = (result[at] ?? 0) + 1;
    left -= 1;
  }
  return result;
}
