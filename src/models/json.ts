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
