import { describe, expect, it } from 'vitest';
import { parquetOf } from '../testing/parquet-writer.ts';
import { isParquet, parquetColumns, readParquet } from './parquet.ts';

const bytes = parquetOf([
  { name: 'Unnamed: 0', kind: 'int64', values: [3, 4] },
  { name: 'Question', kind: 'text', values: ['Why?\nNA', 'Ångström'] },
  { name: 'Validation', kind: 'boolean', values: [true, false] },
]);

describe('Parquet', () => {
  it('is read with its types', async () => {
    expect(isParquet(bytes)).toBe(true);
    expect(parquetColumns(bytes, 'x.parquet')).toEqual(['Unnamed: 0', 'Question', 'Validation']);
    const { rows } = await readParquet(bytes, 'x.parquet');
    expect(rows.map((row) => [...row.values()])).toEqual([
      [3n, 'Why?\nNA', true],
      [4n, 'Ångström', false],
    ]);
  });

  it('is refused where it is broken', async () => {
    await expect(readParquet(bytes.subarray(0, 40), 'cut.parquet')).rejects.toMatchObject({
      code: 'invalid-format',
    });
    expect(isParquet(Buffer.from('a,b\n'))).toBe(false);
  });
});
