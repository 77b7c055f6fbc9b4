import type { Difference } from '../report.ts';

/** Values and bounds on a result that are no properties of it: what they are about, and whether it meets them. */
type Check = (want: unknown, got: unknown) => boolean;
const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['delayMsMin', (want, got) => Number(propertyOf(got, 'delayMs')) >= Number(want)],
  ['delayMsMax', (want, got) => Number(propertyOf(got, 'delayMs')) <= Number(want)],
  ['absent', (want, got) => listOf(want).every((name) => !has(propertyOf(got, 'body'), String(name)))],
  ['excludes', (want, got) => listOf(want).every((id) => !listOf(propertyOf(got, 'ids')).includes(id))],
  [
    'mustContain',
    (want, got) => listOf(want).every((part) => lower(textOf(got)).includes(lower(String(part)))),
  ],
  ['mustNotContain', (want, got) => listOf(want).every((part) => !textOf(got).includes(String(part)))],
  ['cells', (want, got) => listOf(want).every((cell) => meetsCell(cell, propertyOf(got, 'rows')))],
]);

/** Results whose order means nothing. */
const SETS: ReadonlySet<string> = new Set(['parse.labels labels']);

/**
 * The first place where a result is not the expected one, by the rules of the case files: `expected` is a part of the
 * result; numbers are equal within 1e-9; `null` is no value and nothing else; `{"anyOf": […]}` is met by any entry.
 *
 * @param surface names the surface, as a few compare in a way of their own
 * @returns undefined if there is none
 */
export function fieldDifference(
  surface: string,
  want: unknown,
  got: unknown,
  at = '',
): Difference | undefined {
  const different = { at, want, got };
  if (want === null || typeof want === 'string' || typeof want === 'boolean') {
    return want === got ? undefined : different;
  }
  if (typeof want === 'number') return sameNumber(want, got) ? undefined : different;
  if (Array.isArray(want)) {
    if (!Array.isArray(got) || got.length !== want.length) return different;
    const unordered = SETS.has(`${surface} ${at}`);
    for (const [index, entry] of want.entries()) {
      const inner = unordered
        ? !got.some((mine) => fieldDifference(surface, entry, mine) === undefined)
        : fieldDifference(surface, entry, got[index], `${at}[${index}]`);
      if (inner === true) return different;
      if (typeof inner === 'object') return inner;
    }
    return undefined;
  }
  if (typeof want !== 'object') return different;
  if (has(want, 'anyOf')) {
    const any = listOf(propertyOf(want, 'anyOf'));
    return any.some((entry) => fieldDifference(surface, entry, got, at) === undefined)
      ? undefined
      : different;
  }
  if (typeof got !== 'object' || got === null) return different;
  for (const [key, entry] of Object.entries(want)) {
    const place = at === '' ? key : `${at}.${key}`;
    const check: Check | undefined = at === '' && !has(got, key) ? CHECKS.get(key) : undefined;
    if (check !== undefined) {
      if (!check(entry, got)) return { at: place, want: entry, got };
      continue;
    }
    if (!has(got, key)) return { at: place, want: entry, got: undefined };
    const inner = fieldDifference(surface, entry, propertyOf(got, key), place);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function sameNumber(want: number, got: unknown): boolean {
  return typeof got === 'number' && (Object.is(want, got) || Math.abs(want - got) <= 1e-9);
}

/** A cell of a table read back: `equals`, or `notStartsWith` any of a list. */
function meetsCell(cell: unknown, rows: unknown): boolean {
  const row = listOf(rows)[Number(propertyOf(cell, 'row'))];
  const text = propertyOf(row, String(propertyOf(cell, 'column')));
  if (typeof text !== 'string') return false;
  if (has(cell, 'equals') && text !== propertyOf(cell, 'equals')) return false;
  return listOf(propertyOf(cell, 'notStartsWith')).every((start) => !text.startsWith(String(start)));
}

function textOf(got: unknown): string {
  return String(propertyOf(got, 'text'));
}

const lower = (text: string): string => text.toLowerCase();

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function has(value: unknown, key: string): boolean {
  if (value instanceof Map) return value.has(key);
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}

function propertyOf(value: unknown, key: string): unknown {
  if (value instanceof Map) return value.get(key);
  return has(value, key) ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
}
