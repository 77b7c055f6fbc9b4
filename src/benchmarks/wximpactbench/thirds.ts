/**
 * Cuts a passage into three parts of consecutive sentences, as equal in number as possible, the earlier ones longer. A
 * sentence ends at `.`, `!` or `?` before white space. A passage of fewer than three sentences is cut by words.
 */
export function thirdsOf(passage: string): [string, string, string] {
  const sentences = passage
    .trim()
    .split(/(?<=[.!?])\s+/u)
    .filter((sentence) => sentence !== '');
  return inThree(sentences.length >= 3 ? sentences : passage.split(/\s+/u).filter((word) => word !== ''));
}

function inThree(pieces: readonly string[]): [string, string, string] {
  const size = (part: number) => Math.floor(pieces.length / 3) + (part < pieces.length % 3 ? 1 : 0);
  const [first, second] = [size(0), size(0) + size(1)];
  return [
    pieces.slice(0, first).join(' '),
    pieces.slice(first, second).join(' '),
    pieces.slice(second).join(' '),
  ];
}

/**
 * One order of three: the best place of a passage counts, equal places go by the earlier third, passages that no answer
 * names follow in the order shown.
 *
 * @param named passage numbers that each third's answer names, best first, without repeats
 * @param n size of the pool
 */
export function mergeThirds(named: readonly (readonly number[])[], n: number): number[] {
  const best = new Map<number, { readonly place: number; readonly third: number }>();
  for (const [third, numbers] of named.entries()) {
    for (const [place, number] of numbers.entries()) {
      const known = best.get(number);
      if (known === undefined || place < known.place) best.set(number, { place, third });
    }
  }
  const ordered = [...best]
    .sort(([, a], [, b]) => a.place - b.place || a.third - b.third)
    .map(([number]) => number);
  const rest = Array.from({ length: n }, (_, at) => at + 1).filter((number) => !best.has(number));
  return [...ordered, ...rest];
}
