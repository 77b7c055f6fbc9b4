import { rotatedOrder } from '../../data/option-order.ts';
import type { ClimaItem } from './data.ts';

/** The rotation of an item's options; its letters stay in their places. */
export function shownOrder(item: ClimaItem, seed: number): readonly number[] {
  return rotatedOrder(item.id, item.options?.size ?? 0, seed);
}

/** Options in another order under the same letters. */
export function shownOptions(
  options: ReadonlyMap<string, string> | null,
  order: readonly number[],
): ReadonlyMap<string, string> | null {
  if (options === null) return null;
  const texts = [...options.values()];
  return new Map([...options.keys()].map((key, place) => [key, texts[order[place] ?? place] ?? '']));
}
