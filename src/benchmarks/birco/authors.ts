import { pythonFloat } from '../../text/python.ts';

/** A score, or the exception that the authors' code raises on the text. */
export type PaperScore = { readonly value: number } | { readonly exception: 'IndexError' | 'ValueError' };

/**
 * Reads a pointwise score as the authors' scripts do (specification 8.1): the first `SCORE: `, else the first
 * `Score: `, else (method `subtask` only) the first `score of `, up to a blank, newline or `/`; else 0.
 * `nan` and `inf` pass, nothing is clamped. `subtask` turns failures after `SCORE` into 0.
 *
 * @param text the model's whole answer
 */
export function paperScore(text: string, method: 'score' | 'reason' | 'subtask'): PaperScore {
  if (text.includes('SCORE')) {
    const read = after(text, 'SCORE: ');
    return 'exception' in read && method === 'subtask' ? { value: 0 } : read;
  }
  if (text.includes('Score')) return after(text, 'Score: ');
  if (method === 'subtask' && text.includes('score of ')) return after(text, 'score of ');
  return { value: 0 };
}

function after(text: string, key: string): PaperScore {
  const [, rest] = text.split(key);
  if (rest === undefined) return { exception: 'IndexError' };
  const word = /^[^ \n/]*/.exec(rest)?.[0] ?? '';
  const value = pythonFloat(word);
  return value === undefined ? { exception: 'ValueError' } : { value };
}

/**
 * Orders documents by score as the authors' scripts do: within equal scores, in ascending order of a second
 * similarity, +0.00, +0.01, +0.02, … is added; then a stable sort, descending. With many ties the bonus passes the
 * next score.
 *
 * @param scores score by document, in the order that the stable sort starts from
 * @param similarity second similarity by document
 * @returns document ids, best first
 */
export function paperTieBreak(
  scores: ReadonlyMap<string, number>,
  similarity: (id: string) => number,
): string[] {
  const groups = new Map<number, string[]>();
  for (const [id, score] of scores) {
    const group = groups.get(score);
    if (group === undefined) groups.set(score, [id]);
    else group.push(id);
  }
  const raised = new Map<string, number>();
  for (const [score, group] of groups) {
    const ascending = group.map((id) => ({ id, at: similarity(id) })).sort((a, b) => a.at - b.at);
    ascending.forEach(({ id }, place) => {
      raised.set(id, score + place * 0.01);
    });
  }
  return [...scores.keys()].sort((a, b) => (raised.get(b) ?? 0) - (raised.get(a) ?? 0));
}

/** A window of a ranking listed worst first: places `start` up to, not including, `end`. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/**
 * The windows over a ranking of n documents, from the worst end to the best; the last is flush with the end.
 * A pool smaller than the window has none.
 */
export function windowsOf(n: number, size: number, step: number): Window[] {
  const windows: Window[] = [];
  if (n < size) return windows;
  let start = 0;
  windows.push({ start, end: start + size });
  while (start + size < n) {
    start = Math.min(start + step, n - size);
    windows.push({ start, end: start + size });
  }
  return windows;
}

/**
 * Reads a window's answer by the authors' pattern: the first `[n]( > [n])*` with exactly one blank around each `>`.
 *
 * @param size passages in the window, numbered from 0 in the answer
 * @returns their numbers, best first, or null where the code falls back to a random permutation. Range and repeats
 *   are not checked, as in the code.
 */
export function paperWindow(text: string, size: number): number[] | null {
  const found = /\[\p{Nd}+\](?: > \[\p{Nd}+\])*/u.exec(text)?.[0];
  if (found === undefined) return null;
  const numbers = [...found.matchAll(/\[(\p{Nd}+)\]/gu)].map(
    (match) => pythonFloat(match[1] ?? '') ?? Number.NaN,
  );
  return numbers.length === size ? numbers : null;
}
