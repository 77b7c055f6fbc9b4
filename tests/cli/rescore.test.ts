import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quadrat, workplace } from './program.ts';

const { folder, remove } = workplace();
afterAll(remove);
let place = '';
beforeAll(async () => {
  const args = ['run', 'birco/relic', '--model', 'local/lexical', '--data', 'sample', '--limit', '4'];
  place = /^run: (.+)$/m.exec((await quadrat(args, folder)).stdout)?.[1] ?? '';
});
const rescore = (...more: string[]) => quadrat(['rescore', place, '--json', ...more], folder);

test('of a run that is being written is refused where it would write', async () => {
  const lock = path.join(folder, place, 'lock');
  const scores = path.join(folder, place, 'scores.json');
  const before = `${readFileSync(scores, 'utf8').trimEnd()}\n\n`;
  writeFileSync(scores, before);
  const owner = { pid: process.pid, host: hostname(), processStart: null, since: '2026-03-01T12:00:00.000Z' };
  writeFileSync(lock, `${JSON.stringify(owner)}\n`);
  const refused = await rescore('--write');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/being written by process \d+ .*\[run-locked\]/);
  expect(readFileSync(scores, 'utf8')).toBe(before);
  expect(existsSync(lock)).toBe(true);

  // Nobody lives with this number: the lock was left behind.
  writeFileSync(lock, `${JSON.stringify({ ...owner, pid: 2 ** 22 + 1 })}\n`);
  expect((await rescore('--write')).code).toBe(0);
  expect(readFileSync(scores, 'utf8')).not.toBe(before);
  expect(existsSync(lock)).toBe(false);
});

test('with --write makes no lock in a folder that is no run', async () => {
  const ended = await quadrat(['rescore', '.', '--write'], folder);
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('[file-not-found]') });
  expect(existsSync(path.join(folder, 'lock'))).toBe(false);
});

test('files that decided a run and have changed since are named, by rescore and by compare', async () => {
  const words = (role: string) => JSON.stringify({ answer: { user: `${role} {text}` } });
  const task = (weight: number) =>
    JSON.stringify({
      id: 'drug-ner',
      kind: 'entities',
      language: 'zh',
      role: '你是一名案件分析员。',
      instruction: '抽取时间。',
      input: '一段案件材料。',
      types: { NT: { names: ['时间'], match: 'fuzzy' } },
      exactWeight: 1 - weight,
      fuzzyWeight: weight,
    });
  mkdirSync(path.join(folder, 'own'));
  const prompts = path.join(folder, 'own', 'cpsdbench.json');
  const file = path.join(folder, 'task.json');
  const say = (weight: number, role: string) => {
    writeFileSync(file, task(weight));
    writeFileSync(prompts, words(role));
  };
  writeFileSync(
    path.join(folder, 'gold.jsonl'),
    `${JSON.stringify({ id: 'a', text: '昨日9时许，甲到场。', entities: [{ type: 'NT', text: '9时' }] })}\n`,
  );
  writeFileSync(
    path.join(folder, 'near.mjs'),
    'export default () => \'[{"类型":"时间","文本":"9时许"}]\';\n',
  );
  const run = async (out: string) => {
    const args = ['run', 'cpsdbench/drug-ner', '--data', 'gold.jsonl', '--model', 'script/near.mjs'];
    const flags = [
      '--set',
      'task-file=task.json',
      '--prompts',
      'own',
      '--cache',
      'off',
      '--out',
      out,
      '--json',
    ];
    const { stdout } = await quadrat([...args, ...flags], folder);
    const [result] = JSON.parse(stdout) as {
      promptSha256: string;
      metrics: { headline: boolean; value: number }[];
    }[];
    const [name] = readdirSync(path.join(folder, out));
    return {
      place: `${out}/${name}`,
      prompts: result?.promptSha256,
      value: result?.metrics.find(({ headline }) => headline)?.value,
    };
  };
  say(0.5, '甲');
  const first = await run('first');
  say(0.3, '乙');
  const second = await run('second');
  expect([first.value, second.value]).toEqual([0.5, 0.3]);
  expect(first.prompts).not.toBe(second.prompts);

  for (const args of [
    ['rescore', first.place],
    ['compare', first.place, second.place],
    ['compare', second.place, first.place],
  ]) {
    const ended = await quadrat(args, folder);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(
      /files that settings name changed: .*cpsdbench\.json.*task\.json|task\.json.*cpsdbench\.json/,
    );
    expect(ended.stderr).toContain('[run-changed]');
  }
  say(0.5, '甲');
  const again = await quadrat(['rescore', first.place, '--json'], folder);
  expect(again.code).toBe(0);
  expect(
    JSON.parse(again.stdout)[0].metrics.find(({ headline }: { headline: boolean }) => headline).value,
  ).toBe(0.5);
}, 60_000);
