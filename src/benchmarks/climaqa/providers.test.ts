import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Result } from '../../core/index.ts';
import { createModel } from '../../models/create.ts';
import { localModel } from '../../models/local.ts';
import { type FaultReply, type SeenRequest, startFaultServer } from '../../testing/fault-server.ts';
import { projectRoot } from '../../testing/shared.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import { temporaryRun } from '../../testing/temporary-run.ts';
import { KINDS, type Kind } from './sets.ts';
import { SETTINGS } from './settings.ts';

const ENV = Object.fromEntries(
  ['OPENAI', 'ANTHROPIC', 'GEMINI', 'GOOGLE_GENERATIVE_AI', 'MISTRAL', 'DEEPSEEK'].map((name) => [
    `${name}_API_KEY`,
    'a-key-for-tests-only',
  ]),
);

interface Ran {
  readonly result: Result;
  readonly requests: readonly SeenRequest[];
}

/** Runs a model behind the local server on three samples of a task. */
function ran(
  kind: Kind,
  id: string,
  reply: (request: SeenRequest) => FaultReply,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<Ran> {
  return withTemporaryFolder(async (folder) => {
    const server = await startFaultServer({ reply });
    const model = await createModel(id, { env: ENV, baseUrl: server.url });
    const judge = await createModel('openai-compatible/other', { env: ENV, baseUrl: server.url });
    try {
      const { results } = await temporaryRun({
        folder,
        tasks: [`climaqa/${kind}`],
        limit: 3,
        model,
        settings,
        others: new Map([
          ['embedder', { name: 'local/lexical', open: async () => localModel('lexical') }],
          ...(settings.judged === true
            ? [['judge', { name: judge.id, open: async () => judge }] as const]
            : []),
        ]),
        ...(settings.judged === true ? { settings: {} } : {}),
      });
      const [result] = results;
      if (result === undefined) throw new Error('no result');
      return { result, requests: [...server.requests] };
    } finally {
      await model.close();
      await judge.close();
      await server.close();
    }
  });
}

const fromToken = ({ diagnostics }: Result) =>
  diagnostics.find(({ id }) => id === 'mcq-read-from-first-token')?.value;

/** Providers with a place for log-probabilities, and those without. */
const WITH = ['openai/gpt-4o-mini', 'openai-compatible/served', 'deepseek/deepseek-chat'];
const WITHOUT = [
  'anthropic/claude-3-5-haiku-latest',
  'google/gemini-2.0-flash',
  'mistral/mistral-small-latest',
];
const PRESENT: FaultReply = {
  text: 'b',
  firstToken: [
    { token: 'c', logprob: -0.3 },
    { token: 'b', logprob: -2 },
  ],
};
/** A server that refuses the parameter, as some do for models that have none. */
const refusing =
  (text: string) =>
  ({ bodyText }: SeenRequest): FaultReply =>
    /logprobs"/.test(bodyText)
      ? {
          status: 400,
          body: {
            error: {
              message: "This model does not support the 'logprobs' parameter.",
              type: 'invalid_request_error',
              param: 'logprobs',
            },
          },
        }
      : { text };
/** A body of OpenAI's form with log-probabilities of another form. */
const malformed = (logprobs: unknown): FaultReply => ({
  body: {
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: 'b' }, finish_reason: 'stop', logprobs }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  },
});

describe('log-probabilities of the first token', () => {
  it.each(WITH)('decide where %s gives them, and the text where it does not', async (id) => {
    const present = await ran('mcq', id, () => PRESENT);
    expect(JSON.stringify(present.requests[0]?.body)).toMatch(/logprobs/);
    expect(fromToken(present.result)).toBe(3);
    const absent = await ran('mcq', id, () => ({ text: 'b' }));
    expect(fromToken(absent.result)).toBe(0);
    expect(absent.result.counts.scored).toBe(3);
  });

  it.each(WITH)('are not asked of %s again where it refuses them', async (id) => {
    const { result, requests } = await ran('mcq', id, refusing('The answer is b.'));
    expect(fromToken(result)).toBe(0);
    expect(result.counts).toMatchObject({ planned: 3, scored: 3 });
    expect(result.diagnostics).toContainEqual({ id: 'mcq-first-token-known', value: 0, n: 3 });
    const asked = requests.filter(({ bodyText }) => /logprobs"/.test(bodyText)).length;
    expect(asked).toBeGreaterThan(0);
    expect(requests.length).toBe(3 + asked);
  });

  it.each(WITHOUT)('are not asked of %s', async (id) => {
    const { result, requests } = await ran('mcq', id, () => ({ text: 'The answer is b.' }));
    expect(JSON.stringify(requests[0]?.body)).not.toMatch(/logprobs/);
    expect(fromToken(result)).toBe(0);
    expect(result.counts.scored).toBe(3);
  });

  const forms: readonly (readonly [string, unknown])[] = [
    ['null', null],
    ['an empty list', { content: [] }],
    ['no tokens', { content: [{ token: 5, logprob: 'low', top_logprobs: [{}] }] }],
    ['a text', 'none'],
  ];
  it.each(WITH.flatMap((id) => forms.map(([name, logprobs]) => [id, name, logprobs] as const)))(
    'of %s that are %s leave the text to be read',
    async (id, _, logprobs) => {
      const { result } = await ran('mcq', id, () => malformed(logprobs));
      expect(fromToken(result)).toBe(0);
      expect(result.counts.scored).toBe(3);
    },
  );
});

describe('the judge behind a server', () => {
  const judged = (verdict: FaultReply | ((request: SeenRequest) => FaultReply)) =>
    ran(
      'freeform',
      'openai/gpt-4o-mini',
      (request) => {
        if (!request.bodyText.includes('<claim>')) return { text: 'Snow is bright.' };
        return typeof verdict === 'function' ? verdict(request) : verdict;
      },
      { judged: true },
    );
  const value = ({ result }: Ran, id: string) =>
    result.metrics.find((one) => one.id === id && one.protocol === 'standard' && one.slice === null)?.value;

  it('gives factual accuracy with log-probabilities, the share without, and no score where it cannot be read', async () => {
    const labels = [
      { token: 'S', logprob: -0.0001 },
      { token: 'REF', logprob: -9.2 },
    ];
    const present = await judged({ text: 'SUPPORTS', firstToken: labels });
    expect(value(present, 'factual-accuracy')).toBeCloseTo(0.8629463420426546, 12);
    const absent = await judged({ text: 'SUPPORTS' });
    expect([value(absent, 'factual-accuracy'), value(absent, 'factual-accuracy.binary')]).toEqual([null, 1]);
    const { body } = malformed({ content: [{ token: 5, top_logprobs: 'none' }] });
    const broken = await judged({ body: JSON.parse(JSON.stringify(body).replace('"b"', '"REFUTES"')) });
    expect([value(broken, 'factual-accuracy'), value(broken, 'factual-accuracy.binary')]).toEqual([null, 0]);
    const refused = await judged(refusing('REFUTES'));
    expect(refused.result.counts.scored).toBe(3);
    expect([value(refused, 'factual-accuracy'), value(refused, 'factual-accuracy.binary')]).toEqual([
      null,
      0,
    ]);
    expect(refused.result.warnings.map(({ code }) => code)).toContain('no-log-probabilities');
    const unread = await judged({ text: 'Well.' });
    expect(unread.result.counts.failed).toBe(3);
  });
});

describe('every task and setting', () => {
  const books = path.join(projectRoot, 'samples/climaqa/books/primer.csv');
  const replies: readonly (readonly [string, FaultReply])[] = [
    ['present', PRESENT],
    ['absent', { text: 'b' }],
    ['malformed', malformed({ content: [{ token: 5, logprob: 'low', top_logprobs: [{}] }] })],
  ];
  const cases = SETTINGS.flatMap((setting) =>
    replies.map(([logprobs, reply]) => [setting, logprobs, reply] as const),
  );
  for (const kind of KINDS) {
    it.each(cases)(
      `of ${kind} is asked and answered: %s, log-probabilities %s`,
      async (setting, _logprobs, reply) => {
        const { result, requests } = await ran(kind, 'openai-compatible/served', () => reply, {
          setting,
          ...(setting === 'rag' ? { books } : {}),
        });
        expect(requests.length).toBe(3);
        expect(result.counts).toMatchObject({ planned: 3, scored: 3 });
      },
    );
  }
});
