import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openSource } from '../data/source.ts';
import { readFileBytes } from '../data/text-file.ts';
import { projectRoot, sharedPath } from '../testing/shared.ts';
import { taskOf } from '../testing/temporary-run.ts';
import { ALL_ABILITIES, decidingOf, type PrepareOptions, prepare, splitOf } from './prepare.ts';

const root = mkdtempSync(path.join(tmpdir(), 'quadrat-prepare-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const relic = taskOf('birco/relic');

const sourceOf = (data: string) =>
  openSource({
    data,
    benchmark: 'birco',
    dataFolder: root,
    samplesFolder: path.join(projectRoot, 'samples'),
  });
const prepared = (change: Partial<PrepareOptions> & { readonly data?: string } = {}) => {
  const { data = 'sample', ...rest } = change;
  return prepare(relic, {
    source: sourceOf(data),
    split: undefined,
    given: new Map(),
    abilities: ALL_ABILITIES,
    limit: null,
    seed: 42,
    repeats: undefined,
    read: readFileBytes,
    ...rest,
  });
};

describe('a prepared task', () => {
  test('has items, settings and what the data are', async () => {
    const { items, data, repeats, context, settings } = await prepared({ limit: 5 });
    expect(items).toHaveLength(5);
    expect(data).toEqual({
      name: 'birco/relic/test',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      items: 5,
      kind: 'sample',
    });
    expect({ repeats, split: context.split, seed: context.seed }).toEqual({
      repeats: 1,
      split: 'test',
      seed: 42,
    });
    expect(settings.shown).toMatchObject({ method: 'score' });
    expect((await prepared({ repeats: 3 })).repeats).toBe(3);
  });

  test('says what every result on its data must say', async () => {
    expect((await prepared()).warnings.map(({ code }) => code)).toEqual(['sample-data']);
    const folder = path.join(root, 'birco/relic');
    mkdirSync(folder, { recursive: true });
    // Installed, but neither the published file nor one that was imported as such.
    copyFileSync(
      path.join(projectRoot, 'samples/birco/relic/test_set.pickle'),
      path.join(folder, 'test_set.pickle'),
    );
    const { data, warnings } = await prepared({ data: 'full' });
    expect(data.kind).toBe('own');
    expect(warnings).toMatchObject([
      { code: 'changed-data', message: expect.stringContaining('data verify') },
    ]);
    rmSync(folder, { recursive: true });
  });

  test.runIf(sharedPath('data/birco/clinical-trial/test_set.pickle') !== undefined)(
    'says when the file is the published one of another split',
    async () => {
      const task = taskOf('birco/clinical-trial');
      const { warnings } = await prepare(task, {
        source: sourceOf(sharedPath('data/birco/clinical-trial/test_set.pickle') ?? ''),
        split: 'dev',
        given: new Map(),
        abilities: ALL_ABILITIES,
        limit: null,
        seed: 42,
        repeats: undefined,
        read: readFileBytes,
      });
      expect(warnings).toMatchObject([
        { code: 'other-split', message: expect.stringContaining('--split test') },
      ]);
    },
  );

  test('on other data is of its own kind', async () => {
    const folder = path.join(root, 'own');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'relic.qrels'), 'q1 0 a 1\nq1 0 b 0\n');
    expect((await prepared({ data: folder })).data.kind).toBe('own');
  });

  const published = sharedPath('data/birco');
  test.runIf(published !== undefined)('on the published file is full, or a part of it', async () => {
    expect((await prepared({ data: published! })).data).toMatchObject({ kind: 'full', items: 100 });
    expect((await prepared({ data: published!, limit: 10 })).data).toMatchObject({
      kind: 'partial',
      items: 10,
    });
  });

  test('is refused where two items share an id', async () => {
    const two = {
      ...relic,
      load: async () => {
        const { items } = await prepared();
        return { items: [...items, items[3]!, items[5]!], file: 'x.pickle', bytes: new Uint8Array() };
      },
    };
    const options = {
      source: sourceOf('sample'),
      split: undefined,
      given: new Map(),
      abilities: ALL_ABILITIES,
      limit: null,
      seed: 42,
      repeats: undefined,
      read: readFileBytes,
    };
    await expect(prepare(two, options)).rejects.toMatchObject({
      code: 'duplicate-item',
      place: { file: 'x.pickle' },
      data: { ids: [expect.any(String), expect.any(String)] },
    });
  });
});

describe('a split', () => {
  test('is the task’s first where none is named', () => {
    expect([splitOf(relic, undefined), splitOf(relic, 'dev')]).toEqual(['test', 'dev']);
  });

  test('that a task does not have is refused', () => {
    expect(() => splitOf(relic, 'train')).toThrow(
      expect.objectContaining({ code: 'usage', next: 'It has: test, dev.' }),
    );
  });
});

describe('what decides a result', () => {
  test('is the same for the same task, and changes with each of its parts', async () => {
    const one = await decidingOf(await prepared());
    expect(await decidingOf(await prepared())).toEqual(one);
    expect(one).toMatchObject({
      task: 'birco/relic',
      dataKind: 'sample',
      items: 24,
      repeats: 1,
      inputFiles: [],
    });
    const limited = await decidingOf(await prepared({ limit: 23 }));
    expect(limited.itemsSha256).not.toBe(one.itemsSha256);
    expect(limited.dataSha256).toBe(one.dataSha256);
    const other = await decidingOf(await prepared({ given: new Map([['objective', 'false']]) }));
    expect(other.promptSha256).not.toBe(one.promptSha256);
    expect(other.itemsSha256).toBe(one.itemsSha256);
  });

  test('are files that settings name, by content', async () => {
    const file = path.join(root, 'first.json');
    const hashOf = async (content: string) => {
      writeFileSync(file, content);
      return (await decidingOf(await prepared({ given: new Map([['initial', file]]) }))).inputFiles;
    };
    const [one] = await hashOf('{}');
    const [other] = await hashOf('{ }');
    expect(one).toEqual({ path: file, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(other?.sha256).not.toBe(one?.sha256);
    await expect(
      prepared({ given: new Map([['initial', path.join(root, 'absent')]]) }).then(decidingOf),
    ).rejects.toMatchObject({
      code: 'file-not-found',
    });
  });
});
