import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Ended, quadratMany, workplace } from './program.ts';

const { folder, remove } = workplace();
afterAll(remove);
const write = (name: string, content: string) => writeFileSync(path.join(folder, name), content);

/** Invented numbers: mobile (plain, with separators, full-width), identity, card. */
const NUMBERS = [
  '13812345678',
  '138-1234-5678',
  '１３９１２３４５６７８',
  '11010519491231002X',
  '6222021234567890123',
];
const SAID = NUMBERS.join('，');

test('numbers of people in texts, answers and outputs are masked in every report and message; --show-items shows them', async () => {
  // Texts and labels of the gold, the model's text, a server's error that repeats the prompt, a surplus prediction.
  write('gold.jsonl', `${JSON.stringify({ id: 'a', text: `电话${SAID}`, label: 'fraud' })}\n`);
  write('wrong.jsonl', `${JSON.stringify({ id: 'a', text: '甲', label: SAID })}\n`);
  write('says.mjs', `export default () => ${JSON.stringify(`诈骗，${SAID}`)};\n`);
  write(
    'fails.mjs',
    "export default ({ messages }) => ({ error: { kind: 'bad-request', message: 'refused: ' + messages[0].content } });\n",
  );
  write(
    'outputs.jsonl',
    [
      { id: 'a', output: `诈骗，${SAID}` },
      { id: SAID, output: '正常' },
    ]
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  );
  write('answers.jsonl', `${JSON.stringify({ id: 'a', answer: SAID })}\n`);
  const task = ['cpsdbench/fraud', '--data', 'gold.jsonl'];
  const run = (model: string, ...more: string[]) => ['run', ...task, '--model', model, ...more];
  const score = (file: string, ...more: string[]) => ['score', ...task, '--predictions', file, ...more];
  const report = (...more: string[]) => ['report', 'scores.json', ...more];
  const first = await quadratMany(
    [
      run('script/says.mjs'),
      run('script/says.mjs', '--json'),
      run('script/fails.mjs'),
      run('script/fails.mjs', '--json'),
      score('outputs.jsonl'),
      score('outputs.jsonl', '--json', '--per-item'),
      score('answers.jsonl'),
      ['score', 'cpsdbench/fraud', '--data', 'wrong.jsonl', '--predictions', 'outputs.jsonl'],
      ['data', 'import', 'cpsdbench', '--task', 'fraud', '--from', 'wrong.jsonl'],
      ['data', 'import', 'cpsdbench', '--task', 'fraud', '--from', 'wrong.jsonl', '--json'],
    ],
    folder,
  );
  expect(first.map(({ code }) => code)).toEqual([0, 0, 5, 5, 0, 0, 6, 1, 6, 6]);
  const masked = ({ stdout, stderr }: Ended) => {
    for (const number of NUMBERS) expect(`${stdout}${stderr}`).not.toContain(number);
  };
  first.forEach(masked);
  // Where a text is quoted, its masked form is: nothing is hidden by saying nothing.
  for (const at of [2, 4, 5, 6, 7, 8, 9])
    expect(`${first[at]?.stdout}${first[at]?.stderr}`).toMatch(/138\*{8}/);

  // The prompts and errors of the run folders, but not what was answered: scores are made of it.
  const runs = readdirSync(path.join(folder, 'runs'));
  expect(runs.length).toBeGreaterThan(0);
  const logs = (file: string) =>
    runs.map((name) => readFileSync(path.join(folder, 'runs', name, file), 'utf8')).join('');
  const lines = (file: string) =>
    logs(file)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { messages?: unknown; error?: unknown; answer?: { text: string } });
  const sent = lines('calls.jsonl').map(({ messages }) => JSON.stringify(messages));
  const failures = lines('items.jsonl').flatMap(({ error }) => (error === undefined ? [] : [String(error)]));
  expect(sent.length).toBeGreaterThan(0);
  expect(failures.length).toBeGreaterThan(0);
  for (const text of [...sent, ...failures]) {
    for (const number of NUMBERS) expect(text).not.toContain(number);
    expect(text).toMatch(/138\*{8}/);
  }
  expect(lines('calls.jsonl').some(({ answer }) => answer?.text.includes(NUMBERS[0] ?? '?') === true)).toBe(
    true,
  );
  await quadratMany([run('script/says.mjs', '--show-items', '--out', 'shown', '--cache', 'off')], folder);
  const [shown] = readdirSync(path.join(folder, 'shown'));
  const whole = readFileSync(path.join(folder, 'shown', shown ?? '', 'calls.jsonl'), 'utf8');
  for (const number of NUMBERS) expect(whole).toContain(number);

  // Reports are made of results as they are kept, with their messages whole.
  const [result] = JSON.parse(first[5]?.stdout ?? '[]') as Record<string, unknown>[];
  write(
    'scores.json',
    JSON.stringify([
      { ...result, warnings: [{ code: 'surplus-items', message: `not in the data: ${SAID}` }] },
    ]),
  );
  for (const end of ['md', 'csv', 'json']) {
    await quadratMany([report('-o', `masked.${end}`), report('-o', `whole.${end}`, '--show-items')], folder);
    const [hidden, whole] = ['masked', 'whole'].map((name) =>
      readFileSync(path.join(folder, `${name}.${end}`), 'utf8'),
    ) as [string, string];
    for (const number of NUMBERS) {
      expect(hidden, end).not.toContain(number);
      expect(whole.replaceAll('\\', ''), end).toContain(number);
    }
    expect(hidden.replaceAll('\\', '')).toMatch(/138\*{8}/);
  }
}, 60_000);
