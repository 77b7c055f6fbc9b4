/** A JSON object as it was read. Its own keys may be `__proto__`, `constructor`, `10`: read it with these functions. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(key: string, wanted: string): TypeError {
  return new TypeError(`"${key}" is not ${wanted}`);
}

/** An own property; undefined if there is none. */
export function at(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function asObject(value: unknown, name: string): JsonObject {
  if (!isObject(value)) throw wrong(name, 'an object');
  return value;
}

export function asList(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(name, 'a list');
  return value;
}

export function asNumber(value: unknown, name: string): number {
  if (typeof value !== 'number') throw wrong(name, 'a number');
  return value;
}

export function asText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw wrong(name, 'a text');
  return value;
}

export const objectAt = (object: JsonObject, key: string): JsonObject => asObject(at(object, key), key);
export const numberAt = (object: JsonObject, key: string): number => asNumber(at(object, key), key);
export const textAt = (object: JsonObject, key: string): string => asText(at(object, key), key);
export const listAt = (object: JsonObject, key: string): readonly unknown[] => asList(at(object, key), key);

export function numbersAt(object: JsonObject, key: string): number[] {
  return listAt(object, key).map((entry) => asNumber(entry, key));
}

export function textsAt(object: JsonObject, key: string): string[] {
  return listAt(object, key).map((entry) => asText(entry, key));
}

export function booleanAt(object: JsonObject, key: string): boolean {
  const value = at(object, key);
  if (typeof value !== 'boolean') throw wrong(key, 'true or false');
  return value;
}

/** Lists of numbers in a list. */
export function matrixAt(object: JsonObject, key: string): number[][] {
  return listAt(object, key).map((row) => asList(row, key).map((entry) => asNumber(entry, key)));
}

/** Lists of texts in a list. */
export function textListsAt(object: JsonObject, key: string): string[][] {
  return listAt(object, key).map((row) => asList(row, key).map((entry) => asText(entry, key)));
}
