import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../data/encoding.ts';
import { sharedPath } from '../../testing/shared.ts';
import { normaliseSpan } from '../../text/normalise-span.ts';
import { readItems } from './data.ts';
import { offsetErrors, readCail2022 } from './forms/cail2022.ts';
import type { CpsItem } from './items.ts';
import { kindModule } from './kinds/index.ts';
import { measureOver } from './kinds/kind.ts';
import { fromAnswer, parse } from './solve.ts';
import { HEADLINES } from './task-file.ts';
import { specOf, type TaskId } from './task-specs.ts';

const folder = sharedPath('data/cpsdbench');
const here = folder !== undefined;
const bytesOf = (name: string) => readFileSync(`${folder}/${name}`);

function load(task: TaskId, name: string, encoding = 'auto'): CpsItem[] {
  return readItems(task, bytesOf(name), name, encoding, {
    spec: specOf(task),
    prompts: null,
    standIn: null,
  });
}

function counts(items: readonly CpsItem[], of: (item: CpsItem) => string): Record<string, number> {
  const found: Record<string, number> = {};
  for (const item of items) found[of(item)] = (found[of(item)] ?? 0) + 1;
  return found;
}

const labelOf = (item: CpsItem) => (item.kind === 'classification' ? item.label : '');
const typeOf = (item: CpsItem) => ('answerType' in item ? item.answerType : '');

/** Headline of the task with these answers. */
function headline(items: readonly CpsItem[], answers: readonly unknown[]): number | null {
  const [first] = items;
  if (first === undefined) return null;
  const module = kindModule(first.kind);
  const measure = module
    .measures(first.spec)
    .find(({ headline: is, description }) => is === true && description.id === HEADLINES[first.kind]);
  return measure === undefined ? null : measureOver(module, measure, items, answers).value;
}

const SETTINGS = { 'strict-format': false };

describe.runIf(here)('public stand-ins', () => {
  it.each<[TaskId, string, number, Record<string, number>]>([
    ['sentiment', 'weibo2018_test.txt', 500, { positive: 345, negative: 155 }],
    [
      'sentiment',
      'smp2020_usual_eval_500.json',
      500,
      { angry: 148, neutral: 113, sad: 91, happy: 88, surprise: 31, fear: 29 },
    ],
    ['rumor', 'ced_rumor_400.jsonl', 400, { rumor: 200, non_rumor: 200 }],
    ['fraud', 'telecom_fraud_400.jsonl', 400, { normal: 200, fraud: 200 }],
    [
      'incident',
      'police_incident_proxy_cjrc.jsonl',
      82,
      { injury: 28, traffic: 24, theft: 18, telecom_fraud: 12 },
    ],
  ])('%s from %s: %i items', (task, name, n, labels) => {
    const items = load(task, name);
    expect(items).toHaveLength(n);
    expect(counts(items, labelOf)).toEqual(labels);
    expect(
      headline(
        items,
        items.map((item) => fromAnswer(kindModule(item.kind).gold(item), item)),
      ),
    ).toBe(1);
  });

  it('four kinds of fraud, fifty each', () => {
    const frauds = load('fraud', 'telecom_fraud_400.jsonl').filter((item) => labelOf(item) === 'fraud');
    const kinds = counts(frauds, (item) => String(item.meta.get('subtype')));
    expect(Object.values(kinds)).toEqual([50, 50, 50, 50]);
  });

  it('drug cases: mentions, types, relations, offsets', () => {
    const name = 'cail2022_xxcq_test.jsonl';
    const documents = readCail2022(decodeText(bytesOf(name), name).text, name);
    expect(documents).toHaveLength(353);
    expect(documents.reduce((sum, { mentions }) => sum + mentions.length, 0)).toBe(3812);
    expect(documents.reduce((sum, document) => sum + offsetErrors(document), 0)).toBe(0);
    const rows = documents.flatMap(({ relations }) => relations);
    expect([rows.length, rows.filter(({ relation }) => relation === 'NA').length]).toEqual([1492, 706]);
    const spans = load('drug-ner', name).flatMap((item) => (item.kind === 'entities' ? item.entities : []));
    expect(spans).toHaveLength(2747);
    const types: Record<string, number> = {};
    for (const { type } of spans) types[type] = (types[type] ?? 0) + 1;
    expect(types).toEqual({ Nh: 858, NT: 534, NDR: 531, Ns: 448, NW: 376 });
    const perDocument = load('drug-ner', name).map((item) =>
      item.kind === 'entities'
        ? new Set(item.entities.map(({ type, text }) => `${type} ${normaliseSpan(text)}`)).size
        : 0,
    );
    expect(perDocument.reduce((sum, n) => sum + n, 0)).toBe(2746);
    const triples = load('drug-relation', name).flatMap((item) =>
      item.kind === 'relations' ? item.triples : [],
    );
    const relations: Record<string, number> = {};
    for (const { relation } of triples) relations[relation] = (relations[relation] ?? 0) + 1;
    expect(triples).toHaveLength(733);
    expect(relations).toEqual({ sell_drugs_to: 232, traffic_in: 205, provide_shelter_for: 185, posess: 111 });
  });

  it.each<TaskId>(['drug-ner', 'drug-relation'])(
    '%s: gold as a prediction scores 1, read and as text',
    (task) => {
      const items = load(task, 'cail2022_xxcq_test.jsonl');
      expect(
        headline(
          items,
          items.map((item) => fromAnswer(kindModule(item.kind).gold(item), item)),
        ),
      ).toBe(1);
      const read = items.map((item) => {
        const text = kindModule(item.kind).goldText(item);
        const parsed = parse({ kind: 'text', text, stop: null, cut: false }, item, SETTINGS);
        expect(parsed.outcome).toBe('scored');
        return parsed.value;
      });
      expect(headline(items, read)).toBe(1);
    },
  );

  it('reading: the first reference decides the type, not is_impossible', () => {
    const items = load('case-reading', 'cjrc_dev_criminal_subset.jsonl');
    expect(items).toHaveLength(672);
    expect(new Set(items.map(({ cluster }) => cluster)).size).toBe(112);
    expect(counts(items, typeOf)).toEqual({ span: 498, yesno: 48, unanswerable: 126 });
    expect(items.filter(({ meta }) => meta.get('is_impossible') === 'true')).toHaveLength(136);
  });

  it('theft entities, news, consultations, examination', () => {
    const theft = load('fraud-ner', 'lawbench_2-6_theft_ner.json');
    expect(theft).toHaveLength(500);
    expect(theft.filter((item) => item.kind === 'entities' && item.entities.length === 0)).toHaveLength(11);
    expect(load('case-summary', 'lawbench_2-7_police_news_summary.jsonl')).toHaveLength(95);
    expect(load('legal-analysis', 'lawbench_3-8_consultation.json')).toHaveLength(500);
    const exam = load('police-knowledge', 'cmmlu_security_study_test.csv');
    expect(counts(exam, (item) => (item.kind === 'knowledge' ? item.answers.join() : ''))).toEqual({
      A: 34,
      B: 33,
      C: 34,
      D: 34,
    });
  });

  it('an encoding is found or named; the wrong one is refused with file and encoding', () => {
    const name = 'telecom_label04_first40_gb18030.csv';
    expect(load('fraud', name)).toHaveLength(40);
    expect(load('fraud', name, 'gb18030')).toHaveLength(40);
    expect(() => load('fraud', name, 'utf-8')).toThrow(
      expect.objectContaining({
        code: 'invalid-encoding',
        message: expect.stringContaining('UTF-8'),
        place: expect.objectContaining({ file: name }),
      }),
    );
    const rumors = load('rumor', 'ced_rumor_400.jsonl');
    expect(rumors.some((item) => item.kind === 'classification' && item.text.includes('\u2029'))).toBe(true);
  });

  it('real refusals of theft entities get one reading each and none throws', () => {
    const spec = specOf('fraud-ner-theft');
    const rows = bytesOf('lawbench_llama2-7b-chat_2-6_refusal_like.jsonl')
      .toString('utf8')
      .trim()
      .split('\n');
    expect(rows).toHaveLength(206);
    const [item] = load('fraud-ner', 'lawbench_2-6_theft_ner.json');
    if (item === undefined) throw new Error('no item');
    const outcomes: Record<string, number> = {};
    for (const row of rows) {
      const { output } = JSON.parse(row) as { output: string };
      const parsed = parse(
        { kind: 'text', text: output, stop: null, cut: false },
        { ...item, spec },
        SETTINGS,
      );
      const word = parsed.outcome === 'scored' ? 'scored' : `${parsed.outcome}/${parsed.reason}`;
      outcomes[word] = (outcomes[word] ?? 0) + 1;
    }
    expect(Object.values(outcomes).reduce((sum, n) => sum + n, 0)).toBe(206);
    expect(outcomes).toEqual({ 'stopped/refusal': 197, 'unparsed/invalid': 5, scored: 4 });
  });
});
