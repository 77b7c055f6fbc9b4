import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Usage } from '../core/index.ts';

const priceSchema = z.object({
  inputUsdPerMillion: z.number().nonnegative(),
  outputUsdPerMillion: z.number().nonnegative(),
  cachedInputUsdPerMillion: z.number().nonnegative().nullable(),
  contextTokens: z.number().int().positive().nullable(),
  outputTokens: z.number().int().positive().nullable(),
});

const tableSchema = z.object({
  source: z.string(),
  date: z.string(),
  models: z.record(z.string(), priceSchema),
});

/** What a model costs, in US dollars per million tokens, and how much it takes. Null: not known. */
export type Price = Readonly<z.infer<typeof priceSchema>>;

/** The price list that comes with the program. */
export interface PriceTable {
  /** Where it is from. */
  readonly source: string;
  /** The newest change in it (YYYY-MM-DD): prices may have changed since. */
  readonly date: string;
  readonly prices: ReadonlyMap<string, Price>;
}

/** Models on this machine cost nothing. */
const FREE: Price = {
  inputUsdPerMillion: 0,
  outputUsdPerMillion: 0,
  cachedInputUsdPerMillion: null,
  contextTokens: null,
  outputTokens: null,
};

let table: PriceTable | undefined;

/** Reads the price list, once. */
export function priceTable(): PriceTable {
  if (table === undefined) {
    const text = readFileSync(new URL('./prices.generated.json', import.meta.url), 'utf8');
    const { source, date, models } = tableSchema.parse(JSON.parse(text));
    table = { source, date, prices: new Map(Object.entries(models)) };
  }
  return table;
}

/**
 * The price of a model.
 *
 * @param modelId `openai/gpt-4o`
 * @param overrides prices of the user, which come first
 * @returns null where it is not known, never 0 for that; 0 for models on this machine
 */
export function priceOf(modelId: string, overrides?: ReadonlyMap<string, Price>): Price | null {
  const own = overrides?.get(modelId);
  if (own !== undefined) return own;
  if (/^(?:local|script|replay|gguf)\//.test(modelId)) return FREE;
  return priceTable().prices.get(modelId) ?? null;
}

/**
 * What a call cost, in US dollars. Input that was read from the provider's cache has its own price; reasoning is part
 * of the output.
 *
 * @returns null where the tokens are not known, unless they cost nothing
 */
export function costUsd(usage: Usage, price: Price): number | null {
  const input = part(usage.inputTokens, price.inputUsdPerMillion);
  const output = part(usage.outputTokens, price.outputUsdPerMillion);
  if (input === null || output === null) return null;
  const cached = Math.min(usage.cachedInputTokens ?? 0, usage.inputTokens ?? 0);
  const saved = price.inputUsdPerMillion - (price.cachedInputUsdPerMillion ?? price.inputUsdPerMillion);
  return (input + output - cached * saved) / 1e6;
}

function part(tokens: number | null, usdPerMillion: number): number | null {
  if (usdPerMillion === 0) return 0;
  return tokens === null ? null : tokens * usdPerMillion;
}
