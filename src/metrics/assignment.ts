/**
 * Pairs rows with columns one to one so that the sum of weights is as large as can be (Kuhn and Munkres, in the form
 * with potentials).
 *
 * @param weights from 0 up, one list a row, all of the same length
 * @returns for each row its column, or -1; pairs of weight 0 are left out
 */
export function bestPairs(weights: readonly (readonly number[])[]): number[] {
  const rows = weights.length;
  const columns = weights[0]?.length ?? 0;
  if (rows === 0 || columns === 0) return new Array<number>(rows).fill(-1);
  if (rows > columns) return inverted(bestPairs(transposed(weights)), rows);
  const at = (row: number, column: number): number => -(weights[row - 1]?.[column - 1] ?? 0);
  const rowPrice = new Float64Array(rows + 1);
  const columnPrice = new Float64Array(columns + 1);
  const rowOf = new Int32Array(columns + 1);
  const way = new Int32Array(columns + 1);
  for (let row = 1; row <= rows; row += 1) {
    rowOf[0] = row;
    const least = new Float64Array(columns + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Uint8Array(columns + 1);
    let column = 0;
    while (rowOf[column] !== 0) {
      used[column] = 1;
      const current = rowOf[column] ?? 0;
      let delta = Number.POSITIVE_INFINITY;
      let next = 0;
      for (let other = 1; other <= columns; other += 1) {
        if (used[other] === 1) continue;
        const cost = at(current, other) - (rowPrice[current] ?? 0) - (columnPrice[other] ?? 0);
        if (cost < (least[other] ?? 0)) {
          least[other] = cost;
          way[other] = column;
        }
        if ((least[other] ?? 0) < delta) {
          delta = least[other] ?? 0;
          next = other;
        }
      }
      for (let other = 0; other <= columns; other += 1) {
        if (used[other] === 1) {
          const owner = rowOf[other] ?? 0;
          rowPrice[owner] = (rowPrice[owner] ?? 0) + delta;
          columnPrice[other] = (columnPrice[other] ?? 0) - delta;
        } else least[other] = (least[other] ?? 0) - delta;
      }
      column = next;
    }
    while (column !== 0) {
      const previous = way[column] ?? 0;
      rowOf[column] = rowOf[previous] ?? 0;
      column = previous;
    }
  }
  const pairs = new Array<number>(rows).fill(-1);
  for (let column = 1; column <= columns; column += 1) {
    const row = (rowOf[column] ?? 0) - 1;
    if (row >= 0 && (weights[row]?.[column - 1] ?? 0) > 0) pairs[row] = column - 1;
  }
  return pairs;
}

function transposed(weights: readonly (readonly number[])[]): number[][] {
  return (weights[0] ?? []).map((_, column) => weights.map((row) => row[column] ?? 0));
}

function inverted(pairs: readonly number[], rows: number): number[] {
  const result = new Array<number>(rows).fill(-1);
  pairs.forEach((row, column) => {
    if (row >= 0) result[row] = column;
  });
  return result;
}
