/** Passages a window, and places from one to the next, as Sun et al. (2023) have them for long pools. */
export const WINDOW = 30;
export const STEP = 20;

/** First places of the windows, from the back to the front; the last one is flush with the top. */
export function windowStarts(n: number, size: number = WINDOW, step: number = STEP): number[] {
  const starts: number[] = [];
  for (let start = n - size; start > 0; start -= step) starts.push(start);
  return [...starts, 0];
}

/** An order after one window: what was named in it comes first, the rest of the window stays as it was. */
export function afterWindow(
  order: readonly number[],
  start: number,
  named: readonly number[],
  size: number = WINDOW,
): number[] {
  const shown = order.slice(start, start + size);
  const chosen = new Set(named);
  return [
    ...order.slice(0, start),
    ...named.map((place) => shown[place - 1]).filter((number) => number !== undefined),
    ...shown.filter((_, at) => !chosen.has(at + 1)),
    ...order.slice(start + size),
  ];
}
