import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Result } from '../../core/index.ts';
import { runTasks } from '../../run/library.ts';
import { type Script, scriptedModel } from '../../testing/scripted-model.ts';
import { projectRoot, sharedPath } from '../../testing/shared.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import { PROMPT_ORDER } from './definitions.ts';

const samples = path.join(projectRoot, 'samples/wximpactbench');
const LONG = 'wximpactbench/classification-long';
const MIXED = 'wximpactbench/classification-mixed';
const QA = 'wximpactbench/qa-ranking';

interface Made {
  readonly results: readonly Result[];
  readonly calls: number;
}

async function runWith(
  script: Script,
  tasks: readonly string[],
  more: { settings?: Record<string, unknown>; repeats?: number; data?: string } = {},
): Promise<Made> {
  let calls = 0;
  const model = scriptedModel((request, call) => {
    calls += 1;
    return script(request, call);
  });
  const { results } = await withTemporaryFolder((out) =>
    runTasks({ tasks, model, data: samples, places: { out }, ...more }),
  );
  return { results, calls };
}

function metric(result: Result | undefined, id: string, protocol = 'standard', slice: object | null = null) {
  const wanted = JSON.stringify(slice);
  return result?.metrics.find(
    (one) =>
      one.id === id &&
      one.protocol === protocol &&
      one.variant === null &&
      JSON.stringify(one.slice) === wanted,
  );
}

const lines = (value: (label: string) => boolean) =>
  PROMPT_ORDER.map((label) => `${label}: ${value(label)}`).join('\n');
const allFalse = lines(() => false);
const backwards: Script = (request) => {
  const text = request.messages.at(-1)?.content ?? '';
  return [...text.matchAll(/^\[(\d+)\] /gm)]
    .map(([, number]) => `[${number}]`)
    .reverse()
    .join(' > ');
};

describe('classification runs', () => {
  test('one call a text holds all six labels; three repeats are the default', async () => {
    const seen: string[] = [];
    const { results, calls } = await runWith(
      (request) => {
        seen.push(request.messages.at(-1)?.content ?? '');
        return allFalse;
      },
      [LONG, MIXED],
    );
    expect(calls).toBe(3 * (24 + 33));
    expect(results.map(({ calls: made }) => [made?.planned, made?.made])).toEqual([
      [72, 72],
      [99, 99],
      [undefined, undefined],
    ]);
    expect(results.map(({ task }) => task)).toEqual([LONG, MIXED, 'wximpactbench']);
    for (const prompt of seen)
      for (const label of PROMPT_ORDER) expect(prompt).toContain(`${label}: <true or false>`);
    expect(metric(results[0], 'f1.macro')?.repeats?.n).toBe(3);
    // Always answering false is right on the articles without impact, and its row stands beside.
    expect(metric(results[0], 'accuracy.rowwise')?.value).toBe(0.25);
    for (const protocol of ['standard', 'paper', 'card'])
      expect(results[0]?.baselines).toContainEqual({
        name: 'all-false',
        protocol,
        id: 'accuracy.rowwise',
        value: 0.25,
        n: 24,
      });
    expect(metric(results[0], 'noimpact.recall')?.value).toBe(1);
  });

  test('repeats that differ have a mean and two spreads', async () => {
    // The model changes its mind once in the second repeat and for good in the third.
    const { results, calls } = await runWith(
      (_, { index }) => (index % 3 === 0 ? allFalse : lines(() => true)),
      [LONG],
    );
    const rowwise = metric(results[0], 'accuracy.rowwise');
    const values = rowwise?.repeats?.values.map(Number) ?? [];
    expect([calls, values.length]).toEqual([72, 3]);
    const mean = values.reduce((sum, value) => sum + value, 0) / 3;
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    expect(rowwise?.value).toBeCloseTo(mean, 12);
    expect(rowwise?.repeats?.sdPopulation).toBeCloseTo(Math.sqrt(squares / 3), 12);
    expect(rowwise?.repeats?.sdSample).toBeCloseTo(Math.sqrt(squares / 2), 12);
  });

  test('an example stands before the text with shot=one', async () => {
    const { results } = await runWith(
      (request) => {
        const text = request.messages.at(-1)?.content ?? '';
        return text.indexOf('An example') > 0 && text.indexOf('An example') < text.indexOf('Now the text')
          ? allFalse
          : '';
      },
      [LONG],
      { settings: { shot: 'one' }, repeats: 1 },
    );
    expect(results[0]?.counts.scored).toBe(24);
  });

  test('a model that fails everywhere gets 0 and never what "all false" gets', async () => {
    const { results } = await runWith(
      () => ({ error: { kind: 'bad-request', retryable: false } }),
      [LONG, MIXED],
      { repeats: 1 },
    );
    for (const result of results.slice(0, 2)) {
      expect(result.counts).toMatchObject({ planned: 24, scored: 0, failed: 24 });
      expect(result.complete).toBe(false);
      for (const id of ['f1.macro', 'accuracy', 'accuracy.rowwise', 'noimpact.recall', 'noimpact.f1'])
        expect([id, metric(result, id)?.value]).toEqual([id, 0]);
    }
    expect(metric(results[1], 'accuracy.rowwise', 'standard', { unit: 'chunk' })?.value).toBe(0);
  });

  test('refusals, silence and cut answers are outcomes, and no judgement', async () => {
    const replies = ['I cannot help with that.', '', 'Infrastructural: true\nAgri'] as const;
    const { results } = await runWith(
      (_, { index }) => {
        const text = replies[index % 3] ?? '';
        return index % 3 === 2 ? { text, finish: 'length' } : text;
      },
      [LONG],
      { repeats: 1 },
    );
    const [result] = results;
    const { scored, unparsed, stopped, planned } = result?.counts ?? {
      scored: 0,
      unparsed: 0,
      stopped: 0,
      planned: 0,
    };
    expect(scored + unparsed + stopped).toBe(planned);
    expect(Math.min(scored, unparsed)).toBeGreaterThan(0);
    expect(metric(result, 'accuracy.rowwise')?.value).toBe(0);
    expect(metric(result, 'noimpact.recall')?.value).toBe(0);
    const of = (id: string) => result?.diagnostics.find((one) => one.id === id);
    expect(of('missing-cells')).toEqual({ id: 'missing-cells', value: 24 * 6 - scored, n: 24 * 6 });
    expect(of('unread-rows')?.value).toBe(24 - scored);
    expect(of('truncated-rows')?.value).toBe(scored);
    expect(result?.warnings.map(({ code }) => code)).toContain('truncated');
  });

  test('a part of the released rows is scored with its own N and says so', async () => {
    await withTemporaryFolder(async (folder) => {
      const data = path.join(folder, 'partial');
      mkdirSync(data);
      const file = path.join(data, 'LongCTX_partial.csv');
      writeFileSync(file, readFileSync(path.join(samples, 'LongCTX_Dataset.csv')));
      const { results } = await runWith(() => allFalse, [LONG], { repeats: 1, data: file });
      expect(metric(results[0], 'f1.macro')?.n).toBe(24);
      expect(results[0]?.warnings).toMatchObject([{ code: 'partial' }]);
      expect(results[0]?.warnings[0]?.message).toMatch(/24 of the 350 rows of LongCTX/);
    });
  });
});

const partial = sharedPath('data/wximpactbench/LongCTX_partial.csv');

/** A style of answering: the text, which outcome it has, and the judgements in it, true and false. */
type Style = readonly [
  text: string,
  outcome: 'scored' | 'unparsed' | 'stopped',
  said: readonly [number, number],
];

const five = ['Infrastructural', 'Agricultural', 'Financial', 'Human Health', 'Political'];
const STYLES: readonly Style[] = [
  [lines((label) => label === 'Political'), 'scored', [1, 5]],
  [`As asked, here is my reading of the article.\n${allFalse}\nI hope that this helps.`, 'scored', [0, 6]],
  [JSON.stringify(Object.fromEntries(PROMPT_ORDER.map((label) => [label, true]))), 'scored', [6, 0]],
  [`\`\`\`json\n{"Human Health Impact": true, "ecological": false}\n\`\`\``, 'scored', [1, 1]],
  [five.map((label) => `- **${label}:** ${label === 'Financial'}`).join('\n'), 'scored', [1, 4]],
  [lines(() => false).toUpperCase(), 'scored', [0, 6]],
  ['Political: False, Health: TRUE', 'scored', [1, 1]],
  [`<think>Political: true. Financial: true.</think>Ecological: false`, 'scored', [0, 1]],
  ['I am sorry, but I cannot judge this article. It may be false.', 'unparsed', [0, 0]],
  [lines(() => true).replaceAll('true', 'true/false'), 'unparsed', [0, 0]],
];

describe.runIf(partial !== undefined)('the 234 articles with text', () => {
  test('ten styles of answering: outcomes, coverage, and nothing false that was not said', async () => {
    const tally = { scored: 0, unparsed: 0, stopped: 0, said: 0 };
    const { results, calls } = await runWith(
      (_, { index }) => {
        const [text, outcome, said] = STYLES[index % STYLES.length] ?? ['', 'stopped', [0, 0]];
        tally[outcome] += 1;
        tally.said += said[0] + said[1];
        return text;
      },
      [LONG],
      { data: partial ?? '', repeats: 1 },
    );
    const [result] = results;
    expect(calls).toBe(234);
    expect(result?.counts).toEqual({
      planned: 234,
      scored: tally.scored,
      unparsed: tally.unparsed,
      stopped: 0,
      failed: 0,
    });
    expect(result?.coverage).toBeCloseTo(tally.scored / 234, 12);
    expect(result?.diagnostics.find(({ id }) => id === 'missing-cells')).toEqual({
      id: 'missing-cells',
      value: 234 * 6 - tally.said,
      n: 234 * 6,
    });
    // Only two styles say all six false.
    expect(metric(result, 'noimpact.recall')?.value).toBeLessThan(0.3);
    expect(result?.warnings.map(({ code }) => code)).toContain('partial');
    expect(metric(result, 'f1.macro')?.n).toBe(234);
  });
});

describe('ranking runs', () => {
  test.each([
    ['two-stage', 4],
    ['single-call', 1],
    ['sliding', 1],
    ['article-thirds', 3],
  ])('%s asks %i times a question of a small pool', async (method, each) => {
    const { results, calls } = await runWith(backwards, [QA], { settings: { method }, repeats: 1 });
    expect(calls).toBe(24 * each);
    expect(results[0]?.calls).toMatchObject({ planned: 24 * each, made: 24 * each });
    expect(results[0]?.counts.scored).toBe(24);
    expect(results[0]?.settings.method).toBe(method);
    const paper = metric(results[0], 'ndcg@5', 'paper');
    expect(paper?.value === null).toBe(method === 'sliding' || method === 'article-thirds');
  });

  test('a model that names no passage gets 0, not what the order of the pool gets', async () => {
    for (const method of ['two-stage', 'single-call', 'sliding', 'article-thirds']) {
      const { results, calls } = await runWith(() => 'I would rather not.', [QA], {
        settings: { method },
        repeats: 1,
      });
      expect(results[0]?.calls?.planned).toBe(calls);
      expect(results[0]?.counts).toMatchObject({ scored: 0, unparsed: 24 });
      for (const id of ['hit@1', 'ndcg@5', 'ndcg@10', 'recall@5', 'mrr'])
        expect([method, id, metric(results[0], id)?.value]).toEqual([method, id, 0]);
    }
  });
});
