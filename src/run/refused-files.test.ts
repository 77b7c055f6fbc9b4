import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withTemporaryFolder } from '../testing/temporary.ts';
import { scoreTask } from './library.ts';

test('a file that cannot be read still tells how many items the gold has', () =>
  withTemporaryFolder(async (folder) => {
    const file = path.join(folder, 'ranks.json');
    writeFileSync(file, '{"q": 3}');
    const [result] = await scoreTask({ task: 'birco/relic', predictions: [file], data: 'sample' });
    expect(result).toMatchObject({
      complete: false,
      counts: { planned: 24, scored: 0, unparsed: 0, stopped: 24, failed: 0 },
      coverage: 0,
      metrics: [],
    });
    expect(result?.errors.map(({ protocol, code }) => [protocol, code])).toEqual(
      ['standard', 'paper', 'card'].map((protocol) => [protocol, 'invalid-format']),
    );
  }));
