import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Result, SourceFile } from '../../core/index.ts';
import { hashFile } from '../../data/hash.ts';
import { importFiles } from '../../data/import.ts';
import { lockEntryOf, readLock, writeLockEntry } from '../../data/lock.ts';
import { openSource } from '../../data/source.ts';
import { readFileBytes } from '../../data/text-file.ts';
import { ALL_ABILITIES, type Prepared, prepare } from '../../run/prepare.ts';
import { scoreFiles } from '../../run/score-predictions.ts';
import { csvOf, madeRows, parquetRows, writeMade } from '../../testing/climaqa-files.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import { taskOf } from '../../testing/temporary-run.ts';
import type { ClimaItem } from './data.ts';
import { climaqa } from './index.ts';
import { dataPath, KINDS, type Kind } from './sets.ts';

function loaded(kind: Kind, data: string, settings: object = {}, split = 'gold'): Promise<Prepared> {
  return prepare(taskOf(`climaqa/${kind}`), {
    source: openSource({ data, benchmark: 'climaqa', dataFolder: 'none', samplesFolder: 'none' }),
    split,
    given: new Map(Object.entries(settings)),
    abilities: ALL_ABILITIES,
    limit: null,
    seed: 42,
    repeats: undefined,
    read: readFileBytes,
  });
}

/** A result on data with a prediction for one item only: what it says of the data. */
async function resultOn(kind: Kind, data: string, settings: object = {}): Promise<Result> {
  const file = path.join(data, 'one.jsonl');
  const { items } = await loaded(kind, data, settings);
  writeFileSync(file, JSON.stringify({ id: items[0]?.id, output: 'x' }));
  const [result] = await scoreFiles(taskOf(`climaqa/${kind}`), [file], {
    source: openSource({ data, benchmark: 'climaqa', dataFolder: 'none', samplesFolder: 'none' }),
    split: undefined,
    given: new Map(Object.entries(settings)),
    seed: 42,
    baselines: [],
    perItem: false,
    read: readFileBytes,
  });
  if (result === undefined) throw new Error('no result');
  return result;
}

const wholeOf = ({ diagnostics }: Result) => diagnostics.find(({ id }) => id === 'scored-rows-of-the-split');
const codesOf = ({ warnings }: Result) => warnings.map(({ code }) => code);

describe('files of the released names, columns and counts', () => {
  it('load: 566 of 633 rows are scored, all of them with include-invalid, 3,000 of Silver', () =>
    withTemporaryFolder(async (folder) => {
      writeMade(folder);
      const count = async (settings: object, split = 'gold') => {
        const lists = await Promise.all(KINDS.map((kind) => loaded(kind, folder, settings, split)));
        return lists.reduce((sum, { items }) => sum + items.length, 0);
      };
      expect(await count({})).toBe(566);
      expect(await count({ 'include-invalid': 'true' })).toBe(633);
      expect(await count({}, 'silver')).toBe(3000);
      const result = await resultOn('mcq', folder);
      expect(result.counts.planned).toBe(245);
      expect(wholeOf(result)).toMatchObject({ value: 566, n: 633 });
      expect(codesOf(result)).not.toContain('row-count');
      expect(codesOf(result)).not.toContain('split-count');
      expect(wholeOf(await resultOn('cloze', folder, { 'include-invalid': true }))).toMatchObject({
        value: 633,
        n: 633,
      });
      const { items } = await loaded('mcq', folder);
      expect(items[0]).toMatchObject({ id: 'gold/mcq/47', strata: { complexity: 'HYPOTHETICAL' } });
    }));

  it('load with a warning where the counts are others', () =>
    withTemporaryFolder(async (folder) => {
      writeMade(folder, {
        gold: { mcq: [30, 3], cloze: [20, 0], freeform: [10, 0] },
        silver: { mcq: [9, 0], cloze: [9, 0], freeform: [9, 0] },
      });
      const { warnings } = await resultOn('mcq', folder);
      expect(warnings.find(({ code }) => code === 'row-count')?.message).toMatch(/30 rows.*292/);
      expect(warnings.find(({ code }) => code === 'split-count')?.message).toMatch(/60 rows.*57.*633.*566/);
      rmSync(path.join(folder, dataPath('gold', 'cloze')));
      expect(wholeOf(await resultOn('mcq', folder))).toBeUndefined();
    }));

  it('that leave nothing to score are refused, and so are verdicts on other tasks', () =>
    withTemporaryFolder(async (folder) => {
      const few = { mcq: [3, 0], cloze: [3, 0], freeform: [3, 3] } as const;
      writeMade(folder, { gold: few, silver: few });
      const mcq = path.join(folder, dataPath('gold', 'mcq'));
      writeFileSync(mcq, readFileSync(mcq, 'utf8').split('\n')[0] ?? '');
      await expect(resultOn('mcq', folder)).rejects.toThrow(/the file has no rows/);
      await expect(resultOn('freeform', folder)).rejects.toThrow(/experts rejected all 3 rows/);
      expect((await resultOn('freeform', folder, { 'include-invalid': true })).counts.planned).toBe(3);
      await expect(resultOn('mcq', folder, { verdicts: 'sheet.csv' })).rejects.toThrow(/no expert verdicts/);
    }));

  it('are full data where their hashes were learned at a download, own data where they were imported', () =>
    withTemporaryFolder(async (folder) => {
      writeMade(path.join(folder, 'climaqa'));
      const kindOf = async (kind: Kind) => {
        const { data } = await prepare(taskOf(`climaqa/${kind}`), {
          source: openSource({
            data: 'full',
            benchmark: 'climaqa',
            dataFolder: folder,
            samplesFolder: 'none',
          }),
          split: 'gold',
          given: new Map(),
          abilities: ALL_ABILITIES,
          limit: null,
          seed: 42,
          repeats: undefined,
          read: readFileBytes,
        });
        return data.kind;
      };
      for (const [kind, origin] of [
        ['mcq', 'download'],
        ['cloze', 'import'],
      ] as const) {
        const file = dataPath('gold', kind);
        const { sha256, bytes } = await hashFile(path.join(folder, 'climaqa', file));
        await writeLockEntry(folder, { benchmark: 'climaqa', path: file, sha256, bytes, origin });
      }
      expect(await Promise.all((['mcq', 'cloze', 'freeform'] as const).map(kindOf))).toEqual([
        'full',
        'own',
        'own',
      ]);
    }));

  it('have the same items in the hub’s Parquet form', () =>
    withTemporaryFolder(async (folder) => {
      for (const kind of KINDS) {
        const rows = madeRows(kind, 'gold', 50, kind === 'cloze' ? 0 : 7);
        const csv = path.join(folder, `${kind}.csv`);
        writeFileSync(csv, csvOf(rows));
        const parquet = path.join(folder, 'hub', 'Gold', kind === 'freeform' ? 'ffq' : kind, '0000.parquet');
        mkdirSync(path.dirname(parquet), { recursive: true });
        writeFileSync(parquet, parquetRows(rows));
        const both = await Promise.all([loaded(kind, csv), loaded(kind, path.join(folder, 'hub'))]);
        const [own, hub] = both.map(({ items }) => items.map(({ id, hash }) => [id, hash]));
        expect(own?.length).toBe(kind === 'cloze' ? 50 : 43);
        expect(hub).toEqual(own);
      }
    }));
});

describe('an import', () => {
  it('takes the hub’s Parquet files by their path, Gold and Silver apart, and locks their hashes', () =>
    withTemporaryFolder(async (folder) => {
      const hub = path.join(folder, 'hub');
      for (const [split, config] of [
        ['gold', 'Gold'],
        ['silver', 'Silver'],
      ] as const) {
        for (const kind of KINDS) {
          const file = path.join(hub, config, kind === 'freeform' ? 'ffq' : kind, '0000.parquet');
          mkdirSync(path.dirname(file), { recursive: true });
          writeFileSync(file, parquetRows(madeRows(kind, split, split === 'gold' ? 9 : 12)));
        }
      }
      const files = climaqa.tasks.flatMap((task) => task.files);
      const installation = { benchmark: 'climaqa', dataFolder: path.join(folder, 'data') };
      const check = (file: SourceFile, bytes: Uint8Array) => climaqa.checkFile?.(file, bytes) ?? null;
      const taken = await importFiles(files, { ...installation, from: hub, check });
      expect(taken.map(({ state }) => state)).toEqual(Array(6).fill('imported'));
      expect(new Set(taken.map(({ path: name }) => name))).toEqual(
        new Set(files.map(({ path: name }) => name)),
      );
      const lock = await readLock(installation.dataFolder);
      for (const file of files)
        expect(lockEntryOf(lock, 'climaqa', file)).toMatchObject({ origin: 'import' });
      const source = openSource({
        data: 'full',
        benchmark: 'climaqa',
        dataFolder: installation.dataFolder,
        samplesFolder: 'none',
      });
      for (const [split, rows] of [
        ['gold', 9],
        ['silver', 12],
      ] as const) {
        const { items } = await prepare(taskOf('climaqa/mcq'), {
          source,
          split,
          given: new Map(),
          abilities: ALL_ABILITIES,
          limit: null,
          seed: 42,
          repeats: undefined,
          read: readFileBytes,
        });
        expect(items.length).toBe(rows);
      }
      const single = path.join(hub, 'Silver', 'cloze', '0000.parquet');
      const [one] = await importFiles(files, {
        benchmark: 'climaqa',
        dataFolder: path.join(folder, 'other'),
        from: single,
        check,
      });
      expect(one?.path).toBe(dataPath('silver', 'cloze'));
    }));
});

describe('a file', () => {
  const fault = (kind: Kind, cells: Readonly<Record<string, string>>) =>
    withTemporaryFolder(async (folder) => {
      const [first, second] = madeRows(kind, 'gold', 2);
      const file = path.join(folder, 'file.csv');
      writeFileSync(
        file,
        csvOf([first ?? new Map(), new Map([...(second ?? []), ...Object.entries(cells)])]),
      );
      return loaded(kind, file).then(
        () => undefined,
        (error: { code: string; message: string; place: { line?: number } }) => error,
      );
    });

  it.each([
    ['cloze', { Question: 'There is no blank.' }, /row 1: the statement has no <MASK>/],
    ['mcq', { Answer: 'B' }, /row 1: the answer "B" is none of the letters/],
    ['mcq', { Complexity: 'base' }, /row 1: the complexity "base"/],
    ['mcq', { Options: 'a) x' }, /row 1: the options are a, not a, b, c, d/],
    ['mcq', { Options: 'x' }, /row 1: an option has no letter/],
    ['freeform', { Validation: 'maybe' }, /row 1: the validation "maybe"/],
    ['freeform', { Question: ' ' }, /row 1: the question is empty/],
    ['freeform', { '': '' }, /the first column, which numbers the rows, is empty/],
  ] as const)('of %s with %j is refused with its row', async (kind, cells, message) => {
    const error = await fault(kind, cells);
    expect(error).toMatchObject({ code: 'invalid-format' });
    expect(error?.message).toMatch(message);
    expect(error?.place.line).toBeGreaterThan(1);
  });

  it('is checked before it is imported', () => {
    const check = (kind: Kind, bytes: Uint8Array) => {
      const file = climaqa.tasks.find(({ id }) => id === `climaqa/${kind}`)?.files[0];
      return file === undefined ? 'no file' : climaqa.checkFile?.(file, bytes);
    };
    const bytes = (kind: Kind) => Buffer.from(csvOf(madeRows(kind, 'gold', 3)));
    for (const kind of KINDS) {
      expect(check(kind, bytes(kind))).toBeNull();
      expect(check(kind, parquetRows(madeRows(kind, 'gold', 3)))).toBeNull();
    }
    expect(check('mcq', bytes('cloze'))).toMatch(/Options is missing/);
    expect(check('cloze', bytes('mcq'))).toMatch(/no options/);
    expect(check('mcq', parquetRows(madeRows('freeform', 'gold', 3)))).toMatch(/Options is missing/);
  });

  it('keeps words that look missing, and may name the mask otherwise', () =>
    withTemporaryFolder(async (folder) => {
      const file = path.join(folder, 'cloze.csv');
      writeFileSync(file, ',Question,Answer\n0,It was ___ again.,NA\n7,"___, and ___.",None.\n');
      const { items } = await loaded('cloze', file, { mask: '___' });
      const [first, second] = items as readonly ClimaItem[];
      expect([first?.answer, second?.answer, second?.id]).toEqual(['NA', 'None.', 'gold/cloze/7']);
      expect(first?.origin.warnings.map(({ code }) => code)).toEqual([
        'row-count',
        'several-masks',
        'punctuated-answers',
      ]);
    }));

  it('that is absent is named with what to do', async () => {
    await withTemporaryFolder(async (folder) => {
      await expect(loaded('mcq', folder)).rejects.toMatchObject({ code: 'data-missing' });
      writeFileSync(path.join(folder, 'mcq_benchmark.csv'), csvOf(madeRows('mcq', 'gold', 3)));
      expect((await loaded('mcq', folder)).items.length).toBe(3);
      await expect(loaded('mcq', folder, { setting: 'few-shot' })).rejects.toThrow(/silver/);
    });
  });
});
