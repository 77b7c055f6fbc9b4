import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Result } from '../../core/index.ts';
import { runTasks, scoreTask } from '../../run/library.ts';

/** Everything here is invented. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'quadrat-cps-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

/** A task file with labels of its own. */
function taskFile(name: string, labels: Readonly<Record<string, readonly string[]>>): string {
  return write(name, JSON.stringify({ id: 'mine', kind: 'classification', language: 'zh', labels }));
}

/** Labels that have figures of their own, sorted. */
function labelsOf({ metrics }: Result): string[] {
  const labels = metrics.map(({ slice }) => slice?.label).filter((label) => label !== undefined);
  return [...new Set(labels)].sort();
}

const value = ({ metrics }: Result, id: string) =>
  metrics.find((metric) => metric.id === id && metric.slice === null && metric.protocol === 'standard')
    ?.value;

it('sets with task files of their own, scored at once under equal settings, do not mix', async () => {
  // SMP2020's form brings six labels along; own data have the two of the task. Neither names a task file.
  const six = write(
    'six/sentiment.json',
    JSON.stringify([
      { id: 1, content: '真气人。', label: 'angry' },
      { id: 2, content: '真高兴。', label: 'happy' },
    ]),
  );
  const two = write('two/sentiment.jsonl', lines([{ id: '1', text: '真好。', label: 'positive' }]));
  const ofSix = write('six/out.jsonl', lines([{ id: '1', answer: 'angry' }]));
  const ofTwo = write('two/out.jsonl', lines([{ id: '1', answer: 'positive' }]));
  const score = (data: string, file: string) =>
    scoreTask({ task: 'cpsdbench/sentiment', data, predictions: [file] });
  const results = await Promise.all([score(six, ofSix), score(two, ofTwo), score(six, ofSix)]);
  const [[first], [second], [third]] = results as [[Result], [Result], [Result]];
  expect(labelsOf(first)).toEqual(['angry', 'fear', 'happy', 'neutral', 'sad', 'surprise']);
  expect(labelsOf(second)).toEqual(['negative', 'positive']);
  expect(labelsOf(third)).toEqual(labelsOf(first));
  expect([value(first, 'f1.macro'), value(second, 'f1.macro')]).toEqual([1 / 6, 1 / 2]);
});

it('a task file that changes between two loadings is read anew', async () => {
  const data = write('change/rumor.jsonl', lines([{ id: '1', text: '甲', label: 'a' }]));
  const out = write('change/out.jsonl', lines([{ id: '1', answer: 'a' }]));
  const named = taskFile('change/task.json', { a: ['甲'], b: ['乙'] });
  const score = () =>
    scoreTask({
      task: 'cpsdbench/rumor',
      data,
      predictions: [out],
      settings: { 'task-file': named },
    });
  expect(labelsOf((await score())[0] as Result)).toEqual(['a', 'b']);
  taskFile('change/task.json', { a: ['甲'], c: ['丙'], d: ['丁'] });
  expect(labelsOf((await score())[0] as Result)).toEqual(['a', 'c', 'd']);
});

it('a task file that names its data means them, whatever is installed; --data comes before both', async () => {
  write('places/cpsdbench/incident/items', lines([{ id: 'installed', text: '甲', label: 'theft' }]));
  write('named/rows.jsonl', lines([{ id: 'named', text: '甲', label: 'a' }]));
  const other = write('named/other.jsonl', lines([{ id: 'other', text: '甲', label: 'b' }]));
  const file = (data: string) =>
    write(
      'named/task.json',
      JSON.stringify({
        id: 'mine',
        kind: 'classification',
        language: 'zh',
        data,
        labels: { a: ['甲'], b: ['乙'] },
      }),
    );
  const score = async (id: string, settings: Readonly<Record<string, unknown>>, data = 'full') => {
    const predictions = write('named/out.jsonl', lines([{ id, output: '甲' }]));
    const [result] = await scoreTask({
      task: 'cpsdbench/incident',
      data,
      predictions: [predictions],
      settings,
      places: { data: path.join(folder, 'places') },
    });
    return [result?.counts.planned, result?.errors.length];
  };
  const own = { 'task-file': file('rows.jsonl') };
  expect(await score('installed', {})).toEqual([1, 0]);
  expect(await score('named', own)).toEqual([1, 0]);
  expect(await score('other', own, other)).toEqual([1, 0]);
  file('absent.jsonl');
  await expect(score('named', own)).rejects.toThrow(
    expect.objectContaining({ code: 'file-not-found', message: expect.stringContaining('task file names') }),
  );
});

it('runs with different task files at once do not mix', async () => {
  const run = async (name: string, labels: Readonly<Record<string, readonly string[]>>, label: string) => {
    const { results } = await runTasks({
      tasks: ['cpsdbench/incident'],
      model: 'local/gold',
      data: write(`${name}/incident.jsonl`, lines([{ id: '1', text: '有人报警。', label }])),
      settings: { 'task-file': taskFile(`${name}/task.json`, labels) },
      places: { out: path.join(folder, name, 'runs') },
    });
    return results[0] as Result;
  };
  const [fire, flood] = await Promise.all([
    run('fire', { fire: ['火灾'], other: ['其他'] }, 'fire'),
    run('flood', { flood: ['水灾'], lost: ['走失'], other: ['其他'] }, 'flood'),
  ]);
  expect(labelsOf(fire)).toEqual(['fire', 'other']);
  expect(labelsOf(flood)).toEqual(['flood', 'lost', 'other']);
  expect([value(fire, 'f1.macro'), value(flood, 'f1.macro')]).toEqual([1 / 2, 1 / 3]);
});
