/** Says what a count is, beside every figure that is made of it. */
export const TOKEN_COUNT_NOTE =
  'tokens counted with the encoding o200k_base: exact for texts to newer OpenAI models, an estimate for all others';

/** Counts the tokens of a text. */
export type TokenCounter = (text: string) => number;

/**
 * Loads a counter of tokens (encoding `o200k_base`). Counts leave out what providers add around each message. For other
 * model families they are an estimate.
 */
export async function createTokenCounter(): Promise<TokenCounter> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // Marks such as <|endoftext|> in a text are text.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => countTokens(text, options);
}
