import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Result } from '../../src/core/index.ts';
import { documentOf, quadrat, workplace } from './program.ts';

// A script that throws outside of its answer: in a timer, or in a promise that nobody waits for.

const { folder, remove } = workplace();
afterAll(remove);

writeFileSync(
  path.join(folder, 'answers.mjs'),
  `let calls = 0;
export default (request) => {
  calls += 1;
  const text = 'SCORE: ' + (request.messages.at(-1).content.length % 11);
  if (calls !== 9) return text;
  switch (process.env.TROUBLE) {
    case 'timer': return new Promise(() => setTimeout(() => { throw new Error('in a timer'); }, 1));
    case 'promise': { void Promise.reject(new Error('in a promise')); return new Promise(() => setTimeout(() => {}, 60_000)); }
    case 'text': { void Promise.reject('a plain text'); return new Promise(() => {}); }
    case 'exit': process.exit(0);
    case 'never': return new Promise(() => {});
    case 'odd': return { text: 5 };
    default: return text;
  }
};
`,
);
const args = (out: string) => [
  ...['run', 'birco/relic', '--model', 'script/answers.mjs', '--data', 'sample', '--set', 'method=score'],
  ...['--limit', '6', '--concurrency', '2', '--cache', 'off', '--json', '--out', out],
];

test.each([
  ['timer', 'in a timer'],
  ['promise', 'in a promise'],
  ['text', 'a plain text'],
])('a throw in a %s stops the run with our error, and the run goes on later', async (trouble, said) => {
  const broken = await quadrat(args(trouble), folder, { TROUBLE: trouble });
  expect(broken).toMatchObject({ code: 1, stdout: '' });
  expect(broken.stderr).toContain('script/answers.mjs');
  expect(broken.stderr).toContain(said);
  expect(broken.stderr).toContain('[call-refused]');
  expect(broken.stderr).not.toMatch(/\n\s+at |Node\.js v/);
  const whole = await quadrat(args(trouble), folder);
  expect(whole.code).toBe(0);
  const place = /^run: (.+)$/m.exec(whole.stderr)?.[1] ?? '';
  expect(existsSync(path.join(folder, place, 'lock'))).toBe(false);
  const calls = readFileSync(path.join(folder, place, 'calls.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  const [result] = documentOf<Result[]>(whole);
  // What was answered before the throw was kept: nothing is asked for twice.
  expect(calls.length).toBe(result?.calls?.planned);
  expect(result?.calls).toMatchObject({ made: calls.length });
});

test('a script that ends the process is named, and its run goes on later', async () => {
  const broken = await quadrat(args('exit'), folder, { TROUBLE: 'exit' });
  expect(broken).toMatchObject({ code: 5, stdout: '' });
  expect(broken.stderr).toMatch(/ended before its work was done, with exit code 0.*\[internal\]/);
  expect(broken.stderr).toContain('process.exit');
  const whole = await quadrat(args('exit'), folder);
  expect(whole.code).toBe(0);
});

test.each([
  ['never', 'no answer within 500 ms'],
  ['odd', 'wrong `text`'],
])('an answer of a script that is none (%s) fails its item alone', async (trouble, said) => {
  const limits = ['--timeout', '0.5', '--max-attempts', '1'];
  const broken = await quadrat([...args(trouble), ...limits], folder, { TROUBLE: trouble });
  expect(broken.code).toBe(5);
  expect(documentOf<Result[]>(broken)[0]?.counts).toMatchObject({ planned: 6, scored: 5, failed: 1 });
  const place = /^run: (.+)$/m.exec(broken.stderr)?.[1] ?? '';
  expect(existsSync(path.join(folder, place, 'lock'))).toBe(false);
  const items = readFileSync(path.join(folder, place, 'items.jsonl'), 'utf8');
  expect(`${broken.stderr}${items}`).toContain(said);
});

test('a script that breaks while it is loaded, and goes on to throw, is named too', async () => {
  writeFileSync(
    path.join(folder, 'late.mjs'),
    "setTimeout(() => { throw new Error('late'); }, 0);\nexport default () => 'SCORE: 1';\n",
  );
  const ended = await quadrat(
    ['plan', 'birco/relic', '--model', 'script/late.mjs', '--data', 'sample', '--set', 'method=score'],
    folder,
  );
  if (ended.code !== 0) expect(ended.stderr).toMatch(/^quadrat: .*late/s);
  expect(ended.stderr).not.toContain('Node.js v');
});
