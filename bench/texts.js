// Invented texts for the speed measurements: the same ones on every machine.

/** A generator of numbers from 0 to 1, below 1 (mulberry32). */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SYLLABLES =
  'ba be co da de fi ga in ka la le lo ma mi na ne or pa re ri ro sa se ta te ti ur ve wa yo'.split(' ');
const ENDINGS = ['', '', '', 's', 'ed', 'ing', 'ation', 'ational', 'ness', 'ly', 'er', 'ies'];
const COMMON = 'the of and to in a is that for it as was with be by on not he'.split(' ');

const pick = (random, list) => list[Math.floor(random() * list.length)];

function word(random) {
  if (random() < 0.35) return pick(random, COMMON);
  let made = '';
  // Few words are frequent, as in a language.
  const length = 1 + Math.floor(random() * random() * 4);
  for (let index = 0; index < length; index += 1) made += pick(random, SYLLABLES);
  return made + pick(random, ENDINGS);
}

function sentence(random) {
  const words = [];
  const length = 18 + Math.floor(random() * 22);
  for (let index = 0; index < length; index += 1) {
    const mark = random();
    words.push(
      mark < 0.06
        ? `${word(random)},`
        : mark < 0.08
          ? '1,250.5'
          : mark < 0.1
            ? `(${word(random)})`
            : word(random),
    );
  }
  return `${words.join(' ')}.`;
}

function chinese(random, length) {
  const units = [];
  for (let index = 0; index < length; index += 1) {
    const mark = random();
    if (mark < 0.08) units.push(mark < 0.04 ? 0xff0c : 0x3002);
    // Frequent characters first.
    else units.push(0x4e00 + Math.floor(random() * random() * 6000));
  }
  return String.fromCharCode(...units);
}

/** A text like another: some of its parts are left out, doubled or replaced. */
function variant(random, parts, other) {
  return parts.flatMap((part) => {
    const chance = random();
    if (chance < 0.08) return [];
    if (chance < 0.28) return [other(random)];
    return chance < 0.32 ? [part, part] : [part];
  });
}

/** Pairs of a hypothesis and a reference of 18 to 39 English-like words. */
export function englishPairs(count, seed = 1) {
  const random = generator(seed);
  return Array.from({ length: count }, () => {
    const reference = sentence(random);
    return { hypothesis: variant(random, reference.split(' '), word).join(' '), reference };
  });
}

/** Pairs of a hypothesis and a reference of 25 to 60 Chinese characters. */
export function chinesePairs(count, seed = 2) {
  const random = generator(seed);
  return Array.from({ length: count }, () => {
    const reference = chinese(random, 25 + Math.floor(random() * 36));
    return {
      hypothesis: variant(random, Array.from(reference), (from) => chinese(from, 1)).join(''),
      reference,
    };
  });
}

/** Pairs of unlike texts of 50 characters: code points from `first`, `size` many, all equally frequent. */
export function characterPairs(count, first, size, seed = 3) {
  const random = generator(seed);
  const text = () =>
    String.fromCharCode(...Array.from({ length: 50 }, () => first + Math.floor(random() * size)));
  return Array.from({ length: count }, () => [text(), text()]);
}
