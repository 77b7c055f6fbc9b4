import type { Interval, Unit } from '../core/index.ts';
import { roundPython } from '../text/python.ts';

export { roundPython };

/** Stands where there is no value; a reason follows where one is known. */
export const NO_VALUE = '—';

export interface ValueOptions {
  /** Decimal places; by default 4 for proportions and scores, 2 for percent, 2 for proportions ×100. */
  readonly places?: number;
  /** Print proportions ×100, as the papers' tables do. */
  readonly times100?: boolean;
}

/** A finite number with a fixed count of decimals, ties to even on the binary value; a value that is not finite is "—". */
export function formatFixed(value: number, places: number): string {
  if (!Number.isFinite(value)) return NO_VALUE;
  // Adding 0 turns -0 into 0: a value that rounds to zero has no sign.
  return (roundPython(value, places) + 0).toFixed(places);
}

/**
 * A value in its unit, without the unit's name.
 *
 * @param reason why there is no value, printed behind the dash: `— (no relevant document)`
 */
export function formatValue(
  value: number | null,
  unit: Unit,
  options: ValueOptions = {},
  reason?: string,
): string {
  if (value === null || !Number.isFinite(value)) return missing(reason);
  if (unit === 'count') {
    return Number.isInteger(value) ? formatCount(value) : formatFixed(value, options.places ?? 2);
  }
  const scaled = unit === 'proportion' && options.times100 === true;
  const places = options.places ?? (unit === 'percent' || scaled ? 2 : 4);
  return formatFixed(scaled ? value * 100 : value, places);
}

/** "—", or "— (reason)". */
export function missing(reason?: string): string {
  return reason === undefined || reason === '' ? NO_VALUE : `${NO_VALUE} (${reason})`;
}

/** `[0.0712, 0.1598]` in the unit of the value it belongs to. */
export function formatRange(
  range: Pick<Interval, 'low' | 'high'>,
  unit: Unit,
  options: ValueOptions = {},
): string {
  return `[${formatValue(range.low, unit, options)}, ${formatValue(range.high, unit, options)}]`;
}

/** `0.1125 [0.0712, 0.1598]`; without an interval the value alone. */
export function formatWithInterval(
  value: number | null,
  interval: Pick<Interval, 'low' | 'high'> | null,
  unit: Unit,
  options: ValueOptions = {},
): string {
  const text = formatValue(value, unit, options);
  return value === null || interval === null ? text : `${text} ${formatRange(interval, unit, options)}`;
}

/** A share from 0 to 1 as `97.5 %`. */
export function formatPercent(share: number, places = 1): string {
  const text = formatFixed(share * 100, places);
  return text === NO_VALUE ? text : `${text} %`;
}

/** A whole number with thousands separators, `25,331`, whatever the locale. */
export function formatCount(count: number): string {
  if (!Number.isFinite(count)) return NO_VALUE;
  return String(Math.trunc(count)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** US dollars: `$12.35`; below a dollar with four places, and never `$0.0000` for what cost something. */
export function formatMoney(costUsd: number | null): string {
  if (costUsd === null || !Number.isFinite(costUsd)) return NO_VALUE;
  if (costUsd < 0) return `-${formatMoney(-costUsd)}`;
  if (costUsd === 0) return '$0.00';
  if (costUsd < 0.0001) return '< $0.0001';
  if (costUsd < 1) return `$${formatFixed(costUsd, 4)}`;
  const [whole = '0', cents = '00'] = formatFixed(costUsd, 2).split('.');
  return `$${formatCount(Number(whole))}.${cents}`;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A duration in the two units that matter: `850 ms`, `12.3 s`, `4 min 05 s`, `2 h 03 min`, `3 d 04 h`. */
export function formatDuration(durationMs: number): string {
  if (!Number.isFinite(durationMs) || durationMs < 0) return NO_VALUE;
  if (durationMs < 999.5) return `${Math.round(durationMs)} ms`;
  if (durationMs < 59_950) return `${formatFixed(durationMs / SECOND_MS, 1)} s`;
  const seconds = Math.round(durationMs / SECOND_MS) * SECOND_MS;
  if (seconds < HOUR_MS) return pair(seconds, MINUTE_MS, 'min', SECOND_MS, 's');
  const minutes = Math.round(durationMs / MINUTE_MS) * MINUTE_MS;
  if (minutes < DAY_MS) return pair(minutes, HOUR_MS, 'h', MINUTE_MS, 'min');
  return pair(Math.round(durationMs / HOUR_MS) * HOUR_MS, DAY_MS, 'd', HOUR_MS, 'h');
}

function pair(durationMs: number, largeMs: number, large: string, smallMs: number, small: string): string {
  const whole = Math.floor(durationMs / largeMs);
  const rest = Math.round((durationMs - whole * largeMs) / smallMs);
  return `${whole} ${large} ${String(rest).padStart(2, '0')} ${small}`;
}

/** A size in bytes: `980 B`, `12.3 kB`, `4.1 MB` (powers of 1,000). */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return NO_VALUE;
  if (bytes < 1000) return `${Math.round(bytes)} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let scaled = bytes / 1000;
  let at = 0;
  while (scaled >= 999.95 && at < units.length - 1) {
    scaled /= 1000;
    at += 1;
  }
  return `${formatFixed(scaled, 1)} ${units[at] ?? 'TB'}`;
}
