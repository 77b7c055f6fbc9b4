import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { RunFile } from '../log/index.ts';
import { type Script, scriptedModel } from '../testing/scripted-model.ts';
import { projectRoot } from '../testing/shared.ts';
import { scoresOf, type TemporaryRunOptions, temporaryRun } from '../testing/temporary-run.ts';

const root = mkdtempSync(path.join(tmpdir(), 'quadrat-resume-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const fresh = (): string => mkdtempSync(path.join(root, 'run-'));

const answer: Script = (request) => `SCORE: ${(request.step?.length ?? 0) % 5}`;
function counting(script: Script = answer) {
  let calls = 0;
  const model = scriptedModel((request, call) => {
    calls += 1;
    return script(request, call);
  });
  return { model, calls: () => calls };
}
const again = (folder: string, script: Script = answer, more: Partial<TemporaryRunOptions> = {}) => {
  const { model, calls } = counting(script);
  return temporaryRun({ folder, model, limit: 3, ...more }).then((outcome) => ({
    ...outcome,
    made: calls(),
  }));
};
const pathsIn = (folder: string): string[] => readdirSync(path.join(folder, 'runs')).sort();

describe('the same command again', () => {
  test('shows a finished run and makes no call', async () => {
    const folder = fresh();
    const first = await again(folder);
    const second = await again(folder, () => {
      throw new Error('nobody is to be asked');
    });
    expect(first.shown).toBe(false);
    expect(second).toMatchObject({ shown: true, made: 0, folder: first.folder });
    expect(second.results).toEqual(first.results);
  });

  test('starts again beside it if it is told so', async () => {
    const folder = fresh();
    const first = await again(folder);
    const second = await again(folder, answer, { startAgain: true });
    expect(second).toMatchObject({ shown: false, made: first.made, folder: `${first.folder}-2` });
    expect(scoresOf(second.results[0])).toEqual(scoresOf(first.results[0]));
    expect((await again(folder)).folder).toBe(second.folder);
    expect(pathsIn(folder)).toHaveLength(2);
  });

  test('asks for failed items once more, and only for what is missing', async () => {
    const folder = fresh();
    const undisturbed = await again(fresh());
    const broken = await again(folder, (request, call) =>
      request.step?.endsWith('3') === true ? { error: { kind: 'server' } } : answer(request, call),
    );
    expect(broken.results[0]).toMatchObject({ complete: false });
    expect(broken.results[0]?.counts.failed).toBeGreaterThan(0);
    const whole = await again(folder);
    expect(whole).toMatchObject({ shown: false });
    expect(whole.made).toBeGreaterThan(0);
    expect(whole.results[0]).toMatchObject({ complete: true, calls: { made: undisturbed.made } });
    expect(scoresOf(whole.results[0])).toEqual(scoresOf(undisturbed.results[0]));
    expect((await again(folder)).shown).toBe(true);
  });

  test('is another run with other settings', async () => {
    const folder = fresh();
    const one = await again(folder);
    for (const more of [{ settings: { objective: false } }, { seed: 7 }, { limit: 2 }, { repeats: 2 }])
      expect((await again(folder, answer, more)).folder).not.toBe(one.folder);
    expect(pathsIn(folder)).toHaveLength(5);
  });

  test('is the same run with other limits', async () => {
    const folder = fresh();
    const one = await again(folder);
    const more = { concurrency: 2, maxUsd: 5, maxTokens: 1e9, maxAttempts: 2 } as const;
    expect(await again(folder, answer, more)).toMatchObject({ shown: true, folder: one.folder });
  });
});

describe('a run that was killed', () => {
  /** A finished run without its scores, as a kill before the end leaves it. */
  async function killed() {
    const folder = fresh();
    const { folder: run, results, made } = await again(folder, answer, { limit: 1 });
    rmSync(path.join(run, 'scores.json'));
    const content = new Map(
      ['calls.jsonl', 'items.jsonl'].map((name) => [name, readFileSync(path.join(run, name))] as const),
    );
    return { folder, run, results, made, content };
  }

  test.each(['calls.jsonl', 'items.jsonl'])(
    'goes on from %s torn at any byte of its last line',
    async (name) => {
      const { folder, run, results, made, content } = await killed();
      const whole = content.get(name)!;
      const start = whole.subarray(0, -1).lastIndexOf(0x0a) + 1;
      // Each byte of the ends, where the kinds of tears differ, and some between.
      const middle = whole.length - start > 400 ? 37 : 1;
      for (
        let length = start;
        length <= whole.length;
        length += length - start < 40 || whole.length - length < 60 ? 1 : middle
      ) {
        for (const [file, bytes] of content) writeFileSync(path.join(run, file), bytes);
        // A torn call means that its item has not ended.
        if (name === 'calls.jsonl') truncateSync(path.join(run, 'items.jsonl'), 0);
        truncateSync(path.join(run, name), length);
        rmSync(path.join(run, 'scores.json'), { force: true });
        const resumed = await again(folder, answer, { limit: 1 });
        const lost = name === 'calls.jsonl' && length < whole.length - 1 ? 1 : 0;
        expect(resumed.made).toBe(lost);
        expect(resumed.results).toEqual(results);
        expect(resumed.results[0]?.calls?.made).toBe(made);
      }
    },
  );

  test('goes on from any call', async () => {
    const { folder, run, results, made, content } = await killed();
    const lines = content.get('calls.jsonl')!.toString('utf8').split('\n').slice(0, -1);
    for (let kept = 0; kept < lines.length; kept += 3) {
      writeFileSync(
        path.join(run, 'calls.jsonl'),
        lines
          .slice(0, kept)
          .map((line) => `${line}\n`)
          .join(''),
      );
      writeFileSync(path.join(run, 'items.jsonl'), '');
      rmSync(path.join(run, 'scores.json'), { force: true });
      const resumed = await again(folder, answer, { limit: 1 });
      expect(resumed.made).toBe(made - kept);
      expect(resumed.results).toEqual(results);
    }
  });

  test('goes on where only its folder was made', async () => {
    const { folder, run, results } = await killed();
    for (const file of readdirSync(run)) rmSync(path.join(run, file));
    writeFileSync(path.join(run, 'run.json.123.new'), '{"half');
    writeFileSync(path.join(run, 'lock'), '');
    const resumed = await again(folder, answer, { limit: 1 });
    expect(resumed.results).toEqual(results);
  });

  test('is not touched where something else has written into it', async () => {
    const { folder, run } = await killed();
    appendFileSync(path.join(run, 'calls.jsonl'), 'not json\n{}\n');
    await expect(again(folder, answer, { limit: 1 })).rejects.toMatchObject({
      code: 'run-corrupt',
      place: { file: path.join(run, 'calls.jsonl'), line: expect.any(Number) },
    });
    expect(existsSync(path.join(run, 'lock'))).toBe(false);
  });
});

describe('two at once', () => {
  test('the second is refused, the first goes on', async () => {
    const folder = fresh();
    let refused: unknown;
    const outcome = await again(folder, async (request, call) => {
      if (refused === undefined) {
        refused = null;
        refused = await again(folder).then(
          () => 'not refused',
          (error: unknown) => error,
        );
      }
      return answer(request, call);
    });
    expect(refused).toMatchObject({ code: 'run-locked' });
    expect(outcome.results[0]?.complete).toBe(true);
  });

  test('of which the first is dead: the second takes over', async () => {
    const folder = fresh();
    const { folder: run } = await again(folder);
    rmSync(path.join(run, 'scores.json'));
    const owner = {
      pid: 2 ** 22 - 3,
      host: hostname(),
      processStart: '1',
      since: '2026-03-01T11:00:00.000Z',
    };
    writeFileSync(path.join(run, 'lock'), JSON.stringify(owner));
    expect(await again(folder)).toMatchObject({ shown: false, made: 0 });
  });
});

describe('a run that cannot go on', () => {
  /** A run over a copy of the samples, and a change of what is under it. */
  async function changed(
    change: (data: string, run: string) => void,
    more: Partial<TemporaryRunOptions> = {},
  ) {
    const folder = fresh();
    const data = path.join(folder, 'samples');
    cpSync(path.join(projectRoot, 'samples/birco'), data, { recursive: true });
    const first = path.join(folder, 'first.json');
    writeFileSync(first, '{}');
    const options = { data, ...more };
    const { folder: run } = await again(folder, answer, options);
    change(data, run);
    return { run, rerun: again(folder, answer, options) };
  }
  const editRun = (run: string, edit: (file: RunFile) => object) => {
    const file = path.join(run, 'run.json');
    const content = JSON.parse(readFileSync(file, 'utf8')) as RunFile;
    writeFileSync(file, JSON.stringify({ ...content, ...edit(content) }));
  };

  test('says that its data changed', async () => {
    const { run, rerun } = await changed((data) => {
      cpSync(path.join(data, 'wtb/test_set.pickle'), path.join(data, 'relic/test_set.pickle'));
    });
    await expect(rerun).rejects.toMatchObject({
      code: 'run-changed',
      place: { file: run },
      message: expect.stringMatching(
        /birco\/relic: the data changed .*; birco\/relic: the planned items changed/,
      ),
      next: expect.stringContaining('--new'),
    });
  });

  test('says that prompts or scoring changed', async () => {
    const { rerun } = await changed((_, run) => {
      editRun(run, ({ deciding }) => ({
        deciding: deciding.map((one) => ({ ...one, promptSha256: 'f'.repeat(64), scoringVersion: 0 })),
      }));
    });
    await expect(rerun).rejects.toMatchObject({
      code: 'run-changed',
      data: {
        changes: [
          expect.stringMatching(/birco\/relic: the prompts changed \(was f+…, is/),
          'birco/relic: the scoring changed (was 0, is 1)',
        ],
      },
    });
  });

  test('says that a file changed which a setting names', async () => {
    const folder = fresh();
    const file = path.join(folder, 'first.json');
    mkdirSync(folder, { recursive: true });
    const write = (turned: boolean) => {
      const source = path.join(projectRoot, 'samples/birco/source/relic.json');
      const { queries } = JSON.parse(readFileSync(source, 'utf8')) as {
        queries: { id: string; pool: [string, number][] }[];
      };
      const lists = queries.map(({ id, pool }): [string, string[]] => {
        const docs = pool.map(([doc]) => doc);
        return [id, turned ? docs.toReversed() : docs];
      });
      writeFileSync(file, JSON.stringify(Object.fromEntries(lists)));
    };
    write(false);
    const options = { settings: { initial: file } };
    await again(folder, answer, options);
    write(true);
    await expect(again(folder, answer, options)).rejects.toMatchObject({
      code: 'run-changed',
      message: expect.stringContaining('the files that settings name changed'),
    });
  });
});
