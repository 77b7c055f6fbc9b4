/** First and last number of a group of passages, counted from 1. */
export interface Group {
  readonly first: number;
  readonly last: number;
}

/**
 * Cuts a pool of n passages into consecutive groups. Sizes that do not add up to n are taken in proportion, so that a
 * smaller pool has as many groups where it can.
 */
export function groupsOf(n: number, sizes: readonly number[]): Group[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const groups: Group[] = [];
  let first = 1;
  let taken = 0;
  for (const size of sizes) {
    taken += size;
    const last = Math.round((taken * n) / total);
    if (last >= first) groups.push({ first, last });
    first = last + 1;
  }
  return groups;
}

/**
 * The last order of the two stages.
 *
 * @param finalists passage numbers in the order in which the last call showed them
 * @param named places among the finalists, counted from 1, in the order in which the last answer named them
 * @param n size of the pool
 * @returns what the last answer named, then the other finalists, then all other passages in the order of the pool
 */
export function mergeFinal(finalists: readonly number[], named: readonly number[], n: number): number[] {
  const chosen = new Set(named);
  const ordered = [
    ...named.map((place) => finalists[place - 1]).filter((number) => number !== undefined),
    ...finalists.filter((_, at) => !chosen.has(at + 1)),
  ];
  const inFinal = new Set(finalists);
  const rest = Array.from({ length: n }, (_, at) => at + 1).filter((number) => !inFinal.has(number));
  return [...ordered, ...rest];
}

/** Numbers of a group that go on as the authors' code takes them: repeats use up places. */
export function authorsWinners(numbers: readonly number[], group: Group, keep: number): number[] {
  return numbers.filter((number) => number >= group.first && number <= group.last).slice(0, keep);
}
