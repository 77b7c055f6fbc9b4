import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Metric, Result, TextRequest } from '../../core/index.ts';
import { readPickle } from '../../data/pickle.ts';
import { localModel } from '../../models/local.ts';
import type { Model } from '../../models/types.ts';
import { type Picklable, writePickle } from '../../testing/pickle-writer.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { projectRoot, sharedPath } from '../../testing/shared.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import { temporaryRun } from '../../testing/temporary-run.ts';

// The stored order of a pool leaks the answer. Whatever the method, pools that are stored in another order must give
// the same values to the last digit; only echo baselines and one quirk of the authors' MRR look at that order.

/** A data file with each pool shuffled by a seed. */
function shuffledFile(file: string, seed: number): Uint8Array {
  const root = readPickle(new Uint8Array(readFileSync(file)), file) as Map<string, Map<string, Picklable>>;
  const qrel = new Map(
    [...(root.get('qrel') as Map<string, Map<string, number>>)].map(([query, pool]) => {
      const keyOf = (doc: string) => createHash('sha256').update(`${seed} ${query} ${doc}`).digest('hex');
      return [query, new Map([...pool].sort(([a], [b]) => (keyOf(a) < keyOf(b) ? -1 : 1)))];
    }),
  );
  return writePickle(new Map<string, Picklable>([...root, ['qrel', qrel]]));
}

/** Everything but what is about the stored order itself. */
function comparable({ metrics, diagnostics, counts, coverage, errors }: Result) {
  const kept = (metric: Metric) => metric.protocol !== 'paper' || metric.id !== 'mrr@10';
  return { metrics: metrics.filter(kept), diagnostics, counts, coverage, errors };
}

/** Results of the stored pools (seed 0) and of shuffles of them. */
async function inOrders(
  set: string,
  data: string,
  model: () => Model,
  settings: Record<string, unknown> = {},
  { limit, seeds = [0, 1, 2] }: { readonly limit?: number; readonly seeds?: readonly number[] } = {},
) {
  const results: Result[] = [];
  for (const seed of seeds) {
    await withTemporaryFolder(async (folder) => {
      const file = path.join(folder, 'data', set, 'test_set.pickle');
      mkdirSync(path.dirname(file), { recursive: true });
      const stored = path.join(data, set, 'test_set.pickle');
      writeFileSync(file, seed === 0 ? readFileSync(stored) : shuffledFile(stored, seed));
      const outcome = await temporaryRun({
        folder,
        model: model(),
        tasks: [`birco/${set}`],
        settings,
        data: path.join(folder, 'data'),
        limit,
      });
      results.push(...outcome.results);
    });
  }
  return results.map(comparable);
}

const samples = path.join(projectRoot, 'samples/birco');

/** An answer that depends on what is asked alone, with many ties and some that cannot be read. */
function answerTo(request: TextRequest): string {
  const hash = createHash('sha256').update(JSON.stringify(request.messages)).digest();
  const digit = hash[0]! % 12;
  if (digit === 11) return 'I cannot say.';
  const shown = /numbered from \[1\] to \[(\d+)\]/.exec(request.messages.at(-1)?.content ?? '')?.[1];
  if (shown !== undefined) {
    const order = Array.from({ length: Number(shown) }, (_, at) => at + 1);
    return order
      .sort((a, b) => hash[a]! - hash[b]! || a - b)
      .map((n) => `[${n}]`)
      .join(' > ');
  }
  if (request.step === 'criteria') return '1. theme: the same\n2. place: the same\n3. time: the same';
  return `SCORE: ${Math.floor(digit / 3)}`;
}

describe('pools in another order give the same scores', () => {
  const methods: [string, Record<string, unknown>][] = [
    ['score', { method: 'score' }],
    ['score from BM25', { method: 'score', initial: 'bm25' }],
    ['reason', { method: 'reason', objective: false }],
    ['subtask', { method: 'subtask' }],
    ['listwise', { method: 'listwise', window: 4, step: 2 }],
    ['listwise from BM25', { method: 'listwise', initial: 'bm25' }],
    ['listwise of the authors', { method: 'listwise', window: 4, step: 2, preset: 'paper' }],
  ];
  test.each(methods)('method %s', async (_, settings) => {
    for (const set of ['doris-mae', 'relic']) {
      const [stored, ...others] = await inOrders(set, samples, () => scriptedModel(answerTo), settings);
      expect(stored?.metrics.length).toBeGreaterThan(10);
      for (const other of others) expect(other).toEqual(stored);
    }
  });

  test.each(['lexical', 'random', 'gold'])('local/%s', async (name) => {
    for (const set of ['doris-mae', 'clinical-trial']) {
      const [stored, ...others] = await inOrders(set, samples, () => localModel(name));
      for (const other of others) expect(other).toEqual(stored);
    }
  });

  const few = { limit: 2, seeds: [0, 1] };
  test('local/use-lite', async () => {
    const [stored, other] = await inOrders('wtb', samples, () => localModel('use-lite'), {}, few);
    expect(other).toEqual(stored);
  });

  test('while echo gives others: the guard sees a leak', async () => {
    const [stored, ...others] = await inOrders('arguana', samples, () => localModel('echo'));
    for (const other of others) expect(other).not.toEqual(stored);
  });

  const folder = sharedPath('data/birco') ?? '';
  test.runIf(folder !== '')('local/lexical on the published sets', async () => {
    for (const set of ['arguana', 'clinical-trial', 'relic', 'wtb']) {
      const [stored, other] = await inOrders(set, folder, () => localModel('lexical'), {}, { seeds: [0, 1] });
      expect(other).toEqual(stored);
    }
  });

  test.runIf(folder !== '')('local/use-lite on a published query', async () => {
    const one = { ...few, limit: 1 };
    const [stored, other] = await inOrders('relic', folder, () => localModel('use-lite'), {}, one);
    expect(stored?.counts.scored).toBe(1);
    expect(other).toEqual(stored);
  });
});
