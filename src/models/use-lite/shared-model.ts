import { type KernelName, type Multiply, pagesFor, simdAvailable, simdMultiply } from './kernel.ts';
import { plainMultiply } from './kernel-plain.ts';
import { layOut } from './layout.ts';
import { createNetwork, type RunNetwork } from './network.ts';
import type { Tensor } from './package-files.ts';
import { type SharedMemory, webAssembly } from './wasm.ts';
import { placeWeights } from './weights.ts';

/** The weights in memory, once for all threads; it can be posted to a worker. */
export interface SharedModel {
  readonly kernel: KernelName;
  /** A WebAssembly memory for the kernel `simd`, else a plain holder of the buffer. */
  readonly memory: SharedMemory;
  /** How many threads have a place to work in, the main thread among them. */
  readonly threads: number;
}

/** @returns the fastest kernel of this platform */
export function bestKernel(): KernelName {
  return simdAvailable() ? 'simd' : 'plain';
}

/** Puts the tensors into a new shared memory with room for a number of threads. */
export function loadModel(tensors: readonly Tensor[], threads: number, kernel: KernelName): SharedModel {
  const layout = layOut(threads);
  const memory =
    kernel === 'simd' ? wasmMemory(layout.floats) : { buffer: new SharedArrayBuffer(4 * layout.floats) };
  placeWeights(tensors, new Float32Array(memory.buffer), layout);
  return { kernel, memory, threads };
}

function wasmMemory(floats: number): SharedMemory {
  const wasm = webAssembly();
  if (wasm === undefined) throw new Error('this platform has no WebAssembly');
  const pages = pagesFor(floats);
  return new wasm.Memory({ initial: pages, maximum: pages, shared: true });
}

/** @returns the network over a shared model, working in the place of one thread */
export function attach(model: SharedModel, thread: number): RunNetwork {
  const memory = new Float32Array(model.memory.buffer);
  const multiply: Multiply = model.kernel === 'simd' ? simdMultiply(model.memory) : plainMultiply(memory);
  return createNetwork(memory, multiply, layOut(model.threads), thread);
}
