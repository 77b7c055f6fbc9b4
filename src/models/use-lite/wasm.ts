/**
 * A very small WebAssembly assembler: enough to write one function over an imported memory as a list of
 * instructions, and to get the module's bytes. Source: WebAssembly Core Specification 2.0, chapter 5 (binary
 * format), and the threads proposal for the flag of a shared memory.
 */

/** Bytes of one or more instructions. */
export type Code = readonly number[];

/** Value types. */
export const I32 = 0x7f;
export const F32 = 0x7d;
export const V128 = 0x7b;
/** A block without parameters and results. */
const NO_RESULT = 0x40;

/** Unsigned LEB128. */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low + 128 : low);
  } while (rest > 0);
  return bytes;
}

/** Signed LEB128 of a 32-bit integer. */
export function signed(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (;;) {
    const low = rest & 0x7f;
    rest >>= 7;
    const last = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
    bytes.push(last ? low : low | 0x80);
    if (last) return bytes;
  }
}

/** Instructions with the prefix of the vector set. */
function simd(code: number): number[] {
  return [0xfd, ...unsigned(code)];
}

/** Alignment as a power of two, then the offset in bytes that is added to the address. */
function memoryArgument(alignment: number, offset: number): number[] {
  return [...unsigned(alignment), ...unsigned(offset)];
}

/** The instructions that the kernel needs. A load or store takes its address from the stack. */
export const op = {
  get: (local: number): Code => [0x20, ...unsigned(local)],
  set: (local: number): Code => [0x21, ...unsigned(local)],
  /** Sets and leaves the value on the stack. */
  tee: (local: number): Code => [0x22, ...unsigned(local)],
  constant: (value: number): Code => [0x41, ...signed(value)],
  add: [0x6a] as Code,
  subtract: [0x6b] as Code,
  multiply: [0x6c] as Code,
  /** A loop that starts again while the body leaves a value other than 0 on the stack. */
  loopWhile: (...body: readonly Code[]): Code => [0x03, NO_RESULT, ...body.flat(), 0x0d, 0x00, 0x0b],
  isZero: [0x45] as Code,
  /** A loop without end, inside a block that {@link op.leave} leaves. */
  loop: (...body: readonly Code[]): Code => [
    0x02,
    NO_RESULT,
    0x03,
    NO_RESULT,
    ...body.flat(),
    0x0c,
    0x00,
    0x0b,
    0x0b,
  ],
  /** Directly in the body of `loop`: leaves it if the integer on the stack is not 0. */
  leave: [0x0d, 0x01] as Code,
  vectorLoad: (offset = 0): Code => [...simd(0x00), ...memoryArgument(4, offset)],
  vectorStore: (offset = 0): Code => [...simd(0x0b), ...memoryArgument(4, offset)],
  /** One float32 from memory into all four places. */
  vectorLoadSplat: (offset = 0): Code => [...simd(0x09), ...memoryArgument(2, offset)],
  vectorSplat: simd(0x13) as Code,
  vectorAdd: simd(0xe4) as Code,
  vectorMultiply: simd(0xe6) as Code,
  /** `b > a ? b : a` of a and b below it on the stack, place by place. */
  vectorPseudoMaximum: simd(0xeb) as Code,
} as const;

/** A function of a module: its parameters come first among the locals. */
export interface WasmFunction {
  readonly name: string;
  readonly parameters: readonly number[];
  readonly locals: readonly number[];
  readonly body: readonly Code[];
}

export interface SharedMemoryImport {
  readonly module: string;
  readonly name: string;
  readonly minimumPages: number;
  readonly maximumPages: number;
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function text(value: string): number[] {
  const bytes = [...new TextEncoder().encode(value)];
  return [...unsigned(bytes.length), ...bytes];
}

/** @returns the bytes of a module with one imported shared memory and one exported function */
export function assemble(memory: SharedMemoryImport, code: WasmFunction): Uint8Array<ArrayBuffer> {
  const type = [0x60, ...unsigned(code.parameters.length), ...code.parameters, 0];
  const shared = 0x03; // has a maximum, is shared
  const limits = [shared, ...unsigned(memory.minimumPages), ...unsigned(memory.maximumPages)];
  const locals = code.locals.flatMap((valueType) => [1, valueType]);
  const body = [...unsigned(code.locals.length), ...locals, ...code.body.flat(), 0x0b];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [1, ...type]),
    ...section(2, [1, ...text(memory.module), ...text(memory.name), 0x02, ...limits]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text(code.name), 0x00, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ]);
}

/** A memory that several threads can use; it can be posted to a worker. */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
}

/** The part of JavaScript's WebAssembly interface that is used here. */
export interface WebAssemblyInterface {
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  readonly Memory: new (limits: { initial: number; maximum: number; shared: true }) => SharedMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly host: { readonly memory: SharedMemory } },
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

/** @returns JavaScript's WebAssembly object; undefined where there is none (`node --jitless`) */
export function webAssembly(): WebAssemblyInterface | undefined {
  return (globalThis as { readonly WebAssembly?: WebAssemblyInterface }).WebAssembly;
}
