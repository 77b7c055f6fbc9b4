import { fitted, invalidPickle, type PickleState, unsafePickle } from './pickle-state.ts';

/** The two things that a pickle may call, and a numpy type on its way to a scalar. None of them leaves the reader. */
interface Callable {
  readonly kind: 'scalar' | 'dtype';
  readonly name: string;
}
interface Dtype {
  readonly kind: 'type';
  /** `U`, `S`, `b`, `i`, `u` or `f`. */
  readonly letter: string;
  /** The number in its name: characters for `U`, else bytes. */
  readonly size: number;
  bigEndian: boolean;
}

const inner = new WeakSet<object>();
const register = <T extends object>(value: T): T => {
  inner.add(value);
  return value;
};

const CALLABLES: ReadonlyMap<string, Callable> = new Map<string, Callable>([
  ['numpy.core.multiarray.scalar', register({ kind: 'scalar', name: 'numpy.core.multiarray.scalar' })],
  ['numpy._core.multiarray.scalar', register({ kind: 'scalar', name: 'numpy._core.multiarray.scalar' })],
  ['numpy.dtype', register({ kind: 'dtype', name: 'numpy.dtype' })],
]);

/** Whether a value is a callable or a type, which only the reader may hold. */
export function isInner(value: unknown): value is Callable | Dtype {
  return typeof value === 'object' && value !== null && inner.has(value);
}

/** A global by its name; every other than numpy's two is refused. */
export function globalNamed(state: PickleState, module: string, name: string): Callable {
  const full = `${module}.${name}`;
  const found = module.includes('\n') ? undefined : CALLABLES.get(full);
  if (found !== undefined && full.lastIndexOf('.') === module.length) return found;
  const shown = printable(full);
  throw unsafePickle(state, `asks for ${shown}`, { global: shown });
}

function printable(text: string): string {
  const clean = text.replace(/[^\x20-\x7e]/g, '?');
  return clean.length > 200 ? `${clean.slice(0, 200)}…` : clean;
}

/** REDUCE: makes a numpy type or reads a numpy scalar. */
export function reduce(state: PickleState, callable: unknown, args: unknown): unknown {
  if (!isInner(callable) || callable.kind === 'type') {
    throw unsafePickle(state, 'calls something that is no function', { opcode: 'REDUCE' });
  }
  if (!Array.isArray(args)) throw invalidPickle(state, 'a call without a tuple of arguments');
  if (callable.kind === 'dtype') return dtype(state, args);
  const [type, content] = args as unknown[];
  if (args.length !== 2 || !isInner(type) || type.kind !== 'type' || !(content instanceof Uint8Array)) {
    throw invalidPickle(state, 'a numpy scalar in an unknown form');
  }
  return scalar(state, type, content);
}

function dtype(state: PickleState, args: readonly unknown[]): Dtype {
  const name = args[0];
  const parts = typeof name === 'string' ? /^([<>|=]?)([USbiuf])(\d{1,6})$/.exec(name) : null;
  if (parts === null) throw invalidPickle(state, `numpy type ${printable(String(name))}, which is not read`);
  return register({
    kind: 'type',
    letter: parts[2] as string,
    size: Number(parts[3]),
    bigEndian: parts[1] === '>',
  });
}

/** BUILD: gives a numpy type its byte order, (3, '<', None, None, None, …). */
export function build(state: PickleState, target: unknown, change: unknown): void {
  if (!isInner(target) || target.kind !== 'type') {
    throw unsafePickle(state, 'sets the state of an object', { opcode: 'BUILD' });
  }
  const [version, order, ...rest] = Array.isArray(change) ? (change as unknown[]) : [];
  const plain = rest.slice(0, 3).every((part) => part === null) && rest.length >= 3;
  if (version !== 3 || typeof order !== 'string' || !'<>|='.includes(order) || !plain) {
    throw invalidPickle(state, 'a numpy type in an unknown form');
  }
  target.bigEndian = order === '>';
}

function scalar(state: PickleState, type: Dtype, bytes: Uint8Array): unknown {
  const { letter, size } = type;
  const expected = letter === 'U' ? size * 4 : size;
  if (bytes.length !== expected) {
    throw invalidPickle(state, `a numpy value of ${bytes.length} bytes where ${expected} are due`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = !type.bigEndian;
  if (letter === 'U') return utf32(state, view, little);
  if (letter === 'S') return bytes.slice(0, lengthWithoutZeros(bytes));
  switch (`${letter}${size}`) {
    case 'b1':
      return bytes[0] !== 0;
    case 'i1':
      return view.getInt8(0);
    case 'u1':
      return view.getUint8(0);
    case 'i2':
      return view.getInt16(0, little);
    case 'u2':
      return view.getUint16(0, little);
    case 'i4':
      return view.getInt32(0, little);
    case 'u4':
      return view.getUint32(0, little);
    case 'i8':
      return fitted(view.getBigInt64(0, little));
    case 'u8':
      return fitted(view.getBigUint64(0, little));
    case 'f4':
      return view.getFloat32(0, little);
    case 'f8':
      return view.getFloat64(0, little);
    default:
      throw invalidPickle(state, `numpy type ${letter}${size}, which is not read`);
  }
}

function lengthWithoutZeros(bytes: Uint8Array): number {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0) length -= 1;
  return length;
}

/** A `numpy.str_` as a plain string; numpy pads with NULs at the end. */
function utf32(state: PickleState, view: DataView, little: boolean): string {
  let length = view.byteLength;
  while (length >= 4 && view.getUint32(length - 4, little) === 0) length -= 4;
  let text = '';
  for (let at = 0; at < length; at += 4) {
    const code = view.getUint32(at, little);
    if (code > 0x10ffff) throw invalidPickle(state, 'a numpy string with a character beyond Unicode');
    text += String.fromCodePoint(code);
  }
  return text;
}
