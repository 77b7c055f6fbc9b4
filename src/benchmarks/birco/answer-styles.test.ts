import { describe, expect, test } from 'vitest';
import type { Parsed } from '../../core/index.ts';
import { shuffledOrder } from './initial.ts';
import { parseListwise } from './listwise.ts';
import {
  askWith,
  contextOf,
  madeItem,
  promptOf,
  type Reply,
  setOf,
  settingsOf,
  shownDocuments,
} from './made-items.ts';
import { parsePointwise } from './pointwise.ts';
import type { Ranking } from './ranking.ts';
import { solve } from './solve.ts';

// A model in ten styles, for every method: what is read, and what is counted.

const item = madeItem('q1', '000001000000');
const initial = shuffledOrder(item, 42);
const pool = initial.length;
/** The passage that the model likes; all others it likes alike. */
const liked = initial[7]!;
const likedFirst = [liked, ...initial.filter((doc) => doc !== liked)];

async function answered(
  method: string,
  reply: (request: Parameters<Parameters<typeof askWith>[0]>[0]) => Reply,
) {
  const settings = settingsOf({ method, window: 12, step: 6 });
  const solution = await solve(setOf('relic'), item, askWith(reply), settings, contextOf());
  if (solution.kind === 'ranked') throw new Error('no method of texts');
  return solution.kind === 'listwise' ? parseListwise(solution) : parsePointwise(solution, item, settings);
}
const count = (parsed: Parsed<Ranking>, id: string) => {
  const found = parsed.diagnostics?.find((entry) => entry.id === id);
  return found === undefined ? undefined : [found.value, found.n];
};

/** What a style makes of a score. */
interface PointwiseStyle {
  readonly say: (score: number) => Reply;
  readonly outcome: string;
  /** Answers that give no score, as a share of all. */
  readonly unreadable: 0 | 1;
  /** What the authors' reader makes of it: the same, another ranking, or an exception. */
  readonly paper: 'same' | 'first order' | 'IndexError' | 'ValueError' | 'NaN';
  /** The same for a subtask, whose reader forgives more, where it differs. */
  readonly subtask?: 'same' | 'first order';
}

const SCORES: Readonly<Record<string, PointwiseStyle>> = {
  'the form asked for': { say: (n) => `SCORE: ${n}`, outcome: 'scored', unreadable: 0, paper: 'same' },
  'scores from 0': { say: (n) => `SCORE: ${n - 3}`, outcome: 'scored', unreadable: 0, paper: 'same' },
  prose: {
    say: (n) => `The passage fits the query. I would give it a score of ${n} out of 10.`,
    outcome: 'scored',
    unreadable: 0,
    paper: 'first order',
    subtask: 'same',
  },
  JSON: { say: (n) => `{"score": ${n}}`, outcome: 'scored', unreadable: 0, paper: 'first order' },
  'a reasoning block': {
    say: (n) => `<think>Perhaps SCORE: ${12 - n}?</think>\nSCORE: ${n}`,
    outcome: 'scored',
    unreadable: 0,
    paper: 'ValueError',
    subtask: 'first order',
  },
  markdown: {
    say: (n) => `**SCORE:** ${n}/10`,
    outcome: 'scored',
    unreadable: 0,
    paper: 'IndexError',
    subtask: 'first order',
  },
  'a refusal in words': {
    say: () => 'I am sorry, but I cannot judge this.',
    outcome: 'unparsed invalid',
    unreadable: 1,
    paper: 'first order',
  },
  'a refusal of the provider': {
    say: () => ({ stop: 'refusal', finish: 'refusal' }),
    outcome: 'stopped refusal',
    unreadable: 1,
    paper: 'first order',
  },
  'cut before the score': {
    say: () => ({ text: 'First, the criteria: the passage must', finish: 'length' }),
    outcome: 'stopped truncated',
    unreadable: 1,
    paper: 'first order',
  },
  'cut behind the score': {
    say: (n) => ({ text: `SCORE: ${n}\nBecause`, finish: 'length' }),
    outcome: 'scored truncated',
    unreadable: 0,
    paper: 'same',
  },
  'two scores': {
    say: (n) => `SCORE: 5\nOn reflection:\nSCORE: ${n}`,
    outcome: 'scored',
    unreadable: 0,
    paper: 'first order',
  },
  'no number': {
    say: () => 'SCORE: nan',
    outcome: 'unparsed invalid',
    unreadable: 1,
    paper: 'NaN',
  },
  'outside the scale': { say: (n) => `SCORE: ${n * 100}`, outcome: 'scored', unreadable: 0, paper: 'same' },
};

describe.each(['score', 'reason', 'subtask'])('method %s', (method) => {
  const calls = method === 'subtask' ? 2 * pool : pool;

  test.each(Object.entries(SCORES))('reads %s', async (_, style) => {
    const parsed = await answered(method, (request) =>
      request.step === 'criteria'
        ? '1. theme: it is about the same.\n2. place: it is there.'
        : style.say(shownDocuments(request)[0] === liked ? 9 : 3),
    );
    const reason = parsed.outcome === 'scored' ? (parsed.truncated ? ' truncated' : '') : ` ${parsed.reason}`;
    expect(`${parsed.outcome}${reason}`).toBe(style.outcome);
    expect(count(parsed, 'unreadable-scores')).toEqual([style.unreadable * calls, calls]);
    expect(parsed.value?.ranking).toEqual(style.unreadable === 1 ? [] : likedFirst);
    const paper = method === 'subtask' ? (style.subtask ?? style.paper) : style.paper;
    const want =
      paper === 'same'
        ? { ranking: likedFirst }
        : paper === 'first order'
          ? { ranking: initial }
          : {
              fault: expect.objectContaining({
                details: { exception: paper, query: 'q1', document: initial[0] },
              }),
            };
    expect(parsed.value?.paper).toEqual(want);
  });
});

/** What a style makes of an order (numbers from 1). */
interface ListwiseStyle {
  readonly say: (order: readonly number[]) => Reply;
  readonly outcome: string;
  readonly fallback?: 1;
  readonly repeated?: number;
  readonly omitted?: number;
  readonly outOfRange?: number;
  readonly zeroBased?: 1;
}

const arrows = (order: readonly number[]): string => order.map((number) => `[${number}]`).join(' > ');
const RANKINGS: Readonly<Record<string, ListwiseStyle>> = {
  'numbers from 1': { say: arrows, outcome: 'scored' },
  'numbers from 0': { say: (order) => arrows(order.map((n) => n - 1)), outcome: 'scored', zeroBased: 1 },
  prose: {
    say: (order) =>
      `Passage ${order[0]} fits best, for it quotes the novel. Then come ${order
        .slice(1)
        .map((n) => `passage ${n}`)
        .join(', ')}.`,
    outcome: 'scored',
  },
  JSON: { say: (order) => `{"ranking": [${order.join(', ')}]}`, outcome: 'scored' },
  'a reasoning block': {
    say: (order) => `<think>${arrows(order.toReversed())}? No.</think>${arrows(order)}`,
    outcome: 'scored',
  },
  markdown: {
    say: (order) => order.map((n, at) => `${at + 1}. **[${n}]** fits`).join('\n'),
    outcome: 'scored',
  },
  'a refusal in words': {
    say: () => 'I am sorry, I cannot rank them.',
    outcome: 'unparsed invalid',
    fallback: 1,
  },
  'a refusal of the provider': {
    say: (order) => ({ text: arrows(order), stop: 'refusal', finish: 'refusal' }),
    outcome: 'stopped refusal',
    fallback: 1,
  },
  'cut within the list': {
    say: (order) => ({ text: arrows(order).slice(0, 17), finish: 'length' }),
    outcome: 'stopped truncated',
    fallback: 1,
  },
  'cut behind the list': {
    say: (order) => ({ text: `${arrows(order)}\nBecause`, finish: 'length' }),
    outcome: 'scored truncated',
  },
  repeats: {
    say: (order) => `${arrows(order)} > [${order[0]}] > [${order[3]}]`,
    outcome: 'scored',
    repeated: 2,
  },
  omissions: { say: (order) => arrows(order.slice(0, 5)), outcome: 'scored', omitted: pool - 5 },
  'foreign numbers': { say: (order) => `[77] > ${arrows(order)} > [13]`, outcome: 'scored', outOfRange: 2 },
  'ids instead of numbers': { say: () => 'c_17 > c_4 > c_9', outcome: 'unparsed invalid', fallback: 1 },
};

describe('method listwise', () => {
  test.each(Object.entries(RANKINGS))('reads %s', async (_, style) => {
    const parsed = await answered('listwise', (request) => {
      expect(promptOf(request)).toContain(`[1] The text of ${initial[0]}.`);
      const order = likedFirst.map((doc) => initial.indexOf(doc) + 1);
      return style.say(order);
    });
    const reason = parsed.outcome === 'scored' ? (parsed.truncated ? ' truncated' : '') : ` ${parsed.reason}`;
    expect(`${parsed.outcome}${reason}`).toBe(style.outcome);
    expect(parsed.value).toEqual(
      style.fallback === 1 ? { ranking: [], unread: true } : { ranking: likedFirst },
    );
    expect({
      fallback: count(parsed, 'fallback-windows'),
      repeated: count(parsed, 'repeated-numbers'),
      omitted: count(parsed, 'omitted-numbers'),
      outOfRange: count(parsed, 'numbers-out-of-range'),
      zeroBased: count(parsed, 'zero-based-windows'),
      copied: count(parsed, 'copied-windows'),
    }).toEqual({
      fallback: [style.fallback ?? 0, 1],
      repeated: [style.repeated ?? 0, 1],
      omitted: [style.omitted ?? 0, 1],
      outOfRange: [style.outOfRange ?? 0, 1],
      zeroBased: [style.zeroBased ?? 0, 1],
      copied: [0, style.fallback === 1 ? 0 : 1],
    });
  });
});
