import { createHash } from 'node:crypto';
import type {
  Answer,
  Ask,
  Context,
  Decoding,
  ItemDiagnostic,
  Parsed,
  ResultError,
  StopReason,
} from '../../core/index.ts';
import { parseRanking } from '../../parse/index.ts';
import { createPythonRandom } from '../../stats/python-random.ts';
import { paperWindow, windowsOf } from './authors.ts';
import { queryOf, type RankingItem, textOf } from './data.ts';
import type { Prompts } from './prompt-set.ts';
import type { Ranking } from './ranking.ts';
import type { BircoSettings } from './settings.ts';

/** What windows over a ranking leave: one order, and what happened on the way. */
export interface ListwiseSolution {
  readonly kind: 'listwise';
  /** Best first; with the authors' reader a document may stand twice. */
  readonly ranking: readonly string[];
  /** Documents that a repeat has pushed out, in the first order. */
  readonly lost: readonly string[];
  readonly windows: number;
  /** Windows without a readable answer: their order was kept, or shuffled by `preset=paper`. */
  readonly fallbacks: number;
  readonly repeated: number;
  readonly omitted: number;
  readonly outOfRange: number;
  readonly zeroBased: number;
  /** The first window's answer repeats the order shown; null: it could not be read. */
  readonly copied: boolean | null;
  /** An answer was cut at the output limit; every answer was. */
  readonly truncated: boolean;
  readonly allCut: boolean;
  /** Windows were read by the authors' pattern, which shuffles those that it cannot read. */
  readonly byAuthors: boolean;
  /** Set where no answer at all was usable: the commonest reason. */
  readonly stop: StopReason | null;
  /** Where the authors' code would have died; their reader only. */
  readonly fault: ResultError | null;
}

interface WindowReading {
  /** Places in the window as it was shown, best first; null: not readable. */
  readonly order: readonly number[] | null;
  readonly repeated: number;
  readonly omitted: number;
  readonly outOfRange: number;
  readonly zeroBased: boolean;
}

/** Sliding windows from the worst end of a first ranking to its best end. */
export async function rankByWindows(
  prompts: Prompts,
  item: RankingItem,
  ask: Ask,
  settings: BircoSettings,
  context: Context,
  initial: readonly string[],
  decoding: Decoding,
): Promise<ListwiseSolution> {
  const paper = settings.preset === 'paper';
  const random = createPythonRandom(seedOf(context.seed, item.id));
  const worstFirst = initial.toReversed();
  // The authors leave a pool alone that is smaller than their window; we show it whole.
  const size = paper ? settings.window : Math.max(1, Math.min(settings.window, worstFirst.length));
  const windows = windowsOf(worstFirst.length, size, settings.step);
  const answers: Answer[] = [];
  const totals = { fallbacks: 0, repeated: 0, omitted: 0, outOfRange: 0, zeroBased: 0 };
  let copied: boolean | null = null;
  let fault: ResultError | null = null;
  for (const [at, { start, end }] of windows.entries()) {
    // The authors show a window worst first; ours shows it best first.
    const inOrder = worstFirst.slice(start, end);
    const shown = paper ? inOrder : inOrder.toReversed();
    const answer = await ask({
      role: 'candidate',
      messages: prompts.window(
        queryOf(item),
        shown.map((doc) => textOf(item, doc)),
        paper ? 0 : 1,
      ),
      decoding,
      step: `window ${at + 1} of ${windows.length}`,
      exportId: null,
    });
    answers.push(answer);
    const text = answer.stop === null ? answer.text : '';
    const read = paper
      ? readByAuthors(text, shown.length)
      : readTolerantly(text, shown.length, answer.finish === 'length');
    totals.repeated += read.repeated;
    totals.omitted += read.omitted;
    totals.outOfRange += read.outOfRange;
    totals.zeroBased += read.zeroBased ? 1 : 0;
    if (at === 0 && read.order !== null) copied = read.order.every((place, index) => place === index);
    if (read.order === null) {
      totals.fallbacks += 1;
      if (paper) worstFirst.splice(start, end - start, ...random.shuffle(inOrder));
      continue;
    }
    if (paper && read.outOfRange > 0) {
      fault = deadThread(item, at + 1);
      break;
    }
    const best = read.order.map((place) => shown[place]).filter((doc) => doc !== undefined);
    worstFirst.splice(start, end - start, ...best.toReversed());
  }
  const kept = new Set(worstFirst);
  return {
    kind: 'listwise',
    ranking: worstFirst.toReversed(),
    lost: initial.filter((doc) => !kept.has(doc)),
    windows: answers.length,
    ...totals,
    copied,
    truncated: answers.some(({ finish }) => finish === 'length'),
    allCut: answers.length > 0 && answers.every(({ finish }) => finish === 'length'),
    byAuthors: paper,
    stop: commonStop(answers),
    fault,
  };
}

/**
 * First mentions in order, then the unnamed ones in the order shown.
 *
 * @param cut the answer ended at the output limit: it counts only where it names the whole window, as its last number
 *   may be cut too
 */
function readTolerantly(text: string, size: number, cut: boolean): WindowReading {
  const read = parseRanking(text, size);
  const readable = cut ? read.named === size : read.named > 0;
  return {
    order: readable ? read.order.map((number) => number - 1) : null,
    repeated: read.duplicates.length,
    omitted: readable ? read.missing.length : 0,
    outOfRange: read.outOfRange.length,
    zeroBased: read.zeroBased,
  };
}

/** The authors' strict pattern; range and repeats are not checked, only counted here. */
function readByAuthors(text: string, size: number): WindowReading {
  const order = paperWindow(text, size);
  if (order === null) return { order, repeated: 0, omitted: 0, outOfRange: 0, zeroBased: false };
  const different = new Set(order).size;
  return {
    order,
    repeated: order.length - different,
    omitted: size - new Set(order.filter((place) => place < size)).size,
    outOfRange: order.filter((place) => place >= size).length,
    zeroBased: false,
  };
}

/** Reads what windows left. One ranking, scored in every protocol. */
export function parseListwise(solution: ListwiseSolution): Parsed<Ranking> {
  const { windows, fallbacks, copied } = solution;
  const diagnostics: ItemDiagnostic[] = [
    { id: 'fallback-windows', value: fallbacks, n: windows },
    { id: 'repeated-numbers', value: solution.repeated, n: windows, per: 'windows' },
    { id: 'omitted-numbers', value: solution.omitted, n: windows, per: 'windows' },
    { id: 'numbers-out-of-range', value: solution.outOfRange, n: windows, per: 'windows' },
    { id: 'zero-based-windows', value: solution.zeroBased, n: windows },
    { id: 'copied-windows', value: copied === true ? 1 : 0, n: copied === null ? 0 : 1 },
  ];
  if (solution.fault !== null || fallbacks === windows) {
    const value: Ranking = { ranking: [], unread: true, ...paperOf(solution) };
    const stop = solution.stop ?? (solution.allCut ? 'truncated' : null);
    if (stop !== null) return { outcome: 'stopped', reason: stop, value, diagnostics };
    return { outcome: 'unparsed', reason: 'invalid', value, diagnostics };
  }
  const { ranking, lost } = solution;
  return {
    outcome: 'scored',
    // First mentions, then what was lost, for those who refuse repeats.
    value: lost.length === 0 ? { ranking } : { ranking: [...new Set(ranking), ...lost], paper: { ranking } },
    ...(solution.truncated ? { truncated: true } : {}),
    diagnostics,
  };
}

/** What the authors' reader leaves of a query that `standard` could not read. */
function paperOf({ fault, byAuthors, ranking }: ListwiseSolution): Pick<Ranking, 'paper'> {
  if (fault !== null) return { paper: { fault } };
  return byAuthors ? { paper: { ranking } } : {};
}

/** The commonest reason where no answer was usable; null where one was. */
export function commonStop(answers: readonly Pick<Answer, 'stop'>[]): StopReason | null {
  const counts = new Map<StopReason, number>();
  for (const { stop } of answers) {
    if (stop === null) return null;
    counts.set(stop, (counts.get(stop) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** A number out of range is a KeyError in the authors' thread: the query gets no ranking. */
function deadThread(item: RankingItem, window: number): ResultError {
  return {
    protocol: 'paper',
    code: 'unreadable-answer',
    message: `the authors’ code stops with KeyError at query ${item.id}: window ${window} names a passage that is not in it`,
    details: { exception: 'KeyError', query: item.id, window },
  };
}

/** One word for the query's own generator, so that the order of queries does not matter. */
function seedOf(seed: number, query: string): number {
  return createHash('sha256').update(`${seed}|${query}`).digest().readUInt32BE(0);
}
