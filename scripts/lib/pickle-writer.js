// Writes BIRCO's test sets as pickles: {query: {id: text}, corpus: {id: text}, qrel: {query id: {document id: grade}}},
// protocol 4, one frame. Only what these files need: texts, grades, dicts, and query ids as `numpy.str_`.
// It is apart from src/testing/pickle-writer.ts because two things differ inside the outermost dict here: keys that are
// numpy scalars, and whole-numbered grades that must stay float.

const OP = {
  PROTO: 0x80,
  FRAME: 0x95,
  STOP: 0x2e,
  MARK: 0x28,
  NONE: 0x4e,
  EMPTY_DICT: 0x7d,
  SETITEMS: 0x75,
  MEMOIZE: 0x94,
  BINGET: 0x68,
  LONG_BINGET: 0x6a,
  SHORT_BINUNICODE: 0x8c,
  BINUNICODE: 0x58,
  SHORT_BINBYTES: 0x43,
  BINBYTES: 0x42,
  BININT1: 0x4b,
  BININT: 0x4a,
  BINFLOAT: 0x47,
  NEWTRUE: 0x88,
  NEWFALSE: 0x89,
  TUPLE: 0x74,
  TUPLE2: 0x86,
  TUPLE3: 0x87,
  STACK_GLOBAL: 0x93,
  REDUCE: 0x52,
  BUILD: 0x62,
};

/**
 * @param {{query: [string, string][], corpus: [string, string][], qrel: [string, [string, number][]][]}} set
 *   pairs, in the order in which they are to stand in the file
 * @param {{numpyQueryIds: boolean, floatGrades: boolean}} options floatGrades: 1 becomes 1.0, else int
 * @returns {Buffer}
 */
export function pickleTestSet(set, { numpyQueryIds, floatGrades }) {
  const pieces = [];
  const memo = new Map();
  let memoized = 0;
  const put = (...bytes) => pieces.push(Buffer.from(bytes));
  const number = (size, write) => {
    const bytes = Buffer.alloc(size);
    write(bytes);
    pieces.push(bytes);
  };
  const memoize = () => {
    put(OP.MEMOIZE);
    memoized += 1;
  };
  /** The value called `name`: from the memo, or made and kept. */
  const once = (name, make) => {
    const place = memo.get(name);
    if (place === undefined) {
      make();
      memo.set(name, memoized);
      memoize();
    } else if (place < 256) {
      put(OP.BINGET, place);
    } else {
      put(OP.LONG_BINGET);
      number(4, (bytes) => bytes.writeUInt32LE(place));
    }
  };
  const counted = (short, long, content) => {
    if (content.length < 256) {
      put(short, content.length);
    } else {
      put(long);
      number(4, (bytes) => bytes.writeUInt32LE(content.length));
    }
    pieces.push(content);
  };
  const text = (value) =>
    once(`text ${value}`, () => counted(OP.SHORT_BINUNICODE, OP.BINUNICODE, Buffer.from(value, 'utf8')));
  const int = (value) => {
    if (value < 256) {
      put(OP.BININT1, value);
    } else {
      put(OP.BININT);
      number(4, (bytes) => bytes.writeInt32LE(value));
    }
  };
  const grade = (value) => {
    if (!floatGrades) return int(value);
    put(OP.BINFLOAT);
    return number(8, (bytes) => bytes.writeDoubleBE(value));
  };
  const dict = (entries, key, value) => {
    put(OP.EMPTY_DICT);
    memoize();
    put(OP.MARK);
    for (const [name, content] of entries) {
      key(name);
      value(content);
    }
    put(OP.SETITEMS);
  };
  const global = (module, name) =>
    once(`global ${module} ${name}`, () => {
      text(module);
      text(name);
      put(OP.STACK_GLOBAL);
    });
  /** `dtype('U7', False, True)` with the state (3, '<', None, None, None, bytes, 4, 8). */
  const numpyType = (size) =>
    once(`dtype ${size}`, () => {
      global('numpy', 'dtype');
      text(`U${size}`);
      put(OP.NEWFALSE, OP.NEWTRUE, OP.TUPLE3, OP.REDUCE, OP.MARK, OP.BININT1, 3);
      text('<');
      put(OP.NONE, OP.NONE, OP.NONE);
      int(size * 4);
      put(OP.BININT1, 4, OP.BININT1, 8, OP.TUPLE, OP.BUILD);
    });
  const numpyText = (value) =>
    once(`numpy ${value}`, () => {
      const codes = Array.from(value, (character) => character.codePointAt(0));
      const content = Buffer.alloc(codes.length * 4);
      for (const [at, code] of codes.entries()) content.writeUInt32LE(code, at * 4);
      global('numpy.core.multiarray', 'scalar');
      numpyType(codes.length);
      counted(OP.SHORT_BINBYTES, OP.BINBYTES, content);
      put(OP.TUPLE2, OP.REDUCE);
    });

  const queryId = numpyQueryIds ? numpyText : text;
  const parts = [
    ['query', () => dict(set.query, queryId, text)],
    ['corpus', () => dict(set.corpus, text, text)],
    ['qrel', () => dict(set.qrel, queryId, (pool) => dict(pool, text, grade))],
  ];
  dict(parts, text, (write) => write());
  put(OP.STOP);

  const body = Buffer.concat(pieces);
  const head = Buffer.alloc(11);
  head.set([OP.PROTO, 4, OP.FRAME]);
  head.writeBigUInt64LE(BigInt(body.length), 3);
  return Buffer.concat([head, body]);
}
