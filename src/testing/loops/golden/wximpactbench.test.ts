import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sharedPath } from '../../shared.ts';
import { runGolden } from './index.ts';

const xz = spawnSync('xz', ['--version']).status === 0;
const data = sharedPath('data/wximpactbench/conformance.json');

describe.runIf(data !== undefined)('conformance cases of WXImpactBench', () => {
  const folder = path.dirname(data ?? '');
  const copy = mkdtempSync(path.join(tmpdir(), 'quadrat-golden-wx-'));
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  test('every case whose file is here holds; the absent files are named', async () => {
    const [report] = await runGolden(folder);
    expect(report?.failures).toEqual([]);
    // 14 of the 40 prediction files are not there; the pool lies there packed and needs the program xz.
    const pools = xz ? 2 : 0;
    expect([report?.passed, report?.notCovered]).toEqual([89 + pools, 16 - pools]);
    expect(report?.open).toContain('file-gpt-4-LongCTX-zero-shot');
    expect(report?.open?.filter((id) => id.startsWith('file-'))).toHaveLength(14);
  }, 60_000);

  test('a changed expected value is noticed', async () => {
    for (const name of ['LongCTX_labels_350.csv', 'predictions/gpt-4o_LongCTX_zeroshot.csv'])
      cpSync(path.join(folder, name), path.join(copy, name));
    const root = JSON.parse(readFileSync(data ?? '', 'utf8'));
    const change = (id: string, spoil: (expected: Record<string, unknown>) => void) =>
      spoil(root.cases.find((entry: { id: string }) => entry.id === id).expected);
    change('file-gpt-4o-LongCTX-zero-shot', (expected) => (expected.macro_f1 = 0.659319));
    change('score-03-mixed', (expected) => (expected.macro_f1 = 0.7222));
    change('rank-09-superscript', (expected) => {
      delete expected.error;
      expected.ranks = [4];
    });
    writeFileSync(path.join(copy, 'conformance.json'), JSON.stringify(root));
    const [report] = await runGolden(copy);
    expect(report?.failures.map(({ id }) => id)).toEqual([
      'score-03-mixed',
      'rank-09-superscript',
      'file-gpt-4o-LongCTX-zero-shot',
    ]);
  });
});
