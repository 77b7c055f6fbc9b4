/** Sums of tables under many patterns, a pattern at a time. */
export interface PatternSums {
  /**
   * @param visit gets one list of sums a table; the lists are written over for the next pattern
   */
  each(visit: (sums: readonly (readonly number[])[]) => void): void;
}

/** Numbers that are kept for a second visit: 32 MB. */
const MOST_KEPT = 2 ** 22;

/**
 * Sums of tables under patterns that weigh their rows. Rows that are alike in every table are weighed together: of a
 * thousand items that are right or wrong there are few kinds, and a pattern costs one step an item, whatever the
 * tables' width.
 *
 * @param tables of one shape; row r begins at r × width
 * @param rows which of their rows count
 * @param start begins a round of patterns; what it gives is called once a pattern, and adds to the weights of kinds
 *   the weight of each row: that of `rows[at]` belongs at `kindOf[at]`
 */
export function patternSums(
  tables: readonly Float64Array[],
  width: number,
  rows: Uint32Array,
  patterns: number,
  start: (kindOf: Uint32Array) => (weights: Int32Array) => void,
): PatternSums {
  const { kindOf, examples } = kindsOf(tables, width, rows);
  const sparse = tables.map((table) => sparseRows(table, width, examples));
  const used = sparse.map(({ columns }) => Uint32Array.from(new Set(columns)));
  const columns = used.reduce((sum, list) => sum + list.length, 0);
  let kept: Float64Array | undefined;
  const compute = (sums: readonly number[][], weights: Int32Array): void => {
    for (const [table, list] of sparse.entries()) {
      const own = sums[table] ?? [];
      for (const column of used[table] ?? []) own[column] = 0;
      addWeighed(own, list, weights);
    }
  };
  return {
    each(visit) {
      const sums = tables.map(() => new Array<number>(width).fill(0));
      if (kept !== undefined) {
        for (let pattern = 0; pattern < patterns; pattern += 1) {
          copy(sums, used, kept, pattern * columns, 'from');
          visit(sums);
        }
        return;
      }
      const keep = columns * patterns <= MOST_KEPT ? new Float64Array(columns * patterns) : undefined;
      const weights = new Int32Array(examples.length);
      const weigh = start(kindOf);
      for (let pattern = 0; pattern < patterns; pattern += 1) {
        weights.fill(0);
        weigh(weights);
        compute(sums, weights);
        if (keep !== undefined) copy(sums, used, keep, pattern * columns, 'to');
        visit(sums);
      }
      kept = keep;
    },
  };
}

function addWeighed(sums: number[], rows: SparseRows, weights: Int32Array): void {
  for (let kind = 0; kind < weights.length; kind += 1) {
    const weight = weights[kind] ?? 0;
    if (weight !== 0) addRow(sums, rows, kind, weight);
  }
}

/** Sums of the columns that are used, from what is kept or to it. */
function copy(
  sums: readonly number[][],
  used: readonly Uint32Array[],
  kept: Float64Array,
  start: number,
  direction: 'from' | 'to',
): void {
  let place = start;
  for (let table = 0; table < used.length; table += 1) {
    const own = sums[table] ?? [];
    const columns = used[table] ?? new Uint32Array(0);
    for (let at = 0; at < columns.length; at += 1) {
      const column = columns[at] ?? 0;
      if (direction === 'from') own[column] = kept[place] ?? 0;
      else kept[place] = own[column] ?? 0;
      place += 1;
    }
  }
}

/** Which rows are alike in every table, and one row of each kind. */
function kindsOf(tables: readonly Float64Array[], width: number, rows: Uint32Array) {
  const kindOf = new Uint32Array(rows.length);
  const kinds = new Map<string, number>();
  const examples: number[] = [];
  for (const [at, row] of rows.entries()) {
    const key = tables.map((table) => keyOf(table, row * width, width)).join(';');
    let kind = kinds.get(key);
    if (kind === undefined) {
      kind = kinds.size;
      kinds.set(key, kind);
      examples.push(row);
    }
    kindOf[at] = kind;
  }
  return { kindOf, examples: Uint32Array.from(examples) };
}

function keyOf(table: Float64Array, start: number, width: number): string {
  let key = '';
  for (let at = 0; at < width; at += 1) {
    const value = table[start + at] ?? 0;
    if (value !== 0) key += `${at}:${value} `;
  }
  return key;
}

/** Rows without their zeros: most add to few of the numbers. */
interface SparseRows {
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
function sparseRows(table: Float64Array, width: number, rows: Uint32Array): SparseRows {
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
function addRow(sums: number[], { starts, columns, values }: SparseRows, row: number, factor: number): void {
  const end = starts[row + 1] ?? 0;
  for (let at = starts[row] ?? 0; at < end; at += 1) {
    const column = columns[at] ?? 0;
    sums[column] = (sums[column] ?? 0) + factor * (values[at] ?? 0);
  }
}
