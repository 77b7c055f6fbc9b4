import { describe, expect, test } from 'vitest';
import type { Parsed } from '../../core/index.ts';
import { shuffledOrder } from './initial.ts';
import { parseListwise } from './listwise.ts';
import { askWith, contextOf, madeItem, type Reply, setOf, settingsOf, shownDocuments } from './made-items.ts';
import type { Ranking } from './ranking.ts';
import { solve } from './solve.ts';

const item = madeItem('q1', '000001000000');
const initial = shuffledOrder(item, 42);

/** Runs the windows over the pool with a model that answers by a function. */
async function ranked(
  reply: (shown: readonly string[], index: number) => Reply,
  settings: Readonly<Record<string, unknown>> = {},
  of = item,
) {
  const ask = askWith((request, index) => reply(shownDocuments(request), index));
  const solution = await solve(
    setOf('relic'),
    of,
    ask,
    settingsOf({ method: 'listwise', window: 4, step: 2, ...settings }),
    contextOf(),
  );
  if (solution.kind !== 'listwise') throw new Error('not listwise');
  return { solution, parsed: parseListwise(solution), windows: ask.requests.map(shownDocuments) };
}

const numbers = (order: readonly number[]): string => order.map((number) => `[${number}]`).join(' > ');
/** Puts one document first and leaves the others as they are. */
const first = (wanted: string) => (shown: readonly string[]) => {
  const at = shown.indexOf(wanted);
  const others = shown.map((_, place) => place + 1).filter((number) => number !== at + 1);
  return numbers(at < 0 ? others : [at + 1, ...others]);
};
const diagnostic = (parsed: Parsed<Ranking>, id: string) =>
  parsed.diagnostics?.find((entry) => entry.id === id);
const readOf = (parsed: Parsed<Ranking>): Ranking | undefined => parsed.value;

describe('sliding windows', () => {
  test('run from the worst end of the shuffled order to the best, each shown best first', async () => {
    const { windows, parsed } = await ranked((shown) => numbers(shown.map((_, at) => at + 1)));
    const places = [8, 6, 4, 2, 0];
    expect(windows).toEqual(places.map((start) => initial.slice(start, start + 4)));
    expect(readOf(parsed)).toEqual({ ranking: initial });
  });

  test('carry a good passage to the top', async () => {
    const worst = initial.at(-1)!;
    const { parsed } = await ranked(first(worst));
    expect(parsed).toMatchObject({
      outcome: 'scored',
      value: { ranking: [worst, ...initial.slice(0, -1)] },
    });
  });

  test('show what the window before has answered', async () => {
    const { windows } = await ranked((shown) => numbers(shown.map((_, at) => shown.length - at)));
    expect(windows[1]).toEqual([...initial.slice(6, 8), ...[11, 10].map((at) => initial[at])]);
  });

  test('show a pool whole that is smaller than the window', async () => {
    const small = madeItem('q2', '010');
    const { windows, parsed } = await ranked(first('b'), { window: 10, step: 5 }, small);
    expect(windows).toEqual([shuffledOrder(small, 42)]);
    expect(readOf(parsed)?.ranking[0]).toBe('b');
  });
});

describe('what the authors’ preset does', () => {
  const paper = { preset: 'paper' };

  test('shows a window worst first and numbers it from 0', async () => {
    const { windows, parsed } = await ranked((shown) => numbers(shown.map((_, at) => at)), paper);
    expect(windows[0]).toEqual(initial.slice(8).toReversed());
    // Worst first was called best: each window is turned over.
    expect(readOf(parsed)?.ranking.slice(0, 4)).not.toEqual(initial.slice(0, 4));
    expect(diagnostic(parsed, 'fallback-windows')).toEqual({ id: 'fallback-windows', value: 0, n: 5 });
  });

  test('falls back to a seeded shuffle, the same one each time', async () => {
    const bad = (_: readonly string[], index: number) => (index === 0 ? 'no idea' : numbers([3, 2, 1, 0]));
    const [one, two] = [await ranked(bad, paper), await ranked(bad, paper)];
    expect(one.parsed).toEqual(two.parsed);
    expect(one.parsed.outcome).toBe('scored');
    expect(readOf(one.parsed)?.ranking).not.toEqual(initial);
    expect([...(readOf(one.parsed)?.ranking ?? [])].sort()).toEqual([...initial].sort());
  });

  test('gives nothing to `standard` where no window could be read, and the shuffle to `paper`', async () => {
    const { parsed } = await ranked(() => 'I cannot rank these.', paper);
    expect(parsed).toMatchObject({
      outcome: 'unparsed',
      reason: 'invalid',
      value: { unread: true, ranking: [] },
    });
    const shuffled = readOf(parsed)?.paper?.ranking ?? [];
    expect([...shuffled].sort()).toEqual([...initial].sort());
    expect(shuffled).not.toEqual(initial);
  });

  test('dies at a number out of range, as the thread does, and loses a document at a repeat', async () => {
    const dead = await ranked(() => numbers([0, 1, 2, 4]), paper);
    expect(dead.parsed).toMatchObject({
      outcome: 'unparsed',
      value: {
        paper: { fault: { code: 'unreadable-answer', details: { exception: 'KeyError', window: 1 } } },
      },
    });
    const twice = await ranked((_, index) => numbers(index === 4 ? [0, 0, 1, 2] : [3, 2, 1, 0]), paper);
    const { ranking = [], paper: authors } = readOf(twice.parsed) ?? {};
    expect([...ranking].sort()).toEqual([...initial].sort());
    expect(authors?.ranking).toHaveLength(12);
    expect([...new Set(authors?.ranking)]).toEqual(ranking.slice(0, 11));
    expect(diagnostic(twice.parsed, 'repeated-numbers')).toMatchObject({ value: 1, n: 5 });
  });

  test('leaves a pool alone that is smaller than the window', async () => {
    const small = madeItem('q2', '010');
    const { windows, parsed } = await ranked(() => '', { ...paper, window: 10, step: 5 }, small);
    expect(windows).toEqual([]);
    expect(parsed).toMatchObject({ outcome: 'unparsed', value: { unread: true } });
    expect(readOf(parsed)?.paper?.ranking).toEqual(shuffledOrder(small, 42));
  });
});

describe('repairs are counted', () => {
  test('repeats, omissions and numbers out of range', async () => {
    const { parsed } = await ranked(() => '[2] > [2] > [9] > [1]');
    expect(parsed.outcome).toBe('scored');
    expect(diagnostic(parsed, 'repeated-numbers')).toMatchObject({ value: 5, n: 5 });
    expect(diagnostic(parsed, 'omitted-numbers')).toMatchObject({ value: 10, n: 5, per: 'windows' });
    expect(diagnostic(parsed, 'numbers-out-of-range')).toMatchObject({ value: 5, n: 5 });
    expect(diagnostic(parsed, 'fallback-windows')).toMatchObject({ value: 0, n: 5 });
  });

  test('a whole permutation from 0 is read as it is meant', async () => {
    const { parsed } = await ranked((shown) => numbers(shown.map((_, at) => at)));
    expect(readOf(parsed)).toEqual({ ranking: initial });
    expect(diagnostic(parsed, 'zero-based-windows')).toMatchObject({ value: 5, n: 5 });
    expect(diagnostic(parsed, 'numbers-out-of-range')).toMatchObject({ value: 0, n: 5 });
  });
});

describe('an unreadable window keeps its order', () => {
  test('and is counted', async () => {
    const worst = initial.at(-1)!;
    const { parsed } = await ranked((shown, index) => (index === 0 ? 'none' : first(worst)(shown)));
    expect(parsed).toMatchObject({ outcome: 'scored', value: { ranking: initial } });
    expect(diagnostic(parsed, 'fallback-windows')).toMatchObject({ value: 1, n: 5 });
  });

  test('a query with none but such windows gets no points for its first order', async () => {
    const { parsed } = await ranked(() => 'none');
    expect(parsed).toMatchObject({
      outcome: 'unparsed',
      reason: 'invalid',
      value: { ranking: [], unread: true },
    });
    expect(diagnostic(parsed, 'fallback-windows')).toMatchObject({ value: 5, n: 5 });
  });

  test('what was stopped is never read', async () => {
    const stopped: Reply = { text: numbers([4, 3, 2, 1]), finish: 'filtered', stop: 'filtered-output' };
    const { parsed } = await ranked(() => stopped);
    expect(parsed).toMatchObject({ outcome: 'stopped', reason: 'filtered-output', value: { unread: true } });
    const some = await ranked((_, index) => (index < 4 ? stopped : numbers([4, 3, 2, 1])));
    expect(some.parsed.outcome).toBe('scored');
    expect(diagnostic(some.parsed, 'fallback-windows')).toMatchObject({ value: 4, n: 5 });
  });
});

describe('a cut answer', () => {
  test('counts where it names the whole window, and is marked', async () => {
    const { parsed } = await ranked(() => ({ text: '[4] > [3] > [2] > [1] >', finish: 'length' }));
    expect(parsed).toMatchObject({ outcome: 'scored', truncated: true });
    expect(diagnostic(parsed, 'fallback-windows')).toMatchObject({ value: 0 });
  });

  test('does not where it names a part', async () => {
    const cut: Reply = { text: '[4] > [3] > [', finish: 'length' };
    const { parsed } = await ranked((_, index) => (index === 0 ? cut : numbers([1, 2, 3, 4])));
    expect(parsed).toMatchObject({ outcome: 'scored', truncated: true, value: { ranking: initial } });
    expect(diagnostic(parsed, 'fallback-windows')).toMatchObject({ value: 1 });
    expect((await ranked(() => cut)).parsed).toMatchObject({ outcome: 'stopped', reason: 'truncated' });
  });
});

test('copies of the first window’s order are counted', async () => {
  const copied = await ranked((shown) => numbers(shown.map((_, at) => at + 1)));
  expect(diagnostic(copied.parsed, 'copied-windows')).toMatchObject({ value: 1, n: 1 });
  const turned = await ranked((shown) => numbers(shown.map((_, at) => shown.length - at)));
  expect(diagnostic(turned.parsed, 'copied-windows')).toMatchObject({ value: 0, n: 1 });
  const unread = await ranked(() => 'none');
  expect(diagnostic(unread.parsed, 'copied-windows')).toMatchObject({ value: 0, n: 0 });
});
