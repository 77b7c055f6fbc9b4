// The sample of WXImpactBench: three CSV files in the upstream form, made of one readable source.
import { createHash } from 'node:crypto';

export const LABELS = [
  'Infrastructural',
  'Political',
  'Financial',
  'Ecological',
  'Agricultural',
  'Human Health',
];
const HEADER = [
  'ID',
  'Date',
  'Time_Period',
  'Weather_Type',
  'Article',
  ...LABELS.map((label) => `${label} Impact`),
];
/** Passages a pool; the published pools have a hundred. */
export const POOL = 20;

/** What breaks a rule, in words; empty: nothing. */
export function problemsOf({ articles }) {
  const problems = [];
  const fault = (where, what) => problems.push(`${where}: ${what}`);
  if (articles.length !== 24) fault('articles', `there are ${articles.length}, not 24`);
  const ids = new Set();
  const texts = new Set();
  for (const { id, date, period, weather, chunks } of articles) {
    const where = `article ${id}`;
    if (ids.has(id)) fault(where, 'the id occurs twice');
    ids.add(id);
    const year = Math.floor(date / 10000);
    if (period !== (year < 1900 ? 'historical' : 'modern')) fault(where, `${date} is not ${period}`);
    if (weather === '') fault(where, 'there is no weather type');
    for (const { text, labels, question, blank } of chunks) {
      const words = text.split(/\s+/).length;
      if (words < 40 || words > 65) fault(where, `${words} words, wanted 40 to 65`);
      if (texts.has(text)) fault(where, 'a text occurs twice');
      texts.add(text);
      if (/@|https?:|\d{3}[- ]\d{4}/.test(text)) fault(where, 'held an address or a telephone number');
      for (const label of [...labels, ...(blank ?? [])])
        if (!LABELS.includes(label)) fault(where, `${label} is no label`);
      if (labels.length > 0 !== (question !== undefined))
        fault(where, 'a text with a label has a question, and no other');
    }
  }
  const chunks = articles.flatMap((article) => article.chunks);
  if (chunks.filter(({ question }) => question !== undefined).length !== 24)
    fault('questions', 'there must be 24');
  if (!articles.some(({ chunks: own }) => own.length > 1)) fault('articles', 'none has more than one chunk');
  if (!articles.some(({ chunks: own }) => own.every(({ labels }) => labels.length === 0)))
    fault('articles', 'none is without impact');
  return problems;
}

function csv(rows) {
  const cell = (value) =>
    /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  return rows.map((row) => `${row.map(cell).join(',')}\n`).join('');
}

const flags = (labels, blank = []) =>
  LABELS.map((label) => (blank.includes(label) ? '' : labels.includes(label) ? 1 : 0));

/** The three files by name. */
export function filesOf({ articles }) {
  const long = articles.map(({ id, date, period, weather, chunks }) => {
    const labels = chunks.flatMap((chunk) => chunk.labels);
    return [id, date, period, weather, chunks.map(({ text }) => text).join(' '), ...flags(labels)];
  });
  const mixed = articles.flatMap(({ id, date, period, weather, chunks }) =>
    chunks.map(({ text, labels, blank }) => [id, date, period, weather, text, ...flags(labels, blank)]),
  );
  return new Map([
    ['LongCTX_Dataset.csv', csv([HEADER, ...long])],
    ['MixedCTX_Dataset.csv', csv([HEADER, ...mixed])],
    ['QACandidate_Pool.csv', csv(poolRows(articles))],
  ]);
}

/** Each question with its own passage and others that have a question, in an order that its number decides. */
function poolRows(articles) {
  const asked = articles.flatMap(({ chunks }) => chunks).filter(({ question }) => question !== undefined);
  const header = ['id', 'query', 'correct_passage_index'];
  for (let at = 1; at <= POOL; at++) header.push(`passage_${at}`);
  return [
    header,
    ...asked.map(({ text, question }, at) => {
      const key = (passage, salt) => createHash('sha256').update(`${at}|${salt}|${passage}`).digest('hex');
      const by = (salt) => (a, b) => (key(a, salt) < key(b, salt) ? -1 : 1);
      const others = asked.map((one) => one.text).filter((other) => other !== text);
      const pool = [text, ...others.sort(by('draw')).slice(0, POOL - 1)].sort(by('order'));
      return [at + 1, question, pool.indexOf(text) + 1, ...pool];
    }),
  ];
}
