import { QuadratError } from '../core/errors.ts';
import { sha256Hex } from './hash.ts';

/** What can be drawn as an example. */
export interface ExampleCandidate {
  readonly id: string;
  readonly question: string;
}

export interface DrawOptions {
  /** How many examples. */
  readonly count: number;
  readonly seed: number;
  /** `seeded`: in an order that the seed decides; `first`: as the pool has them. `seeded` if absent. */
  readonly sampler?: 'seeded' | 'first';
}

/** A question as it is compared: lower case, without punctuation and surplus white space. */
export function comparableQuestion(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ');
}

/**
 * Draws examples for a prompt. The item itself is never among them, nor is a candidate with its question.
 *
 * @returns `count` candidates; the same ones for the same pool and seed
 * @throws QuadratError `data-missing` if too few are left: a shorter prompt would be another setting
 */
export function drawExamples<E extends ExampleCandidate>(
  pool: readonly E[],
  item: ExampleCandidate | undefined,
  { count, seed, sampler = 'seeded' }: DrawOptions,
): readonly E[] {
  const own = item === undefined ? undefined : comparableQuestion(item.question);
  const left = pool.filter(({ id, question }) => id !== item?.id && comparableQuestion(question) !== own);
  if (left.length < count) {
    throw new QuadratError(
      'not-enough-examples',
      `${count} examples are wanted, ${left.length} are there that are not the item itself`,
      { ...(item === undefined ? {} : { item: item.id }), next: 'Give a larger pool of examples.' },
    );
  }
  if (sampler === 'first') return left.slice(0, count);
  return left
    .map((candidate) => ({ candidate, key: sha256Hex(`${seed}|${candidate.id}`) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .slice(0, count)
    .map(({ candidate }) => candidate);
}
