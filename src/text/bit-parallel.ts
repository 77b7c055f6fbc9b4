/**
 * Edit distance and longest common subsequence of two sequences of small whole numbers, 32 rows of the table at a time.
 * Sources: Myers 1999 in the form of Hyyrö 2003 (distance), Hyyrö 2004 (common subsequence). Time is
 * ⌈length of the first / 32⌉ × length of the second.
 */

/** A sequence: its numbers stand at `start` up to, not including, `end`. */
export interface Sequence {
  readonly values: Int32Array;
  start: number;
  end: number;
}

/** For each number the rows of the current block that hold it; all zero between calls. Made at first use. */
let rows = new Int32Array(0);
/** Rows 32 to 63, for the two-word loop. */
let upperRows = new Int32Array(0);
/** What one block of rows hands to the next, a column each. */
let carried = new Int8Array(0);

/** Makes room for numbers below `symbols`. */
export function reserve(symbols: number): void {
  if (rows.length >= symbols) return;
  rows = new Int32Array(symbols);
  upperRows = new Int32Array(symbols);
}

/** Levenshtein distance. Every number must be below what was reserved. */
export function distance(left: Sequence, right: Sequence): number {
  trim(left, right);
  const leftLength = left.end - left.start;
  const rightLength = right.end - right.start;
  if (leftLength === 0 || rightLength === 0) return leftLength + rightLength;
  // The shorter one goes down the rows: fewer words.
  if (leftLength > rightLength) return distanceOf(right, left);
  return distanceOf(left, right);
}

/** Length of the longest common subsequence. Every number must be below what was reserved. */
export function commonLength(left: Sequence, right: Sequence): number {
  const common = trim(left, right);
  const leftLength = left.end - left.start;
  const rightLength = right.end - right.start;
  if (leftLength === 0 || rightLength === 0) return common;
  return common + (leftLength > rightLength ? commonOf(right, left) : commonOf(left, right));
}

/** Takes the common beginning and end off both; both results allow it. @returns how many elements that were */
function trim(left: Sequence, right: Sequence): number {
  const before = left.end - left.start;
  const a = left.values;
  const b = right.values;
  while (left.start < left.end && right.start < right.end && a[left.start] === b[right.start]) {
    left.start += 1;
    right.start += 1;
  }
  while (left.start < left.end && right.start < right.end && a[left.end - 1] === b[right.end - 1]) {
    left.end -= 1;
    right.end -= 1;
  }
  return before - (left.end - left.start);
}

function distanceOf(pattern: Sequence, text: Sequence): number {
  const length = pattern.end - pattern.start;
  if (length <= 32) return oneWord(pattern, text);
  return length <= 64 ? twoWords(pattern, text) : manyWords(pattern, text);
}

function markRows(target: Int32Array, values: Int32Array, from: number, to: number): void {
  for (let index = from; index < to; index += 1) {
    const value = values[index] as number;
    target[value] = (target[value] as number) | (1 << (index - from));
  }
}

function clearRows(target: Int32Array, values: Int32Array, from: number, to: number): void {
  for (let index = from; index < to; index += 1) target[values[index] as number] = 0;
}

/**
 * How much the table grows down a block of rows: plus one where a bit of `plus` is set, less one where one of `minus`
 * is. The last column begins with the number of columns, so all its steps together give the distance.
 */
function growth(plus: number, minus: number, width: number): number {
  const mask = lowest(width);
  return ones(plus & mask) - ones(minus & mask);
}

function oneWord(pattern: Sequence, text: Sequence): number {
  const masks = rows;
  markRows(masks, pattern.values, pattern.start, pattern.end);
  const { values, end } = text;
  let plus = -1;
  let minus = 0;
  for (let column = text.start; column < end; column += 1) {
    const equal = masks[values[column] as number] as number;
    const vertical = equal | minus;
    const horizontal = (((equal & plus) + plus) ^ plus) | equal;
    const up = ((minus | ~(horizontal | plus)) << 1) | 1;
    const down = (plus & horizontal) << 1;
    plus = down | ~(vertical | up);
    minus = up & vertical;
  }
  clearRows(masks, pattern.values, pattern.start, pattern.end);
  return end - text.start + growth(plus, minus, pattern.end - pattern.start);
}

function twoWords(pattern: Sequence, text: Sequence): number {
  const middle = pattern.start + 32;
  const lower = rows;
  const upper = upperRows;
  markRows(lower, pattern.values, pattern.start, middle);
  markRows(upper, pattern.values, middle, pattern.end);
  const { values, end } = text;
  let plus = -1;
  let minus = 0;
  let upperPlus = -1;
  let upperMinus = 0;
  for (let column = text.start; column < end; column += 1) {
    const value = values[column] as number;
    let equal = lower[value] as number;
    let vertical = equal | minus;
    let horizontal = (((equal & plus) + plus) ^ plus) | equal;
    let up = minus | ~(horizontal | plus);
    let down = plus & horizontal;
    const upOut = up >>> 31;
    const downOut = down >>> 31;
    up = (up << 1) | 1;
    down <<= 1;
    plus = down | ~(vertical | up);
    minus = up & vertical;

    equal = upper[value] as number;
    vertical = equal | upperMinus;
    equal |= downOut;
    horizontal = (((equal & upperPlus) + upperPlus) ^ upperPlus) | equal;
    up = ((upperMinus | ~(horizontal | upperPlus)) << 1) | upOut;
    down = ((upperPlus & horizontal) << 1) | downOut;
    upperPlus = down | ~(vertical | up);
    upperMinus = up & vertical;
  }
  clearRows(lower, pattern.values, pattern.start, middle);
  clearRows(upper, pattern.values, middle, pattern.end);
  const steps = growth(plus, minus, 32) + growth(upperPlus, upperMinus, pattern.end - middle);
  return end - text.start + steps;
}

function manyWords(pattern: Sequence, text: Sequence): number {
  const columns = text.end - text.start;
  if (carried.length < columns) carried = new Int8Array(columns * 2);
  // Above the first row every column is one more than the one before.
  const steps = carried.fill(1, 0, columns);
  const masks = rows;
  const { values } = text;
  let score = columns;
  for (let from = pattern.start; from < pattern.end; from += 32) {
    const to = Math.min(from + 32, pattern.end);
    markRows(masks, pattern.values, from, to);
    let plus = -1;
    let minus = 0;
    for (let column = 0; column < columns; column += 1) {
      const step = steps[column] as number;
      const stepDown = step >>> 31;
      let equal = masks[values[text.start + column] as number] as number;
      const vertical = equal | minus;
      equal |= stepDown;
      const horizontal = (((equal & plus) + plus) ^ plus) | equal;
      let up = minus | ~(horizontal | plus);
      let down = plus & horizontal;
      steps[column] = (up >>> 31) - (down >>> 31);
      up = (up << 1) | (step & ~stepDown & 1);
      down = (down << 1) | stepDown;
      plus = down | ~(vertical | up);
      minus = up & vertical;
    }
    clearRows(masks, pattern.values, from, to);
    score += growth(plus, minus, to - from);
  }
  return score;
}

function commonOf(pattern: Sequence, text: Sequence): number {
  let length = 0;
  eachBlock(pattern, text, undefined, (state, width) => {
    length += ones(~state & lowest(width));
  });
  return length;
}

/**
 * The table of longest common subsequences, a bit a cell: for a block of 32 rows and a column, the bit of a row is 0
 * where the value is one more than in the row before.
 *
 * @returns a word for each block of rows and column of `text`, column by column within a block
 */
export function commonTable(pattern: Sequence, text: Sequence): Int32Array {
  const blocks = Math.ceil((pattern.end - pattern.start) / 32);
  const table = new Int32Array(blocks * (text.end - text.start));
  eachBlock(pattern, text, table, () => {});
  return table;
}

function eachBlock(
  pattern: Sequence,
  text: Sequence,
  table: Int32Array | undefined,
  done: (state: number, width: number) => void,
): void {
  const columns = text.end - text.start;
  if (carried.length < columns) carried = new Int8Array(columns * 2);
  const carries = carried.fill(0, 0, columns);
  const masks = rows;
  const { values } = text;
  let place = 0;
  for (let from = pattern.start; from < pattern.end; from += 32) {
    const to = Math.min(from + 32, pattern.end);
    markRows(masks, pattern.values, from, to);
    let state = -1;
    for (let column = 0; column < columns; column += 1) {
      const matches = state & (masks[values[text.start + column] as number] as number);
      const sum = (state + matches + (carries[column] as number)) | 0;
      // A bit that left the sum at the top goes into the next block of rows.
      carries[column] = ((state & matches) | ((state | matches) & ~sum)) >>> 31;
      state = sum | (state & ~matches);
      if (table !== undefined) {
        table[place] = state;
        place += 1;
      }
    }
    clearRows(masks, pattern.values, from, to);
    done(state, to - from);
  }
}

/** The lowest `width` bits, 1 to 32. */
function lowest(width: number): number {
  return -1 >>> (32 - width);
}

/** Number of bits that are set. */
function ones(word: number): number {
  let rest = word - ((word >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
