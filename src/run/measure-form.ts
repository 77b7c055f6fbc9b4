import type { CountsAggregate, Row, SetMeasure } from '../core/index.ts';

/** Rows of one repeat, in the order of the items. */
export type RepeatRows = readonly Row[];

/** The value of a measure over the rows of one repeat, and over how many units; the rows are those that it is about. */
export function valueOfRows(measure: SetMeasure, rows: RepeatRows): { value: number | null; n: number } {
  return measure.aggregate === 'mean' ? meanOfRows(measure, rows) : overRows(formOf(measure), rows);
}

/** A mean is a quotient of two sums. */
export function formOf(measure: SetMeasure): CountsAggregate {
  if (measure.aggregate !== 'mean') return measure.aggregate;
  return {
    counts: (row) => {
      const value = row.values[measure.protocol]?.[measure.description.id];
      return value === null || value === undefined ? null : [value, 1];
    },
    value: ([sum = 0, n = 0]) => (n === 0 ? null : sum / n),
  };
}

/** The same as {@link overRows} of a mean, without a list of numbers for each row. */
function meanOfRows(measure: SetMeasure, rows: RepeatRows): { value: number | null; n: number } {
  const { protocol } = measure;
  const { id } = measure.description;
  let sum = 0;
  let n = 0;
  for (const { values } of rows) {
    const value = values[protocol]?.[id];
    if (value === null || value === undefined) continue;
    sum += value;
    n += 1;
  }
  return { value: n === 0 ? null : sum / n, n };
}

export function overRows(form: CountsAggregate, rows: RepeatRows): { value: number | null; n: number } {
  let sums: number[] | undefined;
  let n = 0;
  for (const row of rows) {
    const counts = form.counts(row);
    if (counts === null) continue;
    n += form.units?.(row) ?? 1;
    if (sums === undefined) sums = [...counts];
    else for (let at = 0; at < counts.length; at += 1) sums[at] = (sums[at] ?? 0) + (counts[at] ?? 0);
  }
  return { value: sums === undefined ? null : form.value(sums), n };
}

/** Null where one value is missing. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  if (present.length < values.length || present.length === 0) return null;
  return present.reduce((sum, value) => sum + value, 0) / present.length;
}
