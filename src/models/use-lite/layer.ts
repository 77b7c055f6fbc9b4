import { type Multiply, PANEL, ROWS } from './kernel.ts';
import {
  type DensePlace,
  FEED_WIDTH,
  HEADS,
  type LayerPlaces,
  type NormPlace,
  type ScratchPlaces,
  STATE_WIDTH,
} from './layout.ts';

const EPSILON = 1e-6;

/** What every step works with: a memory, the kernel over it, this thread's places. */
export interface Bench {
  readonly memory: Float32Array;
  readonly multiply: Multiply;
  readonly scratch: ScratchPlaces;
  readonly zeros: number;
}

/** Rows for the kernel: a multiple of {@link ROWS}; what the surplus rows hold is not used. */
function padded(rows: number): number {
  return Math.ceil(rows / ROWS) * ROWS;
}

/** One dense map of `rows` rows; from its bias, or added to what stands in the result. */
export function applyDense(
  { multiply }: Bench,
  dense: DensePlace,
  rows: number,
  from: { readonly place: number; readonly stride: number },
  to: { readonly place: number; readonly stride: number },
  options: { readonly add?: boolean; readonly rectify?: boolean } = {},
): void {
  multiply({
    a: from.place,
    aStride: from.stride,
    b: dense.matrix,
    start: options.add === true ? to.place : dense.bias,
    startStride: options.add === true ? to.stride : 0,
    c: to.place,
    cStride: to.stride,
    rows: padded(rows),
    depth: dense.depth,
    panels: dense.columns / PANEL,
    rectify: options.rectify === true,
  });
}

/** LayerNorm of `rows` rows, over their last axis. Sums are in double precision. */
function normaliseRows(
  { memory, scratch }: Bench,
  norm: NormPlace,
  rows: number,
  from: number,
  width: number,
): void {
  for (let row = 0; row < rows; row += 1) {
    const source = from + row * width;
    const target = scratch.normalised + row * width;
    let sum = 0;
    for (let i = 0; i < width; i += 1) sum += memory[source + i] as number;
    const mean = sum / width;
    let squares = 0;
    for (let i = 0; i < width; i += 1) {
      const difference = (memory[source + i] as number) - mean;
      squares += difference * difference;
    }
    const factor = 1 / Math.sqrt(squares / width + EPSILON);
    for (let i = 0; i < width; i += 1) {
      const value = ((memory[source + i] as number) - mean) * factor;
      memory[target + i] = value * (memory[norm.scale + i] as number) + (memory[norm.bias + i] as number);
    }
  }
}

/** Adds a row to `rows` rows of {@link STATE_WIDTH}. */
function addRow(memory: Float32Array, rows: number, place: number, row: number): void {
  for (let start = place; start < place + rows * STATE_WIDTH; start += STATE_WIDTH) {
    for (let i = 0; i < STATE_WIDTH; i += 1) {
      memory[start + i] = (memory[start + i] as number) + (memory[row + i] as number);
    }
  }
}

/** Packs a head's keys: a panel holds eight tokens, a row of it one of their numbers. Surplus tokens are zero. */
function packKeys(
  memory: Float32Array,
  target: number,
  from: number,
  stride: number,
  size: number,
  tokens: number,
): void {
  const places = Math.ceil(tokens / PANEL) * PANEL;
  for (let token = 0; token < places; token += 1) {
    const to = target + (token - (token % PANEL)) * size + (token % PANEL);
    const source = from + token * stride;
    for (let i = 0; i < size; i += 1)
      memory[to + i * PANEL] = token < tokens ? (memory[source + i] as number) : 0;
  }
}

/** Packs a head's values: a panel holds eight of their numbers, a row of it one token. */
function packValues(
  memory: Float32Array,
  target: number,
  from: number,
  stride: number,
  size: number,
  tokens: number,
): void {
  let to = target;
  for (let panel = 0; panel < size; panel += PANEL) {
    for (let token = 0; token < tokens; token += 1) {
      const source = from + token * stride + panel;
      for (let i = 0; i < PANEL; i += 1) memory[to + i] = memory[source + i] as number;
      to += PANEL;
    }
  }
}

/** Turns `rows` rows of scores, of which the first `count` numbers count, into weights that add up to 1. */
function softmaxRows(memory: Float32Array, place: number, stride: number, rows: number, count: number): void {
  for (let row = 0; row < rows; row += 1) {
    const start = place + row * stride;
    let largest = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < count; i += 1) largest = Math.max(largest, memory[start + i] as number);
    let sum = 0;
    for (let i = 0; i < count; i += 1) {
      const value = Math.exp((memory[start + i] as number) - largest);
      memory[start + i] = value;
      sum += value;
    }
    const factor = 1 / sum;
    for (let i = 0; i < count; i += 1) memory[start + i] = (memory[start + i] as number) * factor;
  }
}

/**
 * Attention among the tokens of one text. Reads the queries, keys and values in `wide`, writes `attended`. Up to
 * three rows behind the text are overwritten too: texts of a batch are done in order, so their own come later.
 */
function attend(bench: Bench, width: number, firstRow: number, tokens: number): void {
  const { memory, multiply, scratch, zeros } = bench;
  const size = width / HEADS;
  const stride = 3 * width;
  const keyPanels = Math.ceil(tokens / PANEL);
  const scoreStride = keyPanels * PANEL;
  const rows = padded(tokens);
  for (let head = 0; head < HEADS; head += 1) {
    const queries = scratch.wide + firstRow * stride + head * size;
    packKeys(memory, scratch.keys, queries + width, stride, size, tokens);
    packValues(memory, scratch.values, queries + 2 * width, stride, size, tokens);
    const common = { start: zeros, startStride: 0, rows, rectify: false };
    multiply({
      ...common,
      a: queries,
      aStride: stride,
      b: scratch.keys,
      c: scratch.scores,
      cStride: scoreStride,
      depth: size,
      panels: keyPanels,
    });
    softmaxRows(memory, scratch.scores, scoreStride, tokens, tokens);
    multiply({
      ...common,
      a: scratch.scores,
      aStride: scoreStride,
      b: scratch.values,
      c: scratch.attended + firstRow * width + head * size,
      cStride: width,
      depth: tokens,
      panels: size / PANEL,
    });
  }
}

/**
 * One layer without the way past its attention: adds attention(LayerNorm(input)) to the states, then the
 * feed-forward part of their LayerNorm.
 *
 * @param input place of the rows that attention sees, `places.width` wide: the states themselves or another matrix
 * @param lengths tokens of the texts, whose rows follow one another
 */
export function applyLayer(
  bench: Bench,
  places: LayerPlaces,
  input: number,
  lengths: ArrayLike<number>,
): void {
  const { memory, scratch } = bench;
  const { width } = places;
  const rows = Array.from(lengths).reduce((sum, length) => sum + length, 0);
  const states = { place: scratch.states, stride: STATE_WIDTH };

  normaliseRows(bench, places.norm, rows, input, width);
  const normalised = { place: scratch.normalised, stride: width };
  applyDense(bench, places.transform, rows, normalised, { place: scratch.wide, stride: 3 * width });
  let row = 0;
  for (const length of Array.from(lengths)) {
    if (length > 0) attend(bench, width, row, length);
    row += length;
  }
  addRow(memory, rows, scratch.states, places.output.bias);
  applyDense(bench, places.output, rows, { place: scratch.attended, stride: width }, states, { add: true });

  normaliseRows(bench, places.feedNorm, rows, scratch.states, STATE_WIDTH);
  const wide = { place: scratch.wide, stride: FEED_WIDTH };
  const feedInput = { place: scratch.normalised, stride: STATE_WIDTH };
  applyDense(bench, places.expand, rows, feedInput, wide, { rectify: true });
  addRow(memory, rows, scratch.states, places.contract.bias);
  applyDense(bench, places.contract, rows, wide, states, { add: true });
}
