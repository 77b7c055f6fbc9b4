import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../../src/core/index.ts';
import { documentOf, type Ended, quadrat, quadratMany, start, workplace } from './program.ts';

const { folder, remove } = workplace();
afterAll(remove);
const run = (...args: string[]): Promise<Ended> => quadrat(args, folder);
const SAMPLE = ['--data', 'sample'];
/** The script answers by the passage; the environment says what goes wrong. */
const SCRIPT = ['--model', 'script/answers.mjs', '--set', 'method=score', ...SAMPLE];
const placeOf = ({ stderr, stdout }: Ended): string => /^run: (.+)$/m.exec(stderr + stdout)?.[1] ?? '';
const headlineOf = (result: Result | undefined) => result?.metrics.find(({ headline }) => headline)?.value;
const scoresOf = (result: Result | undefined) => {
  const { source: _, model: _model, calls: _calls, ...rest } = result!;
  return rest;
};

beforeAll(() => {
  writeFileSync(
    path.join(folder, 'answers.mjs'),
    `export default async (request, { index }) => {
  const passage = request.messages.at(-1).content;
  const text = 'SCORE: ' + (passage.length % 11);
  const usage = { inputTokens: 100, outputTokens: 10 };
  switch (process.env.TROUBLE) {
    case 'unreadable': return { text: 'I cannot say.', usage };
    case 'server': return passage.length % 7 === 0 ? { error: { kind: 'bad-request' } } : { text, usage };
    case 'slow': return { text, usage, delayMs: 40 };
    default: return { text, usage };
  }
};
`,
  );
});

describe('run', () => {
  test('prints one JSON document, progress and places on stderr', async () => {
    const ended = await run('run', 'birco/relic', ...SCRIPT, '--limit', '4', '--json');
    expect(ended.code).toBe(0);
    const [result] = documentOf<Result[]>(ended);
    expect(result).toMatchObject({
      task: 'birco/relic',
      complete: true,
      counts: { planned: 4, scored: 4 },
      data: { kind: 'sample', items: 4 },
      model: { id: 'script/answers.mjs' },
      settings: { method: 'score' },
    });
    expect(result?.calls?.made).toBe(result?.calls?.planned);
    const place = placeOf(ended);
    expect(place).toMatch(/^runs\/birco-relic-script-answers\.mjs-[0-9a-f]{8}$/);
    expect(result?.source).toBe(path.basename(place));
    expect(readdirSync(path.join(folder, place)).sort()).toEqual([
      'calls.jsonl',
      'items.jsonl',
      'run.json',
      'scores.json',
    ]);
    expect(ended.stderr).not.toContain('\u001b');
  });

  test('in words ends with the run’s place and the report’s; a second time it is shown', async () => {
    const args = ['run', 'birco/relic', ...SCRIPT, '--limit', '4'];
    const ended = await run(...args, '--report', 'out/report.md');
    expect(ended.code).toBe(0);
    const lines = ended.stdout.trimEnd().split('\n');
    expect(lines.slice(-2)).toEqual([expect.stringMatching(/^run: runs\//), 'report: out/report.md']);
    expect(ended.stderr).toContain('finished before');
    for (const word of ['ndcg@10', 'standard', 'linear gain', 'echo', 'random', 'n 4', '95', 'sample'])
      expect(ended.stdout).toContain(word);
    expect(ended.stdout).not.toMatch(/R@\d/);
    expect(readFileSync(path.join(folder, 'out/report.md'), 'utf8')).toContain('birco/relic');
    const again = await run(...args, '--quiet');
    expect(again).toMatchObject({ code: 0, stderr: '' });
    const fresh = await run(...args, '--new');
    expect(placeOf(fresh)).toBe(`${placeOf(ended)}-2`);
  });

  test('with local models needs no key and no network', async () => {
    const ended = await run(
      '--offline',
      'run',
      'birco',
      '--model',
      'local/lexical',
      ...SAMPLE,
      '--json',
      '--limit',
      '6',
    );
    expect(ended.code).toBe(0);
    const results = documentOf<Result[]>(ended);
    expect(results.map(({ task }) => task.split('/')[1] ?? 'all')).toEqual([
      ...['doris-mae', 'arguana', 'wtb', 'clinical-trial', 'relic'],
      'all',
    ]);
    expect(results[0]?.model?.kind).toContain('not a language model');
    expect(results[0]?.calls?.made).toBe(0);
  });
});

describe('exit codes of a run', () => {
  const at = (trouble: string, ...args: string[]) =>
    quadrat(['run', 'birco/relic', ...SCRIPT, '--json', '--cache', 'off', ...args], folder, {
      TROUBLE: trouble,
    });

  test('4: fewer answers than the floor; the floor can be lowered', async () => {
    const ended = await at('unreadable', '--limit', '3');
    expect(ended.code).toBe(4);
    expect(documentOf<Result[]>(ended)[0]).toMatchObject({
      complete: true,
      coverage: 0,
      counts: { unparsed: 3 },
    });
    expect((await at('unreadable', '--limit', '3', '--min-coverage', '0')).code).toBe(0);
  });

  test('5: items failed; the same command asks for them again', async () => {
    const broken = await at('server', '--limit', '5');
    expect(broken.code).toBe(5);
    const [result] = documentOf<Result[]>(broken);
    expect(result?.complete).toBe(false);
    expect(result?.counts.failed).toBeGreaterThan(0);
    expect(broken.stderr).toMatch(/items? failed/);
    const whole = await at('', '--limit', '5');
    expect(whole.code).toBe(0);
    expect(placeOf(whole)).toBe(placeOf(broken));
    expect(documentOf<Result[]>(whole)[0]).toMatchObject({ complete: true, counts: { failed: 0 } });
  });

  test('5: no server is there; it says what to look at and does not try every item', async () => {
    const ended = await run(
      ...['run', 'birco/relic', '--model', 'openai-compatible/x', '--base-url', 'http://127.0.0.1:9/v1'],
      ...['--set', 'method=score', ...SAMPLE, '--max-attempts', '2', '--json'],
    );
    expect(ended).toMatchObject({ code: 5, stdout: '' });
    expect(ended.stderr).toMatch(/cannot be reached: .*ECONNREFUSED.*Is the server running/);
    expect(ended.stderr.match(/ECONNREFUSED/g)?.length).toBeLessThanOrEqual(4);
  });

  test('3: a budget is reached; the same command with a larger one goes on', async () => {
    const stopped = await at('', '--limit', '6', '--max-tokens', '1000', '--concurrency', '1');
    expect(stopped).toMatchObject({ code: 3, stdout: '' });
    expect(stopped.stderr).toMatch(/\[budget-reached\].*larger budget/);
    const whole = await at('', '--limit', '6', '--max-tokens', '1000000');
    expect(whole.code).toBe(0);
    const [result] = documentOf<Result[]>(whole);
    expect(result?.calls?.made).toBe(result?.calls?.planned);
  });

  test('130: interrupted; the same command goes on', async () => {
    const args = [
      'run',
      'birco/relic',
      ...SCRIPT,
      '--json',
      '--cache',
      'off',
      '--limit',
      '7',
      '--concurrency',
      '2',
    ];
    const started = start(args, folder, { TROUBLE: 'slow' });
    const calls = () => {
      const runs = path.join(folder, 'runs');
      return readdirSync(runs)
        .map((name) => path.join(runs, name))
        .filter((name) => existsSync(path.join(name, 'lock')))
        .map((name) => path.join(name, 'calls.jsonl'))
        .find((file) => existsSync(file) && readFileSync(file, 'utf8').split('\n').length > 8);
    };
    for (let tries = 0; calls() === undefined && tries < 2000; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
    process.kill(started.pid, 'SIGINT');
    const interrupted = await started.ended;
    expect(interrupted).toMatchObject({ code: 130, stdout: '' });
    expect(interrupted.stderr).toMatch(/\[interrupted\] The same command goes on/);
    const whole = await quadrat(args, folder);
    expect(whole.code).toBe(0);
    const [result] = documentOf<Result[]>(whole);
    // What was in flight when it was interrupted may be asked for again, nothing else.
    expect(result?.calls?.made).toBe(result?.calls?.planned);
  });
});

describe('plan', () => {
  test('takes prompts of one’s own, as a run does', async () => {
    mkdirSync(path.join(folder, 'own'), { recursive: true });
    const prompt = { system: 'S', user: '{objective} {query} {passage} SCORE: n' };
    writeFileSync(path.join(folder, 'own/birco.json'), JSON.stringify({ score: prompt }));
    const args = ['birco/wtb', ...SCRIPT, '--limit', '1', '--json'];
    const tokensOf = (ended: Ended) =>
      documentOf<{ roles: { inputTokens: number }[] }[]>(ended)[0]?.roles[0]?.inputTokens ?? 0;
    const [builtIn, own, absent] = await quadratMany(
      [
        ['plan', ...args],
        ['plan', ...args, '--prompts', 'own'],
        ['plan', ...args, '--prompts', 'nowhere'],
      ],
      folder,
    );
    if (builtIn === undefined || own === undefined) throw new Error('two plans were asked for');
    expect(tokensOf(own)).toBeGreaterThan(0);
    expect(tokensOf(own)).toBeLessThan(tokensOf(builtIn));
    expect(absent).toMatchObject({ code: 1, stderr: expect.stringContaining('[file-not-found]') });
    const [result] = documentOf<Result[]>(await run('run', ...args, '--prompts', 'own'));
    expect(result?.settings).toMatchObject({ prompts: expect.stringContaining('birco.json') });
  });

  test('says the calls that a run then makes', async () => {
    const args = ['birco/wtb', ...SCRIPT, '--limit', '3', '--repeats', '2', '--json'];
    const plan = await run('plan', ...args);
    expect(plan).toMatchObject({ code: 0 });
    const [planned] =
      documentOf<{ calls: number; items: number; repeats: number; roles: { inputTokens: number }[] }[]>(plan);
    expect(planned).toMatchObject({ items: 3, repeats: 2 });
    expect(planned?.roles[0]?.inputTokens).toBeGreaterThan(1000);
    const [result] = documentOf<Result[]>(await run('run', ...args));
    expect(result?.calls).toMatchObject({ planned: planned?.calls, made: planned?.calls });
  });

  test('needs no key, and knows prices', async () => {
    const ended = await run('plan', 'birco/relic', '--model', 'openai/gpt-4o-mini', ...SAMPLE, '--json');
    expect(ended.code).toBe(0);
    const [plan] = documentOf<{ roles: { maxCostUsd: number | null }[] }[]>(ended);
    expect(plan?.roles[0]?.maxCostUsd).toBeGreaterThan(0);
  });
});

describe('answers made elsewhere', () => {
  test.each(['score', 'reason'])('method %s: exported, answered, scored as a run is', async (method) => {
    const setting = ['--set', `method=${method}`];
    const file = `prompts-${method}.jsonl`;
    const made = await run('export', 'birco/clinical-trial', ...SAMPLE, ...setting, '-o', file, '--json');
    expect(made.code).toBe(0);
    const prompts = readFileSync(path.join(folder, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map(
        (line) => JSON.parse(line) as { id: string; messages: { content: string }[]; settingsHash: string },
      );
    expect(documentOf(made)).toMatchObject({
      file,
      rows: prompts.length,
      settingsHash: prompts[0]?.settingsHash,
    });
    expect(new Set(prompts.map(({ id }) => id)).size).toBe(prompts.length);
    const answers = prompts.map(({ id, messages }) => ({
      id,
      output: `SCORE: ${(messages.at(-1)?.content.length ?? 0) % 11}`,
    }));
    writeFileSync(
      path.join(folder, 'answers.jsonl'),
      answers.map((row) => `${JSON.stringify(row)}\n`).join(''),
    );
    const [scored, ran] = await Promise.all([
      run('score', 'birco/clinical-trial', '--predictions', 'answers.jsonl', ...SAMPLE, ...setting, '--json'),
      run('run', 'birco/clinical-trial', ...SCRIPT, ...setting, '--json'),
    ]);
    expect([scored.code, ran.code]).toEqual([0, 0]);
    // A file of answers shows the settings that were given, a run all of them and the prompts that it sent.
    const bare = (ended: Ended) => {
      const { promptSha256: _, ...scores } = scoresOf(documentOf<Result[]>(ended)[0]);
      return { ...scores, settings: {} };
    };
    expect(bare(scored)).toEqual(bare(ran));
  });

  test('cannot be exported where nothing can be asked beforehand', async () => {
    for (const method of ['listwise', 'ranker']) {
      const ended = await run(
        'export',
        'birco/relic',
        ...SAMPLE,
        '--set',
        `method=${method}`,
        '-o',
        `${method}.jsonl`,
      );
      expect(ended).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('[unsuitable-model]'),
      });
      expect(existsSync(path.join(folder, `${method}.jsonl`))).toBe(false);
    }
  });

  test('names the methods of its own task that can be exported', async () => {
    const nextOf = async (task: string, ...settings: string[]) =>
      (await run('export', task, ...SAMPLE, ...settings, '-o', 'none.jsonl')).stderr;
    expect(await nextOf('wximpactbench/qa-ranking')).toMatch(
      /Choose another method: --set method=single-call\.\s*$/,
    );
    expect(await nextOf('birco/relic', '--set', 'method=listwise')).toMatch(
      /Choose another method: --set method=score or --set method=reason or --set method=subtask\.\s*$/,
    );
  });
});

describe('stored answers', () => {
  test('rescore reads runs over benchmarks with other splits', async () => {
    const ended = await run(
      'run',
      'birco/relic',
      'climaqa/mcq',
      '--model',
      'local/random',
      ...SAMPLE,
      '--limit',
      '3',
    );
    expect(ended.code).toBe(0);
    const again = await run('rescore', placeOf(ended), '--json');
    expect(again.code, again.stderr).toBe(0);
    expect(documentOf<Result[]>(again).map(({ data }) => data.name)).toEqual([
      'birco/relic/test',
      'climaqa/mcq/gold',
    ]);
  });

  test('are scored again without a call, replayed and reported', async () => {
    const ran = await run('run', 'birco/arguana', ...SCRIPT, '--limit', '5', '--json');
    const place = placeOf(ran);
    const [result] = documentOf<Result[]>(ran);
    const [rescored, replayed] = await Promise.all([
      run('rescore', place, '--json', '--baselines', 'bm25'),
      run(
        'run',
        'birco/arguana',
        '--model',
        `replay/${place}`,
        '--set',
        'method=score',
        ...SAMPLE,
        '--limit',
        '5',
        '--json',
      ),
    ]);
    expect([rescored.code, replayed.code]).toEqual([0, 0]);
    const [again] = documentOf<Result[]>(rescored);
    expect({ ...again, baselines: [] }).toEqual({ ...result, baselines: [] });
    expect(again?.baselines.some(({ name }) => name === 'bm25')).toBe(true);
    expect(scoresOf(documentOf<Result[]>(replayed)[0])).toEqual(scoresOf(result));

    const commands = ['md', 'csv', 'json'].map((form) => [
      'report',
      place,
      placeOf(replayed),
      '-o',
      `both.${form}`,
    ]);
    const all = await quadratMany([...commands, ['report', place, '-o', 'both.doc']], folder);
    expect(all.map(({ code, stdout }) => [code, stdout])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
      [1, ''],
    ]);
    expect(all[3]?.stderr).toContain('.md');
    const textOf = (form: string) => readFileSync(path.join(folder, `both.${form}`), 'utf8');
    for (const word of [
      'birco/arguana',
      'script/answers.mjs',
      'replay/',
      'linear gain',
      'standard',
      'sample',
    ])
      expect(textOf('md')).toContain(word);
    expect(textOf('md')).not.toMatch(/R@\d/);
    expect(textOf('csv').split('\n')[0]).toMatch(/protocol/);
    const reported = JSON.parse(textOf('json')) as unknown;
    expect(JSON.stringify(reported)).toContain(String(headlineOf(result)));
  });
});
