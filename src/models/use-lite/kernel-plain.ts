import { type Multiply, PANEL } from './kernel.ts';

const round = Math.fround;

/**
 * The kernel without WebAssembly: the same sums in the same order with the same rounding, so the same bits. (The
 * product of two float32 is exact in a double, and a sum of two, rounded to a double and then to a float32, is the
 * rounded sum: a double has more than twice the digits.)
 */
export function plainMultiply(memory: Float32Array): Multiply {
  return ({ a, aStride, b, start, startStride, c, cStride, rows, depth, panels, rectify }) => {
    for (let panel = 0; panel < panels; panel += 1) {
      for (let row = 0; row < rows; row += 2) {
        for (let half = 0; half < PANEL; half += 4) {
          const column = panel * PANEL + half;
          const from = start + row * startStride + column;
          const to = c + row * cStride + column;
          for (let i = 0; i < 4; i += 1) {
            const upper = memory[from + i] as number;
            const lower = memory[from + startStride + i] as number;
            memory[to + i] = upper;
            memory[to + cStride + i] = lower;
          }
          const aRow = a + row * aStride;
          addProducts(
            memory,
            aRow,
            aRow + aStride,
            b + panel * depth * PANEL + half,
            to,
            to + cStride,
            depth,
          );
          if (rectify) {
            for (let i = 0; i < 4; i += 1) {
              if ((memory[to + i] as number) < 0) memory[to + i] = 0;
              if ((memory[to + cStride + i] as number) < 0) memory[to + cStride + i] = 0;
            }
          }
        }
      }
    }
  };
}

/** Two rows of A against four columns of B, added to two rows of C: eight sums that stay in registers. */
function addProducts(
  memory: Float32Array,
  a0: number,
  a1: number,
  b: number,
  c0: number,
  c1: number,
  depth: number,
): void {
  let s00 = memory[c0] as number;
  let s01 = memory[c0 + 1] as number;
  let s02 = memory[c0 + 2] as number;
  let s03 = memory[c0 + 3] as number;
  let s10 = memory[c1] as number;
  let s11 = memory[c1 + 1] as number;
  let s12 = memory[c1 + 2] as number;
  let s13 = memory[c1 + 3] as number;
  let place = b;
  for (let k = 0; k < depth; k += 1) {
    const f0 = memory[a0 + k] as number;
    const f1 = memory[a1 + k] as number;
    const b0 = memory[place] as number;
    const b1 = memory[place + 1] as number;
    const b2 = memory[place + 2] as number;
    const b3 = memory[place + 3] as number;
    s00 = round(s00 + round(f0 * b0));
    s01 = round(s01 + round(f0 * b1));
    s02 = round(s02 + round(f0 * b2));
    s03 = round(s03 + round(f0 * b3));
    s10 = round(s10 + round(f1 * b0));
    s11 = round(s11 + round(f1 * b1));
    s12 = round(s12 + round(f1 * b2));
    s13 = round(s13 + round(f1 * b3));
    place += PANEL;
  }
  memory[c0] = s00;
  memory[c0 + 1] = s01;
  memory[c0 + 2] = s02;
  memory[c0 + 3] = s03;
  memory[c1] = s10;
  memory[c1 + 1] = s11;
  memory[c1 + 2] = s12;
  memory[c1 + 3] = s13;
}
