import { QuadratError } from '../core/errors.ts';

/** A pickle while it is read. */
export interface PickleState {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly buffer: Buffer;
  readonly view: DataView;
  /** The bytes as Latin-1, so that an ASCII text is a slice. */
  readonly text: string;
  /** The next byte to read. */
  at: number;
  readonly stack: unknown[];
  /** Heights of the stack at the open MARKs. */
  readonly marks: number[];
  /** Memo entries 0, 1, 2, … without a gap, and those written out of turn. */
  readonly memo: unknown[];
  readonly farMemo: Map<number, unknown>;
  /** Dicts and sets made so far. */
  tables: number;
}

/** An empty Map costs some 200 bytes for the one byte that asks for it; no data set comes near this number. */
const MAX_TABLES = 1_000_000;

/** V8 makes no longer text. */
const MAX_BYTES = 500_000_000;

export function openPickle(bytes: Uint8Array, file: string): PickleState {
  if (bytes.length > MAX_BYTES) {
    throw new QuadratError('too-large', `the pickle has ${bytes.length} bytes`, {
      file,
      next: `At most ${MAX_BYTES} bytes are read.`,
    });
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    file,
    // Not a Buffer, whose `slice` would not copy.
    bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    buffer,
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    text: buffer.toString('latin1'),
    at: 0,
    stack: [],
    marks: [],
    memo: [],
    farMemo: new Map(),
    tables: 0,
  };
}

/** @param position the byte where it is wrong; by default the next one to be read */
export function invalidPickle(state: PickleState, what: string, position: number = state.at): QuadratError {
  return new QuadratError('invalid-pickle', `not a whole, valid pickle: ${what}, at byte ${position}`, {
    file: state.file,
    next: 'Fetch or write the file again.',
    data: { position },
  });
}

export function unsafePickle(state: PickleState, what: string, data: Record<string, unknown>): QuadratError {
  return new QuadratError('unsafe-pickle', `the pickle ${what}; nothing of it was run`, {
    file: state.file,
    next: 'Only plain data and numpy scalars are read. Save the data as JSON, or as plain dicts and lists.',
    data: { position: state.at, ...data },
  });
}

export function need(state: PickleState, bytes: number): void {
  const left = state.bytes.length - state.at;
  if (left < bytes) {
    throw invalidPickle(
      state,
      `the file ends where ${bytes} more ${bytes === 1 ? 'byte is' : 'bytes are'} due`,
    );
  }
}

/** An unsigned little-endian number of 1, 4 or 8 bytes. */
export function lengthAt(state: PickleState, size: 1 | 4 | 8): number {
  need(state, size);
  const at = state.at;
  state.at = at + size;
  if (size === 1) return state.bytes[at] as number;
  const low = state.view.getUint32(at, true);
  return size === 4 ? low : low + state.view.getUint32(at + 4, true) * 2 ** 32;
}

/** The text up to the next line feed, as Latin-1. */
export function takeLine(state: PickleState): string {
  const end = state.text.indexOf('\n', state.at);
  if (end < 0) throw invalidPickle(state, 'the file ends within a line');
  const line = state.text.slice(state.at, end);
  state.at = end + 1;
  return line;
}

export function pop(state: PickleState): unknown {
  const { stack, marks } = state;
  const floor = marks.length === 0 ? 0 : (marks[marks.length - 1] as number);
  if (stack.length <= floor) throw invalidPickle(state, 'a value is taken where none is');
  return stack.pop();
}

export function top(state: PickleState): unknown {
  return below(state, state.stack.length);
}

/** The value just under a height of the stack. */
export function below(state: PickleState, height: number): unknown {
  const { stack, marks } = state;
  const floor = marks.length === 0 ? 0 : (marks[marks.length - 1] as number);
  if (height <= floor) throw invalidPickle(state, 'a value is needed where none is');
  return stack[height - 1];
}

/** Closes the last MARK. @returns the height of the stack at it */
export function closeMark(state: PickleState): number {
  const mark = state.marks.pop();
  if (mark === undefined) throw invalidPickle(state, 'a group is closed that was not opened');
  return mark;
}

/** The values since the last MARK, taken off the stack. */
export function takeGroup(state: PickleState): unknown[] {
  return state.stack.splice(closeMark(state));
}

export function countTable(state: PickleState): void {
  state.tables += 1;
  if (state.tables > MAX_TABLES) throw invalidPickle(state, `more than ${MAX_TABLES} dicts and sets`);
}

export function recall(state: PickleState, index: number): unknown {
  const value = index < state.memo.length ? state.memo[index] : state.farMemo.get(index);
  if (value === undefined) throw invalidPickle(state, `entry ${index} of the memo is not there`);
  return value;
}

export function remember(state: PickleState, index: number, value: unknown): void {
  const { memo, farMemo } = state;
  if (index > memo.length) {
    farMemo.set(index, value);
    return;
  }
  memo[index] = value;
  while (farMemo.size > 0 && farMemo.has(memo.length)) {
    const next = memo.length;
    memo.push(farMemo.get(next));
    farMemo.delete(next);
  }
}

/** The list on top of the stack. */
export function listOf(state: PickleState, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw invalidPickle(state, 'an item is added to something that is no list');
  return value;
}

/** The dict on top of the stack. */
export function dictOf(state: PickleState, value: unknown): Map<unknown, unknown> {
  if (!(value instanceof Map)) throw invalidPickle(state, 'an entry is set in something that is no dict');
  return value;
}

export function setEntry(
  state: PickleState,
  dict: Map<unknown, unknown>,
  key: unknown,
  value: unknown,
): void {
  if (key instanceof Map) throw invalidPickle(state, 'a dict is the key of a dict');
  dict.set(key, value);
}

/** A number where it is exact, else a bigint. */
export function fitted(value: bigint): number | bigint {
  const plain = Number(value);
  return Number.isSafeInteger(plain) ? plain : value;
}
