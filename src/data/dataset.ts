import { type Place, QuadratError } from '../core/errors.ts';

/**
 * An id as text. Ids are compared as text everywhere: the number 1 and the string "1" are the same id.
 *
 * @returns undefined where the value can be no id
 */
export function idText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'bigint') return value.toString();
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/**
 * Refuses rows of which two have the same id.
 *
 * @param place what the rows come from, for the message
 * @throws QuadratError `duplicate-item` with all such ids in `data.ids`
 */
export function refuseDuplicateIds(rows: Iterable<{ readonly id: unknown }>, place: Place = {}): void {
  const seen = new Set<string>();
  const double = new Set<string>();
  for (const row of rows) {
    const id = idText(row.id) ?? String(row.id);
    if (seen.has(id)) double.add(id);
    seen.add(id);
  }
  if (double.size === 0) return;
  const ids = [...double];
  const named = ids.slice(0, 5).join(', ') + (ids.length > 5 ? `, … (${ids.length} in all)` : '');
  throw new QuadratError('duplicate-item', `ids that stand more than once: ${named}`, {
    ...place,
    next: 'Give each item an id of its own.',
    data: { ids },
  });
}
