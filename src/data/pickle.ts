import { QuadratError } from '../core/errors.ts';
import { isInner } from './pickle-numpy.ts';
import * as op from './pickle-opcodes.ts';
import { runRare } from './pickle-rare.ts';
import {
  below,
  closeMark,
  countTable,
  dictOf,
  invalidPickle,
  lengthAt,
  listOf,
  openPickle,
  type PickleState,
  pop,
  recall,
  remember,
  setEntry,
  top,
  unsafePickle,
} from './pickle-state.ts';
import { counted, utf8At } from './pickle-text.ts';

/** Bounds time and memory: every opcode makes at most one value. The largest known data file takes half a million. */
const MAX_STEPS = 10_000_000;

/** Deeper nesting would break readers that walk a value by recursion. */
const MAX_DEPTH = 500;

/**
 * Reads a pickle without running anything in it: data opcodes of protocols 0 to 5, and numpy scalars through
 * numpy's own two names.
 *
 * @param bytes the file's content
 * @param file its name, for messages
 * @returns dicts as `Map` in file order (keys of any kind; 1 and "1" stay apart), lists and tuples as arrays, sets as
 *   `Set`, numbers as numbers, integers beyond 2^53 as bigint, bytes as `Uint8Array`, None as null; a `numpy.str_` is
 *   a plain string, other numpy scalars are plain values too
 * @throws QuadratError `unsafe-pickle` with the name of any other global, or of an opcode that makes objects;
 *   `invalid-pickle` with the byte where the file is cut or wrong; `too-large`
 */
export function readPickle(bytes: Uint8Array, file: string): unknown {
  const state = openPickle(bytes, file);
  run(state);
  const value = pop(state);
  refuseUnfit(state, value);
  return value;
}

function run(state: PickleState): void {
  const { bytes, stack, memo } = state;
  const end = bytes.length;
  for (let steps = 0; ; steps += 1) {
    const at = state.at;
    if (at >= end) throw invalidPickle(state, end === 0 ? 'the file is empty' : 'the file ends too early');
    if (steps >= MAX_STEPS) throw tooManySteps(state);
    state.at = at + 1;
    const opcode = bytes[at] as number;
    switch (opcode) {
      case op.SHORT_BINUNICODE: {
        const from = at + 2;
        const to = from + (bytes[at + 1] as number);
        // Past the end of the file, or NaN where even the length is missing: `counted` says so.
        if (!(to <= end)) counted(state, 1);
        const text = utf8At(state, from, to);
        stack.push(text);
        // Python's pickler puts nearly every text into the memo at once.
        const memoized = bytes[to] === op.MEMOIZE && state.farMemo.size === 0;
        if (memoized) memo.push(text);
        state.at = memoized ? to + 1 : to;
        break;
      }
      case op.BINUNICODE: {
        const [from, to] = counted(state, 4);
        stack.push(utf8At(state, from, to));
        break;
      }
      case op.MEMOIZE:
        if (state.farMemo.size === 0) memo.push(top(state));
        else remember(state, memo.length + state.farMemo.size, top(state));
        break;
      case op.BINGET:
        stack.push(recall(state, lengthAt(state, 1)));
        break;
      case op.LONG_BINGET:
        stack.push(recall(state, lengthAt(state, 4)));
        break;
      case op.BINPUT:
        remember(state, lengthAt(state, 1), top(state));
        break;
      case op.MARK:
        state.marks.push(stack.length);
        break;
      case op.EMPTY_LIST:
        stack.push([]);
        break;
      case op.EMPTY_DICT:
        countTable(state);
        stack.push(new Map());
        break;
      case op.APPEND: {
        const item = pop(state);
        listOf(state, top(state)).push(item);
        break;
      }
      case op.APPENDS: {
        const mark = closeMark(state);
        const list = listOf(state, below(state, mark));
        for (let item = mark; item < stack.length; item += 1) list.push(stack[item]);
        stack.length = mark;
        break;
      }
      case op.SETITEM: {
        const value = pop(state);
        const key = pop(state);
        setEntry(state, dictOf(state, top(state)), key, value);
        break;
      }
      case op.SETITEMS: {
        const mark = closeMark(state);
        const dict = dictOf(state, below(state, mark));
        if ((stack.length - mark) % 2 !== 0) throw invalidPickle(state, 'a dict with a key and no value');
        for (let item = mark; item < stack.length; item += 2) {
          setEntry(state, dict, stack[item], stack[item + 1]);
        }
        stack.length = mark;
        break;
      }
      case op.BININT1:
        stack.push(lengthAt(state, 1));
        break;
      case op.BINFLOAT:
        if (end - at < 9) throw invalidPickle(state, 'the file ends within a number');
        stack.push(state.view.getFloat64(at + 1, false));
        state.at = at + 9;
        break;
      case op.FRAME: {
        const length = lengthAt(state, 8);
        if (length > end - state.at) {
          throw invalidPickle(
            state,
            `a part of ${length} bytes is declared where ${end - state.at} are left`,
          );
        }
        break;
      }
      case op.STOP:
        return;
      default:
        runRare(state, opcode);
    }
  }
}

function tooManySteps(state: PickleState): QuadratError {
  return new QuadratError('too-large', `the pickle has more than ${MAX_STEPS} steps`, {
    file: state.file,
    next: 'Split it, or save the data as JSON Lines.',
  });
}

/**
 * Refuses what no data file holds and what would hurt those who walk the value: nesting without measure (or a list
 * that holds itself), a small file that unfolds into a huge value, and numpy's types as values.
 */
function refuseUnfit(state: PickleState, root: unknown): void {
  const maxValues = 4_000_000 + 4 * state.bytes.length;
  const waiting: unknown[] = [root];
  const depths: number[] = [0];
  let values = 0;
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
    waiting.push(value);
    depths.push(depth);
  };
  while (waiting.length > 0) {
    const container = waiting.pop();
    const depth = depths.pop() ?? 0;
    if (depth > MAX_DEPTH) throw invalidPickle(state, `lists or dicts nested more than ${MAX_DEPTH} deep`);
    if (isInner(container))
      throw unsafePickle(state, 'holds a numpy type as a value', { global: 'numpy.dtype' });
    if (Array.isArray(container)) {
      values += container.length;
      for (let at = 0; at < container.length; at += 1) visit(container[at], depth + 1);
    } else if (container instanceof Map) {
      values += 2 * container.size;
      for (const [key, value] of container) {
        visit(key, depth + 1);
        visit(value, depth + 1);
      }
    } else if (container instanceof Set) {
      values += container.size;
      for (const item of container) visit(item, depth + 1);
    }
    if (values > maxValues) throw invalidPickle(state, 'it unfolds into more values than its size allows');
  }
}
