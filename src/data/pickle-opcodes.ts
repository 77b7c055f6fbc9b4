// The opcodes of pickle protocols 0 to 5, as the module documentation of Python's `pickletools` gives them.

export const MARK = 0x28;
export const EMPTY_TUPLE = 0x29;
export const STOP = 0x2e;
export const POP = 0x30;
export const POP_MARK = 0x31;
export const DUP = 0x32;
export const BINBYTES = 0x42;
export const SHORT_BINBYTES = 0x43;
export const FLOAT = 0x46;
export const BINFLOAT = 0x47;
export const INT = 0x49;
export const BININT = 0x4a;
export const BININT1 = 0x4b;
export const LONG = 0x4c;
export const BININT2 = 0x4d;
export const NONE = 0x4e;
export const REDUCE = 0x52;
export const STRING = 0x53;
export const BINSTRING = 0x54;
export const SHORT_BINSTRING = 0x55;
export const UNICODE = 0x56;
export const BINUNICODE = 0x58;
export const EMPTY_LIST = 0x5d;
export const APPEND = 0x61;
export const BUILD = 0x62;
export const GLOBAL = 0x63;
export const DICT = 0x64;
export const APPENDS = 0x65;
export const GET = 0x67;
export const BINGET = 0x68;
export const LONG_BINGET = 0x6a;
export const LIST = 0x6c;
export const PUT = 0x70;
export const BINPUT = 0x71;
export const LONG_BINPUT = 0x72;
export const SETITEM = 0x73;
export const TUPLE = 0x74;
export const SETITEMS = 0x75;
export const EMPTY_DICT = 0x7d;
export const PROTO = 0x80;
export const TUPLE1 = 0x85;
export const TUPLE2 = 0x86;
export const TUPLE3 = 0x87;
export const NEWTRUE = 0x88;
export const NEWFALSE = 0x89;
export const LONG1 = 0x8a;
export const LONG4 = 0x8b;
export const SHORT_BINUNICODE = 0x8c;
export const BINUNICODE8 = 0x8d;
export const BINBYTES8 = 0x8e;
export const EMPTY_SET = 0x8f;
export const ADDITEMS = 0x90;
export const FROZENSET = 0x91;
export const STACK_GLOBAL = 0x93;
export const MEMOIZE = 0x94;
export const FRAME = 0x95;
export const BYTEARRAY8 = 0x96;

/** Opcodes that make an object by calling something, or that need something outside the file. All are refused. */
export const UNSAFE_OPCODES: ReadonlyMap<number, string> = new Map([
  [0x50, 'PERSID'],
  [0x51, 'BINPERSID'],
  [0x69, 'INST'],
  [0x6f, 'OBJ'],
  [0x81, 'NEWOBJ'],
  [0x82, 'EXT1'],
  [0x83, 'EXT2'],
  [0x84, 'EXT4'],
  [0x92, 'NEWOBJ_EX'],
  [0x97, 'NEXT_BUFFER'],
  [0x98, 'READONLY_BUFFER'],
]);
