import { describe, expect, test } from 'vitest';
import { birco } from '../benchmarks/index.ts';
import type { Result } from '../core/index.ts';
import { openSource } from '../data/source.ts';
import { projectRoot } from '../testing/shared.ts';
import { overallOf, parseTaskFile, scoreBenchmark } from './score-benchmark.ts';

describe('TASK=FILE', () => {
  test('is cut at the first equals sign', () => {
    expect(parseTaskFile('birco/relic=a=b.json', birco)).toEqual({ task: 'birco/relic', file: 'a=b.json' });
  });

  test.each(['birco/relic', 'birco/relic=', '=x.json', 'relic=x.json', 'climaqa/mcq=x.json'])(
    '%j is refused',
    (text) => {
      expect(() => parseTaskFile(text, birco)).toThrow(
        expect.objectContaining({ code: 'usage', next: expect.stringContaining('birco/doris-mae=') }),
      );
    },
  );
});

const SETS = ['doris-mae', 'arguana', 'wtb', 'clinical-trial', 'relic'];

describe('scores of a whole benchmark', () => {
  const score = (files: readonly string[]) =>
    scoreBenchmark(
      birco,
      files.map((text) => parseTaskFile(text, birco)),
      (task) => ({
        source: openSource({
          data: 'sample',
          benchmark: 'birco',
          dataFolder: 'none',
          samplesFolder: `${projectRoot}/samples`,
        }),
        split: undefined,
        given: new Map(),
        seed: 42,
        baselines: [],
        perItem: false,
        // Each file ranks the pools of its own set, as stored or turned over.
        read: async (file) => {
          const source = await import('node:fs/promises').then(({ readFile }) =>
            readFile(`${projectRoot}/samples/birco/source/${task.id.split('/')[1]}.json`, 'utf8'),
          );
          const { queries } = JSON.parse(source) as { queries: { id: string; pool: [string, number][] }[] };
          const lists = queries.map(({ id, pool }) => {
            const docs = pool.map(([doc]) => doc);
            return `${JSON.stringify(id)}:${JSON.stringify(file.includes('turned') ? docs.toReversed() : docs)}`;
          });
          return new TextEncoder().encode(`{${lists.join(',')}}`);
        },
      }),
    );

  test('stand in the order of its tasks, with its own object behind', async () => {
    const results = await score(SETS.toReversed().map((set) => `birco/${set}=${set}.json`));
    expect(results.map(({ task }) => task)).toEqual([...SETS.map((set) => `birco/${set}`), 'birco']);
    const values = results.map(
      ({ metrics }) => metrics.find(({ headline }) => headline)?.value ?? Number.NaN,
    );
    expect(values[5]).toBeCloseTo(values.slice(0, 5).reduce((sum, value) => sum + value, 0) / 5, 12);
    expect(results[5]?.metrics.find(({ headline }) => headline)?.ci).toMatchObject({ resamples: 1000 });
  });

  test('have one object for each file name that every task has', async () => {
    const files = SETS.flatMap((set) => [
      `birco/${set}=${set}/plain.run`,
      `birco/${set}=${set}/turned.run.gz`,
    ]);
    const results = await score(files);
    expect(results.slice(10).map(({ task, source }) => `${task} ${source.split(', ')[0]}`)).toEqual([
      'birco doris-mae/plain.run',
      'birco doris-mae/turned.run.gz',
    ]);
  });

  test('have none where a set is missing', async () => {
    const results = await score(SETS.slice(1).map((set) => `birco/${set}=${set}.json`));
    expect(results.map(({ task }) => task)).not.toContain('birco');
    expect(overallOf(birco, [] as Result[], new Map())).toEqual([]);
  });
});
