import { sha256Hex } from './hash.ts';

/**
 * A rotation of an item's options: place i shows the option at the returned place i. It depends on the seed and the
 * item's id alone, so that it is the same whichever items are worked on.
 */
export function rotatedOrder(id: string, count: number, seed: number): readonly number[] {
  if (count === 0) return [];
  const shift = Number.parseInt(sha256Hex(`${seed}|${id}`).slice(0, 8), 16) % count;
  return Array.from({ length: count }, (_, place) => (place + shift) % count);
}
