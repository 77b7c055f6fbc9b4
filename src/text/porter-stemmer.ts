/**
 * The Porter stemmer with the extensions of NLTK 3.10, which rouge_score uses. Sources: Porter 1980; NLTK's
 * `PorterStemmer` in its default mode.
 */

/** Words that no rule treats right. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['sky', 'sky'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['news', 'news'],
  ['innings', 'inning'],
  ['inning', 'inning'],
  ['outings', 'outing'],
  ['outing', 'outing'],
  ['cannings', 'canning'],
  ['canning', 'canning'],
  ['howe', 'howe'],
  ['proceed', 'proceed'],
  ['exceed', 'exceed'],
  ['succeed', 'succeed'],
]);

/**
 * The stem of an English word.
 *
 * @param word lower-cased first, as NLTK does
 */
export function porterStem(word: string): string {
  const lower = word.toLowerCase();
  const irregular = IRREGULAR.get(lower);
  if (irregular !== undefined) return irregular;
  if (lower.length <= 2) return lower;
  let stem = plural(lower);
  stem = pastAndProgressive(stem);
  stem = finalY(stem);
  stem = doubleSuffixes(stem);
  stem = firstRule(stem, SINGLE_SUFFIXES, 0);
  stem = lastSuffixes(stem);
  stem = finalE(stem);
  return stem.endsWith('ll') && measure(stem, stem.length - 1) > 1 ? stem.slice(0, -1) : stem;
}

function isVowelLetter(code: number): boolean {
  // a, e, i, o, u
  return code === 0x61 || code === 0x65 || code === 0x69 || code === 0x6f || code === 0x75;
}

/** `y` is a consonant at the start and behind a vowel. */
function isConsonant(word: string, index: number): boolean {
  const code = word.charCodeAt(index);
  if (isVowelLetter(code)) return false;
  if (code !== 0x79) return true;
  return index === 0 || !isConsonant(word, index - 1);
}

/** Porter's m of the first `length` letters: how often a vowel is followed by a consonant. */
function measure(word: string, length: number): number {
  let count = 0;
  let afterVowel = false;
  let consonant = false;
  for (let index = 0; index < length; index += 1) {
    const code = word.charCodeAt(index);
    consonant = code === 0x79 ? index === 0 || !consonant : !isVowelLetter(code);
    if (consonant && afterVowel) count += 1;
    afterVowel = !consonant;
  }
  return count;
}

function hasVowel(word: string, length: number): boolean {
  for (let index = 0; index < length; index += 1) if (!isConsonant(word, index)) return true;
  return false;
}

/** Consonant, vowel, consonant other than w, x, y at the end; or a word of a vowel and a consonant. */
function endsShort(word: string, length: number): boolean {
  if (length === 2) return !isConsonant(word, 0) && isConsonant(word, 1);
  if (length < 3) return false;
  const last = word.charAt(length - 1);
  return (
    isConsonant(word, length - 3) &&
    !isConsonant(word, length - 2) &&
    isConsonant(word, length - 1) &&
    last !== 'w' &&
    last !== 'x' &&
    last !== 'y'
  );
}

/** Step 1a. */
function plural(word: string): string {
  if (!word.endsWith('s')) return word;
  if (word.endsWith('ies')) return word.slice(0, word.length === 4 ? -1 : -2);
  if (word.endsWith('sses')) return word.slice(0, -2);
  return word.endsWith('ss') ? word : word.slice(0, -1);
}

/** Step 1b. */
function pastAndProgressive(word: string): string {
  if (word.endsWith('ied')) return word.slice(0, word.length === 4 ? -1 : -2);
  if (word.endsWith('eed')) return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word;
  const cut = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  const length = word.length - cut;
  if (cut === 0 || !hasVowel(word, length)) return word;
  const stem = word.slice(0, length);
  if (stem.endsWith('at') || stem.endsWith('bl') || stem.endsWith('iz')) return `${stem}e`;
  const last = stem.charAt(length - 1);
  if (length >= 2 && last === stem.charAt(length - 2) && isConsonant(stem, length - 1)) {
    return last === 'l' || last === 's' || last === 'z' ? stem : stem.slice(0, -1);
  }
  return measure(stem, length) === 1 && endsShort(stem, length) ? `${stem}e` : stem;
}

/** Step 1c. */
function finalY(word: string): string {
  const before = word.length - 1;
  return word.endsWith('y') && before > 1 && isConsonant(word, before - 1)
    ? `${word.slice(0, before)}i`
    : word;
}

type Rule = readonly [suffix: string, replacement: string];

/** The first rule whose suffix fits decides; it applies if what is before has a measure above `least`. */
function firstRule(word: string, rules: readonly Rule[], least: number): string {
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue;
    const length = word.length - suffix.length;
    return measure(word, length) > least ? word.slice(0, length) + replacement : word;
  }
  return word;
}

const DOUBLE_SUFFIXES: readonly Rule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['fulli', 'ful'],
];

/** Step 2. */
function doubleSuffixes(word: string): string {
  if (word.endsWith('alli'))
    return measure(word, word.length - 4) > 0 ? doubleSuffixes(word.slice(0, -2)) : word;
  if (word.endsWith('logi')) return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word;
  return firstRule(word, DOUBLE_SUFFIXES, 0);
}

/** Step 3. */
const SINGLE_SUFFIXES: readonly Rule[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

const LAST_SUFFIXES: readonly Rule[] = [
  'al',
  'ance',
  'ence',
  'er',
  'ic',
  'able',
  'ible',
  'ant',
  'ement',
  'ment',
  'ent',
  'ou',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
].map((suffix) => [suffix, '']);

/** Step 4. */
function lastSuffixes(word: string): string {
  if (!word.endsWith('ion')) return firstRule(word, LAST_SUFFIXES, 1);
  const length = word.length - 3;
  const before = word.charAt(length - 1);
  return measure(word, length) > 1 && (before === 's' || before === 't') ? word.slice(0, length) : word;
}

/** Step 5a. */
function finalE(word: string): string {
  if (!word.endsWith('e')) return word;
  const length = word.length - 1;
  const value = measure(word, length);
  return value > 1 || (value === 1 && !endsShort(word, length)) ? word.slice(0, length) : word;
}
