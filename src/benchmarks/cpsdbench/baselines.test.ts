import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Baseline, Result } from '../../core/index.ts';
import { runTasks } from '../../run/library.ts';
import { projectRoot, sharedPath } from '../../testing/shared.ts';
import { HEADLINES } from './task-file.ts';
import { specOf, type TaskId } from './task-specs.ts';

const folder = sharedPath('data/cpsdbench');
const out = mkdtempSync(path.join(tmpdir(), 'quadrat-cps-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

const page = readFileSync(path.join(projectRoot, 'docs/benchmarks/cpsdbench.md'), 'utf8');

/** Cells of the table of baselines, by its first column. */
const rows = new Map(
  (page.split('### Baselines')[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '))
    .map(([name = '', ...cells]) => [name, cells]),
);

/** Every stand-in file with gold, by the row that shows its figures. */
const SETS: readonly (readonly [row: string, task: TaskId, file: string, lexical: string | null])[] = [
  ['sentiment, weibo2018 test', 'sentiment', 'weibo2018_test.txt', null],
  ['sentiment, SMP2020 eval, first 500', 'sentiment', 'smp2020_usual_eval_500.json', null],
  ['rumor, CED, 200 of each', 'rumor', 'ced_rumor_400.jsonl', null],
  ['fraud, Telecom_Fraud_Texts_5, 200 of each', 'fraud', 'telecom_fraud_400.jsonl', null],
  ['fraud, its GB18030 file, first 40, all fraud', 'fraud', 'telecom_label04_first40_gb18030.csv', null],
  ['incident, CJRC by charge', 'incident', 'police_incident_proxy_cjrc.jsonl', null],
  ['drug-ner, CAIL2022 test', 'drug-ner', 'cail2022_xxcq_test.jsonl', 'the patterns'],
  ['drug-relation, CAIL2022 test', 'drug-relation', 'cail2022_xxcq_test.jsonl', 'empty'],
  ['fraud-ner, LawBench 2-6', 'fraud-ner', 'lawbench_2-6_theft_ner.json', 'the patterns'],
  ['case-reading, CJRC criminal', 'case-reading', 'cjrc_dev_criminal_subset.jsonl', null],
  ['police-knowledge, CMMLU', 'police-knowledge', 'cmmlu_security_study_test.csv', null],
  [
    'case-summary, LawBench 2-7 on police matters',
    'case-summary',
    'lawbench_2-7_police_news_summary.jsonl',
    null,
  ],
  ['police-report, CJRC cases', 'police-report', 'police_incident_proxy_cjrc.jsonl', null],
  ['legal-analysis, LawBench 3-8', 'legal-analysis', 'lawbench_3-8_consultation.json', null],
];

const fixed = (value: number) => (value === 0 ? '0' : value.toFixed(4));

/** `patterns 0.3719 (strict 0.3164); empty 0`, as the table writes it. */
function shown(task: TaskId, baselines: readonly Baseline[]): string {
  const headline = HEADLINES[specOf(task).kind];
  return baselines
    .filter(({ id, protocol }) => id === headline && protocol === 'standard')
    .map(({ name, value }) => {
      if (value === null) return 'no value: no references';
      const strict = baselines.find((one) => one.name === name && one.id === 'strict.f1')?.value;
      const beside =
        headline === 'hybrid.f1' && typeof strict === 'number' && strict > 0
          ? ` (strict ${fixed(strict)})`
          : '';
      return `${name} ${fixed(value)}${beside}`;
    })
    .join('; ');
}

function lexical({ metrics }: Result): string {
  const headline = metrics.find((metric) => metric.headline && metric.slice === null);
  if (headline === undefined || headline.value === null) return 'no value';
  const { value, ci } = headline;
  return ci === null ? fixed(value) : `${fixed(value)} [${fixed(ci.low)}, ${fixed(ci.high)}]`;
}

describe.runIf(folder !== undefined)('figures of the page', () => {
  it('name every stand-in file with gold', () => {
    expect([...rows.keys()].filter((name) => name !== 'task')).toEqual(SETS.map(([row]) => row));
  });

  it.each(SETS)('%s', async (row, task, file, words) => {
    const { results } = await runTasks({
      tasks: [`cpsdbench/${task}`],
      model: 'local/lexical',
      data: path.join(folder ?? '', file),
      places: { out: path.join(out, row.replace(/\W+/g, '-')) },
    });
    const [result] = results;
    if (result === undefined) throw new Error('no result');
    const cells = [String(result.data.items), shown(task, result.baselines), words ?? lexical(result)];
    expect(cells).toEqual(rows.get(row));
    // Where the model knows the patterns alone, its figure is theirs.
    if (words !== null) {
      const first = result.baselines.find(({ id }) => id === HEADLINES[specOf(task).kind]);
      expect(result.metrics.find(({ headline }) => headline)?.value).toBe(first?.value);
    }
  });
});
