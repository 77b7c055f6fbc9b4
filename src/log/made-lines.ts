import type { CallLine, Deciding, EmbedLine, ItemLine, RunSpec } from './schema.ts';

// Invented lines for the tests of run folders.

export function madeSpec(change: Partial<RunSpec> = {}): RunSpec {
  return {
    tasks: [{ task: 'birco/relic', settings: { method: 'score' } }],
    model: 'script/a',
    endpoint: null,
    others: [],
    data: 'sample',
    split: 'test',
    limit: null,
    seed: 42,
    repeats: null,
    ...change,
  };
}

export function madeDeciding(change: Partial<Deciding> = {}): Deciding {
  return {
    task: 'birco/relic',
    dataSha256: 'd'.repeat(64),
    dataKind: 'sample',
    itemsSha256: 'e'.repeat(64),
    items: 3,
    repeats: 1,
    promptSha256: 'a'.repeat(64),
    inputFiles: [],
    taskVersion: 1,
    scoringVersion: 1,
    ...change,
  };
}

type Tokens = readonly [input: number | null, output: number | null];

const usageOf = ([inputTokens, outputTokens]: Tokens) => ({
  inputTokens,
  outputTokens,
  reasoningTokens: null,
  cachedInputTokens: null,
});

/** A finished call; `text` and `usage` are those of its answer. */
export function madeCall(
  change: Partial<Omit<CallLine, 'answer'>> & { readonly text?: string; readonly usage?: Tokens } = {},
): CallLine {
  const { text = 'SCORE: 3', usage = [null, null], ...rest } = change;
  return {
    kind: 'text',
    task: 'birco/relic',
    item: 'q1',
    repeat: 0,
    hash: 'c'.repeat(64),
    ordinal: 0,
    role: 'candidate',
    model: 'script/a',
    messages: [{ role: 'user', content: 'Which?' }],
    decoding: { temperature: 0 },
    answer: { text, finish: 'stop', stop: null, firstToken: null, usage: usageOf(usage) },
    source: 'call',
    attempts: 1,
    startedAt: '2026-03-01T12:00:00.000Z',
    durationMs: 12,
    costUsd: null,
    ...rest,
  };
}

export function madeEmbedCall(
  change: Partial<Omit<EmbedLine, 'usage'>> & { readonly usage?: Tokens } = {},
): EmbedLine {
  const { usage = [null, null], ...rest } = change;
  return {
    kind: 'embed',
    task: 'birco/relic',
    role: 'candidate',
    model: 'script/a',
    texts: 8,
    usage: usageOf(usage),
    attempts: 1,
    startedAt: '2026-03-01T12:00:00.000Z',
    durationMs: 12,
    costUsd: null,
    ...rest,
  };
}

export function madeItem(change: Partial<ItemLine> = {}): ItemLine {
  return {
    task: 'birco/relic',
    item: 'q1',
    repeat: 0,
    outcome: 'scored',
    reason: null,
    value: { ranking: ['d1', 'd2'] },
    calls: 2,
    ...change,
  };
}
