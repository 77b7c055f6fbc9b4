/** What {@link writePickle} can write; maps become dicts, arrays lists. */
export type Picklable =
  | string
  | number
  | boolean
  | null
  | readonly Picklable[]
  | ReadonlyMap<string | number, Picklable>;

export interface PickleOptions {
  /** Write the string keys of the outermost dict as `numpy.str_`, as some of BIRCO's files have them. */
  readonly numpyStringKeys?: boolean;
}

/** What is written so far: pieces of bytes, and the place of each memoized value. */
interface Writer {
  readonly pieces: Uint8Array[];
  readonly memo: Map<string, number>;
  memoized: number;
}

/**
 * Writes a pickle (protocol 4, one frame) that Python and Quadrat read, for samples and tests.
 *
 * @param value whole numbers become int, others float; strings that occur again are taken from the memo
 * @throws RangeError for a whole number beyond 32 bits
 */
export function writePickle(value: Picklable, options: PickleOptions = {}): Uint8Array {
  const writer: Writer = { pieces: [], memo: new Map(), memoized: 0 };
  if (options.numpyStringKeys === true && value instanceof Map) {
    writeDict(writer, value, (key) => writeNumpyString(writer, String(key)));
  } else {
    write(writer, value);
  }
  const body = Buffer.concat([...writer.pieces, Buffer.from('.')]);
  const head = Buffer.alloc(11);
  head.set([0x80, 4, 0x95]);
  head.writeBigUInt64LE(BigInt(body.length), 3);
  return new Uint8Array(Buffer.concat([head, body]));
}

function write(writer: Writer, value: Picklable): void {
  const put = (...bytes: number[]): unknown => writer.pieces.push(Uint8Array.from(bytes));
  if (value === null) put(0x4e);
  else if (typeof value === 'boolean') put(value ? 0x88 : 0x89);
  else if (typeof value === 'number') writeNumber(writer, value);
  else if (typeof value === 'string') writeString(writer, value);
  else if (value instanceof Map) writeDict(writer, value, (key) => write(writer, key));
  else if (Array.isArray(value)) writeList(writer, value);
}

function memoize(writer: Writer): void {
  writer.pieces.push(Uint8Array.of(0x94));
  writer.memoized += 1;
}

/** Writes the value under `name` from the memo, or by `make`, which is then memoized. */
function once(writer: Writer, name: string, make: () => void): void {
  const place = writer.memo.get(name);
  if (place === undefined) {
    make();
    writer.memo.set(name, writer.memoized);
    memoize(writer);
  } else if (place < 256) {
    writer.pieces.push(Uint8Array.of(0x68, place));
  } else {
    const get = Buffer.alloc(5, 0x6a);
    get.writeUInt32LE(place, 1);
    writer.pieces.push(get);
  }
}

function writeString(writer: Writer, text: string): void {
  once(writer, `s${text}`, () => {
    const bytes = Buffer.from(text, 'utf8');
    const head = bytes.length < 256 ? Buffer.of(0x8c, bytes.length) : Buffer.alloc(5, 0x58);
    if (bytes.length >= 256) head.writeUInt32LE(bytes.length, 1);
    writer.pieces.push(head, bytes);
  });
}

function writeNumber(writer: Writer, value: number): void {
  if (!Number.isInteger(value) || Object.is(value, -0)) {
    const bytes = Buffer.alloc(9, 0x47);
    bytes.writeDoubleBE(value, 1);
    writer.pieces.push(bytes);
  } else if (value >= 0 && value < 256) {
    writer.pieces.push(Uint8Array.of(0x4b, value));
  } else {
    const bytes = Buffer.alloc(5, 0x4a);
    bytes.writeInt32LE(value, 1);
    writer.pieces.push(bytes);
  }
}

function writeList(writer: Writer, list: readonly Picklable[]): void {
  writer.pieces.push(Uint8Array.of(0x5d));
  memoize(writer);
  if (list.length === 0) return;
  writer.pieces.push(Uint8Array.of(0x28));
  for (const item of list) write(writer, item);
  writer.pieces.push(Uint8Array.of(0x65));
}

function writeDict(
  writer: Writer,
  dict: ReadonlyMap<string | number, Picklable>,
  writeKey: (key: string | number) => void,
): void {
  writer.pieces.push(Uint8Array.of(0x7d));
  memoize(writer);
  if (dict.size === 0) return;
  writer.pieces.push(Uint8Array.of(0x28));
  for (const [key, value] of dict) {
    writeKey(key);
    write(writer, value);
  }
  writer.pieces.push(Uint8Array.of(0x75));
}

/** `numpy.core.multiarray.scalar(dtype('U7'), bytes)`, the type with its state (3, '<', None, None, None, …). */
function writeNumpyString(writer: Writer, text: string): void {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const size = Math.max(1, codes.length);
  const { pieces } = writer;
  const name = (module: string, attribute: string): void =>
    once(writer, `g${module}.${attribute}`, () => {
      writeString(writer, module);
      writeString(writer, attribute);
      pieces.push(Uint8Array.of(0x93));
    });
  name('numpy.core.multiarray', 'scalar');
  once(writer, `t${size}`, () => {
    name('numpy', 'dtype');
    writeString(writer, `U${size}`);
    pieces.push(Uint8Array.of(0x89, 0x88, 0x87, 0x52)); // (name, False, True), called
    pieces.push(Uint8Array.of(0x28, 0x4b, 3));
    writeString(writer, '<');
    pieces.push(Uint8Array.of(0x4e, 0x4e, 0x4e));
    writeNumber(writer, size * 4);
    pieces.push(Uint8Array.of(0x4b, 4, 0x4b, 8, 0x74, 0x62));
  });
  const content = Buffer.alloc(size * 4);
  codes.forEach((code, at) => {
    content.writeUInt32LE(code, at * 4);
  });
  const head = content.length < 256 ? Buffer.of(0x43, content.length) : Buffer.alloc(5, 0x42);
  if (content.length >= 256) head.writeUInt32LE(content.length, 1);
  pieces.push(head, content, Uint8Array.of(0x86, 0x52)); // (type, bytes), called
  memoize(writer);
}
