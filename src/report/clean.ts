import type { Result } from '../core/index.ts';
import { maskNumbers } from './mask.ts';
import type { ReportOptions } from './view.ts';

/**
 * A result as a report may show it: secrets hidden in every text of it, mobile, identity and card numbers hidden in
 * messages, details and item reasons unless `showItems` is set. Ids and figures stay.
 */
export function cleanResult(
  result: Result,
  options: Pick<ReportOptions, 'showItems' | 'redact'> = {},
): Result {
  const redacted = options.redact === undefined ? result : mapTexts(result, options.redact);
  if (options.showItems === true) return redacted;
  return {
    ...redacted,
    warnings: redacted.warnings.map((warning) => ({ ...warning, message: maskNumbers(warning.message) })),
    errors: redacted.errors.map((error) => ({
      ...error,
      message: maskNumbers(error.message),
      details: mapTexts(error.details, maskNumbers),
    })),
    ...(redacted.items === undefined
      ? {}
      : {
          items: redacted.items.map((item) => ({
            ...item,
            reason: item.reason === null ? null : maskNumbers(item.reason),
          })),
        }),
  };
}

/** The same value with a function applied to each text in it, at any depth; names of properties stay. */
function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  return mapped(value, change) as Value;
}

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry: unknown) => mapped(entry, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapped(entry, change)]));
}
