/** JSON as it comes from outside, looked into without trust. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asString(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** More tokens than any answer has: a count above it is no count, and would spoil every sum. */
const LARGEST_COUNT = 1_000_000_000;

/** A count that a server gave: a whole number from 0 up; null for anything else. */
export function asCount(value: unknown): number | null {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_COUNT
    ? Number(value)
    : null;
}

/** A member of an object, or of objects in objects; undefined where the way ends early. */
export function member(value: unknown, ...names: readonly string[]): unknown {
  let current = value;
  for (const name of names) {
    const object = asObject(current);
    if (object === null || !Object.hasOwn(object, name)) return undefined;
    current = object[name];
  }
  return current;
}

/** @returns the value, or undefined where the text is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
