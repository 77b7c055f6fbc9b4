import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scriptedModel } from '../testing/scripted-model.ts';
import { withTemporaryFolder } from '../testing/temporary.ts';
import { runTasks } from './library.ts';

test.each<[string, Readonly<Record<string, unknown>>, object, object]>([
  [
    'climaqa/mcq',
    {},
    { mcq: { default: { system: 'Choose.', user: '{nowhere}' } } },
    { mcq: { default: { system: 'Choose.', user: '{block}' } } },
  ],
  ['climaqa/mcq', {}, { cloze: {} }, { mcq: { default: { system: 'Choose.', user: '{block}' } } }],
  [
    'birco/relic',
    { method: 'score' },
    { score: { user: '{query} {passage} {nowhere}' } },
    { score: { user: '{query} {passage}' } },
  ],
])(
  'a faulty file of prompts for %s leaves no folder, so that the mended one runs',
  (task, settings, faulty, mended) =>
    withTemporaryFolder(async (folder) => {
      const prompts = path.join(folder, 'prompts.json');
      const out = path.join(folder, 'runs');
      const run = (content: object) => {
        writeFileSync(prompts, JSON.stringify(content));
        return runTasks({
          tasks: [task],
          model: scriptedModel(() => 'SCORE: 5'),
          settings: { ...settings, prompts },
          limit: 1,
          places: { out },
        });
      };
      await expect(run(faulty)).rejects.toMatchObject({ code: 'invalid-format' });
      expect(existsSync(out)).toBe(false);
      expect((await run(mended)).results[0]?.counts).toMatchObject({ planned: 1, failed: 0 });
    }),
);
