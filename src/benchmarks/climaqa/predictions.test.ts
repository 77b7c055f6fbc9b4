import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Metric, Protocol, Result } from '../../core/index.ts';
import { openSource } from '../../data/source.ts';
import { readFileBytes } from '../../data/text-file.ts';
import { scoreFiles } from '../../run/score-predictions.ts';
import { csvOf } from '../../testing/climaqa-files.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import { taskOf } from '../../testing/temporary-run.ts';
import type { Kind } from './sets.ts';

type Row = Readonly<Record<string, unknown>>;

interface Scored {
  readonly kind: Kind;
  readonly gold: readonly Readonly<Record<string, string>>[];
  readonly predictions: readonly Row[] | string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly verdicts?: string;
}

/** Scores rows against gold rows; a text stands for the content of a CSV file. */
function scored({ kind, gold, predictions, settings = {}, verdicts }: Scored): Promise<Result> {
  return withTemporaryFolder(async (folder) => {
    const data = path.join(folder, 'gold.csv');
    writeFileSync(data, csvOf(gold.map((row, at) => new Map([['', String(at)], ...Object.entries(row)]))));
    const text =
      typeof predictions === 'string'
        ? predictions
        : predictions.map((row) => JSON.stringify(row)).join('\n');
    const file = path.join(folder, typeof predictions === 'string' ? 'predictions.csv' : 'predictions.jsonl');
    writeFileSync(file, text);
    const sheet = path.join(folder, 'verdicts.csv');
    if (verdicts !== undefined) writeFileSync(sheet, verdicts);
    const given = new Map(
      Object.entries({ ...settings, ...(verdicts === undefined ? {} : { verdicts: sheet }) }),
    );
    const [result] = await scoreFiles(taskOf(`climaqa/${kind}`), [file], {
      source: openSource({ data, benchmark: 'climaqa', dataFolder: 'none', samplesFolder: 'none' }),
      split: undefined,
      given,
      seed: 42,
      baselines: [],
      perItem: true,
      read: readFileBytes,
    });
    if (result === undefined) throw new Error('no result');
    return result;
  });
}

function metric(
  result: Result,
  id: string,
  protocol: Protocol,
  more: Partial<Metric> = {},
): Metric | undefined {
  const wanted = { slice: null, variant: null, ...more };
  return result.metrics.find(
    (one) =>
      one.id === id &&
      one.protocol === protocol &&
      Object.entries(wanted).every(
        ([key, value]) => JSON.stringify(Reflect.get(one, key)) === JSON.stringify(value),
      ),
  );
}
const value = (...of: Parameters<typeof metric>) => metric(...of)?.value;
const diagnostic = (result: Result, id: string) => result.diagnostics.find((one) => one.id === id);

const OPTIONS = ['a) Fog', 'b) Rime', 'c) Hail', 'd) Sleet'].join(`\n${'-'.repeat(20)}\n`);
const mcqRow = (answer: string, level = 'BASE') => ({
  Question: 'What fell?',
  Options: OPTIONS,
  Answer: answer,
  Complexity: level,
  Validation: 'True',
});
const freeRow = (answer: string, level = 'BASE') => ({
  Question: 'Why?',
  Answer: answer,
  Complexity: level,
  Validation: 'True',
});

describe('letters', () => {
  const gold = ['b', 'b', 'a', 'd'].map((answer) => mcqRow(answer));

  it('are read by three protocols from one text', async () => {
    const result = await scored({
      kind: 'mcq',
      gold,
      predictions: [
        { id: '0', output: 'B' },
        { id: 'gold/mcq/1', output: 'b) Rime', firstToken: 'b' },
        { id: '2', output: 'Answer: A warm front' },
        {
          id: '3',
          answer: 'd',
          topLogprobs: [
            { token: 'c', logprob: -2 },
            { token: 'd', logprob: -0.1 },
          ],
        },
      ],
    });
    expect(
      ['standard', 'paper', 'card'].map((protocol) => value(result, 'accuracy', protocol as Protocol)),
    ).toEqual([0.75, 50, 75]);
    expect(result.counts).toMatchObject({ planned: 4, scored: 3, unparsed: 1 });
    expect(diagnostic(result, 'mcq-bad-answer')).toMatchObject({ value: 2, n: 4 });
    expect(diagnostic(result, 'mcq-first-token-known')).toMatchObject({ value: 2, n: 4 });
    expect(result.warnings.map(({ code }) => code)).toContain('first-token');
    expect(metric(result, 'accuracy', 'standard')?.ci?.method).toBe('wilson');
  });

  it('do not get worse by a broken list of log-probabilities', async () => {
    const result = await scored({
      kind: 'mcq',
      gold: gold.slice(0, 2),
      predictions: [
        { id: '0', output: 'The answer is b', topLogprobs: [{ token: 7 }] },
        { id: '1', output: 'b', topLogprobs: 'none' },
      ],
    });
    expect(value(result, 'accuracy', 'standard')).toBe(1);
  });

  it('leave a level without rows without a value', async () => {
    const result = await scored({ kind: 'mcq', gold, predictions: [{ id: '0', output: 'b' }] });
    const slice = { complexity: 'HYPOTHETICAL' };
    expect(metric(result, 'accuracy', 'standard', { slice })).toMatchObject({ value: null, n: 0 });
    expect(value(result, 'accuracy', 'card', { slice: { complexity: 'BASE' } })).toBe(25);
    expect(result.counts.stopped).toBe(3);
  });

  it('come from CSV, too, with repeats', async () => {
    const predictions =
      'id,repeat,output,finishReason\n0,0,b,stop\n1,0,,length\n2,0,a,\n3,0,a,\n0,1,c,\n1,1,b,\n2,1,a,\n3,1,d,\n';
    const result = await scored({ kind: 'mcq', gold, predictions });
    expect(metric(result, 'accuracy', 'paper')).toMatchObject({
      value: 62.5,
      repeats: { n: 2, values: [50, 75] },
    });
    expect(metric(result, 'accuracy', 'paper')?.repeats?.sdPopulation).toBeCloseTo(12.5, 10);
    expect(metric(result, 'accuracy', 'paper')?.repeats?.text).toBe('62.50 +- 12.50');
    expect(metric(result, 'accuracy', 'standard')?.repeats?.text).toBeUndefined();
    expect(result.items?.find(({ id, repeat }) => id === 'gold/mcq/1' && repeat === 0)).toMatchObject({
      outcome: 'stopped',
      reason: 'truncated',
    });
  });

  it('name what is surplus, and refuse an item twice', async () => {
    const predictions = [
      { id: '0', output: 'a' },
      { id: '99', output: 'a' },
    ];
    const surplus = await scored({ kind: 'mcq', gold, predictions });
    expect(surplus.warnings.find(({ code }) => code === 'surplus-items')?.message).toContain('99');
    const foreign = await scored({ kind: 'mcq', gold, predictions: predictions.slice(1) });
    expect(foreign.errors[0]).toMatchObject({
      code: 'wrong-dataset',
      message: expect.stringMatching(/: 99$/),
    });
    expect(foreign.metrics).toEqual([]);
    const twice = await scored({
      kind: 'mcq',
      gold,
      predictions: [
        { id: '0', output: 'a' },
        { id: 'gold/mcq/0', output: 'b' },
      ],
    });
    expect(twice.errors[0]).toMatchObject({ code: 'duplicate-item' });
  });
});

describe('terms', () => {
  const gold = ['NA', 'albedo', 'Infrared'].map((answer) => ({
    Question: 'It was <MASK> again.',
    Answer: answer,
  }));

  it('that look missing count, but not for the authors', async () => {
    const result = await scored({
      kind: 'cloze',
      gold,
      predictions: [
        { id: '0', output: 'NA' },
        { id: '1', output: ' albedo\n' },
        { id: '2', output: '“infrared”.' },
      ],
    });
    expect(value(result, 'em', 'standard')).toBeCloseTo(2 / 3, 12);
    expect(value(result, 'em.normalised', 'standard')).toBe(1);
    expect(value(result, 'em', 'paper')).toBeCloseTo(100 / 3, 10);
    expect(value(result, 'em', 'card')).toBeCloseTo(200 / 3, 10);
    expect(metric(result, 'phrase-similarity', 'standard')).toMatchObject({ value: null });
    expect(result.warnings.map(({ code }) => code)).toContain('no-phrase-similarity');
  });

  it('of several words are counted and scored as they are', async () => {
    const predictions = [
      { id: '1', output: 'snow albedo' },
      { id: '2', output: '<think>x y</think>Infrared' },
    ];
    const result = await scored({ kind: 'cloze', gold, predictions });
    expect(diagnostic(result, 'cloze-several-words')).toMatchObject({ value: 1, n: 2 });
    expect(value(result, 'token-overlap', 'standard')).toBeCloseTo(2 / 3, 12);
    expect(value(result, 'em', 'standard')).toBeCloseTo(1 / 3, 12);
    expect(value(result, 'em', 'paper')).toBe(0);
  });

  const vectors = (prediction: number[]) => ({ gold: [1, 0], prediction, random: [0, 1] });

  it('have phrase similarities from vectors that were made elsewhere', async () => {
    const predictions = [
      { id: '0', output: 'NA', embedder: 'use-v4', phraseVectors: vectors([1, 0]) },
      { id: '1', output: 'snow', embedder: 'use-v4', phraseVectors: vectors([0.25, Math.sqrt(1 - 0.0625)]) },
      { id: '2', output: 'x', embedder: 'use-v4', phraseVectors: vectors([0.5, Math.sqrt(0.75)]) },
    ];
    const result = await scored({ kind: 'cloze', gold, predictions, settings: { embedder: 'use-v4' } });
    const found = metric(result, 'phrase-similarity', 'standard');
    expect(found?.params).toEqual({ embedder: 'use-v4' });
    expect(found?.value).toBeCloseTo((1 - 0.5 + 0) / 3, 12);
    expect(value(result, 'phrase-similarity', 'standard', { variant: 'random-word' })).toBe(-1);
    // `NA` is missing in the authors' table, and one missing value breaks their mean.
    expect(value(result, 'phrase-similarity', 'paper')).toBeNull();
  });

  it('never mix two embedders', async () => {
    const predictions = [
      { id: '0', output: 'NA', embedder: 'use-v4', phraseVectors: vectors([1, 0]) },
      { id: '1', output: 'snow', embedder: 'use-lite', phraseVectors: vectors([1, 0]) },
    ];
    const mixed = await scored({ kind: 'cloze', gold, predictions, settings: { embedder: 'use-v4' } });
    expect(mixed.errors[0]).toMatchObject({ code: 'invalid-format', details: { line: 2 } });
    const unnamed = await scored({ kind: 'cloze', gold, predictions: predictions.slice(0, 1) });
    expect(unnamed.errors[0]?.details.next).toMatch(/--set embedder=use-v4/);
  });
});

const SUPPORT = [
  { token: 'S', logprob: -0.0001 },
  { token: 'REF', logprob: -9.2 },
];
const REFUTE = [
  { token: 'REF', logprob: -0.002 },
  { token: 'S', logprob: -6.5 },
];

describe('free answers', () => {
  const references = [
    'Low clouds cool the surface by reflecting sunlight.',
    'Low clouds cool the surface by reflecting sunlight.',
    'Aerosol particles act as cloud condensation nuclei.',
    'The jet stream strengthens in winter.',
    'Sea ice loss lowers albedo.',
  ];
  const hypotheses = [
    'Low clouds cool the surface by reflecting sunlight.',
    'Low clouds cool the planet because they reflect sunlight.',
    'More aerosol means more droplets.',
    'Ocean heat uptake delays surface warming, which is why transient sensitivity is smaller than equilibrium sensitivity.',
    'ice',
  ];
  const levels = ['BASE', 'BASE', 'REASONING', 'HYPOTHETICAL', 'HYPOTHETICAL'];
  const gold = references.map((reference, at) => freeRow(reference, levels[at]));
  const outputs = hypotheses.map((output, at) => ({ id: String(at), output }));

  it('have one BLEU over all rows and one weighted by level', async () => {
    const result = await scored({ kind: 'freeform', gold, predictions: outputs });
    const aggregates = (protocol: Protocol) =>
      ['weighted-levels', 'pooled'].map((aggregate) => value(result, 'bleu.char', protocol, { aggregate }));
    expect(aggregates('standard').map((score) => score?.toFixed(6))).toEqual(['0.374533', '0.433255']);
    expect(value(result, 'bleu.char', 'paper', { aggregate: 'weighted-levels' })).toBeCloseTo(
      0.37453299913,
      10,
    );
    expect(metric(result, 'bleu', 'standard', { headline: true })?.value).toBeCloseTo(29.23895317176, 8);
    expect(value(result, 'bleu', 'card')).toBeCloseTo(29.23895317176, 8);
    expect(value(result, 'bleu.char', 'paper', { slice: { complexity: 'BASE' } })).toBeCloseTo(
      0.82094397103,
      10,
    );
  });

  it('say how many answers have neither score nor judgement', async () => {
    const predictions = outputs.map((output, at) =>
      at > 0
        ? output
        : { ...output, bertscore: { precision: 0.9, recall: 0.9, f1: 0.9 }, judgeOutput: 'Supports' },
    );
    const settings = { scorer: 'roberta-large@1', judge: 'judge/one' };
    const { warnings } = await scored({ kind: 'freeform', gold, predictions, settings });
    const messageOf = (code: string) => warnings.find((warning) => warning.code === code)?.message;
    expect(messageOf('partly-scored')).toMatch(`${outputs.length - 1} of ${outputs.length} answers`);
    expect(messageOf('partly-judged')).toMatch(`${outputs.length - 1} of ${outputs.length} answers`);
  });

  it('have no value, and never 0, without a scorer or a judge', async () => {
    const { metrics, warnings } = await scored({ kind: 'freeform', gold, predictions: outputs });
    for (const one of metrics) {
      if (/^(bertscore|factual-accuracy)/.test(one.id)) expect(one).toMatchObject({ value: null, n: 0 });
    }
    expect(warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(['no-bertscore', 'no-judge']));
    expect(metrics.some(({ id }) => /score|overall|composite/i.test(id) && !id.startsWith('bertscore'))).toBe(
      false,
    );
  });

  it('take judgements that were made elsewhere, with and without log-probabilities', async () => {
    const predictions = outputs.map((row, at) => ({
      ...row,
      judge: 'x/j',
      judgeTopLogprobs: at < 4 ? SUPPORT : REFUTE,
    }));
    const settings = { judge: 'x/j' };
    const result = await scored({ kind: 'freeform', gold, predictions, settings });
    const standard = metric(result, 'factual-accuracy', 'standard');
    expect(standard?.params).toEqual({ judge: 'x/j' });
    expect(standard?.value).toBeCloseTo((4 * 0.8629463420426546 + 0.21423234399930083) / 5, 12);
    expect(value(result, 'factual-accuracy.binary', 'standard')).toBe(0.8);
    const words = outputs.map((row) => ({ ...row, judge: 'x/j', judgeOutput: 'SUPPORTS' }));
    const without = await scored({ kind: 'freeform', gold, predictions: words, settings });
    expect(value(without, 'factual-accuracy', 'standard')).toBeNull();
    expect(value(without, 'factual-accuracy.binary', 'standard')).toBe(1);
    expect(without.warnings.map(({ code }) => code)).toContain('no-log-probabilities');
    const other = await scored({ kind: 'freeform', gold, predictions, settings: { judge: 'y/j' } });
    expect(other.errors[0]?.message).toMatch(/x\/j/);
  });

  it('have no verdict where the judge’s words hold none, and count it', async () => {
    const words = [
      'I am not sure',
      'SUPPORTS',
      'The evidence does not support the claim.',
      'REFUTES',
      'This does not refute it',
    ];
    const predictions = outputs.map((row, at) => ({ ...row, judge: 'x/j', judgeOutput: words[at] }));
    const result = await scored({ kind: 'freeform', gold, predictions, settings: { judge: 'x/j' } });
    expect(metric(result, 'factual-accuracy.binary', 'standard')).toMatchObject({ value: 0.5, n: 2 });
    expect(diagnostic(result, 'judge-unreadable')).toMatchObject({ value: 3, n: 5 });
    expect(result.warnings.find(({ code }) => code === 'unreadable-verdicts')?.message).toMatch(/^3 judge/);
    expect(result.counts).toMatchObject({ scored: 5 });
    const neither = outputs.map((row) => ({
      ...row,
      judge: 'x/j',
      judgeTopLogprobs: [{ token: 'The', logprob: -0.1 }],
    }));
    const unlabelled = await scored({
      kind: 'freeform',
      gold,
      predictions: neither,
      settings: { judge: 'x/j' },
    });
    expect(value(unlabelled, 'factual-accuracy', 'standard')).toBe(0.5);
    expect(value(unlabelled, 'factual-accuracy.binary', 'standard')).toBeNull();
  });

  it('count an absent answer as wrong, but make no zero of absent ones alone', async () => {
    const predictions = [{ ...outputs[0], judgeTopLogprobs: SUPPORT }];
    const result = await scored({ kind: 'freeform', gold, predictions, settings: { judge: 'x/j' } });
    expect(metric(result, 'factual-accuracy', 'standard')).toMatchObject({ n: 5 });
    expect(value(result, 'factual-accuracy', 'standard')).toBeCloseTo(0.8629463420426546 / 5, 12);
    const none = await scored({
      kind: 'freeform',
      gold,
      predictions: outputs.slice(0, 1),
      settings: { judge: 'x/j' },
    });
    expect(value(none, 'factual-accuracy', 'standard')).toBeNull();
  });

  it('take BERTScores of a named scorer, and count long answers', async () => {
    const bertscore = { precision: 0.9, recall: 0.8, f1: 0.85 };
    const predictions = outputs.map((row) => ({
      ...row,
      output: 'One. Two. Three.',
      scorer: 'roberta-large@1',
      bertscore,
    }));
    const result = await scored({
      kind: 'freeform',
      gold,
      predictions,
      settings: { scorer: 'roberta-large@1' },
    });
    for (const protocol of ['standard', 'paper', 'card'] as const) {
      expect(metric(result, 'bertscore.f1', protocol)).toMatchObject({
        params: { scorer: 'roberta-large@1' },
      });
      expect(value(result, 'bertscore.f1', protocol)).toBeCloseTo(0.85, 12);
    }
    expect(diagnostic(result, 'freeform-over-two-sentences')).toMatchObject({ value: 5, n: 5 });
    const unnamed = await scored({ kind: 'freeform', gold, predictions });
    expect(unnamed.errors[0]?.code).toBe('invalid-format');
  });
});

describe('expert verdicts', () => {
  const gold = [0, 1, 2, 3, 4].map(() => freeRow('It cools the ground.'));
  const predictions = [0, 1, 2, 3, 4].map((id) => ({
    id,
    output: 'It cools.',
    judgeTopLogprobs: id < 3 ? SUPPORT : REFUTE,
  }));
  const sheet = (...lines: string[]) => `id,verdict,reviewer\n${lines.join('\n')}\n`;
  const settings = { judge: 'x/j' };

  it('give a share with its interval, and agreement with each other and with the judge', async () => {
    const verdicts = sheet(
      '0,supports,ann',
      '0,supports,bob',
      'gold/freeform/1,supports,ann',
      '1,refutes,bob',
      '2,refutes,ann',
      '2,refutes,bob',
      '3,refutes,ann',
      '3,Refutes,bob',
      '4,unsure,ann',
      '4,unsure,bob',
    );
    const result = await scored({ kind: 'freeform', gold, predictions, settings, verdicts });
    const experts = metric(result, 'factual-accuracy.binary', 'standard', { params: { judge: 'experts' } });
    expect(experts).toMatchObject({ value: 1 / 3, n: 3, ci: { method: 'wilson' } });
    expect(value(result, 'factual-accuracy.binary', 'standard', { params: { judge: 'x/j' } })).toBe(0.6);
    expect(diagnostic(result, 'expert-undecided')).toMatchObject({ value: 2, n: 5 });
    expect(diagnostic(result, 'expert-judge-agreement')).toMatchObject({ value: 2, n: 3 });
    expect(diagnostic(result, 'expert-judge-kappa')?.value).toBeCloseTo(0.4, 12);
    expect(diagnostic(result, 'expert-alpha')?.value).toBeCloseTo(1 - 0.2 / (62 / 90), 12);
  });

  it.each([
    ['0,maybe,ann', /there is no verdict "maybe"/],
    ['9,supports,ann', /id "9" is not in the data/],
    ['0,supports,', /no `reviewer`/],
  ])('refuse %s with its line', async (line, message) => {
    const attempt = scored({
      kind: 'freeform',
      gold,
      predictions,
      settings,
      verdicts: sheet('1,supports,ann', line),
    });
    await expect(attempt).rejects.toThrow(message);
    await expect(attempt).rejects.toMatchObject({ place: { line: 3 } });
  });
});
