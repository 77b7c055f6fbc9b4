import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QuadratError } from '../core/errors.ts';
import { type Picklable, writePickle } from '../testing/pickle-writer.ts';
import { readPickle } from './pickle.ts';

/** Bytes of a pickle: numbers are bytes, texts are ASCII. */
function raw(...parts: (number | string | Uint8Array)[]): Uint8Array {
  return new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part)))),
  );
}
const read = (...parts: (number | string | Uint8Array)[]): unknown => readPickle(raw(...parts), 'x.pickle');

function refusal(bytes: Uint8Array): QuadratError {
  try {
    readPickle(bytes, 'x.pickle');
  } catch (error) {
    if (error instanceof QuadratError) return error;
    throw error;
  }
  throw new Error('was read');
}
const code = (...parts: (number | string | Uint8Array)[]): string => refusal(raw(...parts)).code;

describe('values', () => {
  it('reads dicts as maps in file order, with 1 and "1" apart', () => {
    const value = readPickle(
      writePickle(
        new Map<string | number, Picklable>([
          ['20141', 1],
          ['2', 0.5],
          ['1', true],
          [1, null],
          ['__proto__', ['a', 'a']],
        ]),
      ),
      'x',
    ) as Map<unknown, unknown>;
    expect([...value]).toEqual([
      ['20141', 1],
      ['2', 0.5],
      ['1', true],
      [1, null],
      ['__proto__', ['a', 'a']],
    ]);
    expect(({} as { length?: number }).length).toBeUndefined();
  });

  it.each([
    ['0 protocol 0', ['(lp0\nI1\naI-7\naL12L\naF0.5\nasS"a\\x41b"\n.'], 'invalid-pickle'],
    [
      'list',
      ['(lp0\nI1\naI-7\naL12L\naF0.5\naI01\naI00\naS"a\\x41b\\n"\na.'],
      [1, -7, 12, 0.5, true, false, 'aAb\n'],
    ],
    [
      'dict',
      ["(dp0\nS'a'\nI1\nsVb\\u4e2d\\U0001f600\nNs."],
      new Map<unknown, unknown>([
        ['a', 1],
        ['b中😀', null],
      ]),
    ],
    ['memo', ['(lp5\nVx\np900000\nag900000\na.'], ['x', 'x']],
    ['infinities', ['(Finf\nF-inf\nFnan\nF1e5\nF1.\nt.'], [Infinity, -Infinity, Number.NaN, 1e5, 1]],
  ])('reads protocol 0: %s', (_name, parts, expected) => {
    if (expected === 'invalid-pickle') expect(code(...parts)).toBe(expected);
    else expect(read(...parts)).toEqual(expected);
  });

  it.each<[string, (number | string | Uint8Array)[], unknown]>([
    ['BININT', ['J', 0xff, 0xff, 0xff, 0x7f, '.'], 2147483647],
    ['BININT negative', ['J', 0xfe, 0xff, 0xff, 0xff, '.'], -2],
    ['BININT2', ['M', 1, 2, '.'], 513],
    ['LONG1 empty', [0x8a, 0, '.'], 0],
    ['LONG1 -1', [0x8a, 1, 0xff, '.'], -1],
    ['LONG1 255', [0x8a, 2, 0xff, 0, '.'], 255],
    ['LONG1 2^53 - 1', [0x8a, 7, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f, '.'], 2 ** 53 - 1],
    ['LONG1 2^53', [0x8a, 7, 0, 0, 0, 0, 0, 0, 0x20, '.'], 2n ** 53n],
    ['LONG4 -2^63', [0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, '.'], -(2n ** 63n)],
    ['LONG text', ['L-9223372036854775808L\n.'], -(2n ** 63n)],
    ['BINFLOAT', ['G', 0x3f, 0xb9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9a, '.'], 0.1],
    ['bytes', ['C', 2, 0, 255, '.'], Uint8Array.of(0, 255)],
    ['BINBYTES8', [0x8e, 1, 0, 0, 0, 0, 0, 0, 0, 'x', '.'], Uint8Array.of(120)],
    ['bytearray', [0x96, 1, 0, 0, 0, 0, 0, 0, 0, 'x', '.'], Uint8Array.of(120)],
    ['BINUNICODE8', [0x8d, 1, 0, 0, 0, 0, 0, 0, 0, 'x', '.'], 'x'],
    ['Python 2 strings', ['U', 1, 'aT', 1, 0, 0, 0, 'b', 0x86, '.'], ['a', 'b']],
    ['tuples', [')K', 1, 0x85, 'NN', 0x86, 0x88, 0x89, 'N', 0x87, 't.'], 'invalid-pickle'],
    [
      'tuples in a tuple',
      ['()K', 1, 0x85, 'NN', 0x86, 0x88, 0x89, 'N', 0x87, 't.'],
      [[], [1], [null, null], [true, false, null]],
    ],
    ['set', [0x8f, '(K', 1, 'K', 2, 0x90, '.'], new Set([1, 2])],
    ['frozenset', ['(K', 1, 0x91, '.'], new Set([1])],
    ['POP and POP_MARK', ['K', 1, 'K', 2, '0(K', 3, 'K', 4, '1.'], 1],
    ['DUP', [']K', 1, '2', 0x86, 'a.'], [[1, 1]]],
    [
      'BINPUT and LONG_BINPUT',
      ['(U', 1, 'aq', 0, 'r', 7, 0, 0, 0, 'h', 0, 'j', 7, 0, 0, 0, 't.'],
      ['a', 'a', 'a'],
    ],
    ['what follows the end is not read', ['N.garbage'], null],
  ])('reads %s', (_name, parts, expected) => {
    if (expected === 'invalid-pickle') expect(code(...parts)).toBe(expected);
    else expect(read(...parts)).toEqual(expected);
  });

  it('reads text beyond ASCII, and lone surrogates as Python writes them', () => {
    const utf8 = Buffer.from('中文 😀 é\u0000');
    expect(read(0x8c, utf8.length, utf8, '.')).toBe('中文 😀 é\u0000');
    expect(read(0x8c, 5, 'a', 0xed, 0xa0, 0x80, 'b', '.')).toBe('a\ud800b');
    expect(read(0x8c, 4, '\ufeff', 'x', '.')).toBe('\ufeffx');
    expect(code(0x8c, 2, 0xff, 'a', '.')).toBe('invalid-pickle');
    expect(code(0x8c, 4, 0xed, 0xa0, 0x80, 0xff, '.')).toBe('invalid-pickle');
  });

  it('finds memo entries again that were written out of turn', () => {
    expect(
      read('(Va\nr', 2, 0, 0, 0, 'Vb\n', 0x94, 'Vc\nq', 0, 'Vd\nq', 1, 'j', 2, 0, 0, 0, 'h', 0, 'h', 1, 't.'),
    ).toEqual(['a', 'b', 'c', 'd', 'a', 'c', 'd']);
  });
});

describe('numpy', () => {
  const scalar = (module: string, type: string, order: string, content: Uint8Array): Uint8Array =>
    raw(
      `c${module}\nscalar\ncnumpy\ndtype\n(U`,
      type.length,
      type,
      0x89,
      0x88,
      'tR(K',
      3,
      'U',
      1,
      order,
      'NNNJ',
      255,
      255,
      255,
      255,
      'J',
      255,
      255,
      255,
      255,
      'K',
      0,
      'tb',
      'C',
      content.length,
      content,
      0x86,
      'R.',
    ); // biome keeps long rows of bytes whole

  it('gives plain strings for numpy.str_, of both names of its module', () => {
    const utf32 = Buffer.from('q\0\0\0\0\xf6\x01\0\0\0\0\0', 'latin1');
    for (const module of ['numpy.core.multiarray', 'numpy._core.multiarray']) {
      expect(readPickle(scalar(module, 'U3', '<', utf32), 'x')).toBe('q😀');
    }
    expect(readPickle(scalar('numpy.core.multiarray', 'U1', '>', Uint8Array.of(0, 0, 0x4e, 0x2d)), 'x')).toBe(
      '中',
    );
    expect(readPickle(scalar('numpy.core.multiarray', 'U1', '<', new Uint8Array(4)), 'x')).toBe('');
  });

  it.each<[string, string, number[], unknown]>([
    ['f8', '<', [0, 0, 0, 0, 0, 0, 0xe0, 0x3f], 0.5],
    ['f8', '>', [0x3f, 0xe0, 0, 0, 0, 0, 0, 0], 0.5],
    ['f4', '<', [0, 0, 0, 0x3f], 0.5],
    ['i8', '<', [0xfe, 255, 255, 255, 255, 255, 255, 255], -2],
    ['i8', '<', [0, 0, 0, 0, 0, 0, 0, 0x80], -(2n ** 63n)],
    ['u8', '<', [255, 255, 255, 255, 255, 255, 255, 255], 2n ** 64n - 1n],
    ['i4', '<', [0xfe, 255, 255, 255], -2],
    ['u4', '<', [0xfe, 255, 255, 255], 4294967294],
    ['i2', '>', [1, 0], 256],
    ['u2', '<', [1, 0], 1],
    ['i1', '|', [255], -1],
    ['u1', '|', [255], 255],
    ['b1', '|', [1], true],
    ['b1', '|', [0], false],
    ['S3', '|', [97, 98, 0], Uint8Array.of(97, 98)],
  ])('reads %s, order %s', (type, order, content, expected) => {
    expect(readPickle(scalar('numpy.core.multiarray', type, order, Uint8Array.from(content)), 'x')).toEqual(
      expected,
    );
  });

  it('refuses other types, wrong sizes and numpy types as values', () => {
    const module = 'numpy.core.multiarray';
    expect(refusal(scalar(module, 'M8', '<', new Uint8Array(8))).message).toContain('M8');
    expect(refusal(scalar(module, 'f2', '<', new Uint8Array(2))).message).toContain('f2');
    expect(refusal(scalar(module, 'U2', '<', new Uint8Array(4))).code).toBe('invalid-pickle');
    expect(refusal(scalar(module, 'U1', '<', Uint8Array.of(0, 0, 0x11, 0))).code).toBe('invalid-pickle');
    expect(code('cnumpy\ndtype\n.')).toBe('unsafe-pickle');
    expect(code('(cnumpy\ndtype\n(U', 2, 'f8tRt.')).toBe('unsafe-pickle');
    expect(code('cnumpy\ndtype\n(U', 2, 'f8tR)R.')).toBe('unsafe-pickle');
  });

  it('reads what the writer makes with numpy keys', () => {
    const value = new Map([
      ['q_1', ['c_1', 'c_2']],
      ['q_22', ['c_1']],
      ['中', []],
      ['x'.repeat(80), []],
    ]);
    expect(readPickle(writePickle(value, { numpyStringKeys: true }), 'x')).toEqual(value);
  });
});

describe('refusals', () => {
  it.each<[string, (number | string | Uint8Array)[], string]>([
    ['GLOBAL', ['cos\ngetcwd\n(tR.'], 'os.getcwd'],
    ['GLOBAL posix.system', [0x80, 2, 'cposix\nsystem\nX', 4, 0, 0, 0, 'true', 0x85, 'R.'], 'posix.system'],
    ['STACK_GLOBAL', [0x80, 4, 0x8c, 8, 'builtins', 0x8c, 4, 'eval', 0x93, '.'], 'builtins.eval'],
    ['INST', ['(ios\nsystem\n.'], 'os.system'],
    ['a part of numpy', ['cnumpy.core.multiarray\n_reconstruct\n.'], 'numpy.core.multiarray._reconstruct'],
    ['a name cut elsewhere', ['cnumpy.core\nmultiarray.scalar\n.'], 'numpy.core.multiarray.scalar'],
    ['the encoder of old bytes', ['c_codecs\nencode\n.'], '_codecs.encode'],
    ['control characters', ['cos\n\x1b[31mgetcwd\n.'], 'os.?[31mgetcwd'],
  ])('names the global: %s', (_name, parts, global) => {
    const error = refusal(raw(...parts));
    expect(error.code).toBe('unsafe-pickle');
    expect(error.message).toContain(global);
    expect(error.place.file).toBe('x.pickle');
  });

  it.each([
    ['PERSID', ['Pid\n.']],
    ['BINPERSID', ['NQ.']],
    ['OBJ', ['(No.']],
    ['NEWOBJ', ['N)', 0x81, '.']],
    ['NEWOBJ_EX', ['N)}', 0x92, '.']],
    ['EXT1', [0x82, 1, '.']],
    ['NEXT_BUFFER', [0x97, '.']],
    ['REDUCE', ['Vx\n)R.']],
    ['BUILD', ['}}b.']],
  ])('names the opcode: %s', (name, parts) => {
    const error = refusal(raw(...parts));
    expect(error.code).toBe('unsafe-pickle');
    expect(error.data.opcode).toBe(name);
  });

  it.each<[string, (number | string)[], number]>([
    ['an empty file', [], 0],
    ['no STOP', ['N'], 1],
    ['a cut text', [0x8c, 5, 'ab'], 2],
    ['a missing length', [0x8c], 1],
    ['a huge declared length', ['X', 255, 255, 255, 255, 'a.'], 5],
    ['a huge declared length of 8 bytes', [0x8e, 255, 255, 255, 255, 255, 255, 255, 255, 'a.'], 9],
    ['a huge integer', [0x8b, 255, 255, 255, 127, '.'], 5],
    ['a frame beyond the end', [0x80, 4, 0x95, 9, 0, 0, 0, 0, 0, 0, 0, 'N.'], 11],
    ['an unknown opcode', ['N', 0xfe, '.'], 1],
    ['protocol 6', [0x80, 6, 'N.'], 2],
    ['an empty stack', ['.'], 1],
    ['a group without start', ['Nt.'], 2],
    ['a group whose start was taken away', ['N(00t.'], 5],
    ['an item for no list', ['NNa.'], 3],
    ['an entry for no dict', ['NNNs.'], 4],
    ['a key without value', ['}(Nu.'], 4],
    ['a dict as key', ['}}Ns.'], 4],
    ['items under another group', [']((Ne.'], 5],
    ['an unknown memo entry', ['h', 3, '.'], 2],
    ['a memo place that is no number', ['gx\n.'], 1],
    ['a cut number', ['G', 1, 2], 1],
    ['a line without end', ['I12'], 1],
    ['a wrong integer', ['I12x\n.'], 1],
    ['a wrong float', ['F0x1\n.'], 1],
    ['a string without quotes', ['Sab\n.'], 1],
    ['a string that is not ASCII', ['S"\\xff"\n.'], 1],
    ['an escape beyond Unicode', ['V\\U00110000\n.'], 1],
    ['a cut escape', ['V\\u12\n.'], 1],
  ])('says at which byte it is wrong: %s', (_name, parts, position) => {
    const error = refusal(raw(...parts));
    expect([error.code, error.data.position]).toEqual(['invalid-pickle', position]);
    expect(error.message).toContain(`at byte ${position}`);
  });
});

describe('hostile files', () => {
  const repeat = (byte: string, times: number): Uint8Array => Buffer.alloc(times, byte);

  it('end with an error, not with a crash', () => {
    expect(code(repeat(']', 1000), repeat('a', 999), '.')).toBe('invalid-pickle'); // deep nesting
    expect(code(repeat(')', 1), Buffer.from('\x85'.repeat(1_000_000), 'latin1'), '.')).toBe('invalid-pickle');
    expect(code(']2a.')).toBe('invalid-pickle'); // a list in itself
    expect(code('}', repeat('}', 1_100_000), '.')).toBe('invalid-pickle'); // a million dicts
    expect(code(repeat('N', 10_100_000), '.')).toBe('too-large');
    expect(code('Na'.repeat(10))).toBe('invalid-pickle');
  });

  it('do not unfold: a list of two times a list of two times …', () => {
    const doubling: (number | string)[] = [']'];
    for (let level = 0; level < 60; level += 1) doubling.push('2', 0x86);
    expect(code(...doubling, '.')).toBe('invalid-pickle');
  });

  it('never throw anything but a named error', () => {
    const opcodes = fc.constantFrom(
      ...Buffer.from(
        '().01 2BCFGIJKLMNRSTUVX]abcdeghijlopqrstu}\n\x80\x85\x86\x87\x88\x89\x8a\x8b\x8c\x8d\x8e\x8f\x90\x91\x93\x94\x95\x96',
        'latin1',
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(opcodes, fc.nat(255)), { maxLength: 60 }), (bytes) => {
        try {
          readPickle(Uint8Array.from(bytes), 'x');
        } catch (error) {
          expect(error).toBeInstanceOf(QuadratError);
        }
      }),
      { numRuns: 5000 },
    );
  });
});

describe('writer', () => {
  it('and reader agree', () => {
    const leaf = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
      fc.double({ noNaN: true }).filter((value) => !Number.isInteger(value)),
      fc.boolean(),
      fc.constant(null),
    );
    const value = fc.letrec<{ node: Picklable }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('node'), { maxLength: 5 }),
        fc.array(fc.tuple(fc.string(), tie('node')), { maxLength: 5 }).map((entries) => new Map(entries)),
      ),
    })).node;
    fc.assert(
      fc.property(value, (written) => {
        expect(readPickle(writePickle(written), 'x')).toEqual(written);
      }),
    );
  });
});
