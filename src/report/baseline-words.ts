/** What a baseline is, by its name; a name may mean something else in a task. */
const WORDS: readonly (readonly [name: string, words: string, task?: string])[] = [
  ['echo', 'the question given back as the answer', 'climaqa/freeform'],
  ['echo', 'the order in which the data set stores the candidates, given back'],
  ['echo-reversed', 'the stored order of the candidates backwards'],
  ['pool-order', 'the order of the pool, given back'],
  ['pool-order-reversed', 'the order of the pool backwards'],
  ['random', 'the expected value of a random answer'],
  ['bm25', 'a lexical ranking with BM25'],
  ['majority', 'always the most frequent label or answer'],
  ['all-false', 'no label at all'],
  ['all-true', 'every label'],
  ['another-answer', 'the reference answer of another question'],
  ['patterns', 'spans that fixed patterns find in the text'],
  ['empty', 'an empty answer to every item'],
  ['best-overlap-sentence', 'the sentence of the text that shares most with the question'],
  ['first-60-characters', 'the first 60 characters of the text'],
];

const PER_CHUNK = /-per-chunk$/;

/** What a baseline of a task is in words; undefined where nobody has said. */
export function baselineWords(name: string, task: string): string | undefined {
  const base = name.replace(PER_CHUNK, '');
  const found = WORDS.find(([known, , own]) => known === base && (own === undefined || own === task));
  if (found === undefined) return undefined;
  return PER_CHUNK.test(name) ? `${found[1]}, over chunks instead of articles` : found[1];
}
