import type { Result } from '../core/index.ts';
import { cleanResult } from './clean.ts';
import type { ReportOptions } from './view.ts';

export interface JsonText {
  readonly text: string;
  /** Where a number was not finite and `null` stands now, e.g. `metrics.f1 (NaN)`. */
  readonly invalid: readonly string[];
}

/**
 * Any value as JSON that every reader takes: NaN and infinities become null and are named, a Map becomes a list of
 * pairs (its order stays), a Set a list, a bigint its digits as text; functions and undefined are left out.
 *
 * @param indent spaces a level; 0 for one line
 */
export function toJson(value: unknown, indent = 2): JsonText {
  const invalid: string[] = [];
  return { text: JSON.stringify(plain(value, [], invalid) ?? null, null, indent), invalid };
}

type Path = readonly (string | number)[];

function plain(value: unknown, path: Path, invalid: string[]): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    invalid.push(`${pathText(path)} (${value})`);
    return null;
  }
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date)
    return plain(Number.isNaN(value.getTime()) ? null : value.toISOString(), path, invalid);
  if (Array.isArray(value) || value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)) {
    return Array.from(
      value as Iterable<unknown>,
      (entry, at) => plain(entry, [...path, at], invalid) ?? null,
    );
  }
  // Built from entries, so that a key named __proto__ is a key like any other.
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, entry]) => [key, plain(entry, [...path, key], invalid)] as const)
      .filter(([, entry]) => entry !== undefined),
  );
}

function pathText(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

/**
 * Results as one JSON document, an array. A number that is not finite becomes null and the result gets the warning
 * `not-finite`, which names its place.
 */
export function jsonReport(
  results: readonly Result[],
  options: Pick<ReportOptions, 'showItems' | 'redact'> = {},
): string {
  const shown = results.map((result) => {
    const clean = cleanResult(result, options);
    const { invalid } = toJson(clean);
    if (invalid.length === 0) return clean;
    const message = `numbers that are not finite are written as null: ${invalid.join(', ')}`;
    return { ...clean, warnings: [...clean.warnings, { code: 'not-finite', message }] };
  });
  return `${toJson(shown).text}\n`;
}
