import { z } from 'zod';
import { OUTCOMES, STOP_REASONS } from '../core/index.ts';

/** Raised when a file of the run folder changes its shape. */
export const RUN_SCHEMA_VERSION = 1;

const settings = z.record(z.string(), z.unknown());

/** What the user asked for; its hash names the folder. */
export const specSchema = z.object({
  tasks: z.array(z.object({ task: z.string(), settings })),
  model: z.string(),
  endpoint: z.string().nullable(),
  /** Models in other roles, by role; the endpoint where the user named it and it is not the candidate's. */
  others: z.array(z.object({ role: z.string(), model: z.string(), endpoint: z.string().optional() })),
  data: z.string(),
  split: z.string(),
  limit: z.number().nullable(),
  seed: z.number(),
  repeats: z.number().nullable(),
});
export type RunSpec = z.infer<typeof specSchema>;

/** What decides the result of a task beside the spec; compared on resume. */
export const decidingSchema = z.object({
  task: z.string(),
  dataSha256: z.string(),
  dataKind: z.enum(['full', 'partial', 'sample', 'own']),
  /** Hash over the ids and hashes of the planned items. */
  itemsSha256: z.string(),
  items: z.number(),
  repeats: z.number(),
  promptSha256: z.string(),
  inputFiles: z.array(z.object({ path: z.string(), sha256: z.string() })),
  taskVersion: z.number(),
  scoringVersion: z.number(),
});
export type Deciding = z.infer<typeof decidingSchema>;

export const runFileSchema = z.object({
  schemaVersion: z.literal(RUN_SCHEMA_VERSION),
  tool: z.literal('quadrat'),
  version: z.string(),
  id: z.string(),
  createdAt: z.string(),
  spec: specSchema,
  deciding: z.array(decidingSchema),
});
export type RunFile = z.infer<typeof runFileSchema>;

/** The schema version of a `run.json` that a newer program wrote; undefined where it is none. */
export function newerSchema(value: unknown): number | undefined {
  const read = z.object({ schemaVersion: z.number().int() }).safeParse(value);
  const version = read.data?.schemaVersion;
  return version !== undefined && version > RUN_SCHEMA_VERSION ? version : undefined;
}

const usageSchema = z.object({
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  reasoningTokens: z.number().nullable(),
  cachedInputTokens: z.number().nullable(),
});

export const answerSchema = z.object({
  text: z.string(),
  finish: z.enum(['stop', 'length', 'filtered', 'refusal', 'other']),
  stop: z.enum(STOP_REASONS).nullable(),
  firstToken: z.array(z.object({ token: z.string(), logprob: z.number() })).nullable(),
  usage: usageSchema,
});

/** One line of `calls.jsonl`: a finished call for text. */
export const callLineSchema = z.object({
  kind: z.literal('text'),
  task: z.string(),
  item: z.string(),
  repeat: z.number(),
  /** Hash of the request, and its number among equal requests of the item. */
  hash: z.string(),
  ordinal: z.number(),
  role: z.enum(['candidate', 'judge', 'embedder', 'generator']),
  model: z.string(),
  step: z.string().optional(),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
  decoding: z.record(z.string(), z.unknown()),
  answer: answerSchema,
  /** Where the answer came from. */
  source: z.enum(['call', 'cache']),
  attempts: z.number(),
  /** Usage over all answers that were paid, where the last one was not the only one. */
  paid: usageSchema.optional(),
  /** Tokens that the server did not name were counted here. */
  estimated: z.boolean().optional(),
  startedAt: z.string(),
  durationMs: z.number(),
  costUsd: z.number().nullable(),
});
export type CallLine = z.infer<typeof callLineSchema>;

/** Another line of `calls.jsonl`: a finished call for vectors, which lie in the vector store. */
export const embedLineSchema = z.object({
  kind: z.literal('embed'),
  task: z.string(),
  role: z.enum(['candidate', 'embedder']),
  model: z.string(),
  texts: z.number(),
  usage: usageSchema,
  estimated: z.boolean().optional(),
  attempts: z.number(),
  startedAt: z.string(),
  durationMs: z.number(),
  costUsd: z.number().nullable(),
});
export type EmbedLine = z.infer<typeof embedLineSchema>;

/** A third kind of line: a call that failed although an attempt was paid, such as an empty answer asked for again. */
export const paidLineSchema = z.object({
  kind: z.literal('paid'),
  task: z.string(),
  item: z.string(),
  repeat: z.number(),
  role: callLineSchema.shape.role,
  model: z.string(),
  usage: usageSchema,
  estimated: z.boolean().optional(),
  startedAt: z.string(),
  costUsd: z.number().nullable(),
});
export type PaidLine = z.infer<typeof paidLineSchema>;

const scorePart = z.number().nullable();

/** Another line of `calls.jsonl`: what a scorer of texts said of some pairs. */
export const scoreLineSchema = z.object({
  kind: z.literal('score'),
  task: z.string(),
  /** Name and hash of the scorer. */
  scorer: z.string(),
  scores: z.array(
    z.object({
      /** Hash of candidate and reference. */
      pair: z.string(),
      precision: scorePart,
      recall: scorePart,
      f1: scorePart,
    }),
  ),
  startedAt: z.string(),
  durationMs: z.number(),
});
export type ScoreLine = z.infer<typeof scoreLineSchema>;

export const anyCallSchema = z.discriminatedUnion('kind', [
  callLineSchema,
  embedLineSchema,
  paidLineSchema,
  scoreLineSchema,
]);
export type AnyCallLine = z.infer<typeof anyCallSchema>;

/** One line of `items.jsonl`: an item's end. A later line of the same item and repeat replaces an earlier one. */
export const itemLineSchema = z.object({
  task: z.string(),
  item: z.string(),
  repeat: z.number(),
  outcome: z.enum(OUTCOMES),
  reason: z.string().nullable(),
  /** Why a failed item failed, in words. */
  error: z.string().optional(),
  truncated: z.boolean().optional(),
  /** The read value, if there is one. */
  value: z.unknown().optional(),
  diagnostics: z
    .array(z.object({ id: z.string(), value: z.number(), n: z.number(), per: z.string().exactOptional() }))
    .optional(),
  calls: z.number(),
});
export type ItemLine = z.infer<typeof itemLineSchema>;

/** As much of `scores.json` as tells that it is one: at least one result, each of a task, complete or not. */
export const resultsSchema = z.array(z.looseObject({ task: z.string(), complete: z.boolean() })).min(1);
