import { describe, expect, it } from 'vitest';
import { QuadratError } from '../core/errors.ts';
import { decodeText } from './encoding.ts';

function refusal(bytes: Uint8Array, encoding?: string): QuadratError {
  try {
    decodeText(bytes, 'a.txt', encoding);
  } catch (error) {
    if (error instanceof QuadratError) return error;
  }
  throw new Error('was read');
}
const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');
/** 编号,标签 and 𠮷 (four bytes) in GB18030. */
const gb = Uint8Array.of(0xb1, 0xe0, 0xba, 0xc5, 0x2c, 0xb1, 0xea, 0xc7, 0xa9, 0x0a, 0x95, 0x34, 0xb2, 0x35);

describe('decodeText', () => {
  it('takes the mark off at the start only', () => {
    expect(decodeText(bytes('\ufeffa\ufeffb'), 'f')).toEqual({ text: 'a\ufeffb', encoding: 'utf-8' });
    expect(decodeText(bytes('\ufeff\ufeffa'), 'f', 'utf-8').text).toBe('\ufeffa');
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x9a, 0x8b), 'f')).toEqual({
      text: '\u8b9a',
      encoding: 'utf-16le',
    });
    expect(decodeText(Uint8Array.of(0xfe, 0xff, 0x8b, 0x9a), 'f', 'auto')).toEqual({
      text: '\u8b9a',
      encoding: 'utf-16be',
    });
    expect(decodeText(Uint8Array.of(0x84, 0x31, 0x95, 0x33, 0x61), 'f', 'gb18030').text).toBe('a');
  });

  it('reads GB18030 by name, and in auto only where it is not UTF-8', () => {
    for (const name of ['gb18030', 'GBK', 'gb2312', 'auto']) {
      expect(decodeText(gb, 'f', name)).toEqual({ text: '编号,标签\n𠮷', encoding: 'gb18030' });
    }
    expect(decodeText(bytes('编号'), 'f', 'auto')).toEqual({ text: '编号', encoding: 'utf-8' });
    expect(refusal(gb).code).toBe('invalid-encoding');
  });

  it('says where bytes do not fit', () => {
    const at = (error: QuadratError): unknown[] => [error.code, error.data.offset, error.place.line];
    expect(at(refusal(Buffer.concat([bytes('é\nab'), Uint8Array.of(0xff, 0x61)])))).toEqual([
      'invalid-encoding',
      5,
      2,
    ]);
    expect(at(refusal(Buffer.concat([bytes('a\n\n'), Uint8Array.of(0xe4, 0xb8)])))).toEqual([
      'invalid-encoding',
      3,
      3,
    ]);
    expect(at(refusal(Uint8Array.of(0x61, 0xed, 0xa0, 0x80)))).toEqual(['invalid-encoding', 1, 1]);
    expect(at(refusal(Uint8Array.of(0xb1, 0xe0, 0xff, 0xff), 'gbk')).slice(0, 2)).toEqual([
      'invalid-encoding',
      2,
    ]);
    expect(refusal(Uint8Array.of(0xff, 0xfe, 0x61)).code).toBe('invalid-encoding');
    expect(refusal(bytes('a'), 'latin-9').message).toContain('latin-9');
    expect(refusal(Uint8Array.of(0xff, 0xfe, 0x61, 0), 'utf-8').code).toBe('invalid-encoding');
  });
});
