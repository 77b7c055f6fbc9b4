import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentOf, type Ended, program, quadrat, quadratMany, workplace } from './program.ts';

const { folder, remove } = workplace();
afterAll(remove);
const run = (...args: string[]): Promise<Ended> => quadrat(args, folder);

const COMMANDS = [
  'list',
  'data',
  'plan',
  'run',
  'export',
  'score',
  'rescore',
  'reproduce',
  'report',
  'doctor',
];
const DATA_COMMANDS = ['status', 'get', 'import', 'verify'];

describe('help', () => {
  test('of the program names every command', async () => {
    const { code, stdout, stderr } = await run('--help');
    expect(code).toBe(0);
    expect(stderr).toBe('');
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^ +${command}\\b`, 'm'));
  });

  const words = [...COMMANDS.map((name) => [name]), ...DATA_COMMANDS.map((name) => ['data', name])];
  test('of each command has an example', async () => {
    const all = await quadratMany(
      words.map((command) => [...command, '--help']),
      folder,
    );
    for (const [at, ended] of all.entries()) {
      const example = new RegExp(`Example:\\n  quadrat ${words[at]?.join(' ')} `);
      if (words[at]?.join() === 'doctor') expect(ended.stdout).toContain('Example:\n  quadrat doctor');
      else expect(ended.stdout).toMatch(example);
      expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: '' });
    }
  });

  test('without a command is shown, and is an error', async () => {
    const { code, stdout, stderr } = await run();
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('Usage: quadrat');
  });

  test('the version is one line', async () => {
    for (const flag of ['--version', '-V'])
      expect(await run(flag)).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
        stderr: '',
      });
  });
});

/** Errors of users: exit code 1, nothing on stdout, one clear line, never a stack trace. */
describe('a wrong command', () => {
  const sample = ['--data', 'sample'];
  const lexical = ['--model', 'local/lexical', ...sample];
  const cases: [string[], RegExp][] = [
    [['rank'], /unknown command/],
    [['run', '--model', 'x'], /missing required argument/],
    [['run', 'birco/relic'], /--model/],
    [['run', 'birco/relic', '--model', 'x', '--modle', 'x'], /unknown option '--modle'/],
    [['run', 'birco/relics', ...lexical], /no task or benchmark "birco\/relics".*\[unknown-task\]/],
    [['run', 'relic', ...lexical], /Did you mean birco\/relic/],
    [['run', 'birco/relic', '--model', 'gpt-4', ...sample], /no model “gpt-4”.*\[unknown-model\]/],
    [['run', 'birco/relic', '--model', 'local/bert', ...sample], /\[unknown-model\]/],
    [['run', 'birco/relic', '--model', 'script/absent.mjs', ...sample], /absent\.mjs.*\[file-not-found\]/],
    [['run', 'birco/relic', '--model', 'replay/absent', ...sample], /\[file-not-found\]/],
    [['run', 'birco/relic', '--model', 'openai/gpt-4o', ...sample], /OPENAI_API_KEY.*\[missing-key\]/],
    [['run', 'birco/relic', '--model', 'openai-compatible/x', ...sample], /--base-url/],
    [['run', 'birco/relic', ...lexical, '--set', 'method=score'], /\[unsuitable-model\]/],
    [['run', 'birco/relic', ...lexical, '--set', 'method'], /key=value/],
    [['run', 'birco/relic', ...lexical, '--set', 'methods=ranker'], /\[unknown-setting\] It has: method/],
    [['run', 'birco/relic', ...lexical, '--set', 'method=best'], /setting method.*\[invalid-setting\]/],
    [['run', 'birco/relic', ...lexical, '--set', 'initial=absent.json'], /absent\.json.*\[file-not-found\]/],
    [['run', 'birco/relic', ...lexical, '--split', 'train'], /no split "train".*It has: test, dev/],
    [['run', 'birco/relic', ...lexical, '--limit', '0'], /whole number from 1 up/],
    [['run', 'birco/relic', ...lexical, '--limit', '1.5'], /whole number/],
    [['run', 'birco/relic', ...lexical, '--concurrency', 'many'], /whole number/],
    [['run', 'birco/relic', ...lexical, '--max-usd', '-1'], /number above 0/],
    [['run', 'birco/relic', ...lexical, '--min-coverage', '95'], /number from 0 to 1/],
    [['run', 'birco/relic', '--model', 'local/lexical'], /\[data-missing\].*quadrat data get birco/],
    [['run', 'birco/relic', '--model', 'local/lexical', '--data', 'absent'], /absent.*\[file-not-found\]/],
    [['run', 'birco/relic', ...lexical, '--split', 'dev'], /\[data-missing\]/],
    [
      [
        '--offline',
        'run',
        'birco/relic',
        '--model',
        'openai-compatible/x',
        '--base-url',
        'http://127.0.0.1:9/v1',
        ...sample,
      ],
      /\[offline\]/,
    ],
    [
      [
        'run',
        'birco/relic',
        '--offline',
        '--model',
        'openai-compatible/x',
        '--base-url',
        'http://127.0.0.1:9/v1',
        ...sample,
      ],
      /\[offline\]/,
    ],
    [
      ['run', 'birco/relic', '--model', 'openai/gpt-4', '--base-url', 'http://127.0.0.1:9/v1', ...sample],
      /--base-url is for openai-compatible.*openai-compatible\/gpt-4/,
    ],
    [
      ['plan', 'birco/relic', ...lexical, '--judge-base-url', 'http://127.0.0.1:9/v1'],
      /--judge-base-url is for openai-compatible/,
    ],
    [['plan', 'birco/relic'], /--model/],
    [['score', 'birco/relic'], /--predictions/],
    [
      ['score', 'birco/relic', '--predictions', 'x.json', '--protocol', 'strict', ...sample],
      /no protocol "strict"/,
    ],
    [['score', 'birco', '--predictions', 'x.json', ...sample], /is not TASK=FILE/],
    [['score', 'bircos', '--predictions', 'x.json', ...sample], /no benchmark "bircos"/],
    [['export', 'birco/relic', ...sample], /--output/],
    [['export', 'birco', '-o', 'x.jsonl', ...sample], /one task/],
    [['rescore', 'absent'], /\[file-not-found\]/],
    [['report', 'absent', '-o', 'x.md'], /\[file-not-found\]/],
    [['reproduce', 'birco', '--published', 'absent'], /\[file-not-found\]/],
    [['list', 'bircos'], /no benchmark "bircos"/],
    [['data', 'get', 'bircos'], /no benchmark "bircos"/],
    [['data', 'import', 'birco', '--from', 'absent'], /\[file-not-found\]/],
    [['data', 'import', 'birco'], /--from/],
    [['data', 'status', 'birco', '--split', 'train'], /no data files of split "train"/],
  ];
  let all: Ended[] = [];
  beforeAll(async () => {
    all = await quadratMany(
      cases.map(([args]) => args),
      folder,
    );
  });
  test.each(cases.map(([args, message], at) => ({ at, line: args.join(' '), message })))(
    '$line',
    ({ at, message }) => {
      const { code, stdout, stderr } = all[at]!;
      expect(stderr).toMatch(message);
      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(stderr).not.toMatch(/^\s+at /m);
      expect(stderr).not.toMatch(/went wrong/);
      // One line of ours; commander may guess what was meant and points to --help.
      expect(stderr.trim().split('\n').length, stderr).toBeLessThanOrEqual(/^error: /.test(stderr) ? 3 : 1);
    },
  );

  test('ends the process with its code', async () => {
    expect(await run('run', 'birco/relics', ...lexical)).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('list', () => {
  test('as JSON has benchmarks with their tasks, settings and splits', async () => {
    const ended = await run('list', '--json');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const { benchmarks } = documentOf<{ benchmarks: { id: string; tasks: Record<string, unknown>[] }[] }>(
      ended,
    );
    const birco = benchmarks.find(({ id }) => id === 'birco');
    expect(birco).toMatchObject({
      licence: expect.stringContaining('CC BY-NC 4.0'),
      citation: expect.any(String),
    });
    expect(birco?.tasks.map(({ id }) => id)).toEqual(
      ['doris-mae', 'arguana', 'wtb', 'clinical-trial', 'relic'].map((set) => `birco/${set}`),
    );
    expect(birco?.tasks[4]).toMatchObject({
      headline: 'ndcg@10',
      protocol: 'standard',
      splits: [
        { name: 'test', items: 100, present: false },
        { name: 'dev', items: null, present: false },
      ],
    });
    const settings = birco?.tasks[4]?.settings as { key: string; default: string | null }[];
    const keys = [
      'method',
      'objective',
      'window',
      'step',
      'initial',
      'relax',
      'prompts',
      'preset',
      'temperature',
    ];
    expect(settings.map(({ key }) => key)).toEqual(expect.arrayContaining([...keys, 'max-output-tokens']));
    expect(settings.find(({ key }) => key === 'objective')?.default).toBe('true');
    expect(
      documentOf<{ benchmarks: unknown[] }>(await run('list', 'birco', '--json')).benchmarks,
    ).toHaveLength(1);
  });

  test('of measures has each with its definition', async () => {
    const { measures } = documentOf<{ measures: { task: string; description: Record<string, unknown> }[] }>(
      await run('list', 'birco', '--measures', '--json'),
    );
    expect(measures.length).toBeGreaterThan(50);
    for (const { description } of measures)
      for (const key of ['id', 'name', 'summary', 'source', 'empty', 'unit'])
        expect(description[key]).not.toBe('');
    const { stdout } = await run('list', 'birco', '--measures');
    expect(stdout).toContain('ndcg@10');
    expect(stdout).not.toMatch(/R@100/);
  });

  test('in words names tasks and settings', async () => {
    const { code, stdout, stderr } = await run('list', 'birco');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const word of ['birco/relic', 'ndcg@10', 'method', 'CC BY-NC 4.0']) expect(stdout).toContain(word);
  });
});

describe('doctor', () => {
  test('says what works, never a key', async () => {
    const key = 'sk-a-secret-that-nobody-may-see';
    const ended = await quadrat(['doctor', '--json'], folder, { OPENAI_API_KEY: key });
    const { checks } = documentOf<{ checks: { name: string; ok: unknown; detail: string }[] }>(ended);
    expect(ended.stdout + ended.stderr).not.toContain(key);
    const of = (name: string) => checks.find((check) => check.name === name);
    expect(of('Node.js')).toMatchObject({ ok: true });
    expect(of('openai key')).toMatchObject({ ok: true, detail: 'OPENAI_API_KEY is set' });
    expect(of('anthropic key')).toMatchObject({ ok: 'warn' });
    expect(of('local/use-lite')).toMatchObject({ ok: true });
    expect(of('birco data')).toMatchObject({ ok: 'warn', detail: expect.stringContaining('0 of') });
    expect(ended.code).toBe(0);
    const words = await quadrat(['doctor'], folder, { OPENAI_API_KEY: key });
    expect(words.stdout).toContain('Node.js');
    expect(words.stdout).not.toContain(key);
  });
});

test('a reader that stops reading is no fault', () => {
  const script = '"$0" "$1" list --json | head -c 20';
  const made = spawnSync('bash', ['-c', script, process.execPath, program], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
    encoding: 'utf8',
  });
  expect(made.stderr).toBe('');
  expect(made.stdout).toMatch(/^\{/);
});
