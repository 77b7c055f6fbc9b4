import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { QuadratError, type Result } from '../core/index.ts';
import { madeCall, madeDeciding, madeEmbedCall, madeItem, madeSpec } from './made-lines.ts';
import {
  finishedResults,
  type OpenOptions,
  openRunFolder,
  type RunFolder,
  readRunFile,
  runPath,
} from './run-folder.ts';
import { readItems, unitKey } from './stored-items.ts';

const root = mkdtempSync(path.join(tmpdir(), 'quadrat-run-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const optionsIn = (out: string, change: Partial<OpenOptions> = {}): OpenOptions => ({
  out,
  name: 'birco-relic-script-a',
  id: '0123456789abcdef'.repeat(4),
  spec: madeSpec(),
  deciding: [madeDeciding()],
  version: '0.1.0',
  fresh: false,
  now: () => Date.parse('2026-03-01T12:00:00Z'),
  ...change,
});
const freshOut = (): string => mkdtempSync(path.join(root, 'out-'));

/** Opens, works, closes. */
async function within<T>(options: OpenOptions, work: (folder: RunFolder) => T | Promise<T>): Promise<T> {
  const folder = openRunFolder(options);
  try {
    return await work(folder);
  } finally {
    folder.close();
  }
}

function refusal(work: () => unknown): QuadratError {
  try {
    work();
  } catch (error) {
    if (error instanceof QuadratError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a new run', () => {
  test('has a folder by name and id, with the spec and what decides the result', async () => {
    const out = freshOut();
    await within(optionsIn(out), (folder) => {
      expect(folder.name).toBe('birco-relic-script-a-01234567');
      expect(folder.path).toBe(path.join(out, folder.name));
      expect(JSON.parse(readFileSync(path.join(folder.path, 'run.json'), 'utf8'))).toEqual({
        schemaVersion: 1,
        tool: 'quadrat',
        version: '0.1.0',
        id: '0123456789abcdef'.repeat(4),
        createdAt: '2026-03-01T12:00:00.000Z',
        spec: madeSpec(),
        deciding: [madeDeciding()],
      });
      expect(existsSync(path.join(folder.path, 'lock'))).toBe(true);
    });
    expect(existsSync(path.join(out, 'birco-relic-script-a-01234567', 'lock'))).toBe(false);
  });

  test('has one writer at a time', async () => {
    const options = optionsIn(freshOut());
    await within(options, () => {
      expect(refusal(() => openRunFolder(options)).code).toBe('run-locked');
    });
    await within(options, (folder) => expect(folder.ended.size).toBe(0));
  });
});

describe('a later session', () => {
  test('finds finished calls by item, repeat, request and ordinal', async () => {
    const options = optionsIn(freshOut());
    await within(options, async (folder) => {
      expect(folder.recorded(madeCall())).toBeUndefined();
      await folder.writeCall(madeCall({ text: 'first' }));
      await folder.writeCall(madeCall({ text: 'second', ordinal: 1 }));
      await folder.writeCall(madeCall({ text: 'other item', item: 'q2' }));
      await folder.writeCall(madeCall({ text: 'other repeat', repeat: 1 }));
    });
    await within(options, (folder) => {
      const textOf = (change: Parameters<typeof madeCall>[0]) => folder.recorded(madeCall(change))?.text;
      expect(textOf({})).toBe('first');
      expect(textOf({ ordinal: 1 })).toBe('second');
      expect(textOf({ item: 'q2' })).toBe('other item');
      expect(textOf({ repeat: 1 })).toBe('other repeat');
      expect(textOf({ ordinal: 2 })).toBeUndefined();
      expect(textOf({ hash: 'another' })).toBeUndefined();
      expect(textOf({ task: 'birco/wtb' })).toBeUndefined();
    });
  });

  test('finds ended items; the last line counts, a failed end does not', async () => {
    const options = optionsIn(freshOut());
    await within(options, async (folder) => {
      await folder.writeItem(madeItem({ item: 'a' }));
      await folder.writeItem(madeItem({ item: 'b', outcome: 'failed', reason: 'retries-exhausted' }));
      await folder.writeItem(madeItem({ item: 'c', outcome: 'failed', reason: 'retries-exhausted' }));
      await folder.writeItem(madeItem({ item: 'c', outcome: 'unparsed', reason: 'invalid' }));
    });
    await within(options, (folder) => {
      expect([...folder.ended.keys()]).toEqual(['a', 'c'].map((item) => unitKey('birco/relic', item, 0)));
      expect(folder.ended.get(unitKey('birco/relic', 'c', 0))?.outcome).toBe('unparsed');
    });
  });

  test('knows what earlier sessions spent, by task; answers of the cache cost nothing', async () => {
    const options = optionsIn(freshOut());
    await within(options, async (folder) => {
      await folder.writeCall(madeCall({ usage: [100, 5], costUsd: 0.25 }));
      await folder.writeCall(madeCall({ item: 'q2', usage: [10, null], costUsd: null }));
      await folder.writeCall(madeCall({ item: 'q3', usage: [7, 7], source: 'cache' }));
      await folder.writeCall(madeCall({ task: 'birco/wtb', usage: [1, 1], costUsd: 0.5 }));
      await folder.writeCall(madeEmbedCall({ usage: [40, null], costUsd: 0.125 }));
      expect(folder.totals('birco/relic')).toEqual({
        made: 3,
        fromCache: 1,
        inputTokens: 150,
        outputTokens: 5,
        costUsd: 0.375,
      });
    });
    await within(options, (folder) => {
      expect(folder.totals('birco/relic')).toMatchObject({ made: 3, fromCache: 1, costUsd: 0.375 });
      expect(folder.totals()).toEqual({
        made: 4,
        fromCache: 1,
        inputTokens: 151,
        outputTokens: 6,
        costUsd: 0.875,
      });
      expect(folder.totals('birco/arguana')).toMatchObject({ made: 0, inputTokens: null, costUsd: null });
    });
  });

  test.each(['calls.jsonl', 'items.jsonl'])(
    'goes on from %s torn at any byte of its last line',
    async (name) => {
      const options = optionsIn(freshOut());
      const items = ['q1', 'q2'];
      const write = async (folder: RunFolder, item: string) => {
        await folder.writeCall(madeCall({ item, text: `Antwort 学 ${item}` }));
        await folder.writeItem(madeItem({ item }));
      };
      const file = path.join(runPath(options.out, options.name, options.id, false), name);
      await within(options, (folder) => write(folder, 'q1'));
      const { length: start } = readFileSync(file);
      await within(options, (folder) => write(folder, 'q2'));
      const whole = readFileSync(file);
      for (let length = start; length <= whole.length; length += 1) {
        writeFileSync(file, whole.subarray(0, length));
        await within(options, (folder) => {
          const kept = length >= whole.length - 1;
          if (name === 'items.jsonl') {
            const ended = items.filter((item) => folder.ended.has(unitKey('birco/relic', item, 0)));
            expect(ended).toEqual(kept ? items : ['q1']);
          } else expect(folder.totals().made).toBe(kept ? 2 : 1);
        });
        expect(readFileSync(file)).toEqual(length >= whole.length - 1 ? whole : whole.subarray(0, start));
      }
    },
  );

  test('tells of calls of an item that has not ended, though its line came after a torn one', async () => {
    const options = optionsIn(freshOut());
    await within(options, (folder) => folder.writeCall(madeCall({ text: 'kept' })));
    const file = path.join(runPath(options.out, options.name, options.id, false), 'calls.jsonl');
    const { length } = readFileSync(file);
    await within(options, (folder) => folder.writeCall(madeCall({ item: 'q2' })));
    truncateSync(file, length + 20);
    await within(options, async (folder) => {
      expect(folder.recorded(madeCall())?.text).toBe('kept');
      expect(folder.recorded(madeCall({ item: 'q2' }))).toBeUndefined();
      await folder.writeCall(madeCall({ item: 'q2', text: 'again' }));
    });
    await within(options, (folder) => expect(folder.recorded(madeCall({ item: 'q2' }))?.text).toBe('again'));
  });
});

describe('a run cannot go on', () => {
  const changes: [string, Partial<ReturnType<typeof madeDeciding>>][] = [
    ['the data', { dataSha256: 'f'.repeat(64) }],
    ['the planned items', { itemsSha256: 'f'.repeat(64) }],
    ['the number of repeats', { repeats: 2 }],
    ['the prompts', { promptSha256: 'f'.repeat(64) }],
    ['the task’s version', { taskVersion: 2 }],
    ['the scoring', { scoringVersion: 2 }],
    ['the files that settings name', { inputFiles: [{ path: 'first.json', sha256: 'f'.repeat(64) }] }],
  ];
  test.each(changes)('where %s changed, and says so', async (what, change) => {
    const options = optionsIn(freshOut());
    await within(options, () => undefined);
    const error = refusal(() => openRunFolder({ ...options, deciding: [madeDeciding(change)] }));
    expect(error.code).toBe('run-changed');
    expect(error.message).toContain(`birco/relic: ${what} changed`);
    expect(error.data.changes).toHaveLength(1);
    expect(error.next).toContain('--new');
    // The refusal leaves the folder free.
    await within(options, () => undefined);
  });

  test('where a task is new', async () => {
    const options = optionsIn(freshOut());
    await within(options, () => undefined);
    const more = { ...options, deciding: [madeDeciding(), madeDeciding({ task: 'birco/wtb' })] };
    expect(refusal(() => openRunFolder(more)).message).toContain('birco/wtb: was not part of the run');
  });

  test('where a file of the folder is of another shape', async () => {
    const options = optionsIn(freshOut());
    await within(options, (folder) => folder.writeItem(madeItem()));
    const folder = runPath(options.out, options.name, options.id, false);
    writeFileSync(path.join(folder, 'items.jsonl'), `${JSON.stringify(madeItem())}\n{"item":"q2"}\n`);
    expect(refusal(() => openRunFolder(options))).toMatchObject({
      code: 'run-corrupt',
      place: { file: path.join(folder, 'items.jsonl'), line: 2 },
    });
    writeFileSync(path.join(folder, 'run.json'), '{"schemaVersion": 2}');
    expect(refusal(() => openRunFolder(options))).toMatchObject({
      code: 'run-corrupt',
      message: expect.stringContaining('schemaVersion'),
    });
    writeFileSync(path.join(folder, 'run.json'), '{');
    expect(refusal(() => readRunFile(folder)).message).toBe('run.json is not JSON');
    expect(refusal(() => readRunFile(root)).code).toBe('file-not-found');
  });
});

describe('starting again', () => {
  test('puts the new run beside the old one, which the plain command then finds', async () => {
    const options = optionsIn(freshOut());
    const names: string[] = [];
    for (const fresh of [false, false, true, false, true])
      await within({ ...options, fresh }, ({ name }) => names.push(name));
    const base = 'birco-relic-script-a-01234567';
    expect(names).toEqual([base, base, `${base}-2`, `${base}-2`, `${base}-3`]);
  });

  test('is not led astray by other folders, and takes a name as it is', () => {
    const out = freshOut();
    for (const name of ['a.b-01234567-9x', 'axb-01234567-7', 'a.b-01234567-5', 'a.b-76543210-8'])
      mkdirSync(path.join(out, name));
    expect(runPath(out, 'a.b', '01234567ff', false)).toBe(path.join(out, 'a.b-01234567-5'));
    expect(runPath(out, 'a.b', '01234567ff', true)).toBe(path.join(out, 'a.b-01234567-6'));
    expect(runPath(path.join(out, 'absent'), 'a.b', '01234567ff', true)).toBe(
      path.join(out, 'absent', 'a.b-01234567'),
    );
  });
});

test('scores are written whole and read back', async () => {
  const options = optionsIn(freshOut());
  const results = [{ task: 'birco/relic', complete: true }] as unknown as Result[];
  await within(options, (folder) => {
    expect(finishedResults(folder.path)).toBeUndefined();
    folder.writeScores(results);
    expect(finishedResults(folder.path)).toEqual(results);
    const file = path.join(folder.path, 'scores.json');
    const cut = readFileSync(file, 'utf8').slice(0, 10);
    for (const text of [cut, '', '{}', 'null', '[]', '[1]', '[{"task":"birco/relic"}]']) {
      writeFileSync(file, text);
      expect(refusal(() => finishedResults(folder.path))).toMatchObject({
        code: 'run-corrupt',
        place: { file },
      });
    }
  });
});

test('items of a folder are read without opening it', async () => {
  const options = optionsIn(freshOut());
  await within(options, (folder) => folder.writeItem(madeItem({ value: { ranking: ['b', 'a'] } })));
  const folder = runPath(options.out, options.name, options.id, false);
  const read = readItems(path.join(folder, 'items.jsonl'));
  expect(read.get(unitKey('birco/relic', 'q1', 0))?.value).toEqual({ ranking: ['b', 'a'] });
  expect(readItems(path.join(folder, 'absent.jsonl')).size).toBe(0);
});
