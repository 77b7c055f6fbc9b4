/** Values up to this size, as JSON, are held whole. */
const MOST_HELD_LENGTH = 2048;
/** Texts up to this length are held within a value that is not. */
const LONG_TEXT_LENGTH = 256;

/**
 * An object with a `value` that is light to hold: long texts within the value are read again whenever they are asked for,
 * and the whole value is where it is long without them.
 *
 * @param value readable as JSON
 * @param length its length as JSON, or that of a line that holds it
 * @param read the same value from where it is stored
 */
export function lightly<T extends object>(
  rest: T,
  value: unknown,
  length: number,
  read: () => unknown,
): T & { readonly value: unknown } {
  if (value === undefined) return { ...rest, value };
  if (length <= MOST_HELD_LENGTH) return { ...rest, value: detached(value) };
  const light = withoutTexts(value, read);
  if (light.length <= MOST_HELD_LENGTH) return { ...rest, value: light.value };
  return {
    ...rest,
    get value() {
      return read();
    },
  };
}

/** A copy of its own: a text that was cut out of a reply would keep the whole reply in memory. */
export function detached(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

interface Light {
  readonly value: unknown;
  /** What is held of it, roughly as JSON. */
  readonly length: number;
}

/** A copy in which long texts are read on demand. A value that is one long text has no copy. */
function withoutTexts(value: unknown, read: () => unknown): Light {
  if (typeof value === 'string') return { value: detached(value), length: value.length };
  if (typeof value !== 'object' || value === null) return { value, length: 8 };
  const copy: object = Array.isArray(value) ? [] : {};
  let length = 2;
  for (const [key, inner] of Object.entries(value)) {
    length += key.length + 4;
    const from = () => memberOf(read(), key);
    if (typeof inner === 'string' && inner.length > LONG_TEXT_LENGTH) {
      Object.defineProperty(copy, key, { get: from, enumerable: true, configurable: true });
      continue;
    }
    const light = withoutTexts(inner, from);
    length += light.length;
    Object.defineProperty(copy, key, {
      value: light.value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return { value: copy, length };
}

function memberOf(object: unknown, key: string): unknown {
  return typeof object === 'object' && object !== null
    ? Object.getOwnPropertyDescriptor(object, key)?.value
    : undefined;
}
