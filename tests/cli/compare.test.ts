import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Comparison } from '../../src/core/index.ts';
import { documentOf, type Ended, jsonOf, quadrat, sampleRanking, workplace } from './program.ts';

const { folder, remove } = workplace();
afterAll(remove);
const run = (...args: string[]): Promise<Ended> => quadrat(args, folder);
let lexical: string;
let gold: string;
let random: string;

beforeAll(async () => {
  for (const model of ['local/lexical', 'local/gold', 'local/random']) {
    const ended = await run(
      'run',
      'birco/relic',
      'cpsdbench/rumor',
      '--model',
      model,
      '--data',
      'sample',
      '--quiet',
    );
    expect(ended.code, ended.stderr).toBe(0);
  }
  const found = (name: string) =>
    `runs/${readdirSync(path.join(folder, 'runs')).find((entry) => entry.includes(name))}`;
  lexical = found('lexical');
  gold = found('gold');
  random = found('random');
  for (const order of ['best', 'turned'] as const)
    writeFileSync(path.join(folder, `${order}.json`), jsonOf(sampleRanking('relic', order)));
}, 120_000);

describe('compare', () => {
  test('two runs in words: verdict, figures, what varied', async () => {
    const ended = await run('compare', lexical, gold);
    expect(ended.code, ended.stderr).toBe(0);
    for (const part of [
      'birco/relic: B against A',
      'cpsdbench/rumor: B against A',
      'comparable: same data, prompts, settings and scoring',
      'B − A',
      'p (Holm)',
      'paired bootstrap resamples',
      'seed 42',
      '[sample-data]',
    ])
      expect(ended.stdout).toContain(part);
    expect(ended.stdout).not.toContain('\u001b');
    // Progress is told where it takes longer than a second, and nothing else is said.
    expect(ended.stderr).toMatch(/^$|^(?:pairs .* of 2.*\n)+$/);
  });

  test('a faulty file is refused by name, the others are compared, exit 6', async () => {
    writeFileSync(path.join(folder, 'torn.json'), '{"a": [');
    const task = ['--task', 'birco/relic', '--data', 'sample', '--resamples', '200'];
    const ended = await run('compare', 'best.json', 'torn.json', 'turned.json', ...task, '--json');
    expect(ended.code, ended.stderr).toBe(6);
    expect(ended.stderr).toMatch(/torn\.json is left out of birco\/relic: .*\[invalid-json\]/);
    const made = documentOf<Comparison>(ended);
    expect(made.pairs.map(({ first, second }) => [first, second])).toEqual([[0, 2]]);
    expect(made.inputs[1]?.refused).toMatchObject([{ task: 'birco/relic', code: 'invalid-json' }]);
    const alone = await run('compare', 'best.json', 'torn.json', ...task);
    expect(alone).toMatchObject({ code: 1, stdout: '' });
    const first = await run('compare', 'torn.json', 'best.json', 'turned.json', ...task);
    expect(first).toMatchObject({ code: 1, stdout: '' });
  });

  test('as one JSON document, the same each time', async () => {
    const args = ['compare', lexical, random, gold, '--json', '--measure', 'ndcg@10,f1.macro'];
    const ended = await run(...args);
    expect(ended.code).toBe(0);
    const made = documentOf<Comparison>(ended);
    expect(made.inputs.map(({ source, kind, model }) => [source, kind, model])).toEqual([
      [lexical, 'run', 'local/lexical'],
      [random, 'run', 'local/random'],
      [gold, 'run', 'local/gold'],
    ]);
    expect(made.pairs.map(({ first, second, task }) => [first, second, task])).toEqual([
      [0, 1, 'birco/relic'],
      [0, 2, 'birco/relic'],
      [0, 1, 'cpsdbench/rumor'],
      [0, 2, 'cpsdbench/rumor'],
    ]);
    expect(made.statistics.comparisons).toBe(4);
    expect((await run(...args)).stdout).toBe(ended.stdout);
  });

  test('the gate: 2 on a significant drop, 0 without one', async () => {
    const dropped = await run('compare', gold, random, '--gate');
    expect(dropped.code).toBe(2);
    expect(dropped.stdout).toContain('gate');
    expect(dropped.stdout).toContain('significantly below');
    const risen = await run('compare', random, gold, '--gate');
    expect(risen.code).toBe(0);
    expect(risen.stdout).toContain('passed');
  });

  test('a gate that cannot judge does not pass', async () => {
    const part = await run(
      'run',
      'birco/relic',
      '--model',
      'local/random',
      '--data',
      'sample',
      '--limit',
      '5',
    );
    const place = /^run: (.+)$/m.exec(part.stdout)?.[1] ?? '';
    const ended = await run('compare', gold, place, '--gate');
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain('not judged');
    expect((await run('compare', gold, place)).code).toBe(0);
  });

  test('files of predictions, and a run beside one', async () => {
    const files = await run(
      'compare',
      'best.json',
      'turned.json',
      '--task',
      'birco/relic',
      '--data',
      'sample',
      '--json',
    );
    expect(files.code, files.stderr).toBe(0);
    expect(documentOf<Comparison>(files).pairs[0]).toMatchObject({
      verdict: 'with-care',
      items: { common: 24 },
    });
    const mixed = await run('compare', gold, 'birco/relic=turned.json', '--json');
    expect(mixed.code, mixed.stderr).toBe(0);
    const [pair] = documentOf<Comparison>(mixed).pairs;
    expect(pair?.measures[0]?.first.value).toBe(1);
    expect(pair?.measures[0]).toMatchObject({ headline: true, significant: true });
  });

  test('a file with a fault is refused, the code says so', async () => {
    const short = new Map([...sampleRanking('relic')].slice(1));
    writeFileSync(path.join(folder, 'short.json'), jsonOf(short));
    const ended = await run(
      'compare',
      'best.json',
      'short.json',
      '--task',
      'birco/relic',
      '--data',
      'sample',
    );
    expect(ended.code).toBe(6);
    expect(ended.stdout).toContain('missing-query');
  });

  test('writes Markdown, CSV and JSON', async () => {
    for (const form of ['md', 'csv', 'json']) {
      const ended = await run('compare', lexical, gold, '-o', `out/comparison.${form}`, '--resamples', '200');
      expect(ended.code, ended.stderr).toBe(0);
      expect(readFileSync(path.join(folder, `out/comparison.${form}`), 'utf8')).toContain('birco/relic');
    }
    const ended = await run('compare', lexical, gold, '-o', 'comparison.pdf');
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('.md, .csv or .json') });
  });
});

describe('bad input ends with 1 and says what to do', () => {
  const fails = async (what: RegExp, ...args: string[]) => {
    const ended = await run('compare', ...args);
    expect(ended.stderr).toMatch(what);
    expect(ended.stderr).not.toMatch(/went wrong|\n\s+at /);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
  };

  test('too few, twice, not there, not a run, no task in common', async () => {
    await fails(/two inputs or more/, lexical);
    await fails(/same run as/, lexical, `./${lexical}/`);
    await fails(/no such run folder or file/, lexical, 'runs/none');
    await fails(/no run folder: it has no run\.json/, lexical, 'runs');
    await fails(/which task/, lexical, 'best.json');
    await fails(/no task in common/, lexical, 'birco/wtb=best.json');
    await fails(/no task or benchmark "birco\/none"/, 'best.json', 'turned.json', '--task', 'birco/none');
    await fails(/names one task/, 'best.json', 'turned.json', '--task', 'birco');
    await fails(/no measure "bleu"/, lexical, gold, '--measure', 'bleu');
    await fails(/no protocol "x"/, lexical, gold, '--protocol', 'x');
  });

  test('a run without scores, one of a newer version, a file in no known form', async () => {
    cpSync(path.join(folder, gold), path.join(folder, 'runs/unfinished'), { recursive: true });
    rmSync(path.join(folder, 'runs/unfinished/scores.json'));
    await fails(/no scores yet/, lexical, 'runs/unfinished');
    cpSync(path.join(folder, gold), path.join(folder, 'runs/newer'), { recursive: true });
    const file = path.join(folder, 'runs/newer/run.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"schemaVersion": 1', '"schemaVersion": 9'));
    await fails(/schemaVersion 9: a newer version/, lexical, 'runs/newer');
    writeFileSync(path.join(folder, 'odd.json'), '[1, 2');
    await fails(/odd\.json/, 'best.json', 'odd.json', '--task', 'birco/relic', '--data', 'sample');
  });
});
