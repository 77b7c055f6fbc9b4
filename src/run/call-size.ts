import type { Answer, Usage } from '../core/index.ts';
import { priceOf } from '../models/prices.ts';
import { createTokenCounter, type TokenCounter } from '../models/tokens.ts';
import { type Model, NO_USAGE } from '../models/types.ts';
import type { BudgetLimits, CallBound } from './budget.ts';

/** A prompt, and its tokens as our tokeniser counts them; null where nobody needed to know. */
export interface SizedPrompt {
  readonly texts: readonly string[];
  readonly tokens: number | null;
}

/** What calls take, counted here: before a call the most it can, after it what it took where the server does not say. */
export interface CallSizes {
  prompt(model: Model, texts: readonly string[]): Promise<SizedPrompt>;
  /**
   * The most that one attempt can take.
   *
   * @param limit output tokens that the request asks for at most; undefined: it does not say; null: there is no output
   */
  most(model: Model, prompt: SizedPrompt, limit: number | undefined | null): CallBound;
  /** The usage of an answer, with counts of ours in place of absent ones, and whether there are any. */
  usage(model: Model, prompt: SizedPrompt, answer: Pick<Answer, 'text' | 'usage'>): Promise<Counted>;
}

export interface Counted {
  readonly usage: Usage;
  readonly estimated: boolean;
}

/** Tokens around a message, and around a whole prompt, as OpenAI's chat models have them. */
const AROUND_MESSAGE = 4;
const AROUND_PROMPT = 3;
/** What templates of other servers may add to that. */
const TEMPLATE = 64;
/** How much more other tokenisers may make of a text: before the first answer, and the least once there are some. */
const FIRST_MARGIN = 2;
const LEAST_MARGIN = 1.25;
/** On top of the largest share that was seen. */
const SEEN_MARGIN = 1.1;
/** Where neither the request nor the price list limits an answer. */
const UNLIMITED_OUTPUT = 16_384;

/**
 * @param costOf the price of a usage in US dollars; null: not known
 * @param load the tokeniser, loaded at the first count
 */
export function createCallSizes(
  limits: BudgetLimits,
  costOf: (model: Model, usage: Usage) => number | null,
  load: () => Promise<TokenCounter> = createTokenCounter,
): CallSizes {
  const margins = new Map<string, number>();
  let loaded: Promise<TokenCounter> | undefined;
  const counter = () => {
    loaded ??= load();
    return loaded;
  };
  const isFree = (model: Model) => costOf(model, usageOf(1e6, 1e6)) === 0;
  const isBounded = (model: Model) => limits.maxTokens !== null || (limits.maxUsd !== null && !isFree(model));

  return {
    async prompt(model, texts) {
      return { texts, tokens: isBounded(model) ? promptTokens(await counter(), texts) : null };
    },
    most(model, { tokens }, limit) {
      if (tokens === null) return { tokens: 0, costUsd: 0 };
      const margin = margins.get(model.id) ?? FIRST_MARGIN;
      const input = isExact(model) ? tokens : Math.ceil(tokens * margin) + TEMPLATE;
      const output = limit === null ? 0 : (limit ?? longestOutput(model));
      return { tokens: input + output, costUsd: costOf(model, usageOf(input, output)) ?? 0 };
    },
    async usage(model, { texts, tokens }, { text, usage }) {
      const inputTokens = reported(usage.inputTokens, texts);
      const outputTokens = reported(usage.outputTokens, [text]);
      if (inputTokens !== null && tokens !== null) {
        const seen = (inputTokens / tokens) * SEEN_MARGIN;
        margins.set(model.id, Math.max(LEAST_MARGIN, margins.get(model.id) ?? 0, seen));
      }
      const isWhole = inputTokens !== null && outputTokens !== null;
      // What a model on this machine takes matters to nobody but a limit.
      if (isWhole || (model.endpoint === null && tokens === null)) return { usage, estimated: false };
      const count = await counter();
      return {
        usage: {
          ...usage,
          inputTokens: inputTokens ?? tokens ?? promptTokens(count, texts),
          outputTokens: outputTokens ?? count(text),
        },
        estimated: true,
      };
    },
  };
}

/** A count as a server gives it; null where it gives none, or zero for texts that are not empty, which is no report. */
function reported(tokens: number | null, texts: readonly string[]): number | null {
  return tokens === 0 && texts.some((text) => text !== '') ? null : tokens;
}

function promptTokens(count: TokenCounter, texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + count(text) + AROUND_MESSAGE, AROUND_PROMPT);
}

/** Whether the counts of our tokeniser are the provider's own. */
function isExact({ id }: Model): boolean {
  return /^openai\/(?:gpt-4o|gpt-4\.1|gpt-5|o\d)/.test(id);
}

function longestOutput({ id }: Model): number {
  return priceOf(id)?.outputTokens ?? UNLIMITED_OUTPUT;
}

function usageOf(inputTokens: number, outputTokens: number): Usage {
  return { ...NO_USAGE, inputTokens, outputTokens };
}
