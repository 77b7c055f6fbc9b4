/** Counts how many n-grams of a sequence are also in reference sequences, each at most as often as in one of them. */
export interface NgramMatcher {
  /** Takes new references and forgets the old ones. */
  load(references: readonly ArrayLike<number>[]): void;
  /**
   * Clipped matches with the loaded references.
   *
   * @param sequence tokens as numbers
   * @returns matches of length 1 at place 0, of length 2 at place 1, …; overwritten by the next call
   */
  match(sequence: ArrayLike<number>): Int32Array;
}

const ROOT = 0;

/**
 * Makes a matcher for n-grams of 1 to `order` tokens. The references' n-grams are paths in a tree whose edges are in a
 * hash table, so that a path of the sequence ends where no reference goes on.
 *
 * @param order longest n-gram, at least 1
 */
export function ngramMatcher(order: number): NgramMatcher {
  let slots = new Int32Array(1024);
  let mask = slots.length - 1;
  let parents = new Int32Array(512);
  let tokens = new Int32Array(512);
  /** In the reference being read, in the reference that has most, and taken by the sequence. */
  let counts = new Int32Array(512);
  let limits = new Int32Array(512);
  let used = new Int32Array(512);
  let readIn = new Int32Array(512);
  let nodes = 1;
  const matches = new Int32Array(order);

  function makeRoom(paths: number): void {
    if (paths + 1 > parents.length) {
      const size = 2 * (paths + 1);
      parents = new Int32Array(size);
      tokens = new Int32Array(size);
      counts = new Int32Array(size);
      limits = new Int32Array(size);
      used = new Int32Array(size);
      readIn = new Int32Array(size);
    }
    let size = 1024;
    while (size < 2 * paths) size *= 2;
    if (size > slots.length) slots = new Int32Array(size);
    else slots.fill(0, 0, size);
    mask = size - 1;
    nodes = 1;
  }

  /** The slot that holds an edge, or the empty slot where it belongs. */
  function slotOf(parent: number, token: number): number {
    let hash = Math.imul(parent, 0x9e3779b1) + Math.imul(token, 0x85ebca6b);
    hash ^= hash >>> 15;
    let slot = hash & mask;
    for (;;) {
      const node = slots[slot] as number;
      if (node === ROOT || (tokens[node] === token && parents[node] === parent)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  function read(sequence: ArrayLike<number>, reference: number): void {
    const length = sequence.length;
    for (let start = 0; start < length; start += 1) {
      const end = Math.min(start + order, length);
      let parent = ROOT;
      for (let index = start; index < end; index += 1) {
        const token = sequence[index] as number;
        const slot = slotOf(parent, token);
        let node = slots[slot] as number;
        if (node === ROOT) {
          node = nodes;
          nodes += 1;
          slots[slot] = node;
          parents[node] = parent;
          tokens[node] = token;
          limits[node] = 0;
          used[node] = 0;
          readIn[node] = -1;
        }
        const count = readIn[node] === reference ? (counts[node] as number) + 1 : 1;
        readIn[node] = reference;
        counts[node] = count;
        if (count > (limits[node] as number)) limits[node] = count;
        parent = node;
      }
    }
  }

  return {
    load(references) {
      let paths = 0;
      for (const reference of references) paths += reference.length * order;
      makeRoom(paths);
      for (const [index, reference] of references.entries()) read(reference, index);
    },
    match(sequence) {
      matches.fill(0);
      used.fill(0, 0, nodes);
      const length = sequence.length;
      for (let start = 0; start < length; start += 1) {
        const end = Math.min(start + order, length);
        let node = ROOT;
        for (let index = start; index < end; index += 1) {
          node = slots[slotOf(node, sequence[index] as number)] as number;
          if (node === ROOT) break;
          const taken = used[node] as number;
          if (taken < (limits[node] as number)) {
            used[node] = taken + 1;
            matches[index - start] = (matches[index - start] as number) + 1;
          }
        }
      }
      return matches;
    },
  };
}

/** Number of n-grams of a length in a sequence. */
export function ngramCount(sequenceLength: number, length: number): number {
  return Math.max(0, sequenceLength - length + 1);
}

/** Numbers tokens: equal ones get the same number. */
export function tokenNumbers(tokens: readonly string[], known: Map<string, number>): Int32Array {
  const numbers = new Int32Array(tokens.length);
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as string;
    let number = known.get(token);
    if (number === undefined) {
      number = known.size;
      known.set(token, number);
    }
    numbers[index] = number;
  }
  return numbers;
}
