import { commonLength, commonTable, distance, reserve, type Sequence } from './bit-parallel.ts';

/** Texts without surrogates are taken unit by unit, so the tables must know every unit. */
const UNITS = 0x10000;

let leftValues = new Int32Array(0);
let rightValues = new Int32Array(0);

/**
 * Levenshtein distance of two texts: the least number of code points to insert, delete or replace.
 *
 * @returns a whole number from 0 to the longer length
 */
export function levenshtein(left: string, right: string): number {
  if (left === right) return 0;
  const sequences = ofTexts(left, right);
  return distance(sequences[0], sequences[1]);
}

/** Length of the longest common subsequence of two texts in code points. */
export function lcsLength(left: string, right: string): number {
  const sequences = ofTexts(left, right);
  return commonLength(sequences[0], sequences[1]);
}

/** Length of the longest common subsequence of two lists of tokens, which are compared as a `Map` compares keys. */
export function tokenLcsLength<Token>(left: readonly Token[], right: readonly Token[]): number {
  const sequences = ofTokens(left, right);
  return commonLength(sequences[0], sequences[1]);
}

/**
 * Positions in `left` of a longest common subsequence of two lists of tokens. It is read from the end of both; where
 * the last tokens differ, the end of `right` is dropped if that alone keeps the length, else the end of `left`.
 *
 * @returns positions from the last one to the first
 */
export function lcsPositions<Token>(left: readonly Token[], right: readonly Token[]): number[] {
  const [pattern, text] = ofTokens(left, right);
  const table = commonTable(pattern, text);
  const positions: number[] = [];
  let row = left.length - 1;
  let column = right.length - 1;
  while (row >= 0 && column >= 0) {
    if (pattern.values[row] === text.values[column]) {
      positions.push(row);
      row -= 1;
      column -= 1;
    } else if (((table[(row >>> 5) * right.length + column] as number) >>> (row & 31)) & 1) {
      row -= 1;
    } else {
      column -= 1;
    }
  }
  return positions;
}

function ofTexts(left: string, right: string): [Sequence, Sequence] {
  makeRoom(left.length, right.length);
  reserve(UNITS);
  if (fill(leftValues, left) && fill(rightValues, right)) {
    return [
      { values: leftValues, start: 0, end: left.length },
      { values: rightValues, start: 0, end: right.length },
    ];
  }
  return ofTokens(Array.from(left), Array.from(right));
}

/** Copies the units of a text. @returns false at the first surrogate */
function fill(values: Int32Array, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if ((unit & 0xf800) === 0xd800) return false;
    values[index] = unit;
  }
  return true;
}

function ofTokens<Token>(left: readonly Token[], right: readonly Token[]): [Sequence, Sequence] {
  makeRoom(left.length, right.length);
  const numbers = new Map<Token, number>();
  number(left, leftValues, numbers);
  number(right, rightValues, numbers);
  reserve(numbers.size);
  return [
    { values: leftValues, start: 0, end: left.length },
    { values: rightValues, start: 0, end: right.length },
  ];
}

function number<Token>(tokens: readonly Token[], values: Int32Array, numbers: Map<Token, number>): void {
  for (const [index, token] of tokens.entries()) {
    let value = numbers.get(token);
    if (value === undefined) {
      value = numbers.size;
      numbers.set(token, value);
    }
    values[index] = value;
  }
}

function makeRoom(left: number, right: number): void {
  if (leftValues.length < left) leftValues = new Int32Array(left * 2);
  if (rightValues.length < right) rightValues = new Int32Array(right * 2);
}
