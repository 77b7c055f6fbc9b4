import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Message, Result, TextRequest } from '../../core/index.ts';
import { readItems } from '../../log/stored-items.ts';
import { localModel } from '../../models/local.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { projectRoot } from '../../testing/shared.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import { temporaryRun } from '../../testing/temporary-run.ts';
import { parsePrompts } from './own-templates.ts';
import { KINDS, type Kind } from './sets.ts';
import { SETTINGS } from './settings.ts';
import { templateHash } from './templates.ts';

const SAMPLES = path.join(projectRoot, 'samples/climaqa');
const BOOKS = path.join(SAMPLES, 'books/primer.csv');

/** Prompts of all nine pairs, each of a form of its own; few-shot with the examples in its text. */
const INLINE = Object.fromEntries(
  KINDS.map((kind) => {
    const ask = kind === 'mcq' ? '{question}|{options}' : '{question}';
    return [
      kind,
      {
        default: { system: `${kind} default {mask}`, user: `${ask} =>` },
        'few-shot': { system: `${kind} few\nQ: Is ice cold?\nA: {yes in braces} Yes.\n`, user: `${ask} ->` },
        rag: { system: `${kind} rag`, user: `${ask} [{passages}] >` },
      },
    ];
  }),
);

interface Ran {
  readonly first: readonly Message[];
  readonly requests: readonly TextRequest[];
  readonly result: Result | undefined;
  readonly template: unknown;
}

/** Runs a task on samples with prompts of a file. */
function ran(
  kind: Kind,
  file: unknown,
  settings: Readonly<Record<string, unknown>>,
  more: { readonly withoutSilver?: boolean; readonly judge?: boolean; readonly limit?: number } = {},
): Promise<Ran> {
  return withTemporaryFolder(async (folder) => {
    const data = path.join(folder, 'gold');
    cpSync(SAMPLES, data, { recursive: true });
    if (more.withoutSilver === true) rmSync(path.join(data, 'climaqa_silver'), { recursive: true });
    writeFileSync(path.join(folder, 'climaqa.json'), JSON.stringify(file));
    const requests: TextRequest[] = [];
    const script = scriptedModel((request) => {
      requests.push(request);
      return request.role === 'judge' ? 'SUPPORTS' : 'b';
    });
    const judge = scriptedModel((request) => {
      requests.push(request);
      return 'SUPPORTS';
    }, 'script/judge');
    const { results, folder: place } = await temporaryRun({
      folder,
      data,
      tasks: [`climaqa/${kind}`],
      limit: more.limit ?? 1,
      settings,
      prompts: folder,
      others: new Map([
        ['embedder', { name: 'local/lexical', open: async () => localModel('lexical') }] as const,
        ...(more.judge === true ? [['judge', { name: judge.id, open: async () => judge }] as const] : []),
      ]),
      model: script,
    });
    const [line] = [...readItems(path.join(place, 'items.jsonl')).values()];
    const { template } = (line?.value ?? {}) as { template?: unknown };
    return { first: requests[0]?.messages ?? [], requests, result: results[0], template };
  });
}

const rag = { setting: 'rag', books: BOOKS };
const settingsOf = (setting: (typeof SETTINGS)[number]) => (setting === 'rag' ? rag : { setting });

describe('prompts of one’s own', () => {
  for (const kind of KINDS) {
    for (const setting of SETTINGS) {
      it(`are sent to the letter: ${kind}, ${setting}`, async () => {
        const file = INLINE[kind]?.[setting];
        if (file === undefined) throw new Error('no prompt');
        const { first, template, result } = await ran(kind, INLINE, settingsOf(setting), {
          withoutSilver: true,
        });
        expect(first.map(({ role }) => role)).toEqual(['system', 'user']);
        expect(first[0]?.content).toBe(file.system.replace('{mask}', '<MASK>'));
        const user = first[1]?.content ?? '';
        const [start, end] = { default: ['', ' =>'], 'few-shot': ['', ' ->'], rag: ['', '] >'] }[setting];
        expect(user.startsWith(start ?? '') && user.endsWith(end ?? '?')).toBe(true);
        if (kind === 'mcq') expect(user).toMatch(/\?\|a\) .+\nb\) .+\nc\) .+\nd\) .+\n/);
        expect(template).toBe(templateHash(file));
        expect(result?.settings.prompts).toMatch(/climaqa\.json$/);
      });
    }
  }

  it('show examples of their own in a form of their own, or examples of Silver in it', async () => {
    const form = { example: '<{question}/{block}={answer}>', between: ' & ' };
    const examples = [
      { question: 'Wet?', options: { a: 'sea', b: 'sand', c: 'salt', d: 'sun' }, answer: 'a' },
      { question: 'Hot?', options: { a: 'ice', b: 'sun', c: 'sea', d: 'sand' }, answer: 'b' },
    ];
    const texts = { system: 'S {examples} E', user: '{block}' };
    const own = await ran(
      'mcq',
      { mcq: { 'few-shot': { ...texts, ...form, examples } } },
      settingsOf('few-shot'),
      {
        withoutSilver: true,
      },
    );
    expect(own.first[0]?.content).toBe(
      'S <Wet?/Wet?\n\na) sea\nb) sand\nc) salt\nd) sun\n=a> & <Hot?/Hot?\n\na) ice\nb) sun\nc) sea\nd) sand\n=b> E',
    );
    const drawn = await ran('mcq', { mcq: { 'few-shot': { ...texts, ...form } } }, settingsOf('few-shot'));
    expect(drawn.first[0]?.content.split(' & ')).toHaveLength(5);
    expect(drawn.template).not.toBe(own.template);
    const lacking = ran('mcq', { mcq: { 'few-shot': { ...texts, ...form } } }, settingsOf('few-shot'), {
      withoutSilver: true,
    });
    await expect(lacking).rejects.toMatchObject({ code: 'data-missing' });
  });

  it('that show a question of the data are reported', async () => {
    const question = /\n0,([^,\n]+)/.exec(
      readFileSync(path.join(SAMPLES, 'climaqa_gold/ffq/ffq_benchmark.csv'), 'utf8'),
    )?.[1];
    if (question === undefined) throw new Error('no question');
    const system = `Examples.\nQ: ${question.toUpperCase()}\nA: No.`;
    const file = { freeform: { 'few-shot': { system, user: '{question}' } } };
    const { result } = await ran('freeform', file, settingsOf('few-shot'), { limit: 24 });
    expect(result?.diagnostics).toContainEqual({ id: 'few-shot-in-data', value: 1, n: 24 });
    const warning = result?.warnings.find(({ code }) => code === 'few-shot-leak');
    expect(warning?.message).toContain('gold/freeform/0');
    const clean = await ran('freeform', INLINE, settingsOf('few-shot'));
    expect(clean.result?.diagnostics).toContainEqual({ id: 'few-shot-in-data', value: 0, n: 1 });
  });

  it('can hold the judge’s, too', async () => {
    const judge = { system: 'J', user: 'E={evidence} C={claim}' };
    const { requests } = await ran('freeform', { ...INLINE, judge }, {}, { judge: true });
    const [asked] = requests.filter(({ role }) => role === 'judge');
    expect(asked?.messages[0]?.content).toBe('J');
    expect(asked?.messages[1]?.content).toMatch(/^E=.+ C=b$/);
  });

  it('are refused where they lack the prompt', async () => {
    await expect(ran('cloze', { mcq: INLINE.mcq }, {})).rejects.toThrow(
      /no prompt for cloze, setting default/,
    );
  });
});

describe('a file of prompts', () => {
  const ask = { system: '', user: '{question}' };
  const few = { ...ask, system: '{examples}', example: '{question} {answer}', between: '\n' };
  it.each([
    ['no JSON', '{', /not JSON/],
    ['a list', [], /prompts: /],
    ['another task', { qa: {} }, /Unrecognized key/],
    ['another setting', { cloze: { 'few-shots': ask } }, /Unrecognized key/],
    [
      'no question',
      { cloze: { default: { system: '', user: '{mask}' } } },
      /cloze\.default: .*\{question\} is missing/,
    ],
    ['no options', { mcq: { default: ask } }, /mcq\.default: .*\{options\} is missing/],
    ['no passages', { cloze: { rag: ask } }, /cloze\.rag: .*\{passages\} is missing/],
    [
      'passages without retrieval',
      { cloze: { default: { system: '{passages}', user: '{question}' } } },
      /no place here/,
    ],
    [
      'an unknown placeholder',
      { cloze: { default: { system: '{answers}', user: '{question}' } } },
      /no placeholder \{answers\}/,
    ],
    [
      'options of a cloze',
      { cloze: { default: { system: '', user: '{question}{options}' } } },
      /no place here/,
    ],
    [
      'examples without a form',
      { cloze: { 'few-shot': { ...ask, system: '{examples}' } } },
      /`example`, how one is shown/,
    ],
    ['a form without examples', { cloze: { 'few-shot': { ...few, system: '' } } }, /\{examples\} stands/],
    [
      'an example without its answer',
      { cloze: { 'few-shot': { ...few, example: '{question}' } } },
      /\{answer\} is missing/,
    ],
    [
      'an example of another task',
      { cloze: { 'few-shot': { ...few, examples: [{ question: 'x', options: { a: 'y' }, answer: 'a' }] } } },
      /has no options/,
    ],
    ['no examples', { cloze: { 'few-shot': { ...few, examples: [] } } }, /few-shot\.examples/],
    [
      'a judge without its claim',
      { judge: { system: '', user: '{evidence}' } },
      /judge: .*\{claim\} is missing/,
    ],
  ])('with %s is refused', (_, content, message) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    expect(() => parsePrompts(text, 'climaqa.json')).toThrow(message);
  });
});
