import { describe, expect, it } from 'vitest';
import { QuadratError } from '../core/errors.ts';
import { idText, refuseDuplicateIds } from './dataset.ts';

describe('ids', () => {
  it('are text', () => {
    expect([1, '1', 2n ** 60n, '', 1.5, null, Number.NaN].map(idText)).toEqual([
      '1',
      '1',
      '1152921504606846976',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('may stand once', () => {
    refuseDuplicateIds([{ id: '1' }, { id: '2' }]);
    try {
      refuseDuplicateIds([{ id: '1' }, { id: '7' }, { id: 1 }, { id: '7' }, { id: '7' }], {
        file: 'x.jsonl',
      });
      throw new Error('was taken');
    } catch (error) {
      if (!(error instanceof QuadratError)) throw error;
      expect([error.code, error.data.ids, error.place.file]).toEqual([
        'duplicate-item',
        ['1', '7'],
        'x.jsonl',
      ]);
    }
  });
});
