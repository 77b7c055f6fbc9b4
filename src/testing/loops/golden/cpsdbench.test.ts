import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../../shared.ts';
import { asObject } from '../json.ts';
import { isCpsdbench, runCpsdbench } from './cpsdbench.ts';
import { runCpsdbenchAnchors } from './cpsdbench-anchors.ts';
import { openGoldenFolder } from './folder.ts';

const file = sharedPath('data/cpsdbench/conformance.json');

describe.runIf(file !== undefined)('conformance cases of CPSDBench', () => {
  const root = asObject(JSON.parse(readFileSync(path.resolve(file ?? ''), 'utf8')), 'root');

  it('all pass', async () => {
    expect(isCpsdbench(root)).toBe(true);
    const { failures, passed, notCovered } = await runCpsdbench(root);
    expect(failures).toEqual([]);
    expect([passed, notCovered]).toEqual([164, 0]);
  });

  it('so do the figures that LawBench publishes, where the outputs are here', async () => {
    const { failures, passed, open } = await runCpsdbenchAnchors(
      await openGoldenFolder(path.dirname(file ?? '')),
    );
    expect(failures).toEqual([]);
    expect(passed).toBe(5);
    expect(open).toHaveLength(2);
  });
});
