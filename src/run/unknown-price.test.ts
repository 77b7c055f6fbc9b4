import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withTemporaryFolder } from '../testing/temporary.ts';
import { runTasks } from './library.ts';

test('a limit in dollars is refused before the first call where no price is known', () =>
  withTemporaryFolder(async (folder) => {
    const out = path.join(folder, 'runs');
    const run = runTasks({
      tasks: ['birco/relic'],
      model: 'openai-compatible/of-no-price',
      // Nobody listens here.
      baseUrl: 'http://127.0.0.1:9/v1',
      settings: { method: 'score' },
      limit: 1,
      maxUsd: 1,
      places: { out },
    });
    await expect(run).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('openai-compatible/of-no-price'),
    });
    expect(existsSync(out)).toBe(false);
  }));
