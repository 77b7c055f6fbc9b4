// The invented BIRCO samples: the rules that their sources keep, and the pickle that is made from each.
import { pickleTestSet } from './pickle-writer.js';

/** What differs between the sets: duplicate texts, types in the pickle. */
const KINDS = new Map([
  ['doris-mae', { duplicates: 0, numpyQueryIds: false, floatGrades: true, grades: fractions }],
  ['arguana', { duplicates: 2, numpyQueryIds: true, floatGrades: false, grades: oneRelevant }],
  ['wtb', { duplicates: 1, numpyQueryIds: true, floatGrades: false, grades: oneRelevant }],
  ['clinical-trial', { duplicates: 1, numpyQueryIds: false, floatGrades: false, grades: eligibility }],
  ['relic', { duplicates: 0, numpyQueryIds: true, floatGrades: false, grades: oneRelevant }],
]);

export const SETS = [...KINDS.keys()];

const LIMITS = {
  queries: 24,
  corpus: [60, 80],
  corpusTotal: 380,
  queryWords: [40, 80],
  passageWords: [40, 65],
  pool: [10, 14],
  traps: [2, 3],
};

/** Texts that try to talk to a ranking model. */
const TRAP = /^\[1\]|SCORE: 10|ignore the instructions above/im;
const EMOJI = /\p{Extended_Pictographic}/u;
const CONTACT = /\S@\S|\d[\d ()/-]{7,}\d/;

/**
 * What is wrong with one source.
 *
 * @param {{set: string, corpus: {id: string, text: string}[], queries: object[]}} source the parsed file
 * @param {string} set the set that it should hold
 * @returns {string[]} one sentence each; empty where all is well
 */
export function problemsOf(source, set) {
  const kind = KINDS.get(set);
  if (kind === undefined) return [`there is no set ${set}; the sets are ${SETS.join(', ')}`];
  const problems = [];
  const say = (where, what) => problems.push(`${where}: ${what}`);
  if (source.set !== set) say('set', `is ${JSON.stringify(source.set)}, not ${JSON.stringify(set)}`);
  if (typeof source.objective_note !== 'string' || source.objective_note === '') {
    say('objective_note', 'is missing');
  }
  if (source.queries.length !== LIMITS.queries) {
    say('queries', `there are ${source.queries.length}, not ${LIMITS.queries}`);
  }
  checkRange(say, 'corpus', 'passages', source.corpus.length, LIMITS.corpus);

  const ids = new Set();
  for (const entry of [...source.corpus, ...source.queries]) {
    const isQuery = 'pool' in entry;
    const where = `${isQuery ? 'query' : 'passage'} ${entry.id}`;
    if (ids.has(entry.id)) say(where, 'the id occurs twice');
    ids.add(entry.id);
    if (!/^[\x21-\x7e]+$/.test(entry.id)) say(where, 'the id must be ASCII without spaces');
    if (entry.text !== entry.text.trim()) say(where, 'the text begins or ends with white space');
    if (CONTACT.test(entry.text)) say(where, 'the text looks as if it held an address or a telephone number');
    const words = entry.text.split(/\s+/).length;
    checkRange(say, where, 'words', words, isQuery ? LIMITS.queryWords : LIMITS.passageWords);
  }

  const passages = new Map(source.corpus.map(({ id, text }) => [id, text]));
  const used = new Set();
  for (const query of source.queries) {
    const where = `query ${query.id}`;
    const pool = new Map(query.pool);
    if (pool.size !== query.pool.length) say(where, 'a document stands twice in the pool');
    checkRange(say, where, 'documents in the pool', query.pool.length, LIMITS.pool);
    for (const id of pool.keys()) {
      used.add(id);
      if (!passages.has(id)) say(where, `document ${id} of the pool is not in the corpus`);
    }
  }
  for (const id of passages.keys()) {
    if (!used.has(id)) say(`passage ${id}`, 'is in no pool');
  }
  checkDuplicates(say, source, kind.duplicates);
  kind.grades(say, source);
  return problems;
}

/**
 * What is wrong with the five sources together.
 *
 * @param {{set: string, corpus: {id: string, text: string}[], queries: object[]}[]} sources
 * @returns {string[]}
 */
export function problemsOfAll(sources) {
  const problems = [];
  const say = (where, what) => problems.push(`${where}: ${what}`);
  const passages = sources.flatMap(({ corpus }) => corpus);
  const texts = [...passages, ...sources.flatMap(({ queries }) => queries)].map(({ text }) => text);
  checkRange(say, 'all sets', 'passages', passages.length, [1, LIMITS.corpusTotal]);
  const traps = passages.filter(({ text }) => TRAP.test(text)).length;
  checkRange(say, 'all sets', 'passages that address a model', traps, LIMITS.traps);
  checkRange(say, 'all sets', 'texts with an emoji', texts.filter((text) => EMOJI.test(text)).length, [1, 1]);
  return problems;
}

/** The set as a pickle in the upstream format. */
export function pickleOf(source) {
  const { numpyQueryIds, floatGrades } = KINDS.get(source.set);
  return pickleTestSet(
    {
      query: source.queries.map(({ id, text }) => [id, text]),
      corpus: source.corpus.map(({ id, text }) => [id, text]),
      qrel: source.queries.map(({ id, pool }) => [id, pool]),
    },
    { numpyQueryIds, floatGrades },
  );
}

function checkRange(say, where, what, count, [low, high]) {
  if (count < low || count > high) say(where, `${count} ${what}, wanted ${low} to ${high}`);
}

function checkDuplicates(say, source, wanted) {
  const byText = new Map();
  for (const { id, text } of source.corpus) byText.set(text, [...(byText.get(text) ?? []), id]);
  const groups = [...byText.values()].filter((group) => group.length > 1);
  if (groups.length !== wanted) say('corpus', `${groups.length} texts occur twice, wanted ${wanted}`);
  for (const group of groups) {
    const together = source.queries.some(({ pool }) =>
      group.every((id) => pool.some(([document]) => document === id)),
    );
    if (!together) say(`passages ${group.join(' and ')}`, 'have the same text and share no pool');
  }
}

function oneRelevant(say, source) {
  for (const { id, pool } of source.queries) {
    const grades = pool.map(([, grade]) => grade);
    if (grades.some((grade) => grade !== 0 && grade !== 1)) say(`query ${id}`, 'grades must be 0 or 1');
    const relevant = grades.filter((grade) => grade === 1).length;
    if (relevant !== 1) say(`query ${id}`, `${relevant} documents have grade 1, wanted exactly one`);
  }
}

function eligibility(say, source) {
  for (const { id, pool } of source.queries) {
    const grades = pool.map(([, grade]) => grade);
    if (grades.some((grade) => ![0, 1, 2].includes(grade))) say(`query ${id}`, 'grades must be 0, 1 or 2');
    checkRange(say, `query ${id}`, 'relevant documents', grades.filter((grade) => grade > 0).length, [1, 5]);
    if (!/^[1-9][0-9]*$/.test(id)) say(`query ${id}`, 'the id must look like a whole number');
  }
  const without = source.queries.filter(({ pool }) => pool.every(([, grade]) => grade < 2)).length;
  if (without < 2) say('queries', `${without} without a document of grade 2, wanted at least 2`);
  const ids = source.queries.map(({ id }) => Number(id));
  if (ids.every((id, at) => at === 0 || id > ids[at - 1]))
    say('queries', 'the ids must not be in ascending order');
  if (new Set(source.queries.map(({ id }) => id.length)).size < 2)
    say('queries', 'all ids have the same length');
}

function fractions(say, source) {
  for (const { id, aspects, pool } of source.queries) {
    if (!Number.isInteger(aspects) || aspects < 2 || aspects > 9) {
      say(`query ${id}`, `aspects is ${aspects}, wanted 2 to 9`);
      continue;
    }
    for (const [document, grade] of pool) {
      const sum = Math.round(grade * aspects);
      if (!(grade >= 0 && grade <= 2) || grade !== sum / aspects) {
        say(`query ${id}`, `the grade ${grade} of ${document} is not k/${aspects} between 0 and 2`);
      }
    }
  }
  const without = source.queries.filter(({ pool }) => pool.every(([, grade]) => grade < 1)).length;
  if (without < 2) say('queries', `${without} without a document of grade 1 or more, wanted at least 2`);
}
