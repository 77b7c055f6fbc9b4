import { z } from 'zod';
import { sha256Hex } from '../../data/hash.ts';
import content from './pool-articles.json' with { type: 'json' };

const schema = z.object({ source: z.string(), articles: z.record(z.string(), z.string()) });

const KEY_DIGITS = 12;

/** Article by key of a right passage. */
const known = new Map(
  Object.entries(schema.parse(content).articles).flatMap(([article, keys]) =>
    keys.split(' ').map((key) => [key, article] as const),
  ),
);

/** The first digits of a passage's SHA-256 (hex); white space counts as single blanks. */
export function passageKey(text: string): string {
  return sha256Hex(text.trim().split(/\s+/u).join(' ')).slice(0, KEY_DIGITS);
}

/** ID of the article that a right passage of the released pool comes from; undefined for other passages. */
export function articleOf(passage: string): string | undefined {
  return known.get(passageKey(passage));
}

/**
 * What questions about one article share: the article's name where the pool gives one, else the ID of the released
 * article, else the text of the right passage.
 *
 * @param named the column `article` of a pool of one's own; empty: none
 */
export function clusterOf(passage: string, named: string): string {
  if (named !== '') return named;
  return articleOf(passage) ?? `passage ${passageKey(passage)}`;
}
