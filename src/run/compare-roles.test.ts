import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createModel } from '../models/create.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import { compareRuns, runTasks } from './library.ts';

const root = mkdtempSync(path.join(tmpdir(), 'quadrat-roles-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('measures of another role', () => {
  test('two embedders: phrase similarity is never compared, exact match is', async () => {
    const run = async (word: string) => {
      const embedder = await createModel('local/use-lite', { env: {}, language: 'en' });
      const { folder } = await runTasks({
        tasks: ['climaqa/cloze'],
        model: scriptedModel(() => word),
        embedder,
        limit: 6,
        places: { out: path.join(root, word) },
      });
      return folder;
    };
    const first = await run('warming');
    const second = await run('cooling');
    const same = await compareRuns({ inputs: [first, second], resamples: 200 });
    const similarity = ({ pairs }: typeof same) =>
      pairs[0]?.measures.find(({ id }) => id === 'phrase-similarity');
    expect(same.pairs[0]?.verdict).toBe('comparable');
    expect(similarity(same)).toMatchObject({ verdict: 'comparable', p: expect.any(Number) });

    // The same answers, scored by an embedder of another name.
    const other = path.join(root, 'other');
    cpSync(second, other, { recursive: true });
    const file = path.join(other, 'run.json');
    const spec = JSON.parse(readFileSync(file, 'utf8'));
    spec.spec.tasks[0].settings.embedder = 'local/another';
    writeFileSync(file, JSON.stringify(spec));
    const apart = await compareRuns({ inputs: [first, other], resamples: 200 });
    expect(similarity(apart)).toMatchObject({
      verdict: 'not-comparable',
      refused: 'not comparable: embedder local/use-lite against local/another',
      p: null,
      difference: null,
      ci: null,
    });
    const [pair] = apart.pairs;
    expect(pair?.verdict).toBe('with-care');
    expect(pair?.differences.map(({ field }) => field)).toEqual(['settings.embedder']);
    expect(pair?.measures.find(({ id }) => id === 'em')).toMatchObject({
      verdict: 'with-care',
      refused: null,
    });
  }, 60_000);

  test('an embedder that a task has no use for makes no difference', async () => {
    const runs: string[] = [];
    for (const id of ['local/use-lite', 'local/random']) {
      const model = await createModel(id, { env: {}, language: 'en' });
      const { folder } = await runTasks({
        tasks: ['climaqa/mcq'],
        model,
        limit: 6,
        places: { out: path.join(root, id.replace('/', '-')) },
      });
      runs.push(folder);
    }
    const { pairs } = await compareRuns({ inputs: runs, resamples: 200 });
    expect(pairs[0]).toMatchObject({ verdict: 'comparable', differences: [] });
    expect(pairs[0]?.measures[0]).toMatchObject({ id: 'accuracy', test: { name: 'mcnemar', exact: true } });
  }, 60_000);
});
