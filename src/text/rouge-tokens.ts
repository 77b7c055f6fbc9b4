import { porterStem } from './porter-stemmer.ts';
import { isPythonSpace } from './python.ts';

/**
 * Tokens of rouge_score: runs of `a` to `z` and `0` to `9` of the lower-cased text. Everything else parts tokens, so
 * `café` gives `caf` and Chinese gives nothing.
 *
 * @param stem stem tokens of more than three letters with {@link porterStem}
 */
export function rougeTokens(text: string, stem = false): string[] {
  const lower = text.toLowerCase();
  const tokens: string[] = [];
  let start = -1;
  for (let index = 0; index <= lower.length; index += 1) {
    // NaN behind the end.
    const unit = lower.charCodeAt(index);
    if ((unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39)) {
      if (start < 0) start = index;
    } else if (start >= 0) {
      const token = lower.slice(start, index);
      tokens.push(stem && token.length > 3 ? porterStem(token) : token);
      start = -1;
    }
  }
  return tokens;
}

/** The code points of a text that are not white space: tokens for Chinese where no segmenter is named. */
export function codePointTokens(text: string): string[] {
  const tokens: string[] = [];
  for (const character of text) {
    if (!isPythonSpace(character.codePointAt(0) ?? 0)) tokens.push(character);
  }
  return tokens;
}
