import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { dataPath } from '../../src/benchmarks/climaqa/sets.ts';
import type { PrintedReport, PrintedVerdict } from '../../src/report/printed/index.ts';
import type { ReproduceTable } from '../../src/report/reproduce-cells.ts';
import type { ReproduceSummary } from '../../src/report/reproduce-summary.ts';
import { csvOf } from '../../src/testing/climaqa-files.ts';
import { sharedPath } from '../../src/testing/shared.ts';
import { documentOf, quadrat, workplace } from './program.ts';

const { folder, remove } = workplace();
afterAll(remove);

interface Reproduction {
  readonly benchmark: string;
  readonly published: string | null;
  readonly tables: readonly ReproduceTable[];
  readonly summary: ReproduceSummary;
  readonly printed: PrintedReport;
}

const HEAD = 'table,task,model,metric,value,scale,source,protocol,slice';
const write = (name: string, lines: readonly string[]): string => {
  writeFileSync(path.join(folder, name), [...lines, ''].join('\n'));
  return name;
};
const reproduce = (...args: string[]) => quadrat(['reproduce', ...args], folder);

/** Runs with a file of printed values; each row's line with the verdicts of its comparisons. */
async function verdictsOf(benchmark: string, rows: readonly string[], ...args: string[]) {
  const file = write(`${benchmark}.csv`, [HEAD, ...rows]);
  const ended = await reproduce(benchmark, '--printed', file, '--json', '--quiet', ...args);
  const made = documentOf<Reproduction>(ended);
  const verdicts = made.printed.rows.map(({ line, comparisons }): [number, ...PrintedVerdict[]] => [
    line,
    ...comparisons.map(({ verdict }) => verdict),
  ]);
  return { code: ended.code, made, verdicts };
}

describe('without published outputs', () => {
  test('it says what is held of the authors, and that nothing of a paper is', async () => {
    const ended = await reproduce('cpsdbench');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain('For the paper of CPSDBench: none held.');
    expect(ended.stdout).toMatch(/lawbench-2-6 +GPT4 .*0\.765956174862/);
    const { tables, printed, published } = documentOf<Reproduction>(await reproduce('cpsdbench', '--json'));
    expect([published, printed, tables.length]).toEqual([null, null, 1]);
    expect(tables[0]?.rows).toHaveLength(7);
    for (const name of ['birco', 'climaqa']) {
      const none = await reproduce(name);
      expect(none.code).toBe(0);
      expect(none.stdout).toContain('none held');
    }
  });

  test('printed values stand beside what the authors published', async () => {
    // The task and the mean F1 of the authors' result files, LongCTX, no example.
    const { code, made } = await verdictsOf('wximpactbench', [
      'Invented,classification-long,GPT-4o,f1.macro,65.9,percent,p. 1,,shot=zero',
      'Invented,qa-ranking,GPT-4o,ndcg@5,0.9,unit,p. 2,,',
    ]);
    expect(code).toBe(0);
    expect(made.tables).toEqual([]);
    expect(made.printed.rows.map(({ comparisons }) => comparisons)).toEqual([
      [
        expect.objectContaining({
          method: 'GPT-4o, LongCTX, zero-shot',
          value: null,
          verdict: 'no-output',
          authors: expect.objectContaining({ equal: true }),
        }),
      ],
      [expect.objectContaining({ method: null, verdict: 'no-output', authors: null })],
    ]);
  });

  test('a faulty row is refused by line and the others are kept; exit code 6', async () => {
    const file = write('faulty.csv', [
      HEAD,
      'T,sentiment,Model A,f1.macro,61.2,percent,p. 1,,',
      'T,sentiment,Model A,f1.macro,"61,2",percent,p. 1,standard,',
      'T,mood,Model A,f1.macro,61.2,percent,p. 1,,',
    ]);
    const ended = await reproduce('cpsdbench', '--printed', file, '-o', 'faulty.md');
    expect(ended.code).toBe(6);
    for (const text of [ended.stdout, readFileSync(path.join(folder, 'faulty.md'), 'utf8')]) {
      const plain = text.replaceAll('\\', '').replaceAll(/\s+/g, ' ');
      expect(plain).toContain(
        '1 printed value: 1 without an output here. 2 rows could not be read; see below.',
      );
      expect(plain).toContain(
        'Not read: faulty.csv, line 3: "61,2" is no number. [invalid-score] Write the digits alone with a decimal point',
      );
      expect(plain).toContain(
        'Not read: faulty.csv, line 4: the benchmark has no task "mood". [unknown-task] There are: cpsdbench/sentiment',
      );
      expect(plain).not.toContain('published outputs in');
    }
    const broken = await reproduce(
      'cpsdbench',
      '--printed',
      write('broken.csv', ['table,task', 'T,sentiment']),
    );
    expect(broken).toMatchObject({ code: 1, stdout: '' });
    expect(broken.stderr).toMatch(/broken\.csv, line 1: the file has no column model, metric/);
    const absent = await reproduce('cpsdbench', '--printed', 'absent.csv');
    expect(absent.code).toBe(1);
    expect(absent.stderr).toContain('[file-not-found]');
  });
});

test('outputs on invented data say so, and intervals are those of the measures shown', async () => {
  mkdirSync(path.join(folder, 'outputs/mcq'), { recursive: true });
  writeFileSync(path.join(folder, 'outputs/mcq/mine.jsonl'), `${JSON.stringify({ id: '0', output: 'b' })}\n`);
  const args = ['climaqa', '--published', 'outputs', '--data', 'sample', '-o', 'sample.md'];
  const ended = await reproduce(...args);
  const { tables, summary } = documentOf<Reproduction>(await reproduce(...args, '--json'));
  expect(summary).toMatchObject({ outputs: 1, equal: 0, differ: 0, noneHeld: { outputs: ['mcq/mine'] } });
  // The document keeps every column.
  expect(tables[0]?.columns).toHaveLength(6);
  for (const text of [ended.stdout, readFileSync(path.join(folder, 'sample.md'), 'utf8'), tables[0]?.title])
    expect(text?.replaceAll(/\s+/g, ' ')).toContain('scored here on sample data: invented, not comparable');
  expect(ended.stdout).toContain('Authors’ values: none held.');
  expect(ended.stdout).toContain('Wilson’s interval for a share of');
  expect(ended.stdout).not.toMatch(/queries|bleu/);
});

const birco = sharedPath('data/birco');
describe.runIf(birco !== undefined)('birco', () => {
  test('printed values agree with the plain mean, or with the bootstrap mean alone', async () => {
    // Figures of the authors' scorer on the published rank file: nDCG@10 11.247 as plain, 11.139 as bootstrap mean;
    // the table is invented.
    const { code, verdicts, made } = await verdictsOf(
      'birco',
      [
        'Invented,relic,e5_rank,ndcg@10,11.2,percent,p. 1,,',
        'Invented,relic,E5 rank,ndcg@10,11.1,percent,p. 2,,',
        'Invented,relic,e5_rank,ndcg@10,0.1125,unit,p. 3,standard,',
        'Invented,relic,e5_rank,ndcg@10,11.4,percent,p. 4,card,',
        'Invented,clinical-trial,Tart_O,ndcg@10,30,percent,p. 1,,',
        'Invented,wtb,unheard-of,map,30,percent,p. 1,,',
      ],
      '--published',
      birco!,
    );
    // Rank files of the folder are refused, as without printed values.
    expect(code).toBe(6);
    expect(made.printed.faults).toEqual([]);
    expect(verdicts).toEqual([
      [2, 'equal'],
      [3, 'equal-bootstrap-mean'],
      [4, 'equal'],
      [5, 'differs'],
      [6, 'no-value'],
      [7, 'no-output'],
    ]);
    expect(made.printed.rows[1]?.comparisons[0]).toMatchObject({
      method: 'e5_rank',
      file: 'relic/ranks/e5_rank.pickle',
      authors: { equal: false, value: expect.closeTo(11.2466583195, 9) },
    });
    expect(made.tables).toHaveLength(1);
    expect(made.summary).toMatchObject({ equal: 310, differ: 0, withoutValue: 0 });
    const { stdout } = await reproduce('birco', '--published', birco!, '--quiet');
    expect(stdout).toContain('310 equal, 0 differ.');
    expect(stdout).toMatch(/none held beside \d+ of ours/);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Faulty: clinical-trial/Tart_O: no ranking in this file is of birco/clinical-trial',
    );
  }, 60_000);
});

const wximpactbench = sharedPath('data/wximpactbench');
describe.runIf(wximpactbench !== undefined)('wximpactbench', () => {
  test('the figures of the paper’s layout agree cell by cell', async () => {
    // F1 of six labels, mean F1, mean accuracy and row-wise accuracy of the authors' result files (×100), and macro F1
    // by period of their published predictions.
    const LABELS = [
      'Infrastructural',
      'Political',
      'Financial',
      'Ecological',
      'Agricultural',
      'Human Health',
    ];
    const figures = [
      [
        'classification-long',
        'GPT-4o',
        'zero',
        80.94,
        58.46,
        65.82,
        46.81,
        70.33,
        73.23,
        65.93,
        80.55,
        32.28,
      ],
      ['classification-long', 'GPT-4o', 'one', 81.25, 59.54, 63.64, 50.0, 71.43, 72.94, 66.47, 80.6, 31.99],
      [
        'classification-mixed',
        'deepseek-v3 671b',
        'zero',
        82.67,
        56.86,
        64.81,
        36.84,
        65.82,
        69.84,
        62.81,
        81.57,
        32.29,
      ],
    ] as const;
    const rows = figures.flatMap(([task, model, shot, ...values]) =>
      values.map((value, at) => {
        const label = LABELS[at];
        const metric =
          label === undefined ? ['f1.macro', 'accuracy', 'accuracy.rowwise'][at - 6] : 'f1.label';
        const slice = `${label === undefined ? '' : `label=${label};`}shot=${shot}`;
        return `T1,${task},${model},${metric},${value.toFixed(2)},percent,p. 1,,${slice}`;
      }),
    );
    const { code, verdicts, made } = await verdictsOf(
      'wximpactbench',
      [
        ...rows,
        'T3,classification-long,GPT-4o,f1.macro,65.98,percent,p. 2,paper,shot=zero;period=historical',
        'T3,classification-long,GPT-4o,f1.macro,66.50,percent,p. 2,paper,shot=zero;period=modern',
        // An average quoted by public notes; its six cells give 58.36.
        'Notes,classification-long,DeepSeek-V3-671B,f1.macro,58.03,percent,p. 3,,shot=zero',
        // No prediction file is at hand, the authors' value is.
        'T1,classification-long,GPT-4,f1.macro,56.79,percent,p. 1,,shot=zero',
        // Without `shot` both outputs fit.
        'T2,classification-long,GPT-4o,accuracy.rowwise,32.28,percent,p. 1,,',
      ],
      '--published',
      wximpactbench!,
    );
    expect(code).toBe(0);
    expect(verdicts.slice(0, 29).map(([, ...all]) => all)).toEqual(
      Array.from({ length: 29 }, () => ['equal']),
    );
    expect(verdicts.slice(29)).toEqual([
      [31, 'differs'],
      [32, 'no-output'],
      [33, 'differs', 'equal'],
    ]);
    expect(made.printed.rows[30]?.comparisons[0]?.authors?.equal).toBe(true);
    // Specification, Acceptance 4 to 6: 16, 23, 16 and 22 of 24 values of Mixtral, and their two averages.
    const { summary } = made;
    expect(summary).toMatchObject({ outputs: 26, equal: 1865, differ: 85, unexplained: 0, withoutValue: 0 });
    expect(summary.withoutOutput).toEqual({ outputs: 18, values: 966 });
    expect(summary.parts.map(({ outputs, outputsEqual }) => [outputsEqual, outputs])).toEqual([
      ...Array(4).fill([22, 26]),
      ...Array(9).fill([26, 26]),
    ]);
    const differing = new Map<string, number>();
    for (const { method, measure, explanation, value, authors, difference } of summary.differences) {
      expect(explanation).toMatch(/blank judgements/);
      expect(difference).toBe((value ?? 0) - authors);
      if (measure !== 'Average') differing.set(method, (differing.get(method) ?? 0) + 1);
    }
    expect(Object.fromEntries(differing)).toEqual({
      'Mixtral-8x7B-Instruct, LongCTX, zero-shot': 16,
      'Mixtral-8x7B-Instruct, LongCTX, one-shot': 23,
      'Mixtral-8x7B-Instruct, MixedCTX, zero-shot': 16,
      'Mixtral-8x7B-Instruct, MixedCTX, one-shot': 22,
    });
  }, 60_000);

  test('the terminal has the counts and each difference; --all and -o have every cell', async () => {
    const short = await reproduce('wximpactbench', '--published', wximpactbench!, '--quiet', '-o', 'wx.md');
    expect(short.code).toBe(0);
    const plain = short.stdout.replaceAll(/\s+/g, ' ');
    expect(plain).toContain(
      '26 outputs scored, 1,950 values of the authors beside ours: 1,865 equal, 85 differ (each explained below).',
    );
    expect(plain).toContain('Table 2: row-wise accuracy 26 26 of 26');
    expect(plain).toContain('LongCTX, one-shot [1]: 25 values, by at most 0.0229. Table 1: f1 per label:');
    expect(plain).toContain('[1] the authors computed this block before blank judgements were set to 0');
    expect(plain).toContain('Average (paper), authors’ value: mean of the authors’ six rounded values.');
    expect(plain).toContain('--all prints them, -o FILE.md writes them.');
    expect(plain).not.toContain('0.8094');
    const whole = await reproduce('wximpactbench', '--published', wximpactbench!, '--quiet', '--all');
    const page = readFileSync(path.join(folder, 'wx.md'), 'utf8');
    for (const text of [whole.stdout, page]) {
      expect(text).toContain('1,865 equal, 85 differ');
      for (const title of ['Table 1: f1 per label', 'Table 2: row-wise', 'Table 3: recall per label, modern'])
        expect(text).toContain(title);
      expect(text).toMatch(/GPT-4o, LongCTX, zero-shot[ |]+347[ |]+0\.8094[ |]+0\.8094 =/);
    }
    // Means of rounded values agree within the rounding, and are called what they are.
    expect(page).toContain('| Average (paper) | mean of the authors’ six rounded values |');
    expect(page).not.toMatch(/\*\*0\./);
  }, 120_000);
});

const notebook = sharedPath('data/climaqa/notebook_repro.json');
describe.runIf(notebook !== undefined)('climaqa', () => {
  test('the notebook’s character BLEU agrees as it is printed', async () => {
    const { reference, rows } = JSON.parse(readFileSync(notebook!, 'utf8')) as {
      reference: string;
      rows: { model: string; answer: string }[];
    };
    const own = path.join(folder, 'climaqa');
    const data = path.join(own, dataPath('gold', 'freeform'));
    mkdirSync(path.dirname(data), { recursive: true });
    mkdirSync(path.join(own, 'freeform'), { recursive: true });
    const item = new Map([
      ['', '0'],
      ['Question', 'What follows?'],
      ['Answer', reference],
      ['Complexity', 'BASE'],
      ['Validation', 'True'],
    ]);
    writeFileSync(data, csvOf([item]));
    for (const { model, answer } of rows)
      writeFileSync(
        path.join(own, 'freeform', `${model}.jsonl`),
        JSON.stringify({ id: '0', output: answer }),
      );
    // As the authors' notebook prints them (evaluation/freeform_evaluation.ipynb).
    const printed = [
      ['gpt-3.5-turbo', 0.656],
      ['gpt-4o', 0.521],
      ['Llama3 70B', 0.5],
      ['mixtral-8x22b', 0.531],
      ['gemma-27b', 0.363],
    ] as const;
    const { code, verdicts } = await verdictsOf(
      'climaqa',
      [
        ...printed.map(
          ([model, value]) =>
            `Notebook,freeform,${model},bleu.char,${value.toFixed(3)},unit,cell 1,,complexity=BASE`,
        ),
        'Notebook,freeform,gpt-4o,bleu,14.17,percent,computed,,',
        'Notebook,freeform,gpt-4o,bleu,0.1417,unit,computed too,,complexity=BASE',
        'Notebook,freeform,gpt-4o,bleu.char,0.522,unit,off by one,,',
      ],
      '--published',
      'climaqa',
    );
    expect(code).toBe(0);
    expect(verdicts.map(([, ...all]) => all.join())).toEqual([...Array(7).fill('equal'), 'differs']);
  }, 60_000);
});

const cpsdbench = sharedPath('data/cpsdbench');
describe.runIf(cpsdbench !== undefined)('cpsdbench', () => {
  test('LawBench’s figures agree to their places, but where words are cut otherwise', async () => {
    const { code, verdicts, made } = await verdictsOf(
      'cpsdbench',
      [
        // LawBench predictions/zero_shot/results.csv at e30981b.
        'LawBench,lawbench-2-6,GPT-4,soft.f1,0.7659561748622943,unit,results.csv,,',
        'LawBench,lawbench-2-5,GPT-4,char.f1,56.50,percent,results.csv,,',
        'LawBench,lawbench-3-7,gpt4,accuracy,77.6,percent,results.csv,,',
        'LawBench,lawbench-2-7,GPT4,rougel.words,37.92,percent,results.csv,,',
        'Rounded,lawbench-2-7,GPT4,rougel.words,0.37925,unit,results.csv,,',
        'Exact,lawbench-2-7,GPT4,rougel.words,0.379245,unit,results.csv,,',
        'LawBench,lawbench-2-6,qwen-7b-chat-hf,soft.f1,37.88,percent,results.csv,,',
        'A paper,police-knowledge,GPT-4,accuracy,70.1,percent,p. 9,,',
      ],
      '--published',
      cpsdbench!,
    );
    expect(code).toBe(0);
    expect(verdicts.map(([, ...all]) => all.join())).toEqual([
      'equal',
      'equal',
      'equal',
      'differs',
      'equal',
      'differs',
      'no-output',
      'no-output',
    ]);
    expect(made.printed.rows[5]?.comparisons[0]?.explanation).toMatch(/words of jieba 0\.42\.1/);
    expect(made.printed.rows[6]?.comparisons[0]?.authors?.equal).toBe(true);
  }, 60_000);
});
