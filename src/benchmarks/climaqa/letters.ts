import { type ChoiceStatus, parseChoice } from '../../parse/choice.ts';
import { beginsWithWord } from '../../parse/choice-keys.ts';
import { pythonStrip } from '../../text/python.ts';

/** What the authors' code writes where the first token is no key. */
export const BAD_ANSWER = 'Bad Answer';

/** The authors' answer: the first token, stripped, if it is exactly a key. */
export function paperLetter(firstToken: string, keys: readonly string[]): string {
  const token = pythonStrip(firstToken);
  return keys.includes(token) ? token : BAD_ANSWER;
}

/** Stands for the first token where only the text is known: its first run of letters, of digits, or of anything else. */
export function leadingToken(text: string): string {
  return /^\s*(?:\p{L}+|\p{N}+|[^\s\p{L}\p{N}]+)?/u.exec(text)?.[0] ?? '';
}

/** A letter, and where it was read. */
export interface LetterReading {
  readonly letter: string | null;
  readonly status: ChoiceStatus;
  readonly from: 'first-token' | 'text';
}

/**
 * The letter in `standard`: the most likely first token if it is a key; else, and where no log-probabilities came, the
 * text. An `A` that begins a sentence is no key.
 *
 * @param firstToken undefined: none is known
 * @param texts options by key
 */
export function standardLetter(
  text: string,
  firstToken: string | undefined,
  texts: ReadonlyMap<string, string>,
  finishReason?: string,
): LetterReading {
  const keys = [...texts.keys()];
  if (firstToken !== undefined) {
    const token = firstToken.replace(/^[▁Ġ]/u, '').trim();
    const key = keys.find((one) => one.toLowerCase() === token.toLowerCase());
    const begins = text.trimStart().toLowerCase().startsWith(token.toLowerCase());
    if (key !== undefined && !(begins && beginsWithWord(text)))
      return { letter: key, status: 'ok', from: 'first-token' };
  }
  const { answer, status } = parseChoice(text, keys, {
    optionTexts: texts,
    ...(finishReason === undefined ? {} : { finishReason }),
  });
  return { letter: answer, status, from: 'text' };
}
