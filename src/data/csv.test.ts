import { describe, expect, it } from 'vitest';
import { QuadratError } from '../core/errors.ts';
import { readCsv } from './csv.ts';

function refusal(text: string): QuadratError {
  try {
    readCsv(text, 'a.csv');
  } catch (error) {
    if (error instanceof QuadratError) return error;
  }
  throw new Error('was read');
}
const rows = (text: string, delimiter?: string): unknown =>
  readCsv(text, 'a.csv', delimiter === undefined ? {} : { delimiter }).rows.map(({ line, cells }) => [
    line,
    ...cells.values(),
  ]);

describe('readCsv', () => {
  it('keeps cells as text', () => {
    const table = readCsv('id,code\n00123,1e5\n9007199254740993,-007\n', 'a.csv');
    expect(table.columns).toEqual(['id', 'code']);
    expect([...(table.rows[0]?.cells ?? [])]).toEqual([
      ['id', '00123'],
      ['code', '1e5'],
    ]);
    expect(table.rows[1]?.cells.get('id')).toBe('9007199254740993');
  });

  it('reads quotes, line breaks in cells, blank lines and every line end, and counts lines', () => {
    expect(rows('a,b\r\n"x, ""y""","1\n2"\r\n\r\n , \r\nlast,')).toEqual([
      [2, 'x, "y"', '1\n2'],
      [5, ' ', ' '],
      [6, 'last', ''],
    ]);
    expect(rows('a;b\n1,5;2\n', ';')).toEqual([[2, '1,5', '2']]);
    expect(rows('a\rx\ry')).toEqual([
      [2, 'x'],
      [3, 'y'],
    ]);
    expect(rows('__proto__,1\nx,y\n')).toEqual([[2, 'x', 'y']]);
    expect(rows('a,b\n')).toEqual([]);
  });

  it.each([
    ['', undefined],
    ['a,b\n1,2\n1\n', 3],
    ['a,b\n1,2,3\n', 2],
    ['a,a\n1,2\n', 1],
    ['a,b\n"1,2\n3,4\n', 3],
    ['a,b\n1,x"y"\n', 2],
    ['a,b\n1,"x"y\n', 2],
  ])('refuses %j', (text, line) => {
    const error = refusal(text);
    expect([error.code, error.place.line]).toEqual(['invalid-csv', line]);
  });

  it('hands over the faults of rows and keeps the others, where that is asked for', () => {
    const lines: (number | undefined)[] = [];
    const onFault = ({ place }: QuadratError) => lines.push(place.line);
    const { rows: kept } = readCsv('a,b\n1\n1,2\n1,2,3\n', 'a.csv', { onFault });
    expect(kept.map(({ line }) => line)).toEqual([3]);
    expect(lines).toEqual([2, 4]);
  });
});
