import { describe, expect, test } from 'vitest';
import { bm25Order, shuffledOrder } from './initial.ts';
import { askWith, contextOf, madeItem, promptOf, setOf, settingsOf, shownDocuments } from './made-items.ts';
import { type Solution, solve } from './solve.ts';

const item = madeItem('q1', '0100');
const initial = shuffledOrder(item, 42);
const set = setOf('clinical-trial');
const run = (
  ask: ReturnType<typeof askWith>,
  settings: Readonly<Record<string, unknown>>,
  context = contextOf(),
): Promise<Solution> => solve(set, item, ask, settingsOf(settings), context);

describe.each(['score', 'reason'])('method %s', (method) => {
  test('asks once a passage, in the first order, with an id for files', async () => {
    const ask = askWith((_, index) => `SCORE: ${index}`);
    const solution = await run(ask, { method });
    expect(ask.requests.map(shownDocuments)).toEqual(initial.map((doc) => [doc]));
    expect(ask.requests.map(({ exportId }) => exportId)).toEqual(initial.map((doc) => `q1|${doc}`));
    expect(ask.requests.every(({ role }) => role === 'candidate')).toBe(true);
    expect(solution).toMatchObject({
      kind: 'pointwise',
      initial,
      stop: null,
      passages: initial.map((doc, at) => ({ doc, texts: [`SCORE: ${at}`] })),
    });
  });

  test('keeps no text of an answer that was stopped', async () => {
    const ask = askWith((_, index) =>
      index === 0 ? { text: 'SCORE: 9', stop: 'filtered-output' } : { text: 'x', stop: 'refusal' },
    );
    expect(await run(ask, { method })).toMatchObject({
      stop: 'refusal',
      passages: initial.map((doc) => ({ doc, texts: [null] })),
    });
  });
});

describe('method subtask', () => {
  const criteria = '1. age: old enough\n2. illness: the same';

  test('asks for criteria, then once a passage and criterion', async () => {
    const ask = askWith((_, index) => (index === 0 ? criteria : `SCORE: ${index}`));
    const solution = await run(ask, { method: 'subtask' });
    const [first, ...others] = ask.requests;
    expect(shownDocuments(first!)).toEqual([]);
    expect(first).toMatchObject({ exportId: 'q1|criteria', step: 'criteria' });
    expect(others.map(shownDocuments)).toEqual(initial.flatMap((doc) => [[doc], [doc]]));
    expect(others.map(({ exportId }) => exportId)).toEqual(others.map(() => null));
    expect(promptOf(others[0]!)).toContain('age: old enough');
    expect(promptOf(others[1]!)).toContain('illness: the same');
    expect(solution).toMatchObject({
      passages: initial.map((doc, at) => ({ doc, texts: [`SCORE: ${2 * at + 1}`, `SCORE: ${2 * at + 2}`] })),
    });
  });

  test.each([
    [{ text: 'I cannot.' }, null],
    [{ text: criteria, stop: 'filtered-output' as const }, 'filtered-output'],
  ])('asks nothing more without criteria: %j', async (reply, stop) => {
    const ask = askWith(() => reply);
    expect(await run(ask, { method: 'subtask' })).toMatchObject({
      stop,
      passages: initial.map((doc) => ({ doc, texts: [null] })),
    });
    expect(ask.requests).toHaveLength(1);
  });

  test('counts four criteria where it is only planned', async () => {
    const ask = askWith(() => '', { planning: true });
    await run(ask, { method: 'subtask' });
    expect(ask.requests).toHaveLength(1 + 4 * 4);
  });
});

describe('method ranker', () => {
  const scores = new Map([...'abcd'].map((doc, at) => [doc, at % 2]));
  const rankWith = async (settings: Readonly<Record<string, unknown>>) => {
    const seen: unknown[] = [];
    const ask = askWith(() => '', {
      rank: async (request) => {
        seen.push(request);
        return request.documents.map(({ id }) => scores.get(id) ?? 0);
      },
    });
    const solution = await run(ask, { method: 'ranker', ...settings });
    return { seen, solution, requests: ask.requests };
  };

  test('orders by score, ties by id, descending; sends no prompt', async () => {
    const { solution, requests } = await rankWith({});
    expect(solution).toEqual({ kind: 'ranked', ranking: [...'dbca'] });
    expect(requests).toEqual([]);
  });

  test('gives the objective beside the query, or leaves it out', async () => {
    const documents = [...'abcd'].map((id) => ({ id, text: `The text of ${id}.` }));
    expect((await rankWith({})).seen).toEqual([
      { query: 'The question of q1?', documents, instruction: set.objective },
    ]);
    expect((await rankWith({ objective: false })).seen).toEqual([
      { query: 'The question of q1?', documents },
    ]);
  });
});

describe('the first order', () => {
  const orderOf = async (settings: Readonly<Record<string, unknown>>, context = contextOf()) => {
    const solution = await run(
      askWith(() => 'SCORE: 1'),
      settings,
      context,
    );
    return solution.kind === 'pointwise' ? solution.initial : undefined;
  };

  test('is BM25’s, or shuffled by another seed', async () => {
    expect(await orderOf({ initial: 'bm25' })).toEqual(bm25Order(item));
    expect(await orderOf({}, contextOf({ seed: 7 }))).toEqual(shuffledOrder(item, 7));
  });

  test('is a file’s, which is read once for all queries', async () => {
    let reads = 0;
    const context = contextOf({
      read: async (file) => {
        reads += 1;
        expect(file).toBe('first.json');
        return new TextEncoder().encode('{"q1": ["b", "d", "a", "c"], "q2": ["b", "a"]}');
      },
    });
    const settings = settingsOf({ initial: 'first.json' });
    const solutions = await Promise.all(
      [item, madeItem('q2', '01')].map((one) =>
        solve(
          set,
          one,
          askWith(() => 'SCORE: 1'),
          settings,
          context,
        ),
      ),
    );
    expect(solutions).toMatchObject([{ initial: [...'bdac'] }, { initial: [...'ba'] }]);
    expect(reads).toBe(1);
  });
});
