import { build, globalNamed, reduce } from './pickle-numpy.ts';
import * as op from './pickle-opcodes.ts';
import {
  closeMark,
  countTable,
  invalidPickle,
  lengthAt,
  need,
  type PickleState,
  pop,
  recall,
  remember,
  setEntry,
  takeGroup,
  takeLine,
  top,
  unsafePickle,
} from './pickle-state.ts';
import {
  byteString,
  counted,
  floatLine,
  integerLine,
  longAt,
  quotedLine,
  unicodeLine,
  utf8At,
} from './pickle-text.ts';

/** Runs an opcode that is not among the few of a long list or dict. */
export function runRare(state: PickleState, opcode: number): void {
  const { stack } = state;
  switch (opcode) {
    case op.PROTO: {
      const version = lengthAt(state, 1);
      if (version > 5) throw invalidPickle(state, `protocol ${version}; 0 to 5 are known`);
      return;
    }
    case op.NONE:
      stack.push(null);
      return;
    case op.NEWTRUE:
      stack.push(true);
      return;
    case op.NEWFALSE:
      stack.push(false);
      return;
    case op.POP:
      // Python's POP also takes away a MARK that has nothing above it.
      if (state.marks.length > 0 && state.marks[state.marks.length - 1] === stack.length) state.marks.pop();
      else pop(state);
      return;
    case op.POP_MARK:
      stack.length = closeMark(state);
      return;
    case op.DUP:
      stack.push(top(state));
      return;
    case op.STACK_GLOBAL: {
      const name = pop(state);
      const module = pop(state);
      if (typeof name !== 'string' || typeof module !== 'string') {
        throw invalidPickle(state, 'a global without a name');
      }
      stack.push(globalNamed(state, module, name));
      return;
    }
    case op.GLOBAL: {
      const module = takeLine(state);
      stack.push(globalNamed(state, module, takeLine(state)));
      return;
    }
    case op.REDUCE: {
      const args = pop(state);
      stack.push(reduce(state, pop(state), args));
      return;
    }
    case op.BUILD: {
      const change = pop(state);
      build(state, top(state), change);
      return;
    }
    default:
      if (!runNumber(state, opcode) && !runText(state, opcode) && !runGroup(state, opcode)) {
        throw refusal(state, opcode);
      }
  }
}

function refusal(state: PickleState, opcode: number): Error {
  const name = op.UNSAFE_OPCODES.get(opcode);
  if (name === undefined) {
    return invalidPickle(state, `unknown opcode 0x${opcode.toString(16).padStart(2, '0')}`, state.at - 1);
  }
  if (name !== 'INST') return unsafePickle(state, `asks for an object (${name})`, { opcode: name });
  globalNamed(state, takeLine(state), takeLine(state));
  return unsafePickle(state, 'asks for an object (INST)', { opcode: name });
}

function runNumber(state: PickleState, opcode: number): boolean {
  const { stack, view } = state;
  switch (opcode) {
    case op.BININT:
      need(state, 4);
      stack.push(view.getInt32(state.at, true));
      state.at += 4;
      return true;
    case op.BININT2:
      need(state, 2);
      stack.push(view.getUint16(state.at, true));
      state.at += 2;
      return true;
    case op.LONG1:
      stack.push(longAt(state, 1));
      return true;
    case op.LONG4:
      stack.push(longAt(state, 4));
      return true;
    case op.INT:
      stack.push(integerLine(state, false));
      return true;
    case op.LONG:
      stack.push(integerLine(state, true));
      return true;
    case op.FLOAT:
      stack.push(floatLine(state));
      return true;
    default:
      return false;
  }
}

function runText(state: PickleState, opcode: number): boolean {
  const { stack } = state;
  switch (opcode) {
    case op.BINUNICODE8:
      stack.push(utf8At(state, ...counted(state, 8)));
      return true;
    case op.SHORT_BINBYTES:
      stack.push(state.bytes.slice(...counted(state, 1)));
      return true;
    case op.BINBYTES:
      stack.push(state.bytes.slice(...counted(state, 4)));
      return true;
    case op.BINBYTES8:
    case op.BYTEARRAY8:
      stack.push(state.bytes.slice(...counted(state, 8)));
      return true;
    case op.SHORT_BINSTRING:
      stack.push(byteString(state, 1));
      return true;
    case op.BINSTRING:
      stack.push(byteString(state, 4));
      return true;
    case op.STRING:
      stack.push(quotedLine(state));
      return true;
    case op.UNICODE:
      stack.push(unicodeLine(state));
      return true;
    default:
      return false;
  }
}

function runGroup(state: PickleState, opcode: number): boolean {
  const { stack } = state;
  switch (opcode) {
    case op.EMPTY_TUPLE:
      stack.push([]);
      return true;
    case op.TUPLE1:
      stack.push([pop(state)]);
      return true;
    case op.TUPLE2: {
      const second = pop(state);
      stack.push([pop(state), second]);
      return true;
    }
    case op.TUPLE3: {
      const third = pop(state);
      const second = pop(state);
      stack.push([pop(state), second, third]);
      return true;
    }
    case op.TUPLE:
    case op.LIST: {
      const group = takeGroup(state);
      stack.push(group);
      return true;
    }
    case op.DICT: {
      const group = takeGroup(state);
      if (group.length % 2 !== 0) throw invalidPickle(state, 'a dict with a key and no value');
      countTable(state);
      const dict = new Map<unknown, unknown>();
      for (let at = 0; at < group.length; at += 2) setEntry(state, dict, group[at], group[at + 1]);
      stack.push(dict);
      return true;
    }
    case op.EMPTY_SET:
      countTable(state);
      stack.push(new Set());
      return true;
    case op.ADDITEMS: {
      const group = takeGroup(state);
      const set = top(state);
      if (!(set instanceof Set)) throw invalidPickle(state, 'an item is added to something that is no set');
      for (const item of group) set.add(item);
      return true;
    }
    case op.FROZENSET: {
      const group = takeGroup(state);
      countTable(state);
      stack.push(new Set(group));
      return true;
    }
    case op.GET:
      stack.push(recall(state, memoIndex(state)));
      return true;
    case op.PUT:
      remember(state, memoIndex(state), top(state));
      return true;
    case op.LONG_BINPUT:
      remember(state, lengthAt(state, 4), top(state));
      return true;
    default:
      return false;
  }
}

function memoIndex(state: PickleState): number {
  const position = state.at;
  const line = takeLine(state);
  if (!/^\d{1,15}$/.test(line)) throw invalidPickle(state, 'a place in the memo that is no number', position);
  return Number(line);
}
