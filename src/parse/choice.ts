import { declarationsIn } from './choice-declarations.ts';
import { KEY_END, type KeyReader, keyReader } from './choice-keys.ts';
import { withoutMarkup } from './choice-text.ts';
import { answerText } from './reasoning.ts';

/** How reading a choice ended. */
export type ChoiceStatus = 'ok' | 'none' | 'ambiguous' | 'truncated' | 'empty';

export interface ParsedChoice {
  /** The label as the question declares it; null: none was declared. */
  readonly answer: string | null;
  readonly status: ChoiceStatus;
}

export interface ParsedChoices {
  /** Each label once, in the order of the question; empty: none was declared. */
  readonly answers: readonly string[];
  readonly status: ChoiceStatus;
}

export interface ChoiceOptions {
  /** `length`: the answer was cut at the output limit. */
  readonly finishReason?: string;
  /** Texts of the options by label: an answer that is nothing but one of them counts. */
  readonly optionTexts?: ReadonlyMap<string, string>;
}

/**
 * Reads one option letter from a model's answer. A letter counts where the text declares it (`Answer: b`, `the answer
 * is (C)`, `\boxed{d}`, `故选D`; the last declaration wins), where it is the whole text, where it begins the text like
 * the head of an option, or where the text is one option's text. `a` and `I` in front of a word are words. Reasoning
 * blocks are not read.
 *
 * @param labels the question's labels; case does not matter
 * @returns `none` where nothing was declared, `ambiguous` where two letters were, `truncated` or `empty` where nothing
 *   is left to read
 */
export function parseChoice(
  text: string,
  labels: readonly string[],
  options: ChoiceOptions = {},
): ParsedChoice {
  const { answers, status } = readChoices(text, labels, options, true);
  if (status !== 'ok') return { answer: null, status };
  const [answer, ...others] = answers;
  if (answer === undefined) return { answer: null, status: 'none' };
  return others.length > 0 ? { answer: null, status: 'ambiguous' } : { answer, status: 'ok' };
}

/**
 * Reads the letters of a question with several right options; see {@link parseChoice}. A declaration takes a list:
 * `A, B and C`, `A、C`, `ABD`.
 */
export function parseChoices(
  text: string,
  labels: readonly string[],
  options: ChoiceOptions = {},
): ParsedChoices {
  return readChoices(text, labels, options, false);
}

function readChoices(
  text: string,
  labels: readonly string[],
  options: ChoiceOptions,
  single: boolean,
): ParsedChoices {
  const answer = withoutMarkup(answerText(text));
  if (answer === '') {
    return { answers: [], status: options.finishReason === 'length' ? 'truncated' : 'empty' };
  }
  const keys = keyReader(labels);
  const found =
    wholeText(answer, keys) ??
    declarationsIn(answer, keys).at(-1)?.labels ??
    atBeginning(answer, keys, single) ??
    byOptionText(answer, labels, options.optionTexts);
  if (found === undefined) return { answers: [], status: 'none' };
  return { answers: labels.filter((label) => found.includes(label)), status: 'ok' };
}

const NAMED = /^[\s"'“”‘’([「『【]*(?:(?:option|answer|choice)\b|选项|答案)?\s*:?/iu;
const REST = /^[\s"'“”‘’)\]」』】.。:!,]*$/u;

/** Rule 3: nothing but keys, perhaps in brackets or quotes, perhaps named. */
function wholeText(answer: string, keys: KeyReader): readonly string[] | undefined {
  const name = NAMED.exec(answer)?.[0] ?? '';
  for (const start of [name.length, 0]) {
    const list = keys.listAt(answer, start);
    if (list !== undefined && REST.test(answer.slice(list.end))) return list.labels;
  }
  return undefined;
}

/** Rule 6: the head of an option at the very beginning, or a first line that is only keys. */
function atBeginning(answer: string, keys: KeyReader, single: boolean): readonly string[] | undefined {
  if (keys.pattern === '') return undefined;
  const head = new RegExp(
    String.raw`^["'“‘([]{0,2}(${keys.pattern})${KEY_END}["'”’]?[)\].:](?=\s)`,
    'iu',
  ).exec(answer);
  const label = keys.labelOf(head?.[1] ?? '');
  if (label !== undefined) return [label];
  const line = answer.split('\n', 1)[0] ?? '';
  const list = wholeText(line.trim(), keys);
  return list !== undefined && (!single || new Set(list).size === 1) ? list : undefined;
}

/** Rule 7: the whole text is one option's text. */
function byOptionText(
  answer: string,
  labels: readonly string[],
  texts: ReadonlyMap<string, string> | undefined,
): readonly string[] | undefined {
  if (texts === undefined) return undefined;
  const wanted = plain(answer);
  const equal = labels.filter((label) => {
    const text = texts.get(label);
    return text !== undefined && plain(withoutMarkup(text)) === wanted;
  });
  return wanted === '' || equal.length === 0 ? undefined : equal;
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s.。!?！？,;:"'”’]+$/u, '')
    .replace(/^["'“‘]+/u, '');
}
