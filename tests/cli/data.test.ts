import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { birco } from '../../src/benchmarks/index.ts';
import { type FileServer, startFileServer } from '../../src/testing/file-server.ts';
import { projectRoot, sharedPath } from '../../src/testing/shared.ts';
import { documentOf, type Ended, quadrat, workplace } from './program.ts';

const { folder, remove } = workplace();
let server: FileServer;
beforeAll(async () => {
  server = await startFileServer();
});
afterAll(async () => {
  await server.close();
  remove();
});

const data = (...args: string[]): Promise<Ended> => quadrat(['data', ...args, '--json'], folder);
const installed = path.join(folder, 'home/.local/share/quadrat/birco');
const fileOf = (set: string) =>
  birco.tasks.find(({ id }) => id === `birco/${set}`)!.files.find(({ split }) => split === 'test')!;
/** The path of a set's file on a mirror: as at the authors' address. */
const served = (set: string): string => new URL(fileOf(set).url).pathname;
interface Row {
  readonly path: string;
  readonly state: string;
  readonly present?: boolean;
  readonly error?: { readonly code: string; readonly message: string } | null;
}
const rowsOf = (ended: Ended): readonly Row[] => documentOf<{ files: Row[] }>(ended).files;

describe('data status', () => {
  test('says what is not installed', async () => {
    const ended = await data('status', 'birco');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const rows = rowsOf(ended);
    expect(rows.length).toBeGreaterThanOrEqual(9);
    expect(rows.every(({ present }) => present === false)).toBe(true);
    const [words] = [await quadrat(['data', 'status', 'birco/relic'], folder)];
    expect(words.stdout).toMatch(/^absent +birco\/relic\/test_set\.pickle/);
  });
});

describe('data get', () => {
  const from = (...args: string[]) => data('get', ...args, '--mirror', server.address);

  test('refuses a wrong hash and says what is failed; exit code 5', async () => {
    server.files.set(served('relic'), { content: new TextEncoder().encode('something else') });
    const ended = await from('birco/relic', '--split', 'test');
    expect(ended.code).toBe(5);
    expect(rowsOf(ended)).toMatchObject([
      { path: 'relic/test_set.pickle', state: 'failed', error: { code: 'hash-mismatch' } },
    ]);
    expect(ended.stderr).not.toMatch(/^\s+at /m);
    expect(existsSync(path.join(installed, 'relic/test_set.pickle'))).toBe(false);
  });

  test('never uses the network with --offline', async () => {
    const before = server.requests.length;
    const ended = await from('birco/relic', '--offline');
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('[offline]') });
    expect(server.requests.length).toBe(before);
  });

  const published = sharedPath('data/birco/relic/test_set.pickle');
  test.runIf(published !== undefined)(
    'fetches the published file, goes on after a broken transfer, and keeps it',
    async () => {
      const content = new Uint8Array(readFileSync(published!));
      const earlier = server.requests.map(() => Number.POSITIVE_INFINITY);
      server.files.set(served('relic'), { content, etag: () => '"one"', breakAfter: [...earlier, 900_000] });
      const before = server.requests.length;
      const ended = await from('birco/relic', '--split', 'test');
      expect(ended.code).toBe(0);
      expect(rowsOf(ended)).toMatchObject([
        { path: 'relic/test_set.pickle', state: 'fetched', bytes: 2_635_130, error: null },
      ]);
      expect(server.requests.slice(before).map(({ range }) => range)).toEqual([undefined, 'bytes=900000-']);
      expect(readFileSync(path.join(installed, 'relic/test_set.pickle')).equals(Buffer.from(content))).toBe(
        true,
      );
      const again = await from('birco/relic', '--split', 'test');
      expect(rowsOf(again)).toMatchObject([{ state: 'kept' }]);
      expect(server.requests.length).toBe(before + 2);
      expect(ended.stderr).toContain('CC BY-NC 4.0');
      const run = await quadrat(
        ['run', 'birco/relic', '--model', 'local/lexical', '--limit', '3', '--json'],
        folder,
      );
      expect(run.code).toBe(0);
      expect(documentOf<{ data: unknown }[]>(run)[0]?.data).toMatchObject({ kind: 'partial', items: 3 });
    },
  );
});

describe('data import and verify', () => {
  const sample = path.join(projectRoot, 'samples/birco');

  test('takes what passes the check of its form, by its place; refuses what does not', async () => {
    const local = path.join(folder, 'local');
    for (const set of ['wtb', 'arguana']) mkdirSync(path.join(local, set), { recursive: true });
    copyFileSync(path.join(sample, 'wtb/test_set.pickle'), path.join(local, 'wtb/test_set.pickle'));
    writeFileSync(path.join(local, 'arguana/test_set.pickle'), 'no pickle');
    writeFileSync(path.join(local, 'notes.txt'), 'mine');
    const ended = await data('import', 'birco', '--from', local);
    expect(ended.code).toBe(6);
    expect(
      rowsOf(ended)
        .map(({ path: file, state }) => `${state} ${file}`)
        .sort(),
    ).toEqual(['imported wtb/test_set.pickle', 'refused arguana/test_set.pickle', 'unknown null']);
    expect(existsSync(path.join(installed, 'wtb/test_set.pickle'))).toBe(true);
    writeFileSync(path.join(local, 'more.txt'), 'mine');
    const words = await quadrat(['data', 'import', 'birco', '--split', 'test', '--from', local], folder);
    const lines = words.stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(6);
    expect(lines.filter((line) => /^refused .*birco\/arguana\/test_set\.pickle: /.test(line))).toHaveLength(
      1,
    );
    expect(lines.filter((line) => /^already-there .*birco\/wtb\/test_set\.pickle$/.test(line))).toHaveLength(
      1,
    );
    expect(lines).toContain('absent  birco/arguana/test_set.pickle');
    expect(lines.at(-1)).toBe('2 other files were passed over');
    const one = await quadrat(['data', 'import', 'birco', '--from', path.join(local, 'more.txt')], folder);
    expect(one.code).not.toBe(0);
  });

  test('takes one file for a task', async () => {
    const file = path.join(folder, 'mine.pickle');
    copyFileSync(path.join(sample, 'clinical-trial/test_set.pickle'), file);
    const ended = await data('import', '--from', file, '--task', 'birco/clinical-trial', '--split', 'test');
    expect(ended.code).toBe(0);
    expect(rowsOf(ended)).toMatchObject([{ path: 'clinical-trial/test_set.pickle', state: 'imported' }]);
    const run = await quadrat(
      ['run', 'birco/clinical-trial', '--model', 'local/lexical', '--limit', '2', '--json'],
      folder,
    );
    // What was imported is not the published file.
    expect(documentOf<{ data: unknown }[]>(run)[0]?.data).toMatchObject({ kind: 'own' });
  });

  test('a refusal quotes what is wrong, with numbers of people masked', async () => {
    const file = path.join(folder, 'calls.jsonl');
    writeFileSync(
      file,
      '{"id":"a","text":"你好","label":"fraud"}\n{"id":"b","text":"你好","label":"13812345678"}\n',
    );
    const args = ['cpsdbench', '--task', 'fraud', '--from', file];
    const ended = await data('import', ...args);
    const words = await quadrat(['data', 'import', ...args], folder);
    expect([ended.code, words.code]).toEqual([6, 6]);
    for (const { stdout } of [ended, words]) {
      expect(stdout).toMatch(/line 2: label: .*138\*{8}.* is not in the task file/);
      expect(stdout).not.toContain('13812345678');
    }
  });

  test('says where gold spans and offsets do not fit the text, and takes the file', async () => {
    const file = path.join(folder, 'spans.jsonl');
    const entities = [
      { type: 'Nh', text: '乙某' },
      { type: 'Nh', text: '甲某', start: 5, end: 9 },
      { type: 'Nh', text: '甲某', start: 0, end: 2 },
    ];
    writeFileSync(file, JSON.stringify({ id: 'a', text: '甲某。', entities }));
    const ended = await data('import', 'cpsdbench', '--task', 'drug-ner', '--from', file);
    expect(ended.code).toBe(0);
    expect(rowsOf(ended)).toMatchObject([
      {
        state: 'imported',
        notices: [
          expect.stringMatching(/1 gold spans do not/),
          expect.stringMatching(/1 gold spans have offsets/),
        ],
      },
    ]);
    expect(ended.stderr).toMatch(/drug-ner\/items: 1 gold spans do not stand/);
  });

  test('a refusal names the file once', async () => {
    const file = path.join(folder, 'twice.jsonl');
    writeFileSync(file, '{"id":"a","text":"甲","label":"rumor"}\n{"id":"a","text":"乙","label":"rumor"}');
    const { stdout } = await quadrat(
      ['data', 'import', 'cpsdbench', '--task', 'rumor', '--from', file],
      folder,
    );
    expect(stdout).toMatch(/cpsdbench\/rumor\/items: line 2, item a: id a stands twice/);
  });

  test('verify finds what was changed since', async () => {
    const clean = await data('verify', 'birco/clinical-trial', '--split', 'test');
    expect(clean.code).toBe(0);
    const file = path.join(installed, 'clinical-trial/test_set.pickle');
    truncateSync(file, 1000);
    const ended = await data('verify', 'birco/clinical-trial', '--split', 'test');
    expect(ended.code).toBe(6);
    expect(rowsOf(ended)).toMatchObject([
      { state: 'mismatch', want: expect.any(String), got: expect.any(String) },
    ]);
    rmSync(file);
    expect(rowsOf(await data('verify', 'birco/clinical-trial', '--split', 'test'))).toMatchObject([
      { state: 'missing' },
    ]);
  });
});
