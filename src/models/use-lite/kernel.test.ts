import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  kernelModule,
  type Multiplication,
  type Multiply,
  PANEL,
  pagesFor,
  ROWS,
  simdAvailable,
  simdMultiply,
} from './kernel.ts';
import { plainMultiply } from './kernel-plain.ts';
import { webAssembly } from './wasm.ts';

const FLOATS = 20_000;

/** A memory with the same numbers each time, from a linear congruential generator. */
function memoryOf(): { readonly buffer: SharedArrayBuffer } {
  const wasm = webAssembly();
  if (wasm === undefined) throw new Error('this platform has no WebAssembly');
  const pages = pagesFor(FLOATS);
  const memory = new wasm.Memory({ initial: pages, maximum: pages, shared: true });
  const values = new Float32Array(memory.buffer);
  let state = 1;
  for (let i = 0; i < values.length; i += 1) {
    state = (state * 48_271) % 2_147_483_647;
    values[i] = state / 1_073_741_823.5 - 1;
  }
  return memory;
}

/** The definition, number by number. */
function definition(memory: Float32Array): Multiply {
  return (task) => {
    for (let row = 0; row < task.rows; row += 1) {
      for (let column = 0; column < task.panels * PANEL; column += 1) {
        const panel = Math.floor(column / PANEL);
        let sum = memory[task.start + row * task.startStride + column]!;
        for (let k = 0; k < task.depth; k += 1) {
          const b = memory[task.b + (panel * task.depth + k) * PANEL + (column % PANEL)]!;
          sum = Math.fround(sum + Math.fround(memory[task.a + row * task.aStride + k]! * b));
        }
        memory[task.c + row * task.cStride + column] = task.rectify && sum < 0 ? 0 : sum;
      }
    }
  };
}

function afterwards(
  task: Multiplication,
  make: (memory: { readonly buffer: SharedArrayBuffer }) => Multiply,
): Float32Array {
  const memory = memoryOf();
  make(memory)(task);
  return new Float32Array(memory.buffer).slice();
}

const tasks = [1, 2, 3, 4, 5, 7, 8, 63].flatMap((depth) =>
  [1, 3].flatMap((panels) =>
    [ROWS, 3 * ROWS].flatMap((rows): Multiplication[] => {
      const cStride = panels * PANEL + 5;
      const place = { a: 3, aStride: depth + 2, b: 4_001, c: 10_000, cStride, rows, depth, panels };
      return [
        { ...place, start: 9_000, startStride: 0, rectify: true },
        { ...place, start: 10_000, startStride: cStride, rectify: false },
      ];
    }),
  ),
);

describe('the kernel', () => {
  it.each(tasks)(
    'gives the bits of the definition in both forms: depth $depth, $panels panels, $rows rows',
    (task) => {
      const wanted = afterwards(task, ({ buffer }) => definition(new Float32Array(buffer)));
      expect(Buffer.from(wanted.buffer).equals(Buffer.from(afterwards(task, simdMultiply).buffer))).toBe(
        true,
      );
      const plain = afterwards(task, ({ buffer }) => plainMultiply(new Float32Array(buffer)));
      expect(Buffer.from(wanted.buffer).equals(Buffer.from(plain.buffer))).toBe(true);
      expect(
        wanted.subarray(task.c).some((value, i) => value !== new Float32Array(memoryOf().buffer)[task.c + i]),
      ).toBe(true);
    },
  );

  it('is available here, and its bytes do not change unnoticed', () => {
    expect(simdAvailable()).toBe(true);
    expect(createHash('sha256').update(kernelModule(1)).digest('hex')).toBe(
      '1512dd493022129b81b1f62885f13d923aecd218127fd23dfd6aa62ac9327860',
    );
  });
});
