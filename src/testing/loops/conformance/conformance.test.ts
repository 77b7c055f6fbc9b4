import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sharedPath } from '../../shared.ts';
import { VECTOR_ADAPTERS } from './adapters.ts';
import { runConformance } from './run.ts';

const folder = sharedPath('conformance');

describe.runIf(folder !== undefined)('reference values', () => {
  test('every case that is covered passes, and every adapter has its file', async () => {
    const reports = await runConformance(folder ?? '');
    for (const { file, failures } of reports) expect(failures.slice(0, 5), file).toEqual([]);
    const passing = reports.filter(({ passed }) => passed > 0).map(({ file }) => path.basename(file));
    expect(passing).toEqual(expect.arrayContaining(VECTOR_ADAPTERS.map(({ file }) => file)));
  });
});
