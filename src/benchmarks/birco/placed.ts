import type { RankingItem } from './data.ts';

/** A ranking laid over its pool. */
export interface Placed {
  /** Every document of the pool once and nothing else. */
  readonly whole: boolean;
  /** Grades in ranked order; 0 for a foreign document. */
  readonly grades: Float64Array;
}

/** A pool by place, with a mark for each document that tells in which ranking it was seen last. */
interface Pool {
  readonly places: ReadonlyMap<string, number>;
  readonly grades: Float64Array;
  readonly seen: Uint32Array;
  round: number;
  /** The ranking that was laid over it last. */
  last: { readonly list: readonly string[]; readonly placed: Placed } | undefined;
}

const pools = new WeakMap<RankingItem, Pool>();

function poolOf(item: RankingItem): Pool {
  const found = pools.get(item);
  if (found !== undefined) return found;
  const pool: Pool = {
    places: new Map([...item.grades.keys()].map((doc, place) => [doc, place])),
    grades: Float64Array.from(item.grades.values()),
    seen: new Uint32Array(item.grades.size),
    round: 0,
    last: undefined,
  };
  pools.set(item, pool);
  return pool;
}

/** Looks each ranked document up once; the same list is not looked at twice in a row. */
export function placeRanking(list: readonly string[], item: RankingItem): Placed {
  const pool = poolOf(item);
  if (pool.last?.list === list) return pool.last.placed;
  pool.round += 1;
  const grades = new Float64Array(list.length);
  let whole = list.length === pool.grades.length;
  for (let at = 0; at < list.length; at += 1) {
    const place = pool.places.get(list[at] ?? '');
    if (place === undefined) {
      whole = false;
      continue;
    }
    if (pool.seen[place] === pool.round) whole = false;
    pool.seen[place] = pool.round;
    grades[at] = pool.grades[place] ?? 0;
  }
  const placed = { whole, grades };
  pool.last = { list, placed };
  return placed;
}
