import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Interval, Result } from '../../core/index.ts';
import { readCsv } from '../../data/csv.ts';
import { readFileBytes } from '../../data/text-file.ts';
import { scoreTask } from '../../run/library.ts';
import { sharedPath } from '../../testing/shared.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import { loadPool, type QuestionItem } from './pool.ts';
import { articleOf, clusterOf, passageKey } from './pool-articles.ts';

async function itemsOf(bytes: Uint8Array): Promise<readonly QuestionItem[]> {
  const source = { kind: 'own', label: 'x', file: 'pool.csv', find: () => undefined } as const;
  return (await loadPool({ ...source, read: async () => bytes })).items;
}

const poolOf = (header: string, rows: readonly string[]) => Buffer.from([header, ...rows].join('\n'));

describe('what questions share', () => {
  test('white space and line ends of a passage do not matter', () => {
    expect(passageKey(' a\r\nb  c\n')).toBe(passageKey('a b c'));
    expect(passageKey('a b c')).not.toBe(passageKey('a b d'));
  });

  test('unknown passages: each question by itself, but for those of one passage', async () => {
    const items = await itemsOf(
      poolOf('id,query,correct_passage_index,passage_1,passage_2', [
        '1,q,1,one,two',
        '2,q,2,two,one',
        '3,q,2,one,two',
      ]),
    );
    const [first, second, third] = items.map(({ cluster }) => cluster);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
  });

  test('a column `article` says it', async () => {
    const items = await itemsOf(
      poolOf('id,query,correct_passage_index,passage_1,passage_2,article', [
        '1,q,1,one,two,ship',
        '2,q,2,one,two, ship ',
        '3,q,1,one,two,',
      ]),
    );
    expect(items.map(({ cluster }) => cluster)).toEqual(['ship', 'ship', clusterOf('one', '')]);
  });
});

const packed = sharedPath('data/wximpactbench/QACandidate_Pool.csv.xz');
const chunks = sharedPath('data/wximpactbench/MixedCTX_partial.csv');
const whole = sharedPath('data/wximpactbench/LongCTX_partial.csv');
const labels = sharedPath('data/wximpactbench/MixedCTX_labels_1386.csv');
const xz = spawnSync('xz', ['--version']).status === 0;

describe.runIf(packed !== undefined && xz)('the released pool', () => {
  const rowsOf = (file: string | undefined) => readCsv(readFileSync(file ?? '', 'utf8'), 'csv').rows;
  let read: Promise<readonly QuestionItem[]> | undefined;
  const pool = () => {
    read ??= readFileBytes(packed ?? '').then(itemsOf);
    return read;
  };

  test('has 94 articles', async () => {
    const items = await pool();
    const known = items.map((item) => articleOf(item.passages[item.gold - 1] ?? ''));
    expect(known.every((article) => article !== undefined)).toBe(true);
    expect(known).toEqual(items.map(({ cluster }) => cluster));
    expect(new Set(known).size).toBe(94);
  });

  test('288 passages are rows of MixedCTX, in the order of the rows; the article is that of the row', async () => {
    const byText = new Map<string, { row: number; article: string }[]>();
    for (const { cells } of rowsOf(chunks)) {
      const text = (cells.get('Article') ?? '').trim();
      const entry = { row: Number(cells.get('row')), article: cells.get('ID') ?? '' };
      byText.set(text, [...(byText.get(text) ?? []), entry]);
    }
    let before = -1;
    let found = 0;
    for (const item of await pool()) {
      const rows = byText.get((item.passages[item.gold - 1] ?? '').trim()) ?? [];
      const next = rows.find(({ row }) => row > before);
      expect(rows.length > 0).toBe(next !== undefined);
      if (next === undefined) continue;
      expect([item.id, item.cluster]).toEqual([item.id, next.article]);
      before = next.row;
      found += 1;
    }
    expect(found).toBe(288);
  });

  test('of the 47 others 43 stand in the article’s whole text, and 4 between rows that leave one article', async () => {
    const texts = new Set(rowsOf(chunks).map(({ cells }) => (cells.get('Article') ?? '').trim()));
    const others = (await pool()).filter((item) => !texts.has((item.passages[item.gold - 1] ?? '').trim()));
    expect(others).toHaveLength(47);
    const long = new Map(
      rowsOf(whole).map(({ cells }) => [cells.get('ID') ?? '', runsOf(cells.get('Article') ?? '')]),
    );
    const byOrder = others.filter((item) => {
      const runs = [...runsOf(item.passages[item.gold - 1] ?? '')];
      const own = long.get(item.cluster);
      if (own === undefined) return true;
      const share = runs.filter((run) => own.has(run)).length / runs.length;
      expect([item.id, share > 0.6]).toEqual([item.id, true]);
      return false;
    });
    expect(byOrder.map(({ id, cluster }) => [id, cluster])).toEqual([
      ['249', '165'],
      ['279', '192'],
      ['280', '192'],
      ['281', '192'],
    ]);
    // Labelled rows between the rows of questions 248 and 250, and of 278 and 282.
    const labelled = rowsOf(labels).map(({ cells }) => ({
      article: cells.get('ID'),
      any: [...cells].some(([name, cell]) => name.endsWith('Impact') && cell.startsWith('1')),
    }));
    const between = (from: number, to: number) =>
      new Set(labelled.slice(from + 1, to).flatMap(({ any, article }) => (any ? [article] : [])));
    expect([between(642, 646), between(708, 713)]).toEqual([new Set(['165']), new Set(['192'])]);
  });

  test('intervals draw articles and say how many; they are not those over questions', async () => {
    await withTemporaryFolder(async (folder) => {
      const items = await pool();
      const rankings = path.join(folder, 'rankings.jsonl');
      // Right at once for questions about some articles, last for the others: answers that hang together.
      const lines = items.map(({ id, gold, cluster }) => {
        const all = Array.from({ length: 100 }, (_, at) => at + 1).filter((number) => number !== gold);
        return JSON.stringify({ id, answer: Number(cluster) % 2 === 0 ? [gold, ...all] : [...all, gold] });
      });
      writeFileSync(rankings, lines.join('\n'));
      const score = async (data: string) => {
        const [result] = await scoreTask({
          task: 'wximpactbench/qa-ranking',
          predictions: [rankings],
          data,
        });
        return intervalOf(result);
      };
      const clustered = await score(packed ?? '');
      expect(clustered).toMatchObject({ method: 'bootstrap-percentile-clustered', clusters: 94 });
      const alone = path.join(folder, 'pool.csv');
      const [header = '', ...rest] = (await readFileBytes(packed ?? '')).toString().split('\n');
      writeFileSync(
        alone,
        [`article,${header}`, ...rest.map((row, at) => (/^\d+,/.test(row) ? `q${at},${row}` : row))].join(
          '\n',
        ),
      );
      const single = await score(alone);
      expect(single?.method).toBe('bootstrap-percentile');
      const width = (interval: Interval | null | undefined) => (interval?.high ?? 0) - (interval?.low ?? 0);
      expect(width(clustered)).toBeGreaterThan(1.4 * width(single));
    });
  }, 60_000);
});

function intervalOf(result: Result | undefined) {
  return result?.metrics.find(({ headline }) => headline)?.ci;
}

/** Runs of eight words. */
function runsOf(text: string): Set<string> {
  const words = text.trim().split(/\s+/u);
  return new Set(words.slice(0, -7).map((_, at) => words.slice(at, at + 8).join(' ')));
}
