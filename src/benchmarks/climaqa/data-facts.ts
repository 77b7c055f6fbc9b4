import type { ResultWarning } from '../../core/index.ts';
import type { DataRow } from './rows.ts';
import type { Kind } from './sets.ts';

/** How often each letter is the right one, in the order of the letters. */
export function letterCounts(rows: readonly DataRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { options, answer } of rows) {
    if (options === null) continue;
    for (const key of options.keys()) if (!counts.has(key)) counts.set(key, 0);
    counts.set(answer, (counts.get(answer) ?? 0) + 1);
  }
  return counts;
}

/** Statements whose mask stands more than once: only the first is the middle of the phrase. */
export function severalMasks(kind: Kind, rows: readonly DataRow[], mask: string): ResultWarning[] {
  if (kind !== 'cloze') return [];
  const found = rows.filter(({ question }) => question.split(mask).length > 2);
  return warning('several-masks', found, `have ${mask} more than once`);
}

/** Gold terms with white space or punctuation at an end: a strict comparison needs them too. */
export function punctuatedAnswers(kind: Kind, rows: readonly DataRow[]): ResultWarning[] {
  if (kind !== 'cloze') return [];
  const found = rows.filter(({ answer }) => /^[\s\p{P}]|[\s\p{P}]$/u.test(answer.replace(/%$/, '')));
  return warning(
    'punctuated-answers',
    found,
    'have a gold term that begins or ends with white space or punctuation',
  );
}

function warning(code: string, rows: readonly DataRow[], what: string): ResultWarning[] {
  if (rows.length === 0) return [];
  const named = rows.slice(0, 5).map(({ row }) => row);
  return [
    { code, message: `${rows.length} rows ${what}: ${named.join(', ')}${rows.length > 5 ? ', …' : ''}.` },
  ];
}
