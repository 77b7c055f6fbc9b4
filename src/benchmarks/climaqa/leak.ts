import { comparableQuestion } from '../../data/few-shot.ts';

/** Words of an n-gram, and the share of a question's n-grams from which on it is a copy. */
const GRAM = 8;
const SHARE = 0.8;

/** Says which known question another one copies, or nearly. */
export interface LeakCheck {
  /** The id of the known question, and how the two are alike; undefined: none. */
  find(question: string): { readonly id: string; readonly why: 'same-words' | '8-gram-overlap' } | undefined;
}

/**
 * A check against known questions: the same words in lower case and without punctuation, or more than 80 % of the
 * 8-grams of words in one of them.
 */
export function leakCheck(known: Iterable<{ readonly id: string; readonly question: string }>): LeakCheck {
  const whole = new Map<string, string>();
  const grams = new Map<string, Set<string>>();
  for (const { id, question } of known) {
    const words = comparableQuestion(question);
    if (!whole.has(words)) whole.set(words, id);
    for (const gram of gramsOf(words)) {
      const ids = grams.get(gram) ?? new Set();
      grams.set(gram, ids.add(id));
    }
  }
  return {
    find(question) {
      const words = comparableQuestion(question);
      const same = whole.get(words);
      if (same !== undefined) return { id: same, why: 'same-words' };
      const own = gramsOf(words);
      const shared = new Map<string, number>();
      for (const gram of own)
        for (const id of grams.get(gram) ?? []) shared.set(id, (shared.get(id) ?? 0) + 1);
      for (const [id, count] of shared) {
        if (count / own.length > SHARE) return { id, why: '8-gram-overlap' };
      }
      return undefined;
    },
  };
}

function gramsOf(text: string): readonly string[] {
  const words = text.split(' ');
  const grams: string[] = [];
  for (let at = 0; at + GRAM <= words.length; at += 1) grams.push(words.slice(at, at + GRAM).join(' '));
  return grams;
}
