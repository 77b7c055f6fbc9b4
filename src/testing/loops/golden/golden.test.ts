import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sharedPath } from '../../shared.ts';
import { runGolden } from './index.ts';

const data = sharedPath('data/birco/golden.json');

describe.runIf(data !== undefined)('golden values of BIRCO', () => {
  const folder = path.dirname(data ?? '');
  const copy = mkdtempSync(path.join(tmpdir(), 'quadrat-golden-'));
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  test('every value whose file is here is reproduced, bootstrap bit for bit', async () => {
    const reports = await runGolden(folder);
    expect(reports.map(({ file, failed, notCovered }) => ({ file, failed, notCovered }))).toEqual([
      { file: 'golden.json', failed: 0, notCovered: 0 },
      { file: 'golden_per_query.json', failed: 0, notCovered: 0 },
      { file: 'vectors.json', failed: 0, notCovered: 0 },
    ]);
    // 62 published files and 22 made-up rankings, and the one that must be refused.
    expect(reports.map(({ passed }) => passed)).toEqual([85, 22, 56]);
  });

  test('absent files are counted, changed values are noticed', async () => {
    for (const name of [
      'golden.json',
      'vectors.json',
      'relic/test_set.pickle',
      'relic/ranks/e5_rank.pickle',
    ]) {
      cpSync(path.join(folder, name), path.join(copy, name), { recursive: true });
    }
    cpSync(path.join(folder, 'relic/ranks/e5_rank.pickle'), path.join(copy, 'relic/ranks/mine.pickle'));
    const golden = JSON.parse(readFileSync(path.join(copy, 'golden.json'), 'utf8'));
    golden.relic.e5_rank['map.boot_std'] += 1e-16;
    golden.relic['synthetic:oracle'].map -= 1e-11;
    writeFileSync(path.join(copy, 'golden.json'), JSON.stringify(golden));
    const [report] = await runGolden(copy);
    expect(report?.failures.map(({ id, at }) => `${id} ${at}`)).toEqual([
      'relic/e5_rank map.boot_std',
      'relic/synthetic:oracle map',
    ]);
    expect(report?.passed).toBe(2);
    expect(report?.notCovered).toBe(81);
    expect(report?.open).toContain('wtb/Monot5');
    expect(report?.withoutEntry).toEqual([
      'relic/ranks/mine.pickle: no expected values; ndcg@10 0.11246658319468777',
    ]);
  });
});
