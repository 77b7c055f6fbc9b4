/** What follows an opcode: so many bytes, a length of so many bytes and its content, or lines of text. */
type Argument = number | { readonly length: 1 | 4 | 8 } | { readonly lines: number };

const NAMES: ReadonlyMap<number, readonly [name: string, argument: Argument]> = new Map([
  [0x28, ['MARK', 0]],
  [0x29, ['EMPTY_TUPLE', 0]],
  [0x2e, ['STOP', 0]],
  [0x43, ['SHORT_BINBYTES', { length: 1 }]],
  [0x42, ['BINBYTES', { length: 4 }]],
  [0x47, ['BINFLOAT', 8]],
  [0x4a, ['BININT', 4]],
  [0x4b, ['BININT1', 1]],
  [0x4d, ['BININT2', 2]],
  [0x4e, ['NONE', 0]],
  [0x52, ['REDUCE', 0]],
  [0x58, ['BINUNICODE', { length: 4 }]],
  [0x5d, ['EMPTY_LIST', 0]],
  [0x61, ['APPEND', 0]],
  [0x62, ['BUILD', 0]],
  [0x63, ['GLOBAL', { lines: 2 }]],
  [0x65, ['APPENDS', 0]],
  [0x68, ['BINGET', 1]],
  [0x6a, ['LONG_BINGET', 4]],
  [0x73, ['SETITEM', 0]],
  [0x74, ['TUPLE', 0]],
  [0x75, ['SETITEMS', 0]],
  [0x7d, ['EMPTY_DICT', 0]],
  [0x80, ['PROTO', 1]],
  [0x85, ['TUPLE1', 0]],
  [0x86, ['TUPLE2', 0]],
  [0x87, ['TUPLE3', 0]],
  [0x88, ['NEWTRUE', 0]],
  [0x89, ['NEWFALSE', 0]],
  [0x8a, ['LONG1', { length: 1 }]],
  [0x8c, ['SHORT_BINUNICODE', { length: 1 }]],
  [0x93, ['STACK_GLOBAL', 0]],
  [0x94, ['MEMOIZE', 0]],
  [0x95, ['FRAME', 8]],
]);

/**
 * Counts the opcodes of a pickle without reading it, from a table of its own, so that tests can say what a file
 * consists of.
 *
 * @throws RangeError for an opcode that no data file of ours has
 */
export function countOpcodes(bytes: Uint8Array): Map<string, number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const counts = new Map<string, number>();
  let at = 0;
  while (at < bytes.length) {
    const code = view.getUint8(at);
    const [name, argument] = NAMES.get(code) ?? [];
    if (name === undefined || argument === undefined) throw new RangeError(`opcode ${code} at byte ${at}`);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    at = behindArgument(bytes, view, at + 1, argument);
    if (name === 'STOP') return counts;
  }
  throw new RangeError('no STOP');
}

function behindArgument(bytes: Uint8Array, view: DataView, from: number, argument: Argument): number {
  if (typeof argument === 'number') return from + argument;
  if ('length' in argument) {
    if (argument.length === 1) return from + 1 + view.getUint8(from);
    if (argument.length === 4) return from + 4 + view.getUint32(from, true);
    return from + 8 + Number(view.getBigUint64(from, true));
  }
  let at = from;
  for (let line = 0; line < argument.lines; line += 1) at = bytes.indexOf(0x0a, at) + 1;
  return at;
}
