import {
  type Parsed,
  type Predictions,
  QuadratError,
  type ResultWarning,
  type StopReason,
} from '../../core/index.ts';
import type { PredictionLine } from '../../data/predictions.ts';
import type { RankingItem } from './data.ts';
import { initialOrder } from './initial.ts';
import { commonStop } from './listwise.ts';
import { type PassageTexts, parsePointwise } from './pointwise.ts';
import type { Ranking } from './ranking.ts';
import type { BircoSettings } from './settings.ts';

/**
 * Rankings from raw texts in a JSONL file. Ids are `query|document`, and `query|criterion number|document` for
 * `subtask`, whose rows `query|criteria` are passed over. A passage without a row counts as an answer that never came.
 * Ties are broken by the shuffled order or by BM25, as the setting `initial` says.
 *
 * @param repeats lines of each repeat
 */
export function readRawTexts(
  repeats: readonly (readonly PredictionLine[])[],
  path: string,
  items: readonly RankingItem[] | undefined,
  settings: BircoSettings,
  seed: number,
): Predictions<Ranking> {
  const { method } = settings;
  if (method !== 'score' && method !== 'reason' && method !== 'subtask') {
    throw new QuadratError('invalid-setting', `raw texts of method ${method} cannot be scored from a file`, {
      file: path,
      next: 'Raw texts belong to --set method=score, reason or subtask; give whole rankings as {id, answer} otherwise.',
    });
  }
  if (settings.initial !== 'shuffle' && settings.initial !== 'bm25') {
    throw new QuadratError(
      'invalid-setting',
      'ties of raw texts cannot be broken by a file of first rankings',
      {
        file: path,
        next: 'Take --set initial=shuffle or bm25.',
      },
    );
  }
  const texts = repeats.map((lines) => new Map(lines.map((line) => [line.id, textOf(line, path)])));
  if (items === undefined) return { repeats: texts.map(() => new Map()), surplus: [] };
  const used = new Set(method === 'subtask' ? items.map(({ id }) => `${id}|criteria`) : []);
  const read = texts.map((own) => readRepeat(own, items, settings, seed, used));
  const ids = texts.flatMap((own) => [...own.keys()]);
  if (!items.some((item) => ids.some((id) => id.startsWith(`${item.id}|`))))
    throw ofOtherData(ids, path, method);
  const absent = read.reduce((sum, one) => sum + one.absent, 0);
  const surplus = new Set(texts.flatMap((own) => [...own.keys()].filter((id) => !used.has(id))));
  return {
    repeats: read.map(({ rankings }) => rankings),
    surplus: [...surplus],
    warnings: absent === 0 ? [] : [absentWarning(absent, path)],
  };
}

/** A raw text, or why there is none. */
interface RawText {
  readonly text: string | null;
  readonly stop: StopReason | null;
  readonly truncated: boolean;
}

const NEVER_CAME: RawText = { text: null, stop: 'empty', truncated: false };

/** Reads one repeat; notes the ids that it used. */
function readRepeat(
  texts: ReadonlyMap<string, RawText>,
  items: readonly RankingItem[],
  settings: BircoSettings,
  seed: number,
  used: Set<string>,
) {
  const criteria = settings.method === 'subtask' ? criteriaOf(texts.keys()) : undefined;
  const rankings = new Map<string, Parsed<Ranking>>();
  let absent = 0;
  for (const item of items) {
    const initial = initialOrder(item, settings.initial === 'bm25' ? 'bm25' : 'shuffle', seed);
    const found: RawText[] = [];
    const passages = initial.map((doc): PassageTexts => {
      const ids = criteria?.get(item.id)?.map((number) => `${item.id}|${number}|${doc}`) ?? [
        `${item.id}|${doc}`,
      ];
      for (const id of ids) used.add(id);
      absent += ids.filter((id) => !texts.has(id)).length;
      const own = ids.map((id) => texts.get(id) ?? NEVER_CAME);
      found.push(...own);
      const truncated = own.some((one) => one.truncated);
      return { doc, texts: own.map(({ text }) => text), ...(truncated ? { truncated } : {}) };
    });
    if (found.every((one) => one === NEVER_CAME)) continue;
    const solution = { kind: 'pointwise', passages, initial, stop: commonStop(found) } as const;
    rankings.set(item.id, parsePointwise(solution, item, settings));
  }
  return { rankings, absent };
}

const FILTERED = /filter|safety|prohibited|blocklist/i;

/** A line's text, where its reason to stop lets it be read. */
function textOf({ id, line, output, finishReason }: PredictionLine, file: string): RawText {
  if (typeof output !== 'string') {
    throw new QuadratError('invalid-format', 'a raw text is one text, not a list', { file, line, item: id });
  }
  if (finishReason !== null && FILTERED.test(finishReason))
    return { text: null, stop: 'filtered-output', truncated: false };
  if (finishReason === 'refusal') return { text: null, stop: 'refusal', truncated: false };
  if (output.trim() === '') return { text: null, stop: 'empty', truncated: false };
  return { text: output, stop: null, truncated: finishReason === 'length' };
}

/** No row is about a query of these data. */
function ofOtherData(ids: readonly string[], file: string, method: string): QuadratError {
  return new QuadratError('wrong-dataset', 'no row of the file is about a query of these data', {
    file,
    data: { ids: ids.slice(0, 10) },
    next: `Ids of method ${method} are ${method === 'subtask' ? 'query|criterion number|document' : 'query|document'}, as \`quadrat export\` writes them.`,
  });
}

function absentWarning(absent: number, path: string): ResultWarning {
  return {
    code: 'absent-outputs',
    message: `${absent} answers have no row in ${path}; each counts as one that never came`,
  };
}

/** The criterion numbers of each query, ascending. */
function criteriaOf(ids: Iterable<string>): ReadonlyMap<string, readonly number[]> {
  const numbers = new Map<string, Set<number>>();
  for (const id of ids) {
    const [, query, number] = /^(.*?)\|(\d+)\|/.exec(id) ?? [];
    if (query === undefined || number === undefined) continue;
    numbers.set(query, (numbers.get(query) ?? new Set()).add(Number(number)));
  }
  return new Map([...numbers].map(([query, found]) => [query, [...found].sort((a, b) => a - b)]));
}
