/** Rows without their zeros: most add to few of the numbers. */
export interface SparseRows {
  /** Where each row begins in the other two; one more than there are rows. */
  readonly starts: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float64Array;
}

/**
 * Some rows of a table, in the order named.
 *
 * @param table row r begins at r × width
 */
export function sparseRows(table: Float64Array, width: number, rows: Uint32Array): SparseRows {
  const starts = new Uint32Array(rows.length + 1);
  const columns: number[] = [];
  const values: number[] = [];
  for (const [place, row] of rows.entries()) {
    for (let column = 0; column < width; column += 1) {
      const value = table[row * width + column] ?? 0;
      if (value !== 0) {
        columns.push(column);
        values.push(value);
      }
    }
    starts[place + 1] = values.length;
  }
  return { starts, columns: Uint32Array.from(columns), values: Float64Array.from(values) };
}

/** Adds a row, times a factor, to sums. */
export function addRow(
  sums: number[],
  { starts, columns, values }: SparseRows,
  row: number,
  factor: number,
): void {
  const end = starts[row + 1] ?? 0;
  for (let at = starts[row] ?? 0; at < end; at += 1) {
    const column = columns[at] ?? 0;
    sums[column] = (sums[column] ?? 0) + factor * (values[at] ?? 0);
  }
}
