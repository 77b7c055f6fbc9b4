import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../../src/core/index.ts';
import { projectRoot, sharedPath } from '../../src/testing/shared.ts';
import { documentOf, jsonOf, quadrat, quadratMany, sampleRanking, workplace } from './program.ts';

const { folder, remove } = workplace();
afterAll(remove);
const write = (name: string, content: string): string => {
  writeFileSync(path.join(folder, name), content);
  return name;
};
const score = (...args: string[]) => quadrat(['score', ...args], folder);
const SAMPLE = ['--data', 'sample', '--json'];
const headlineOf = (result: Result | undefined) => result?.metrics.find(({ headline }) => headline)?.value;

beforeAll(() => {
  const best = sampleRanking('relic');
  write('best.json', jsonOf(best));
  write('turned.json', jsonOf(sampleRanking('relic', 'turned')));
  write('short.json', jsonOf(new Map([...best].map(([id, list]) => [id, list.slice(1)]))));
  write('few.json', jsonOf(new Map([...best].slice(1))));
  write('other.json', jsonOf(sampleRanking('wtb')));
  write('torn.json', '{"q_1": ["a"');
});

describe('score', () => {
  test('4: fewer answers than --min-coverage; without it there is no floor', async () => {
    const [first] = readFileSync(path.join(projectRoot, 'samples/cpsdbench/fraud.jsonl'), 'utf8').split('\n');
    write('one.jsonl', `${first}\n`);
    write('unread.jsonl', `${JSON.stringify({ id: JSON.parse(first ?? '').id, output: '不知道' })}\n`);
    const args = ['cpsdbench/fraud', '--predictions', 'unread.jsonl', '--data', 'one.jsonl', '--json'];
    const [free, floor] = await Promise.all([score(...args), score(...args, '--min-coverage', '0.5')]);
    expect(documentOf<Result[]>(free)[0]).toMatchObject({ coverage: 0, errors: [] });
    expect(free.code).toBe(0);
    expect(floor).toMatchObject({ code: 4, stdout: free.stdout });
  });

  test('prints one JSON document on stdout and nothing else; 0 where nothing is refused', async () => {
    const ended = await score('birco/relic', '--predictions', 'best.json', ...SAMPLE);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const [result, ...others] = documentOf<Result[]>(ended);
    expect(others).toEqual([]);
    expect(result).toMatchObject({
      tool: 'quadrat',
      task: 'birco/relic',
      source: 'best.json',
      complete: true,
      data: { name: 'birco/relic/test', items: 24, kind: 'sample' },
      model: null,
      counts: { planned: 24, scored: 24 },
      coverage: 1,
      errors: [],
    });
    expect(headlineOf(result)).toBe(1);
    expect(result?.items).toBeUndefined();
    expect(result?.warnings.map(({ code }) => code)).toEqual(['sample-data']);
  });

  test('quotes a wrong answer with numbers of people masked, in every form', async () => {
    const [own] = readFileSync(path.join(projectRoot, 'samples/cpsdbench/fraud.jsonl'), 'utf8').split('\n');
    write('fraud.jsonl', `${own}\n`);
    write('labels.jsonl', `${JSON.stringify({ id: JSON.parse(own ?? '').id, answer: '手机13812345678' })}\n`);
    const args = ['cpsdbench/fraud', '--predictions', 'labels.jsonl', '--data', 'fraud.jsonl'];
    for (const more of [[], ['--json']]) {
      const { code, stdout } = await score(...args, ...more);
      expect(code).toBe(6);
      expect(stdout).toContain('手机138********');
      expect(stdout).not.toContain('13812345678');
    }
  });

  test('scores the good ones of many files and refuses the others by name', async () => {
    const files = [
      'best.json',
      'torn.json',
      'short.json',
      'absent.json',
      'other.json',
      'few.json',
      'turned.json',
    ];
    const ended = await score('birco/relic', '--predictions', ...files, ...SAMPLE);
    expect(ended).toMatchObject({ code: 6, stderr: '' });
    const results = documentOf<Result[]>(ended);
    expect(results.map(({ source }) => source)).toEqual(files);
    expect(results.map(({ errors }) => [...new Set(errors.map(({ code }) => code))])).toEqual([
      [],
      ['invalid-json'],
      ['missing-document'],
      ['file-not-found'],
      ['wrong-dataset'],
      ['missing-query'],
      [],
    ]);
    expect(results.map((result) => headlineOf(result) !== undefined)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
    // What only `standard` refuses keeps the values of the card.
    expect(results[2]?.metrics.some(({ protocol }) => protocol === 'card')).toBe(true);
    expect(results[2]?.errors[0]).toMatchObject({
      protocol: 'standard',
      details: { count: 24, queries: 24 },
    });
  });

  test('in words names the refused file, and the values with gain, protocol and n', async () => {
    const { code, stdout, stderr } = await score(
      'birco/relic',
      '--predictions',
      'best.json',
      'short.json',
      '--data',
      'sample',
    );
    expect({ code, stderr }).toEqual({ code: 6, stderr: '' });
    for (const word of [
      'best.json',
      'short.json',
      'missing-document',
      'standard',
      'linear gain',
      'binary gain',
      'n 24',
      'recall@10',
    ])
      expect(stdout).toContain(word);
    expect(stdout).not.toMatch(/R@\d/);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toMatch(/sample/);
  });

  test('takes protocols, items, baselines and settings', async () => {
    const [one, other] = await quadratMany(
      [
        [
          'score',
          'birco/relic',
          '--predictions',
          'turned.json',
          '--protocol',
          'card',
          '--per-item',
          '--baselines',
          'bm25',
          ...SAMPLE,
        ],
        ['score', 'birco/relic', '--predictions', 'short.json', '--set', 'relax=true', ...SAMPLE],
      ],
      folder,
    );
    const [card] = documentOf<Result[]>(one!);
    expect(new Set(card?.metrics.map(({ protocol }) => protocol))).toEqual(new Set(['card']));
    expect(new Set(card?.baselines.map(({ name }) => name))).toEqual(
      new Set(['echo', 'echo-reversed', 'bm25']),
    );
    expect(card?.items).toHaveLength(24);
    expect(Object.keys(card?.items?.[0]?.values ?? {})).toEqual(['card']);
    const [relaxed] = documentOf<Result[]>(other!);
    expect(relaxed?.errors.filter(({ protocol }) => protocol === 'standard')).toEqual([]);
    expect(relaxed?.warnings.map(({ code }) => code)).toContain('relaxed');
  });

  test('takes a gold file without texts', async () => {
    const qrels = jsonOf(
      new Map([
        ['q1', { d1: 1, d2: 0.5 }],
        ['q0', { d3: 0 }],
      ]),
    );
    write('own.qrels.json', qrels);
    write('own.run', 'q1 Q0 d2 1 2 me\nq1 Q0 d1 2 1 me\nq0 Q0 d3 1 1 me\n');
    const ended = await score(
      'birco/doris-mae',
      '--predictions',
      'own.run',
      '--data',
      'own.qrels.json',
      '--json',
      '--protocol',
      'standard',
    );
    const [result] = documentOf<Result[]>(ended);
    expect(ended.code).toBe(0);
    expect(result?.data).toMatchObject({ kind: 'own', items: 2 });
    expect(headlineOf(result)).toBeCloseTo((0.5 + 1 / Math.log2(3)) / (1 + 0.5 / Math.log2(3)), 12);
    expect(result?.metrics.find(({ headline }) => headline)?.n).toBe(1);
  });

  test('without gold says so for each protocol', async () => {
    const ended = await score('birco/relic', '--predictions', 'best.json', '--json');
    expect(ended.code).toBe(6);
    const [result] = documentOf<Result[]>(ended);
    expect(result?.metrics).toEqual([]);
    expect(result?.errors.map(({ protocol, code }) => `${protocol} ${code}`)).toEqual([
      'standard data-missing',
      'paper data-missing',
      'card data-missing',
    ]);
  });
});

describe('score of a benchmark', () => {
  test('takes TASK=FILE and adds the mean over the five sets', async () => {
    const sets = ['doris-mae', 'arguana', 'wtb', 'clinical-trial', 'relic'];
    mkdirSync(path.join(folder, 'all'));
    const files = sets.map(
      (set) => `birco/${set}=${write(`all/${set}.json`, jsonOf(sampleRanking(set, 'turned')))}`,
    );
    const ended = await score('birco', '--predictions', ...files, ...SAMPLE);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const results = documentOf<Result[]>(ended);
    expect(results.map(({ task }) => task)).toEqual([...sets.map((set) => `birco/${set}`), 'birco']);
    expect(results[5]?.metrics.find(({ headline }) => headline)).toMatchObject({
      n: 5,
      aggregate: 'mean-of-sets',
    });
  });
});

const published = sharedPath('data/birco');
describe.runIf(published !== undefined)('the published rank files', () => {
  const SETS = ['arguana', 'clinical-trial', 'relic', 'wtb'];

  test('are scored in one call, the faulty ones refused by name', async () => {
    const files = SETS.flatMap((set) =>
      ['e5_rank', 'Monot5', 'Tart_O'].map(
        (name) => `birco/${set}=${path.join(published!, set, 'ranks', `${name}.pickle`)}`,
      ),
    ).filter((file) => !/wtb.*Tart|relic.*Tart/.test(file));
    const ended = await score('birco', '--predictions', ...files, '--data', published!, '--json');
    expect(ended).toMatchObject({ code: 6, stderr: '' });
    const results = documentOf<Result[]>(ended);
    expect(results.every(({ task }) => task !== 'birco')).toBe(true);
    const refused = results.filter(({ errors }) => errors.length > 0);
    expect(refused.map(({ source }) => source.split('/').slice(-3).join('/'))).toEqual([
      'clinical-trial/ranks/Tart_O.pickle',
    ]);
    // In the order of the tasks: arguana, wtb, clinical-trial, relic.
    const e5 = results.filter(({ source }) => source.endsWith('e5_rank.pickle')).map(headlineOf);
    expect(e5).toEqual(
      [0.43611928281, 0.367990570345, 0.294168567496, 0.112466583195].map((value) =>
        expect.closeTo(value, 9),
      ),
    );
  });

  test('stand beside the authors’ values in a table', async () => {
    const ended = await quadrat(
      ['reproduce', 'birco', '--published', published!, '--json', '-o', 'table.md'],
      folder,
    );
    expect(ended.code).toBe(6);
    const { tables, printed } = documentOf<{
      tables: [
        {
          columns: { measure: string; protocol: string }[];
          rows: {
            set: string;
            method: string;
            cells: { value: number | null; authors: unknown }[];
            faults: { code: string }[];
          }[];
        },
      ];
      printed: unknown;
    }>(ended);
    expect(printed).toBeNull();
    const [{ rows, columns }] = tables;
    expect(columns[0]).toMatchObject({ measure: 'ndcg@10', protocol: 'paper', gain: 'linear' });
    expect(rows.length).toBeGreaterThanOrEqual(85);
    const row = rows.find(({ set, method }) => set === 'relic' && method === 'e5_rank');
    expect(row?.cells[0]).toMatchObject({
      value: expect.closeTo(0.112466583195, 9),
      authors: { value: expect.closeTo(0.112466583195, 9) },
    });
    const faulty = rows.filter(({ set, faults }) => faults.length > 0 && set !== 'doris-mae');
    expect(faulty.map(({ set, method }) => `${set}/${method}`).sort()).toEqual([
      'arguana/Rankgpt_llama70b',
      'clinical-trial/Tart_O',
    ]);
    // The grades of doris-mae are not at hand: every file lacks its gold, one of them documents, too.
    const partial = rows.filter(({ faults }) => faults.some(({ code }) => code === 'missing-document'));
    expect(partial.map(({ set, method }) => `${set}/${method}`)).toEqual([
      'doris-mae/Tart_O',
      'arguana/Rankgpt_llama70b',
    ]);
    const page = readFileSync(path.join(folder, 'table.md'), 'utf8');
    expect(page).toContain('e5_rank');
    expect(page).not.toMatch(/R@\d/);
  });

  test('in any folder: absent ones are named, others are scored without the authors’ values', async () => {
    const own = path.join(folder, 'own');
    mkdirSync(path.join(own, 'relic/ranks'), { recursive: true });
    const copy = (from: string, to = from) => copyFileSync(path.join(published!, from), path.join(own, to));
    copy('golden.json');
    copy('relic/test_set.pickle');
    copy('relic/ranks/e5_rank.pickle');
    copy('relic/ranks/Monot5.pickle', 'relic/ranks/mine.pickle');
    const ended = await quadrat(['reproduce', 'birco', '--published', 'own', '--json'], folder);
    expect(ended.code).toBe(0);
    const { tables } = documentOf<{
      tables: [{ rows: { method: string; cells: { value: number; authors: unknown }[] }[]; notes: string[] }];
    }>(ended);
    const [{ rows, notes }] = tables;
    expect(rows.map(({ method, cells }) => [method, cells[0]?.value, typeof cells[0]?.authors])).toEqual([
      ['e5_rank', expect.closeTo(0.112466583195, 9), 'object'],
      ['mine', expect.closeTo(0.139161138186, 9), 'string'],
    ]);
    expect(rows[1]?.cells[0]?.authors).toBe('none held');
    expect(notes.some((note) => note.includes('relic/Monot5') && note.includes('no file here'))).toBe(true);
    expect(notes).toContain('1 file has no entry in golden.json: relic/ranks/mine.pickle.');
  });
});
