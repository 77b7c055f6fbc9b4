import { assemble, type Code, F32, I32, op, type SharedMemory, V128, webAssembly } from './wasm.ts';

/**
 * The arithmetic that takes the time: `C = S + A × B`, rectified if asked.
 *
 * A has `rows` rows of float32 with `aStride` floats from one row to the next, of which the first `depth` count.
 * B is packed in panels of {@link PANEL} columns, one panel after the other: a panel holds `PANEL` numbers for
 * each of its `depth` rows, one row after the other. C and S have `PANEL × panels` columns. S is a matrix (C
 * itself, to add to what is there) or, with a stride of 0, one row for all rows (a bias, or zeros).
 *
 * Every number of C is made by adding the products to that of S in the order of A's columns, each product and each sum rounded
 * to float32. So a row's result depends on that row and on B only: not on how many rows there are, nor on which
 * implementation does it. Both give the same bits.
 *
 * Places and strides are in floats, places from the start of the memory. `rows` is a multiple of {@link ROWS};
 * `rows`, `depth` and `panels` are at least 1.
 */
export interface Multiplication {
  readonly a: number;
  readonly aStride: number;
  readonly b: number;
  readonly start: number;
  readonly startStride: number;
  readonly c: number;
  readonly cStride: number;
  readonly rows: number;
  readonly depth: number;
  readonly panels: number;
  /** Puts 0 in place of what is below. */
  readonly rectify: boolean;
}

export type KernelName = 'simd' | 'plain';

export type Multiply = (task: Multiplication) => void;

/** Columns of a panel: two vectors of four floats. */
export const PANEL = 8;
/** Rows that are worked on together. With 2 vectors a row their sums, factors and a product fill 15 registers. */
export const ROWS = 4;

/** Steps of the innermost loop that are written out. */
const UNROLLED = 4;
const PAGE_BYTES = 65_536;
const FLOAT_BYTES = 4;
const VECTOR_BYTES = 16;
const VECTORS = PANEL / 4;

/** Numbers 0 to count - 1, each given to `make`; the instructions in one list. */
function each(count: number, make: (index: number) => readonly Code[]): Code {
  return Array.from({ length: count }, (_, index) => make(index).flat()).flat();
}

/** Adds to a pointer. */
function advance(pointer: number, bytes: Code): Code {
  return [...op.get(pointer), ...bytes, ...op.add, ...op.set(pointer)];
}

/** Takes 1 from a counter and leaves it on the stack. */
function countDown(counter: number): Code {
  return [...op.get(counter), ...op.constant(1), ...op.subtract, ...op.tee(counter)];
}

function copy(from: number, to: number): Code {
  return [...op.get(from), ...op.set(to)];
}

/** Makes pointers to the rows of a block from the pointer to its first row. */
function follow(first: number, pointers: readonly number[], stride: number): Code {
  return pointers.flatMap((pointer, row) => {
    const before = pointers[row - 1];
    return before === undefined
      ? copy(first, pointer)
      : [...op.get(before), ...op.get(stride), ...op.add, ...op.set(pointer)];
  });
}

/** The kernel as instructions; places and strides are in bytes here. */
function kernelCode(): { readonly parameters: number[]; readonly locals: number[]; readonly body: Code[] } {
  const parameters = [...Array<number>(10).fill(I32), F32];
  const [a, aStride, b, start, startStride, c, cStride, rowBlocks, depth, panels, floor] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ] as const;
  const locals: number[] = [];
  const local = (type: number): number => parameters.length + locals.push(type) - 1;
  const several = (count: number, type: number): number[] => Array.from({ length: count }, () => local(type));

  const [aBlock, startBlock, cBlock] = [local(I32), local(I32), local(I32)];
  const [bRow, rowsLeft, stepsLeft] = [local(I32), local(I32), local(I32)];
  const [factor, least] = [local(V128), local(V128)];
  const columns = several(VECTORS, V128);
  const rows = several(ROWS, I32).map((aRow) => ({
    aRow,
    startRow: local(I32),
    cRow: local(I32),
    sums: several(VECTORS, V128),
  }));
  const aRows = rows.map((row) => row.aRow);

  /** One column of A against one row of B. */
  const step = (index: number): Code[] => [
    columns.flatMap((column, v) => [
      ...op.get(bRow),
      ...op.vectorLoad((index * VECTORS + v) * VECTOR_BYTES),
      ...op.set(column),
    ]),
    rows.flatMap(({ aRow, sums }) => [
      ...op.get(aRow),
      ...op.vectorLoadSplat(index * FLOAT_BYTES),
      ...op.set(factor),
      ...columns.flatMap((column, v) => {
        const sum = sums[v] ?? 0;
        const product = [...op.get(factor), ...op.get(column), ...op.vectorMultiply];
        return [...op.get(sum), ...product, ...op.vectorAdd, ...op.set(sum)];
      }),
    ]),
  ];

  // Leaving after every step, not after four, is what makes it fast: V8 moves arithmetic behind all loads of a
  // block of instructions and would need more registers than there are. A way out that needs the sums ends the
  // block. (Without it: half the speed.)
  const innermost = op.loop(
    each(UNROLLED, (index) => [...step(index), countDown(stepsLeft), op.isZero, op.leave]),
    aRows.flatMap((aRow) => advance(aRow, op.constant(UNROLLED * FLOAT_BYTES))),
    advance(bRow, op.constant(UNROLLED * PANEL * FLOAT_BYTES)),
  );

  const rowBlock: Code[] = [
    follow(aBlock, aRows, aStride),
    follow(
      startBlock,
      rows.map((row) => row.startRow),
      startStride,
    ),
    follow(
      cBlock,
      rows.map((row) => row.cRow),
      cStride,
    ),
    rows.flatMap(({ startRow, sums }) =>
      sums.flatMap((sum, v) => [...op.get(startRow), ...op.vectorLoad(v * VECTOR_BYTES), ...op.set(sum)]),
    ),
    copy(b, bRow),
    copy(depth, stepsLeft),
    innermost,
    rows.flatMap(({ cRow, sums }) =>
      sums.flatMap((sum, v) => [
        ...op.get(cRow),
        ...op.get(sum),
        ...op.get(least),
        ...op.vectorPseudoMaximum,
        ...op.vectorStore(v * VECTOR_BYTES),
      ]),
    ),
    advance(aBlock, [...op.get(aStride), ...op.constant(ROWS), ...op.multiply]),
    advance(startBlock, [...op.get(startStride), ...op.constant(ROWS), ...op.multiply]),
    advance(cBlock, [...op.get(cStride), ...op.constant(ROWS), ...op.multiply]),
    countDown(rowsLeft),
  ];

  const body: Code[] = [
    [...op.get(floor), ...op.vectorSplat, ...op.set(least)],
    op.loopWhile(
      copy(a, aBlock),
      copy(start, startBlock),
      copy(c, cBlock),
      copy(rowBlocks, rowsLeft),
      op.loopWhile(...rowBlock),
      advance(b, [...op.get(depth), ...op.constant(PANEL * FLOAT_BYTES), ...op.multiply]),
      advance(start, op.constant(PANEL * FLOAT_BYTES)),
      advance(c, op.constant(PANEL * FLOAT_BYTES)),
      countDown(panels),
    ),
  ];
  return { parameters, locals, body };
}

/** @returns the bytes of the kernel's module, for a memory of exactly `pages` pages; always the same bytes */
export function kernelModule(pages: number): Uint8Array<ArrayBuffer> {
  return assemble(
    { module: 'host', name: 'memory', minimumPages: pages, maximumPages: pages },
    { name: 'multiply', ...kernelCode() },
  );
}

/** Pages of a memory that holds a number of floats. */
export function pagesFor(floats: number): number {
  return Math.ceil((floats * FLOAT_BYTES) / PAGE_BYTES);
}

/** Whether this platform runs the kernel: WebAssembly with vectors and shared memory. */
export function simdAvailable(): boolean {
  return webAssembly()?.validate(kernelModule(1)) ?? false;
}

/** The kernel in WebAssembly, over a shared memory. */
export function simdMultiply(memory: SharedMemory): Multiply {
  const wasm = webAssembly();
  if (wasm === undefined) throw new Error('this platform has no WebAssembly');
  const pages = memory.buffer.byteLength / PAGE_BYTES;
  const instance = new wasm.Instance(new wasm.Module(kernelModule(pages)), { host: { memory } });
  const run = instance.exports.multiply;
  if (typeof run !== 'function') throw new Error('the kernel module exports no function');
  return (task) => {
    run(
      task.a * FLOAT_BYTES,
      task.aStride * FLOAT_BYTES,
      task.b * FLOAT_BYTES,
      task.start * FLOAT_BYTES,
      task.startStride * FLOAT_BYTES,
      task.c * FLOAT_BYTES,
      task.cStride * FLOAT_BYTES,
      task.rows / ROWS,
      task.depth,
      task.panels,
      task.rectify ? 0 : Number.NEGATIVE_INFINITY,
    );
  };
}
