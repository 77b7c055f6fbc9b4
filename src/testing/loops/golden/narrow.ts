import { QuadratError } from '../../../core/index.ts';

/** An object's properties, in order. */
export function recordOf(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return new Map(Object.entries(value));
  throw new QuadratError('invalid-format', 'an object was expected in a file of golden values');
}

export function arrayOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new QuadratError('invalid-format', 'a list was expected in a file of golden values');
}
