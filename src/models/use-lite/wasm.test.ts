import { describe, expect, it } from 'vitest';
import { assemble, F32, I32, op, signed, unsigned, webAssembly } from './wasm.ts';

describe('LEB128', () => {
  // The first two are the examples of the DWARF standard, appendix C.
  it.each([
    [2, [0x02]],
    [127, [0x7f]],
    [128, [0x80, 0x01]],
    [12_857, [0xb9, 0x64]],
    [4_294_967_295, [0xff, 0xff, 0xff, 0xff, 0x0f]],
  ])('writes %d without a sign', (value, bytes) => {
    expect(unsigned(value)).toEqual(bytes);
  });

  it.each([
    [0, [0x00]],
    [63, [0x3f]],
    [64, [0xc0, 0x00]],
    [-2, [0x7e]],
    [-128, [0x80, 0x7f]],
    [-129, [0xff, 0x7e]],
    [2_147_483_647, [0xff, 0xff, 0xff, 0xff, 0x07]],
  ])('writes %d with a sign', (value, bytes) => {
    expect(signed(value)).toEqual(bytes);
  });
});

describe('assemble', () => {
  const memory = { module: 'host', name: 'memory', minimumPages: 1, maximumPages: 1 };

  it('makes a module that runs over the memory it is given', () => {
    const wasm = webAssembly();
    if (wasm === undefined) throw new Error('this platform has no WebAssembly');
    // doubles as many vectors as asked
    const bytes = assemble(memory, {
      name: 'double',
      parameters: [I32, I32, F32],
      locals: [],
      body: [
        op.loopWhile(
          [...op.get(0), ...op.get(0), ...op.vectorLoad()],
          [...op.get(2), ...op.vectorSplat, ...op.vectorMultiply, ...op.vectorStore()],
          [...op.get(0), ...op.constant(16), ...op.add, ...op.set(0)],
          [...op.get(1), ...op.constant(1), ...op.subtract, ...op.tee(1)],
        ),
      ],
    });
    const shared = new wasm.Memory({ initial: 1, maximum: 1, shared: true });
    const values = new Float32Array(shared.buffer);
    values.set([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const { exports } = new wasm.Instance(new wasm.Module(bytes), { host: { memory: shared } });
    (exports.double as (place: number, count: number, factor: number) => void)(0, 2, 2);
    expect([...values.subarray(0, 9)]).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 9]);
  });

  it('leaves a loop from its body', () => {
    const wasm = webAssembly();
    if (wasm === undefined) throw new Error('this platform has no WebAssembly');
    // adds 1 to a counter until it is 5, then stores it as the bits of a vector
    const bytes = assemble(memory, {
      name: 'count',
      parameters: [I32],
      locals: [F32],
      body: [
        op.loop(
          [...op.get(0), ...op.constant(1), ...op.add, ...op.set(0)],
          [...op.get(0), ...op.constant(5), ...op.subtract, ...op.isZero, ...op.leave],
        ),
        [...op.get(0), ...op.constant(16), ...op.multiply],
        [...op.constant(0), ...op.vectorLoadSplat(4), ...op.vectorStore()],
      ],
    });
    const shared = new wasm.Memory({ initial: 1, maximum: 1, shared: true });
    const values = new Float32Array(shared.buffer);
    values[1] = 7;
    const { exports } = new wasm.Instance(new wasm.Module(bytes), { host: { memory: shared } });
    (exports.count as (from: number) => void)(2);
    expect(values.indexOf(7, 2)).toBe((5 * 16) / 4);
  });
});
