import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../../shared.ts';
import { asObject, type JsonObject } from '../json.ts';
import { isClimaqa, runClimaqaConformance, runClimaqaNotebook } from './climaqa.ts';
import { openGoldenFolder } from './folder.ts';

const data = sharedPath('data/climaqa/conformance.json');

describe.runIf(data !== undefined)('golden values of ClimaQA', () => {
  const root: JsonObject = asObject(JSON.parse(readFileSync(data ?? '', 'utf8')), 'root');

  it('are met by all 129 cases', async () => {
    expect(isClimaqa(root)).toBe(true);
    expect(await runClimaqaConformance(root)).toMatchObject({ passed: 129, failures: [], notCovered: 0 });
  });

  it('are met by the five notebook answers', async () => {
    const report = await runClimaqaNotebook(await openGoldenFolder(path.dirname(data ?? '')));
    expect(report).toMatchObject({ passed: 5, failures: [], notCovered: 0 });
  });

  it('notice a wrong value in every group', async () => {
    const cases = root.cases as { group: string; expected: Record<string, unknown> }[];
    const spoiled = structuredClone(cases).map((entry) => {
      const [key, value] = Object.entries(entry.expected)[0] ?? ['', null];
      entry.expected[key] = typeof value === 'number' ? value + 1e-8 : `${JSON.stringify(value)}?`;
      return entry;
    });
    expect(await runClimaqaConformance({ cases: spoiled })).toMatchObject({ passed: 0, failed: 129 });
  });
});

describe('cases of other kinds', () => {
  it('are left open', async () => {
    const cases = [{ id: 'x', group: 'other', input: {}, expected: {} }];
    expect(isClimaqa({ cases })).toBe(false);
    expect(await runClimaqaConformance({ cases })).toMatchObject({ passed: 0, failed: 0, open: ['x'] });
  });
});
