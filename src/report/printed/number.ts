import type { Unit } from '../../core/index.ts';
import { SAME } from '../reproduce-cells.ts';

/** How a table prints a value: as a share of 1, or in percent. */
export const SCALES = ['unit', 'percent'] as const;
export type Scale = (typeof SCALES)[number];

/** A number as it is printed: its text says to how many places. */
export interface PrintedNumber {
  readonly text: string;
  readonly value: number;
  /** Digits behind the point: 1 for `65.9`, 2 for `65.90`. */
  readonly places: number;
}

const NUMBER = /^[+-]?(?:\d+(?:\.(\d*))?|\.(\d+))$/;

/** Reads a number as tables print it, also with the minus sign U+2212; null: it is none. */
export function readPrintedNumber(text: string): PrintedNumber | null {
  const written = text.trim().replace(/^\u2212/, '-');
  const found = NUMBER.exec(written);
  if (found === null) return null;
  return { text: text.trim(), value: Number(written), places: (found[1] ?? found[2] ?? '').length };
}

/** Half of the last printed place, which is as far as a value may be that rounds to the printed one. */
export function halfPlace({ places }: PrintedNumber): number {
  return 0.5 * 10 ** -places;
}

/** Whether a value rounds to a printed number. A half may have been rounded up or down, so both are taken. */
export function roundsTo(value: number, printed: PrintedNumber): boolean {
  return Math.abs(value - printed.value) <= halfPlace(printed) + SAME;
}

/** A value of a unit on the scale of a table. */
export function onScale(value: number, unit: Unit, scale: Scale): number {
  const percent = unit === 'percent';
  if (scale === 'percent') return percent ? value : value * 100;
  return percent ? value / 100 : value;
}
