import type { Context, ItemDiagnostic, Parsed } from '../../core/index.ts';
import { splitReasoning } from '../../parse/reasoning.ts';
import { pythonStrip } from '../../text/python.ts';
import type { ClimaItem } from './data.ts';
import { judgedValue } from './judged.ts';
import { BAD_ANSWER, leadingToken, paperLetter, standardLetter } from './letters.ts';
import type { ClimaqaSettings } from './settings.ts';
import { shownOptions, shownOrder } from './shown.ts';
import type { Solution } from './solution.ts';
import type { ClozeValue, FreeformValue, McqValue, Value } from './values.ts';
import { countSentences, hasSeveralWords } from './words.ts';

/** Reads an answer as every protocol reads it. */
export function parse(
  solution: Solution,
  item: ClimaItem,
  settings: ClimaqaSettings,
  context: Context,
): Parsed<Value> {
  const { kind } = item.origin;
  const parsed =
    kind === 'mcq' ? parseMcq(solution, item, settings, context) : parseText(solution, item, settings);
  return { ...parsed, diagnostics: [...(parsed.diagnostics ?? []), ...ledger(solution, item)] };
}

function parseMcq(
  solution: Solution,
  item: ClimaItem,
  settings: ClimaqaSettings,
  context: Context,
): Parsed<Value> {
  if (solution.stop !== null) return { outcome: 'stopped', reason: solution.stop };
  const { text, finish } = solution;
  const order = solution.order ?? (settings.rotate ? shownOrder(item, context.seed) : undefined);
  const options = order === undefined ? item.options : shownOptions(item.options, order);
  const keys = [...(options?.keys() ?? [])];
  const token = solution.firstToken?.[0]?.token;
  const read = standardLetter(text, token, options ?? new Map(), finish);
  const paper = paperLetter(token ?? leadingToken(text), keys);
  const value: McqValue = {
    kind: 'mcq',
    letter: read.letter,
    gold: order === undefined ? item.answer : (keys[order.indexOf(keys.indexOf(item.answer))] ?? item.answer),
    from: read.from,
    paper,
    card: token ?? text,
    ...kept(solution),
  };
  const diagnostics: ItemDiagnostic[] = [
    { id: 'mcq-first-token-known', value: token === undefined ? 0 : 1, n: 1 },
    { id: 'mcq-read-from-first-token', value: read.from === 'first-token' ? 1 : 0, n: 1 },
    { id: 'mcq-bad-answer', value: paper === BAD_ANSWER ? 1 : 0, n: 1 },
  ];
  const cut = finish === 'length';
  if (read.status === 'ok')
    return { outcome: 'scored', value, ...(cut ? { truncated: true } : {}), diagnostics };
  if (read.status === 'truncated' || (cut && read.status === 'none'))
    return { outcome: 'stopped', reason: 'truncated', value, diagnostics };
  if (read.status === 'empty') return { outcome: 'stopped', reason: 'empty', value, diagnostics };
  return {
    outcome: 'unparsed',
    reason: read.status === 'ambiguous' ? 'ambiguous' : 'invalid',
    value,
    diagnostics,
  };
}

function parseText(solution: Solution, item: ClimaItem, settings: ClimaqaSettings): Parsed<Value> {
  if (solution.stop !== null) return { outcome: 'stopped', reason: solution.stop };
  const raw = pythonStrip(solution.text);
  const { answer } = splitReasoning(solution.text);
  const text = answer === null || pythonStrip(answer) === '' ? null : pythonStrip(answer);
  const value: Value =
    item.origin.kind === 'cloze'
      ? clozeValue(solution, text, raw)
      : freeformValue(solution, text, raw, settings);
  const diagnostics = [...(text === null ? [] : lengths(item, text)), ...agreement(value, solution)];
  const cut = solution.finish === 'length';
  if (text === null) return { outcome: 'stopped', reason: cut ? 'truncated' : 'empty', value, diagnostics };
  return { outcome: 'scored', value, ...(cut ? { truncated: true } : {}), diagnostics };
}

function clozeValue(solution: Solution, text: string | null, raw: string): ClozeValue {
  const { similarities } = solution;
  return {
    kind: 'cloze',
    text,
    raw,
    ...(similarities === undefined
      ? {}
      : {
          similarity: similarities.standard,
          paperSimilarity: similarities.paper,
          randomSimilarity: similarities.random,
        }),
    ...kept(solution),
  };
}

function freeformValue(
  solution: Solution,
  text: string | null,
  raw: string,
  settings: ClimaqaSettings,
): FreeformValue {
  const judged = judgedValue(solution.judgements ?? [], settings);
  return {
    kind: 'freeform',
    text,
    raw,
    ...(judged === undefined ? {} : { judged }),
    ...(solution.bertScore === undefined ? {} : { bertScore: solution.bertScore }),
    ...kept(solution),
  };
}

/** Lengths that the card asks for; they change no score. */
function lengths(item: ClimaItem, text: string): ItemDiagnostic[] {
  return item.origin.kind === 'cloze'
    ? [{ id: 'cloze-several-words', value: hasSeveralWords(text) ? 1 : 0, n: 1 }]
    : [{ id: 'freeform-over-two-sentences', value: countSentences(text) > 2 ? 1 : 0, n: 1 }];
}

/** Judgements that hold no verdict, and whether a judge that was asked more than once says the same each time. */
function agreement(value: Value, { judgements = [] }: Solution): ItemDiagnostic[] {
  const judged = value.kind === 'freeform' ? value.judged : undefined;
  if (judged === undefined) return [];
  return [
    { id: 'judge-unreadable', value: judged.unreadable ?? 0, n: judgements.length },
    ...(judged.agree === undefined ? [] : [{ id: 'judge-repeats-agree', value: judged.agree ? 1 : 0, n: 1 }]),
  ];
}

/** What is kept with a value to say how it came about. */
function kept({ passages, templateHash }: Solution): Pick<McqValue, 'passages' | 'template'> {
  return {
    ...(passages === undefined ? {} : { passages }),
    ...(templateHash === undefined ? {} : { template: templateHash }),
  };
}

/** Which book each shown passage came from; a book that gave none is named, too. */
function ledger({ passages, sourceShown }: Solution, { origin }: ClimaItem): ItemDiagnostic[] {
  if (passages === undefined) return [];
  const books = new Set([...(origin.corpus?.books ?? []), ...passages.map(({ book }) => book)]);
  return [
    { id: 'without-passage', value: passages.length === 0 ? 1 : 0, n: 1 },
    ...(sourceShown === undefined ? [] : [{ id: 'source-text-shown', value: sourceShown ? 1 : 0, n: 1 }]),
    ...[...books].map((book) => ({
      id: `passages-from ${book}`,
      value: passages.filter((passage) => passage.book === book).length,
      n: passages.length,
    })),
  ];
}
