import type { Result } from '../core/index.ts';
import { createRedactor } from '../models/redact.ts';
import { maskNumbers } from '../text/mask.ts';
import type { ReportOptions } from './view.ts';

/** Hides what looks like a key; the caller's own function hides the keys that it knows. */
const REDACTOR = createRedactor([]);

/**
 * A result as a report may show it. Keys are hidden in source, model, settings, diagnostics, warnings, errors and item
 * reasons: what looks like one, and what `redact` knows. Mobile, identity and card numbers are hidden in messages,
 * details and item reasons unless `showItems` is set. Ids of items and all figures stay.
 */
export function cleanResult(
  result: Result,
  options: Pick<ReportOptions, 'showItems' | 'redact'> = {},
): Result {
  const redact = (text: string) => REDACTOR.text(options.redact?.(text) ?? text);
  const clean = options.showItems === true ? redact : (text: string) => maskNumbers(redact(text));
  const { source, model, settings, diagnostics, warnings, errors, items } = result;
  return {
    ...result,
    source: redact(source),
    model: mapTexts(model, redact),
    // Members such as `apiKey` are hidden by their name, whatever their value.
    settings: mapTexts(REDACTOR.value(settings) as Result['settings'], redact),
    diagnostics: mapTexts(diagnostics, redact),
    warnings: warnings.map((warning) => ({ ...warning, message: clean(warning.message) })),
    errors: errors.map((error) => ({
      ...error,
      message: clean(error.message),
      details: mapTexts(REDACTOR.value(error.details) as typeof error.details, clean),
    })),
    ...(items === undefined
      ? {}
      : {
          items: items.map((item) => ({ ...item, reason: item.reason === null ? null : clean(item.reason) })),
        }),
  };
}

/** The same value with a function applied to each text in it, at any depth; names of members stay. */
function mapTexts<Value>(value: Value, change: (text: string) => string): Value {
  return mapped(value, change) as Value;
}

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry: unknown) => mapped(entry, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapped(entry, change)]));
}
