import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSource } from '../../data/source.ts';
import { sharedPath } from '../../testing/shared.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import { type ArticleItem, loadArticles } from './articles.ts';
import { articleBaselines } from './baselines.ts';
import { LABELS, noneTrue, PERIODS } from './labels.ts';
import { loadPool } from './pool.ts';
import { questionBaselines } from './rank-baselines.ts';
import { type Context, FILE_OF, POOL_FILE } from './source.ts';

const folder = sharedPath('data/wximpactbench');
const xz = spawnSync('xz', ['--version']).status === 0;

const sourceOf = (data: string) =>
  openSource({ data, benchmark: 'wximpactbench', dataFolder: data, samplesFolder: data });

test('the shipped sources hold the three blobs of the pinned commit', () => {
  const entries = [FILE_OF.LongCTX, FILE_OF.MixedCTX, POOL_FILE];
  expect(entries.map(({ gitBlobSha1 }) => gitBlobSha1)).toEqual([
    '9a354f6ef1025b842c5b06bdcd2d898de7c5b890',
    'ab17a8e0989441bf665c9bc111d7eed4f481ad0c',
    '11778999efb9512d7a6c3e074800a0ff32ada107',
  ]);
  for (const { url } of entries) expect(url).toContain('/3fd47a997aff2d7c1b39567ca98df827635c0172/datasets/');
  expect(FILE_OF.LongCTX.url).toMatch(/LongCTX_Dataset%28350%29\.csv$/);
});

describe.runIf(folder !== undefined)('the gold labels', () => {
  const load = async (context: Context, file: string) =>
    (await loadArticles(context, sourceOf(path.join(folder ?? '', file)))).items;
  const long = () => load('LongCTX', 'LongCTX_labels_350.csv');
  const mixed = () => load('MixedCTX', 'MixedCTX_labels_1386.csv');
  const count = (items: readonly ArticleItem[], keep: (item: ArticleItem) => boolean) =>
    LABELS.map((_, at) =>
      items.filter(keep).reduce((sum, { rows }) => sum + rows.filter(({ gold }) => gold[at] === 1).length, 0),
    );

  test('LongCTX', async () => {
    const items = await long();
    expect(items).toHaveLength(350);
    expect(items.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 351 }, (_, id) => id).filter((id) => id !== 181),
    );
    expect(PERIODS.map((period) => items.filter((item) => item.period === period).length)).toEqual([
      200, 150,
    ]);
    expect(count(items, () => true)).toEqual([168, 61, 98, 54, 80, 117]);
    expect(count(items, ({ period }) => period === 'historical')).toEqual([93, 22, 66, 33, 51, 63]);
    expect(items.filter(({ gold }) => noneTrue(gold))).toHaveLength(133);
    expect(new Set(items.map(({ date, period }) => `${date} ${period}`)).size).toBe(333);
    const labels = items.map(({ gold }) => gold.filter((cell) => cell === 1).length);
    expect(Array.from({ length: 7 }, (_, n) => labels.filter((own) => own === n).length)).toEqual([
      133, 48, 60, 48, 42, 16, 3,
    ]);
    const weather = (type: string, period: string) =>
      items.filter(({ strata }) => strata.weather === type && strata.period === period).length;
    expect(['ice', 'flood', 'snowstorm'].map((type) => weather(type, 'modern'))).toEqual([14, 7, 18]);
    expect(['blizzard', 'heatwave', 'heat'].map((type) => weather(type, 'historical'))).toEqual([15, 0, 0]);
  });

  test('MixedCTX, and that its articles are those of LongCTX', async () => {
    const items = await mixed();
    const rows = items.flatMap((item) => item.rows);
    expect([items.length, rows.length]).toEqual([350, 1386]);
    expect(
      PERIODS.map(
        (period) => items.filter((item) => item.period === period).flatMap((item) => item.rows).length,
      ),
    ).toEqual([504, 882]);
    expect(count(items, () => true)).toEqual([326, 101, 134, 71, 100, 178]);
    expect(count(items, ({ period }) => period === 'modern')).toEqual([136, 66, 47, 34, 40, 80]);
    expect(rows.filter(({ gold }) => noneTrue(gold))).toHaveLength(921);
    expect(
      rows.filter(({ gold }) => gold.includes(null)).map(({ id, gold }) => [id, gold.indexOf(null)]),
    ).toEqual([['942', 5]]);
    const several = items.filter((item) => item.rows.length > 1);
    expect([
      items.length - several.length,
      several.length,
      several.flatMap((item) => item.rows).length,
    ]).toEqual([274, 76, 1112]);
    const gold = new Map((await long()).map((item) => [item.id, item.gold]));
    for (const item of items) expect([item.id, item.gold]).toEqual([item.id, gold.get(item.id)]);
  });

  test('constant answers', async () => {
    const of = (
      figures: ReturnType<typeof articleBaselines>,
      name: string,
      id: string,
      protocol = 'standard',
    ) => figures.find((one) => one.name === name && one.id === id && one.protocol === protocol)?.value;
    const whole = articleBaselines('LongCTX', await long());
    const chunks = articleBaselines('MixedCTX', await mixed());
    for (const figures of [whole, chunks]) {
      for (const protocol of ['standard', 'paper'])
        expect(of(figures, 'all-false', 'accuracy.rowwise', protocol)).toBe(133 / 350);
      expect(of(figures, 'all-false', 'accuracy')?.toFixed(4)).toBe('0.7248');
      expect(of(figures, 'all-false', 'f1.macro')).toBe(0);
      expect(of(figures, 'all-true', 'f1.macro')?.toFixed(4)).toBe('0.4206');
      expect(of(figures, 'all-true', 'accuracy')?.toFixed(4)).toBe('0.2752');
      expect(of(figures, 'all-true', 'accuracy.rowwise')?.toFixed(4)).toBe('0.0086');
      expect(of(figures, 'all-false', 'noimpact.f1')?.toFixed(6)).toBe('0.550725');
    }
    expect(of(chunks, 'all-false-per-chunk', 'accuracy.rowwise')).toBe(921 / 1386);
    expect(of(chunks, 'all-false-per-chunk', 'noimpact.precision')?.toFixed(6)).toBe('0.664502');
    expect(of(chunks, 'all-false', 'accuracy.rowwise', 'card')).toBe(921 / 1386);
    const rowwise = chunks.filter(
      ({ id, name }) => id === 'accuracy.rowwise' && name.startsWith('all-false'),
    );
    const units = rowwise.filter(({ slice }) => slice === undefined);
    expect(units.map(({ name, protocol, n }) => [name, protocol, n])).toEqual([
      ['all-false', 'standard', 350],
      ['all-false-per-chunk', 'standard', 1386],
      ['all-false', 'paper', 350],
      ['all-false', 'card', 1386],
    ]);
    const periods = rowwise.filter(
      ({ slice, protocol }) => slice?.period !== undefined && protocol === 'standard',
    );
    expect(periods.map(({ slice, value, n }) => [slice, value, n])).toEqual([
      [{ period: 'historical' }, 81 / 200, 200],
      [{ period: 'modern' }, 52 / 150, 150],
    ]);
  });

  test('a part of the rows says so and keeps the row numbers of the full file', async () => {
    const items = await load('MixedCTX', 'MixedCTX_partial.csv');
    expect(items[0]?.loaded.rows).toBe(603);
    expect(items.flatMap((item) => item.rows).every(({ text }) => text !== null)).toBe(true);
    expect(Math.max(...items.flatMap((item) => item.rows.map(({ id }) => Number(id))))).toBeGreaterThan(603);
  });
});

describe.runIf(folder !== undefined && xz)('the pool', () => {
  test('is the released file; its figures and reference points', async () => {
    const packed = path.join(folder ?? '', 'QACandidate_Pool.csv.xz');
    await withTemporaryFolder(async (temporary) => {
      const bytes = execFileSync('xz', ['-dc', packed], { maxBuffer: 64 * 1024 * 1024 });
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(POOL_FILE.sha256);
      const { items } = await loadPool({
        ...sourceOf(temporary),
        find: () => 'QACandidate_Pool.csv',
        read: async () => bytes,
      });
      expect(items).toHaveLength(335);
      expect(new Set(items.map(({ passages }) => passages.length))).toEqual(new Set([100]));
      expect(items.slice(0, 10).map(({ gold }) => gold)).toEqual([12, 29, 24, 42, 4, 46, 51, 42, 61, 61]);
      expect(items.reduce((sum, { gold }) => sum + gold, 0)).toBe(15891);
      const within = (low: number, high: number) =>
        items.filter(({ gold }) => gold >= low && gold <= high).length;
      expect([within(1, 40), within(41, 80), within(81, 100), within(1, 1), within(1, 5)]).toEqual([
        141, 145, 49, 6, 26,
      ]);
      const figures = questionBaselines(items).filter(({ protocol }) => protocol === 'standard');
      const of = (name: string) =>
        ['hit@1', 'ndcg@5', 'ndcg@10', 'recall@5', 'mrr'].map((id) =>
          figures.find((one) => one.name === name && one.id === id)?.value?.toFixed(4),
        );
      expect(of('random')).toEqual(['0.0100', '0.0295', '0.0454', '0.0500', '0.0519']);
      expect(of('pool-order')).toEqual(['0.0179', '0.0466', '0.0582', '0.0776', '0.0647']);
      expect(of('pool-order-reversed')).toEqual(['0.0060', '0.0275', '0.0370', '0.0507', '0.0452']);
      expect(of('bm25')).toEqual(['0.8627', '0.9194', '0.9244', '0.9612', '0.9083']);
    });
  }, 60_000);
});
