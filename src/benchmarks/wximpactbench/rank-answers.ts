import type { ItemDiagnostic, Parsed, StopReason } from '../../core/index.ts';
import type { QuestionItem } from './pool.ts';
import { authorsNumbers } from './rank-authors.ts';
import { type ReadNumbers, readNumbers } from './rank-reading.ts';
import { groupSizes, type RankingSettings } from './settings.ts';
import { mergeThirds } from './thirds.ts';
import { authorsWinners, type Group, groupsOf, mergeFinal } from './two-stage.ts';
import { afterWindow, WINDOW, windowStarts } from './windows.ts';

/** What came back for one call; `text` is null where no usable answer came. */
export interface CallAnswer {
  readonly text: string | null;
  readonly stop: StopReason | null;
  readonly truncated: boolean;
}

/** Orders of a question's pool, as passage numbers, best first. */
export interface RankingReading {
  /** As `standard` and `card` read it: every passage once; null: no valid number was read. */
  readonly order: readonly number[] | null;
  /** As the authors' code leaves it, perhaps short or with repeats; null: the question leaves the mean. */
  readonly paper: readonly number[] | null;
}

export const RANKING_DIAGNOSTICS = [
  'unread-answers',
  'truncated-answers',
  'answers-with-repeats',
  'out-of-range-numbers',
  'unnamed-passages',
  'dropped-by-paper',
] as const;

/** How many calls a question needs. */
export function callsOf(item: QuestionItem, settings: RankingSettings): number {
  switch (settings.method) {
    case 'two-stage':
      return groupsOf(item.passages.length, groupSizes(settings)).length + 1;
    case 'sliding':
      return windowStarts(item.passages.length).length;
    case 'article-thirds':
      return 3;
    case 'single-call':
      return 1;
    case 'ranker':
      return 0;
  }
}

/**
 * Passages that the last call of `two-stage` shows, as the run itself reads the first answers: distinct ones, or the
 * authors' with `preset=paper`.
 */
export function finalistsOf(
  answers: readonly CallAnswer[],
  groups: readonly Group[],
  settings: RankingSettings,
): number[] {
  return groups.flatMap((group, at) => {
    const answer = answers[at];
    if (settings.preset === 'paper')
      return authorsWinners(authorsNumbers(answer?.text ?? '') ?? [], group, settings.keep);
    return readGroup(answer, group).numbers.slice(0, settings.keep);
  });
}

/**
 * What the last call shows: the finalists; where no group named anybody, the first of every group, so that the last
 * call is not lost.
 */
export function shownFinalists(
  finalists: readonly number[],
  groups: readonly Group[],
  keep: number,
): readonly number[] {
  if (finalists.length > 0) return finalists;
  return groups.flatMap(({ first, last }) =>
    Array.from({ length: Math.min(keep, last - first + 1) }, (_, at) => first + at),
  );
}

function readGroup(answer: CallAnswer | undefined, { first, last }: Group): ReadNumbers {
  return read(answer, (number) => number >= first && number <= last);
}

function read(answer: CallAnswer | undefined, shown: (number: number) => boolean): ReadNumbers {
  return readNumbers(answer?.text ?? '', answer?.truncated === true, shown);
}

const upTo = (n: number) => (number: number) => number >= 1 && number <= n;

/** Orders after the answers of a window run so far. */
export function windowOrder(answers: readonly CallAnswer[], n: number): number[] {
  let order = Array.from({ length: n }, (_, at) => at + 1);
  for (const [at, start] of windowStarts(n).slice(0, answers.length).entries()) {
    order = afterWindow(order, start, read(answers[at], upTo(Math.min(WINDOW, n))).numbers);
  }
  return order;
}

/** Reads the answers about one question, in the order of the calls. */
export function readRankingAnswers(
  answers: readonly CallAnswer[],
  item: QuestionItem,
  settings: RankingSettings,
): Parsed<RankingReading> {
  const n = item.passages.length;
  switch (settings.method) {
    case 'two-stage':
      return twoStage(answers, n, settings);
    case 'sliding': {
      const reads = answers.map((answer) => read(answer, upTo(Math.min(WINDOW, n))));
      return parsed(answers, reads, { order: windowOrder(answers, n), paper: null }, reads.some(named), n);
    }
    case 'article-thirds': {
      const reads = answers.map((answer) => read(answer, upTo(n)));
      const order = mergeThirds(
        reads.map(({ numbers }) => numbers),
        n,
      );
      return parsed(answers, reads, { order, paper: null }, reads.some(named), n);
    }
    default: {
      const reads = answers.map((answer) => read(answer, upTo(n)));
      const [first] = reads;
      const numbers = first?.numbers ?? [];
      const authors = authorsNumbers(answers[0]?.text ?? '');
      const paper = authors === null || authors.length === 0 ? null : authors;
      const order = mergeThirds([numbers], n);
      return parsed(answers, reads, { order, paper }, numbers.length > 0, n);
    }
  }
}

const named = ({ numbers }: ReadNumbers) => numbers.length > 0;

function twoStage(
  answers: readonly CallAnswer[],
  n: number,
  settings: RankingSettings,
): Parsed<RankingReading> {
  const groups = groupsOf(n, groupSizes(settings));
  const finalists = finalistsOf(answers, groups, settings);
  const shown = shownFinalists(finalists, groups, settings.keep);
  const final = read(answers[groups.length], upTo(shown.length));
  const reads = [...groups.map((group, at) => readGroup(answers[at], group)), final];
  const order = [...new Set(mergeFinal(shown, final.numbers, n))];
  const paper = authorsFinal(answers, groups, finalists, n, settings);
  return parsed(answers, reads, { order, paper }, named(final), n);
}

/** The authors' last order; null where their reading stops on an answer that it reads. */
function authorsFinal(
  answers: readonly CallAnswer[],
  groups: readonly Group[],
  finalists: readonly number[],
  n: number,
  settings: RankingSettings,
): number[] | null {
  const first = settings.preset === 'paper' ? answers.slice(0, groups.length) : [];
  if (first.some(({ text }) => authorsNumbers(text ?? '') === null)) return null;
  const numbers = authorsNumbers(answers[groups.length]?.text ?? '');
  return numbers === null ? null : mergeFinal(finalists, numbers.filter(upTo(finalists.length)), n);
}

function parsed(
  answers: readonly CallAnswer[],
  reads: readonly ReadNumbers[],
  reading: RankingReading,
  readable: boolean,
  n: number,
): Parsed<RankingReading> {
  const value = readable ? reading : { ...reading, order: null };
  const diagnostics = diagnosticsOf(answers, reads, value, n);
  if (readable) {
    const truncated = answers.some((answer) => answer.truncated);
    return { outcome: 'scored', value, ...(truncated ? { truncated } : {}), diagnostics };
  }
  const last = answers.at(-1);
  const reason = last?.stop ?? (last?.truncated === true ? 'truncated' : null);
  if (reason === null) return { outcome: 'unparsed', reason: 'invalid', value, diagnostics };
  return { outcome: 'stopped', reason, value, diagnostics };
}

function diagnosticsOf(
  answers: readonly CallAnswer[],
  reads: readonly ReadNumbers[],
  value: RankingReading,
  n: number,
): ItemDiagnostic[] {
  const count = (of: (one: ReadNumbers) => boolean) => reads.filter(of).length;
  const last = reads.at(-1)?.numbers.length ?? 0;
  return [
    { id: 'unread-answers', value: count(({ numbers }) => numbers.length === 0), n: answers.length },
    {
      id: 'truncated-answers',
      value: answers.filter(({ truncated, stop }) => truncated || stop === 'truncated').length,
      n: answers.length,
    },
    { id: 'answers-with-repeats', value: count(({ repeated }) => repeated > 0), n: answers.length },
    {
      id: 'out-of-range-numbers',
      value: reads.reduce((sum, { outOfRange }) => sum + outOfRange, 0),
      n: reads.reduce(
        (sum, { numbers, repeated, outOfRange }) => sum + numbers.length + repeated + outOfRange,
        0,
      ),
    },
    { id: 'unnamed-passages', value: Math.max(0, n - last), n },
    { id: 'dropped-by-paper', value: Number(value.paper === null), n: 1 },
  ];
}
