import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { QuadratError } from '../../core/index.ts';
import { runTasks } from '../../run/library.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { projectRoot } from '../../testing/shared.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import { checkClassificationPrompts } from './own-prompts.ts';
import { classificationPromptHash } from './prompts.ts';
import { rankingPromptHash } from './rank-prompts.ts';
import { classificationSettings, rankingSettings } from './settings.ts';

const data = path.join(projectRoot, 'samples/wximpactbench');
const LONG = 'wximpactbench/classification-long';
const QA = 'wximpactbench/qa-ranking';
const MINE = {
  'zero-shot': { system: 'You judge.', user: 'My text: "{text}"' },
  'one-shot': { user: '{text}\n\nAn example stands behind.' },
  ranking: { user: '{query} ({count}: {first}-{last})\n{passages}' },
  'ranking-parts': { user: 'Parts. {query}\n{passages}' },
};

/** The last message of each call, of a run with this file of prompts. */
async function sentBy(task: string, settings: Record<string, unknown>, prompts: unknown = MINE) {
  return withTemporaryFolder(async (folder) => {
    const file = path.join(folder, 'wximpactbench.json');
    writeFileSync(file, typeof prompts === 'string' ? prompts : JSON.stringify(prompts));
    const sent: string[][] = [];
    const model = scriptedModel((request) => {
      sent.push(request.messages.map(({ content }) => content));
      return '[1]';
    });
    const { results, folder: run } = await runTasks({
      tasks: [task],
      model,
      data,
      repeats: 1,
      settings: { ...settings, prompts: file },
      places: { out: path.join(folder, 'runs') },
    });
    return { sent, results, run: JSON.parse(readFileSync(path.join(run, 'run.json'), 'utf8')), file };
  });
}

async function errorOf(task: string, settings: Record<string, unknown>, prompts: unknown): Promise<string> {
  try {
    await sentBy(task, settings, prompts);
  } catch (error) {
    if (error instanceof QuadratError) return error.describe();
    throw error;
  }
  return 'no error';
}

describe('prompts of one’s own', () => {
  test('are sent for each shot, and their hash stands in the result', async () => {
    const zero = await sentBy(LONG, {});
    expect(zero.sent).toHaveLength(24);
    expect(zero.sent[0]?.[0]).toBe('You judge.');
    expect(zero.sent.every(([, user]) => /^My text: ".+"$/s.test(user ?? ''))).toBe(true);
    const { inputFiles, promptSha256 } = zero.results[0] ?? {};
    expect(inputFiles).toEqual([{ path: zero.file, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(zero.run.deciding[0]).toMatchObject({ inputFiles, promptSha256 });
    const one = await sentBy(LONG, { shot: 'one' });
    expect(one.sent.every(([user]) => user?.endsWith('An example stands behind.'))).toBe(true);
    expect(one.results[0]?.promptSha256).not.toBe(promptSha256);
  });

  test('of rankings show the passages of each call, one a line', async () => {
    const two = await sentBy(QA, { method: 'two-stage' });
    expect(two.sent).toHaveLength(24 * 4);
    for (const [user = ''] of two.sent) {
      const [, count, first, last] = /\((\d+): (\d+)-(\d+)\)/.exec(user) ?? [];
      const numbers = user
        .split('\n')
        .slice(1)
        .map((line) => Number(/^\[(\d+)\] /.exec(line)?.[1]));
      expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([count, first, last].map(Number));
    }
    const thirds = await sentBy(QA, { method: 'article-thirds' });
    expect(thirds.sent.every(([user]) => user?.startsWith('Parts. '))).toBe(true);
  });

  test('that are wrong are refused before the run begins', async () => {
    expect(await errorOf(LONG, {}, '{')).toMatch(/not JSON/);
    expect(await errorOf(LONG, {}, { 'zero-shot': { user: 'no text' } })).toMatch(
      /prompt zero-shot: the placeholder \{text\} is missing/,
    );
    expect(await errorOf(LONG, {}, { 'zero-shot': { user: '{text} {query}' } })).toMatch(
      /there is no placeholder \{query\}/,
    );
    expect(await errorOf(LONG, { shot: 'one' }, { 'zero-shot': { user: '{text}' } })).toMatch(
      /no prompt "one-shot".*shot=one needs it/,
    );
    expect(
      await errorOf(QA, { method: 'article-thirds' }, { ranking: { user: '{query} {passages}' } }),
    ).toMatch(/no prompt "ranking-parts".*method=article-thirds needs it/);
    expect(await errorOf(QA, { method: 'ranker' }, MINE)).toMatch(/sends no prompt/);
    expect(await errorOf(LONG, {}, { zero: { user: '{text}' } })).toMatch(
      /prompts zero-shot, one-shot, ranking, ranking-parts/,
    );
  });

  test('and an example are refused for a model that reads no prompt', async () => {
    const context = {
      split: 'test',
      seed: 1,
      abilities: new Set(['embed'] as const),
      read: async () => Buffer.from(JSON.stringify(MINE)),
    };
    for (const given of [{ shot: 'one' }, { prompts: 'mine.json' }])
      await expect(checkClassificationPrompts(classificationSettings.parse(given), context)).rejects.toThrow(
        /goes with models that read a prompt/,
      );
    await checkClassificationPrompts(classificationSettings.parse({}), context);
  });

  test('stand for the built-in ones in the hash of prompts', () => {
    const own = { prompts: 'x.json' };
    expect(classificationPromptHash(classificationSettings.parse(own))).not.toBe(
      classificationPromptHash(classificationSettings.parse({})),
    );
    expect(rankingPromptHash(rankingSettings.parse(own))).not.toBe(
      rankingPromptHash(rankingSettings.parse({})),
    );
  });
});
