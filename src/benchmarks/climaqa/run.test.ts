import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Metric, Protocol, Result, Role, TextRequest } from '../../core/index.ts';
import { readItems } from '../../log/stored-items.ts';
import { localModel } from '../../models/local.ts';
import type { Model } from '../../models/types.ts';
import { prepareFor } from '../../run/evaluate.ts';
import { plannedCalls, planTask } from '../../run/plan.ts';
import { type Script, scriptedModel } from '../../testing/scripted-model.ts';
import { projectRoot } from '../../testing/shared.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import { type TemporaryRunOptions, taskOf, temporaryRun } from '../../testing/temporary-run.ts';
import type { Kind } from './sets.ts';

const BOOKS = path.join(projectRoot, 'samples/climaqa/books/primer.csv');

interface Ran {
  readonly result: Result;
  readonly requests: readonly TextRequest[];
  readonly values: readonly Readonly<Record<string, unknown>>[];
}

const others = (models: Partial<Record<Role, Model>>): NonNullable<TemporaryRunOptions['others']> =>
  new Map(
    Object.entries(models).map(([role, model]) => [
      role as Role,
      { name: model.id, open: async () => model },
    ]),
  );

/** Runs a script on the samples of one task. */
function ran(
  kind: Kind,
  script: Script,
  more: Partial<TemporaryRunOptions> & { readonly roles?: Partial<Record<Role, Model>> } = {},
): Promise<Ran> {
  return withTemporaryFolder(async (folder) => {
    const requests: TextRequest[] = [];
    const model = scriptedModel((request, call) => {
      requests.push(request);
      return script(request, call);
    });
    const { roles = {}, ...rest } = more;
    const run = await temporaryRun({
      folder,
      tasks: [`climaqa/${kind}`],
      model,
      others: others(roles),
      ...rest,
    });
    const [result] = run.results;
    if (result === undefined) throw new Error('no result');
    const lines = [...readItems(path.join(run.folder, 'items.jsonl')).values()];
    return { result, requests, values: lines.map(({ value }) => (value ?? {}) as Record<string, unknown>) };
  });
}

function metric(
  result: Result,
  id: string,
  protocol: Protocol,
  variant: string | null = null,
): Metric | undefined {
  return result.metrics.find(
    (one) => one.id === id && one.protocol === protocol && one.slice === null && one.variant === variant,
  );
}
const diagnostic = (result: Result, id: string) => result.diagnostics.find((one) => one.id === id);
const codes = (result: Result) => result.warnings.map(({ code }) => code);
const firstToken = (token: string, logprob = -0.1) => ({ text: token, firstToken: [{ token, logprob }] });

describe('multiple choice', () => {
  it('takes the first token where the model gives log-probabilities, else the text, and records which', async () => {
    const by = await ran('mcq', () => ({
      text: 'a',
      firstToken: [
        { token: 'c', logprob: -0.2 },
        { token: 'a', logprob: -3 },
      ],
    }));
    expect(by.requests[0]?.topLogprobs).toBeGreaterThan(0);
    expect(by.values.every(({ from, letter }) => from === 'first-token' && letter === 'c')).toBe(true);
    expect(diagnostic(by.result, 'mcq-read-from-first-token')).toMatchObject({ value: 24, n: 24 });
    const text = await ran('mcq', () => 'The correct option is c) as it says.');
    expect(text.values.every(({ from, letter }) => from === 'text' && letter === 'c')).toBe(true);
    expect(metric(text.result, 'accuracy', 'standard')?.value).toBe(0.25);
    expect(metric(text.result, 'accuracy', 'paper')?.value).toBe(0);
    const malformed = await ran('mcq', () => ({ text: 'b', firstToken: [] }));
    expect(metric(malformed.result, 'accuracy', 'standard')?.value).toBe(0.25);
  });

  it('rotates options by item and seed, and reports the places chosen', async () => {
    const { result, values, requests } = await ran('mcq', () => 'a', { settings: { rotate: 'true' } });
    expect(new Set(values.map(({ gold }) => gold)).size).toBe(4);
    const right = values.filter(({ gold }) => gold === 'a').length;
    expect(metric(result, 'accuracy', 'standard')?.value).toBeCloseTo(right / 24, 12);
    expect(diagnostic(result, 'chosen-letter a')).toMatchObject({ value: 24, n: 24 });
    expect(diagnostic(result, 'right-letter a')).toMatchObject({ value: right, n: 24 });
    const again = await ran('mcq', () => 'a', { settings: { rotate: 'true' }, limit: 3 });
    const prompts = new Set(requests.map(({ messages }) => messages[1]?.content));
    for (const { messages } of again.requests) expect(prompts).toContain(messages[1]?.content);
    const gold = await ran('mcq', () => '', { settings: { rotate: 'true' }, model: localModel('gold') });
    expect(metric(gold.result, 'accuracy', 'standard')?.value).toBe(1);
  });

  it.each([1, 3, 20])('has a share as its majority baseline under a limit of %d', async (limit) => {
    const model = localModel('majority');
    const { result } = await ran('mcq', () => '', { limit, model });
    const majority = result.baselines.find(({ name }) => name === 'majority');
    expect(majority).toMatchObject({ n: limit });
    // The same letter, that of the whole file, for the same items.
    expect(majority?.value).toBe(metric(result, 'accuracy', 'standard')?.value);
    expect(majority?.value).toBeLessThanOrEqual(1);
  });

  it('never parses a filtered answer', async () => {
    const { result } = await ran('mcq', () => ({ text: 'b', stop: 'filtered-output' }), { limit: 4 });
    expect(result.counts).toMatchObject({ planned: 4, stopped: 4 });
    expect(metric(result, 'accuracy', 'card')?.value).toBe(0);
  });
});

describe('few-shot', () => {
  it('shows five examples of Silver, none of which stands in Gold, the same ones for every item', async () => {
    const { requests, result } = await ran('mcq', () => 'b', { settings: { setting: 'few-shot' } });
    const systems = new Set(requests.map(({ messages }) => messages[0]?.content ?? ''));
    expect(systems.size).toBe(1);
    for (const system of systems) {
      expect(system.match(/\nOutput: [a-d]\n/g)?.length).toBe(5);
      expect(system).not.toContain('What does the albedo of a surface say?');
    }
    expect(diagnostic(result, 'few-shot-overlap-left-out')).toMatchObject({ value: 1, n: 9 });
    const other = await ran('mcq', () => 'b', { settings: { setting: 'few-shot' }, seed: 7, limit: 1 });
    expect(systems).not.toContain(other.requests[0]?.messages[0]?.content);
  });

  it('leaves out the item itself where Silver is asked', async () => {
    const { requests } = await ran('cloze', () => 'x', {
      settings: { setting: 'few-shot' },
      split: 'silver',
    });
    expect(requests.length).toBe(8);
    for (const { messages } of requests) {
      const [system, user] = messages.map(({ content }) => content);
      expect(system).not.toContain(user?.split('\n')[0]);
    }
  });
});

describe('retrieval', () => {
  const roles = { embedder: localModel('lexical') };

  it('shows passages by words, keeps a ledger of books, and warns of the source corpus', async () => {
    const settings = { setting: 'rag', books: BOOKS };
    const { result, values, requests } = await ran('freeform', () => 'It reflects.', { settings, roles });
    expect(requests[0]?.messages[1]?.content).toContain('Fresh snow sends back four fifths');
    expect(values[0]?.passages).toMatchObject([{ book: 'Primer of Air and Sea', page: '1' }, {}, {}]);
    const shown = values.reduce((sum, { passages }) => sum + (passages as unknown[]).length, 0);
    expect(diagnostic(result, 'passages-from Primer of Air and Sea')).toMatchObject({
      value: shown,
      n: shown,
    });
    expect(codes(result)).toContain('source-corpus');
    expect(result.warnings.find(({ code }) => code === 'corpus')?.message).toMatch(
      /“source”: \d+ chunks of 1 book \(Primer of Air and Sea\), SHA-256 [0-9a-f]{64}/,
    );
    expect(result.settings).toMatchObject({ corpus: 'source', embedder: 'local/lexical' });
    const heldOut = await ran('freeform', () => 'x', {
      settings: { ...settings, corpus: 'held-out' },
      roles,
      limit: 1,
    });
    expect(codes(heldOut.result)).not.toContain('source-corpus');
  });

  it('by vectors keeps to the threshold; without a passage the part stays empty', async () => {
    const settings = { setting: 'rag', books: BOOKS, threshold: '0.99' };
    const model = { embedder: localModel('use-lite') };
    const none = await ran('cloze', () => 'x', { settings, roles: model, limit: 2 });
    expect(none.requests[0]?.messages[1]?.content).toContain('Retrieved Contexts:\n\n\nAnswer: ');
    expect(diagnostic(none.result, 'without-passage')).toMatchObject({ value: 2, n: 2 });
    const few = ({ warnings }: Result) => warnings.find(({ code }) => code === 'few-passages')?.message;
    expect(few(none.result)).toContain('The threshold 0.99');
    await withTemporaryFolder(async (folder) => {
      const books = path.join(folder, 'other.txt');
      writeFileSync(books, 'Xyzzy.');
      const words = await ran('cloze', () => 'x', { settings: { setting: 'rag', books }, roles, limit: 2 });
      expect(few(words.result)).toBe('For 2 of 2 questions no passage shares a word with the question.');
    });
    const all = await ran('cloze', () => 'x', {
      settings: { ...settings, threshold: '-2' },
      roles: model,
      limit: 2,
    });
    expect(all.values.map(({ passages }) => (passages as unknown[]).length)).toEqual([3, 3]);
  });

  it('warns where held-out books hold the text that questions were made from', () =>
    withTemporaryFolder(async (folder) => {
      const context = `Rime grows on masts in cold fog. ${'It is white and hard. '.repeat(10)}`;
      const [books, data] = ['book.md', 'cloze.csv'].map((name) => path.join(folder, name));
      writeFileSync(books ?? '', `# Rime\n\n${context}\n`);
      writeFileSync(
        data ?? '',
        `,Question,Answer,Context\n0,<MASK> grows on masts.,Rime,"${context}"\n1,Hail is <MASK>.,ice,none\n`,
      );
      const settings = { setting: 'rag', corpus: 'held-out', books };
      const { result } = await ran('cloze', () => 'Rime', { settings, roles, data: data ?? '' });
      expect(diagnostic(result, 'source-text-shown')).toMatchObject({ value: 1, n: 2 });
      expect(codes(result)).toContain('contaminated-corpus');
    }));

  it('asks for books, and for an embedder', async () => {
    await expect(ran('mcq', () => 'a', { settings: { setting: 'rag' } })).rejects.toThrow(/books/);
    const settings = { setting: 'rag', books: BOOKS };
    await expect(ran('mcq', () => 'a', { settings, limit: 1 })).rejects.toThrow(/embedder/);
    await withTemporaryFolder(async (folder) => {
      const empty = path.join(folder, 'empty.md');
      writeFileSync(empty, '\n \n');
      const both = { setting: 'rag', books: `${BOOKS},${empty}` };
      await expect(ran('mcq', () => 'a', { settings: both, roles })).rejects.toMatchObject({
        message: 'the book holds no text',
        place: { file: empty },
      });
    });
  });
});

describe('phrase similarity', () => {
  it('comes from the named embedder, beside that of a random word', async () => {
    const roles = { embedder: localModel('use-lite') };
    const { result } = await ran('cloze', () => 'albedo', { roles, limit: 6 });
    const own = metric(result, 'phrase-similarity', 'standard');
    expect(own?.params).toEqual({ embedder: 'local/use-lite' });
    expect(own?.value).toBeGreaterThan(0);
    expect(metric(result, 'phrase-similarity', 'standard', 'random-word')?.value).toBeGreaterThan(0);
  });
});

describe('the judge', () => {
  const judged = (script: Script) => ({ judge: scriptedModel(script, 'script/judge') });
  const supports = () => ({
    text: 'SUPPORTS',
    firstToken: [
      { token: 'SUP', logprob: -0.0001 },
      { token: 'REF', logprob: -9.2 },
    ],
  });

  it('gives factual accuracy by its log-probabilities, and one call an answer', async () => {
    const asked: TextRequest[] = [];
    const roles = judged((request) => {
      asked.push(request);
      return supports();
    });
    const { result } = await ran('freeform', () => 'Snow.', { roles });
    expect(asked.length).toBe(24);
    expect(result.calls).toMatchObject({ planned: 48, made: 48 });
    expect(asked[0]?.topLogprobs).toBe(20);
    expect(metric(result, 'factual-accuracy', 'standard')).toMatchObject({
      params: { judge: 'script/judge' },
    });
    expect(metric(result, 'factual-accuracy', 'standard')?.value).toBeCloseTo(0.8629463420426546, 12);
    expect(metric(result, 'factual-accuracy', 'paper')?.value).toBeCloseTo(0.8629463420426637, 12);
  });

  it('without log-probabilities gives the share of SUPPORTS only', async () => {
    const roles = judged((request) =>
      request.messages[1]?.content.includes('Snow') === true ? 'SUPPORTS' : 'REFUTES',
    );
    const { result } = await ran('freeform', (_, { index }) => (index % 2 === 0 ? 'Snow.' : 'Rain.'), {
      roles,
      settings: { 'judge-repeats': '3' },
    });
    expect(metric(result, 'factual-accuracy', 'standard')?.value).toBeNull();
    expect(metric(result, 'factual-accuracy.binary', 'standard')?.value).toBeGreaterThan(0);
    expect(codes(result)).toContain('no-log-probabilities');
    expect(result.calls).toMatchObject({ planned: 96, made: 96 });
    expect(diagnostic(result, 'judge-repeats-agree')).toMatchObject({ value: 24, n: 24 });
  });

  it('that cannot be read twice fails the item, never scores it', async () => {
    const words = ['Perhaps.', 'The evidence does not support the claim.', 'This does not refute it'];
    let at = 0;
    const { result } = await ran('freeform', () => 'Snow.', {
      roles: judged(() => words[at++ % words.length] ?? ''),
      limit: 3,
    });
    expect(result.counts).toMatchObject({ failed: 3 });
    expect(result.complete).toBe(false);
    for (const id of ['factual-accuracy', 'factual-accuracy.binary'])
      expect(metric(result, id, 'standard')).toMatchObject({ value: null, bounds: null });
    let asked = 0;
    const one = await ran('freeform', () => 'Snow.', {
      roles: judged(() => {
        asked += 1;
        return asked > 2 ? supports() : 'Perhaps.';
      }),
      limit: 4,
      concurrency: 1,
    });
    expect(one.result.counts).toMatchObject({ failed: 1, scored: 3 });
    const share = metric(one.result, 'factual-accuracy.binary', 'standard');
    expect(share).toMatchObject({ value: 0.75, n: 4, bounds: { low: 0.75, high: 1 } });
    // A corpus BLEU has bounds, too: the failed answer absent, or its reference word for word.
    for (const id of ['bleu', 'bleu.char']) {
      const score = metric(one.result, id, 'standard');
      expect(score?.bounds?.low).toBe(score?.value);
      expect(score?.bounds?.high).toBeGreaterThan((score?.value ?? 0) + 0.05);
    }
    expect(metric(result, 'bleu', 'standard')?.bounds).toEqual({ low: 0, high: 100 });
    const late = judged(({ decoding }) => (decoding.seed === undefined ? 'Hm.' : 'REFUTES'));
    const again = await ran('freeform', () => 'Snow.', { roles: late, limit: 3 });
    expect(again.result.counts.failed).toBe(0);
  });

  it('is not asked about an answer that did not come', async () => {
    const { result } = await ran(
      'freeform',
      (_, { index }) => (index === 0 ? 'Snow.' : { text: '', stop: 'refusal' }),
      {
        roles: judged(supports),
        limit: 4,
      },
    );
    expect(result.counts).toMatchObject({ scored: 1, stopped: 3 });
    expect(metric(result, 'factual-accuracy', 'standard')?.value).toBeCloseTo(0.8629463420426546 / 4, 12);
  });

  it('must be of another family, unless that is allowed and marked', async () => {
    const roles = { judge: scriptedModel(supports, 'script/test') };
    await expect(ran('freeform', () => 'Snow.', { roles, limit: 1 })).rejects.toThrow(/one family/);
    const { result } = await ran('freeform', () => 'Snow.', { roles, limit: 1, allowSelfJudge: true });
    expect(codes(result)).toContain('self-judge');
  });
});

describe('the generator’s family', () => {
  it.each([
    ['openai/gpt-3.5-turbo', true],
    ['openai-compatible/gpt-4o-mini', true],
    ['anthropic/claude-x', false],
    ['openai-compatible/my-gpt-40', false],
  ])('is named for %s: %s', async (id, named) => {
    const model = scriptedModel(() => 'b', id);
    const freeform = await ran('freeform', () => 'b', { model, limit: 1 });
    expect(codes(freeform.result).includes('generator-family')).toBe(named);
    const mcq = await ran('mcq', () => 'b', { model, limit: 1 });
    expect(codes(mcq.result)).not.toContain('generator-family');
  });
});

describe('decoding', () => {
  it('is temperature 0 once by default, and nothing three times with preset=paper; both give all protocols', async () => {
    const own = await ran('cloze', () => 'x', { limit: 2 });
    expect(own.requests.map(({ decoding }) => decoding)).toEqual([
      { temperature: 0, maxOutputTokens: 64 },
      { temperature: 0, maxOutputTokens: 64 },
    ]);
    const paper = await ran('cloze', () => 'x', { limit: 2, settings: { preset: 'paper' } });
    expect(paper.requests.map(({ decoding }) => decoding)).toEqual(Array(6).fill({}));
    expect(metric(paper.result, 'em', 'paper')?.repeats?.n).toBe(3);
    for (const { result } of [own, paper]) {
      expect(new Set(result.metrics.map(({ protocol }) => protocol))).toEqual(
        new Set(['standard', 'paper', 'card']),
      );
    }
  });
});

describe('settings without effect', () => {
  it.each([
    [{ books: BOOKS }, /books: is read with setting=rag only/],
    [{ corpus: 'held-out' }, /corpus: is used with setting=rag only/],
    [
      { setting: 'rag', books: BOOKS, embedder: 'local/lexical', threshold: '0.3' },
      /threshold: has no meaning/,
    ],
    [{ preset: 'paper', temperature: '1' }, /preset: paper sends no decoding parameter/],
    [{ preset: 'paper', 'max-output-tokens': '99' }, /preset: paper sends no decoding parameter/],
  ])('are refused: %j', async (settings, message) => {
    await expect(ran('mcq', () => 'a', { limit: 1, settings })).rejects.toThrow(message);
  });
});

describe('a plan', () => {
  it.each([
    ['mcq', {}, 24],
    ['freeform', { judge: 'x/judge', 'judge-repeats': 2 }, 72],
    ['freeform', { preset: 'paper', judge: 'x/judge' }, 144],
    ['cloze', { setting: 'rag', books: BOOKS, embedder: 'local/lexical' }, 24],
  ] as const)('of %s with %j counts its calls', (kind, settings, calls) =>
    withTemporaryFolder(async (folder) => {
      const model = scriptedModel(() => firstToken('b'));
      const prepared = await prepareFor(taskOf(`climaqa/${kind}`), model, {
        data: 'sample',
        settings: new Map(Object.entries(settings)),
        seed: 42,
        places: { data: folder, samples: path.join(projectRoot, 'samples') },
      });
      const { plan } = await planTask(prepared, new Map([['candidate', model]]));
      expect(plannedCalls(plan)).toBe(calls);
    }),
  );
});
