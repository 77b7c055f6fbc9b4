import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { QuadratError } from '../../core/index.ts';
import { readCsv } from '../../data/csv.ts';
import { importFiles } from '../../data/import.ts';
import { openSource } from '../../data/source.ts';
import { runTasks, scoreTask } from '../../run/library.ts';
import { type ParquetColumn, parquetOf } from '../../testing/parquet-writer.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { projectRoot, sharedPath } from '../../testing/shared.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import { checkArticles, goldHash, loadArticles } from './articles.ts';
import { wximpactbench } from './index.ts';
import { LABELS } from './labels.ts';
import { GOLD_SHA256, MIXED_FILE } from './source.ts';

const sample = path.join(projectRoot, 'samples/wximpactbench/MixedCTX_Dataset.csv');
const MIXED = 'wximpactbench/classification-mixed';

type LabelKind = 'int64' | 'boolean' | 'double' | 'text';
interface HubRow {
  readonly id: number;
  readonly date: string;
  readonly period: string;
  readonly weather: string;
  readonly text: string;
  /** Null: blank. */
  readonly labels: readonly (0 | 1 | null)[];
}

/** The rows of a released file. */
function rowsOf(file: string): HubRow[] {
  return readCsv(readFileSync(file, 'utf8'), file).rows.map(({ cells }) => ({
    id: Number(cells.get('ID')),
    date: cells.get('Date') ?? '',
    period: cells.get('Time_Period') ?? '',
    weather: cells.get('Weather_Type') ?? '',
    text: cells.get('Article') ?? '',
    labels: LABELS.map((label) => {
      const cell = cells.get(`${label} Impact`) ?? '';
      return cell === '' ? null : cell === '1' ? 1 : 0;
    }),
  }));
}

const header = (label: string) => `${label.toLowerCase().replace(' ', '_')}_impact`;

/** The hub's Parquet form, with labels of one type. */
function hubOf(rows: readonly HubRow[], kind: LabelKind): Uint8Array {
  const labels = LABELS.map((label, at): ParquetColumn => {
    const values = rows.map((row) => row.labels[at] ?? null);
    const name = header(label);
    if (kind === 'text')
      return { name, kind, values: values.map((value) => (value === null ? null : String(value))) };
    if (kind === 'boolean')
      return { name, kind, values: values.map((value) => (value === null ? null : value === 1)) };
    return { name, kind, values };
  });
  return parquetOf([
    { name: 'id', kind: 'int64', values: rows.map(({ id }) => id) },
    { name: 'date', kind: 'int64', values: rows.map(({ date }) => Number(date)) },
    { name: 'time_period', kind: 'text', values: rows.map(({ period }) => period) },
    {
      name: 'weather_type',
      kind: 'text',
      values: rows.map(({ weather }) => weather.charAt(0).toUpperCase() + weather.slice(1)),
    },
    { name: 'text', kind: 'text', values: rows.map(({ text }) => text) },
    ...labels,
  ]);
}

/** The same as CSV under the hub's headers, with blanks where pandas writes them and labels as floats. */
function hubCsv(rows: readonly HubRow[]): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  return [
    ['id,date,time_period,weather_type,text', ...LABELS.map(header)].join(','),
    ...rows.map(({ id, date, period, weather, text, labels }) =>
      [
        id,
        `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`,
        period,
        weather,
        quoted(text),
        ...labels.map((label) => (label === null ? '' : `${label}.0`)),
      ].join(','),
    ),
    '',
  ].join('\n');
}

async function itemsFrom(bytes: Uint8Array, file = 'hub.parquet') {
  const source = { kind: 'own', label: file, file, find: () => undefined } as const;
  return (await loadArticles('MixedCTX', { ...source, read: async () => bytes })).items;
}

const content = (items: Awaited<ReturnType<typeof itemsFrom>>) =>
  items.map(({ id, hash, date, period, strata, gold, rows }) => ({
    id,
    hash,
    date,
    period,
    strata,
    gold,
    rows,
  }));

describe('the hub’s form of MixedCTX', () => {
  const rows = rowsOf(sample).map((row, at) =>
    at === 2 ? { ...row, labels: row.labels.map((label, label_at) => (label_at === 5 ? null : label)) } : row,
  );

  test.each(['int64', 'boolean', 'double', 'text'] as const)(
    'with labels as %s gives the items of the CSV',
    async (kind) => {
      const plain = await itemsFrom(Buffer.from(hubCsv(rows)), 'hub.csv');
      const items = await itemsFrom(hubOf(rows, kind));
      expect(content(items)).toEqual(content(plain));
      expect(items.flatMap((item) => item.rows).filter(({ gold }) => gold.includes(null))).toHaveLength(2);
      expect(items.flatMap((item) => item.rows.map(({ id }) => id))).toContain('32');
    },
  );

  test('gives the items of the released form', async () => {
    const whole = rowsOf(sample);
    const released = await itemsFrom(readFileSync(sample), 'released.csv');
    expect(content(await itemsFrom(hubOf(whole, 'int64')))).toEqual(content(released));
  });

  test('is checked as CSV is, with the row instead of the line', async () => {
    const check = (bytes: Uint8Array) => checkArticles('MixedCTX', 'hub.parquet', bytes);
    expect(await check(hubOf(rows, 'int64'))).toBeNull();
    const odd = parquetOf([
      { name: 'id', kind: 'int64', values: [1, 1] },
      { name: 'text', kind: 'text', values: ['a', 'b'] },
      ...LABELS.map((label): ParquetColumn => ({ name: header(label), kind: 'int64', values: [0, 2] })),
    ]);
    expect(await check(odd)).toMatch(/row 2: the gold label Infrastructural is "2", not 0 or 1/);
    const blank = [{ ...rows[0]!, text: ' ' }, rows[1]!];
    expect(await check(hubOf(blank, 'int64'))).toBe('row 1 has no text');
    expect(await check(parquetOf([{ name: 'id', kind: 'int64', values: [1] }]))).toMatch(
      /no column for Infrastructural/,
    );
    expect(await check(Buffer.from('PAR1 and then nothing'))).toMatch(/cannot be read/);
  });

  test.each<[string, ParquetColumn, RegExp]>([
    ['id', { name: 'id', kind: 'double', values: [1, 0.5] }, /row 2: the ID is "0.5", no whole number/],
    ['date', { name: 'date', kind: 'int64', values: [18800116, -5] }, /row 2: the date is "-5", no day/],
    ['day', { name: 'date', kind: 'int64', values: [18800116, 18800230] }, /the date is "18800230", no day/],
    [
      'period',
      { name: 'time_period', kind: 'text', values: ['modern', 'old'] },
      /row 2: the period is "old"/,
    ],
  ])('is refused for an odd %s, with its row', async (_, column, message) => {
    const columns: ParquetColumn[] = [
      { name: 'id', kind: 'int64', values: [1, 1] },
      { name: 'text', kind: 'text', values: ['a', 'b'] },
      ...LABELS.map((label): ParquetColumn => ({ name: header(label), kind: 'int64', values: [0, 1] })),
    ];
    const odd = parquetOf([...columns.filter(({ name }) => name !== column.name), column]);
    expect(await checkArticles('MixedCTX', 'hub.parquet', odd)).toMatch(message);
  });

  test('whose IDs are no articles is refused where all 1,386 rows are there', async () => {
    const many = Array.from({ length: 1386 }, (_, id) => ({ ...rows[0]!, id }));
    await expect(itemsFrom(hubOf(many, 'int64'))).rejects.toThrow(QuadratError);
    await expect(itemsFrom(hubOf(many, 'int64'))).rejects.toThrow(/350 articles.*name 1386/);
  });

  test('is imported under its own name and by --data', () =>
    withTemporaryFolder(async (folder) => {
      const hub = path.join(folder, 'train-00000-of-00001.parquet');
      writeFileSync(hub, hubOf(rows, 'int64'));
      const results = await importFiles(
        wximpactbench.tasks.flatMap(({ files }) => files),
        {
          from: folder,
          dataFolder: path.join(folder, 'home'),
          benchmark: 'wximpactbench',
          check: async (file, bytes) => (await wximpactbench.checkFile?.(file, bytes)) ?? null,
        },
      );
      expect(results).toMatchObject([{ state: 'imported', path: MIXED_FILE.path, recognisedBy: 'schema' }]);
      const installed = openSource({
        data: 'full',
        benchmark: 'wximpactbench',
        dataFolder: path.join(folder, 'home'),
        samplesFolder: folder,
      });
      expect((await loadArticles('MixedCTX', installed)).items).toHaveLength(24);
      const model = scriptedModel(() => 'Political: true');
      const run = (data: string) =>
        runTasks({ tasks: [MIXED], model, data, repeats: 1, places: { out: path.join(folder, 'runs') } });
      for (const data of [hub, folder]) {
        const { results: scored } = await run(data);
        expect(scored[0]?.counts).toMatchObject({ planned: 24, scored: 24 });
      }
    }));
});

const folder = sharedPath('data/wximpactbench');

describe.runIf(folder !== undefined)('values of the authors', () => {
  const at = (name: string) => path.join(folder ?? '', name);
  const published = async (task: string, data: string, predictions: string) => {
    const [result] = await scoreTask({
      task: `wximpactbench/${task}`,
      predictions: [at(`predictions/${predictions}`)],
      data,
    });
    return result?.baselines.filter(({ name }) => name.startsWith('published:')) ?? [];
  };

  test('stand beside results over the label files, in any form', async () => {
    const long = await published(
      'classification-long',
      at('LongCTX_labels_350.csv'),
      'gpt-4o_LongCTX_zeroshot.csv',
    );
    expect(long).toHaveLength(22 * 3);
    expect(
      long.find(({ name, id }) => name === 'published:GPT-4o, zero-shot' && id === 'accuracy.rowwise'),
    ).toEqual({
      name: 'published:GPT-4o, zero-shot',
      id: 'accuracy.rowwise',
      protocol: 'paper',
      value: 0.3228,
      n: 347,
      source: expect.stringContaining('df17f50'),
    });
    await withTemporaryFolder(async (temporary) => {
      const text = readFileSync(at('MixedCTX_labels_1386.csv'), 'utf8');
      const windows = path.join(temporary, 'windows.csv');
      writeFileSync(windows, `\uFEFF${text.replaceAll('\n', '\r\n')}`);
      const hub = path.join(temporary, 'hub.parquet');
      writeFileSync(hub, hubOf(rowsOf(at('MixedCTX_labels_1386.csv')), 'double'));
      for (const data of [at('MixedCTX_labels_1386.csv'), windows, hub]) {
        const mixed = await published('classification-mixed', data, 'gpt-4o_MixedCTX_zeroshot.csv');
        expect([data, mixed.length, mixed[0]?.n]).toEqual([data, 66, 350]);
      }
      // One label that differs, or one row less, and they are other data.
      const other = path.join(temporary, 'other.csv');
      writeFileSync(other, text.replace('storm,1,0,0,0,0,1', 'storm,0,0,0,0,0,1'));
      expect(await published('classification-mixed', other, 'gpt-4o_MixedCTX_zeroshot.csv')).toEqual([]);
      writeFileSync(other, text.slice(0, text.trimEnd().lastIndexOf('\n') + 1));
      expect(await published('classification-mixed', other, 'gpt-4o_MixedCTX_zeroshot.csv')).toEqual([]);
    });
  });

  test('never beside results over a part of the data or the samples', async () => {
    expect(
      await published('classification-long', at('LongCTX_partial.csv'), 'gpt-4o_LongCTX_zeroshot.csv'),
    ).toEqual([]);
    const model = scriptedModel(() => 'Political: true');
    await withTemporaryFolder(async (out) => {
      for (const data of ['sample', at('MixedCTX_partial.csv')]) {
        const { results } = await runTasks({
          tasks: [MIXED],
          model,
          data,
          repeats: 1,
          limit: 5,
          places: { out },
        });
        expect(results[0]?.baselines.some(({ name }) => name.startsWith('published:'))).toBe(false);
      }
    });
  });

  test('the hashes are those of the label files', async () => {
    for (const [context, name] of [
      ['LongCTX', 'LongCTX_labels_350.csv'],
      ['MixedCTX', 'MixedCTX_labels_1386.csv'],
    ] as const) {
      const source = { kind: 'own', label: name, file: name, find: () => undefined } as const;
      const { items, publishedGold } = await loadArticles(context, {
        ...source,
        read: async () => readFileSync(at(name)),
      });
      expect([goldHash(items), publishedGold]).toEqual([GOLD_SHA256[context], true]);
    }
  });
});
