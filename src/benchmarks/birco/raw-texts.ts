import { type Parsed, type Predictions, QuadratError, type ResultWarning } from '../../core/index.ts';
import type { RankingItem } from './data.ts';
import { shuffledOrder } from './initial.ts';
import { type PassageTexts, parsePointwise } from './pointwise.ts';
import type { Ranking } from './ranking.ts';
import type { BircoSettings } from './settings.ts';

/**
 * Rankings from raw texts in a JSONL file. Ids are `query|document`, and `query|criterion number|document` for
 * `subtask`. A passage without a row counts as an answer that never came.
 *
 * @param outputs text by id
 */
export function readRawTexts(
  outputs: ReadonlyMap<string, string>,
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
  if (items === undefined) return { repeats: [new Map()], surplus: [] };
  const criteria = method === 'subtask' ? criteriaOf(outputs) : undefined;
  const rankings = new Map<string, Parsed<Ranking>>();
  const used = new Set<string>();
  let absent = 0;
  for (const item of items) {
    const initial = shuffledOrder(item, seed);
    const passages = initial.map((doc): PassageTexts => {
      const ids = criteria?.get(item.id)?.map((number) => `${item.id}|${number}|${doc}`) ?? [
        `${item.id}|${doc}`,
      ];
      for (const id of ids) used.add(id);
      return { doc, texts: ids.map((id) => outputs.get(id) ?? null) };
    });
    const texts = passages.flatMap((passage) => passage.texts);
    absent += texts.filter((text) => text === null).length;
    if (texts.every((text) => text === null)) continue;
    rankings.set(
      item.id,
      parsePointwise({ kind: 'pointwise', passages, initial, stop: null }, item, settings),
    );
  }
  const warnings: ResultWarning[] =
    absent === 0
      ? []
      : [
          {
            code: 'absent-outputs',
            message: `${absent} answers have no row in ${path}; each counts as one that never came`,
          },
        ];
  return { repeats: [rankings], surplus: [...outputs.keys()].filter((id) => !used.has(id)), warnings };
}

/** The criterion numbers of each query, ascending. */
function criteriaOf(outputs: ReadonlyMap<string, string>): ReadonlyMap<string, readonly number[]> {
  const numbers = new Map<string, Set<number>>();
  for (const id of outputs.keys()) {
    const [, query, number] = /^(.*?)\|(\d+)\|/.exec(id) ?? [];
    if (query === undefined || number === undefined) continue;
    numbers.set(query, (numbers.get(query) ?? new Set()).add(Number(number)));
  }
  return new Map([...numbers].map(([query, found]) => [query, [...found].sort((a, b) => a - b)]));
}
