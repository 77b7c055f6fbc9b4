import { QuadratError } from '../core/errors.ts';

/** Grades: query to document to grade, in file order. */
export type Qrels = Map<string, Map<string, number>>;

/** A document that a system returned for a query. */
export interface RunEntry {
  readonly id: string;
  readonly score: number;
}

/** What a system returned: query to entries, in file order. */
export type TrecRun = Map<string, RunEntry[]>;

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0a);
}

/** Calls `take` with the fields of each line that is not blank. Fields end at ASCII white space, lines at LF. */
function eachLine(text: string, take: (fields: readonly string[], line: number) => void): void {
  const fields: string[] = [];
  let line = 0;
  for (let start = 0; start < text.length; ) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    line += 1;
    fields.length = 0;
    let at = start;
    while (at < end) {
      while (at < end && isSpace(text.charCodeAt(at))) at += 1;
      const from = at;
      while (at < end && !isSpace(text.charCodeAt(at))) at += 1;
      if (at > from) fields.push(text.slice(from, at));
    }
    if (fields.length > 0) take(fields, line);
    start = end + 1;
  }
}

function malformed(file: string, line: number, what: string, form: string): QuadratError {
  return new QuadratError('invalid-trec', what, { file, line, next: `A line is: ${form}.` });
}

/**
 * Reads TREC relevance judgements: `query 0 document grade` a line. Fractional grades stay as they are.
 *
 * @param file its name, for messages
 * @throws QuadratError `invalid-trec` with the line; `duplicate-id` for two different grades of one document
 */
export function readQrels(text: string, file: string): Qrels {
  const form = 'query 0 document grade';
  const qrels: Qrels = new Map();
  eachLine(text, (fields, line) => {
    const [query, , document, written] = fields;
    if (fields.length !== 4 || query === undefined || document === undefined || written === undefined) {
      throw malformed(file, line, `${fields.length} columns where 4 are due`, form);
    }
    const grade = NUMBER.test(written) ? Number(written) : Number.NaN;
    if (!Number.isFinite(grade)) throw malformed(file, line, `the grade ${written} is not a number`, form);
    let pool = qrels.get(query);
    if (pool === undefined) {
      pool = new Map();
      qrels.set(query, pool);
    }
    const known = pool.get(document);
    if (known !== undefined && known !== grade) {
      throw new QuadratError('duplicate-id', `${document} has the grades ${known} and ${grade}`, {
        file,
        line,
        item: query,
        next: 'Keep one of them.',
        data: { query, document, grades: [known, grade] },
      });
    }
    pool.set(document, grade);
  });
  return qrels;
}

/**
 * Reads a TREC run: `query Q0 document rank score tag` a line. The rank column and the order of the lines mean
 * nothing; the score orders. A document that stands twice stays twice.
 *
 * @param file its name, for messages
 * @throws QuadratError `invalid-trec` with the line; `invalid-score` for a score that is not a finite number
 */
export function readRun(text: string, file: string): TrecRun {
  const run: TrecRun = new Map();
  let lastQuery: string | undefined;
  let entries: RunEntry[] = [];
  eachLine(text, (fields, line) => {
    const [query, , id, , written] = fields;
    if (fields.length !== 6 || query === undefined || id === undefined || written === undefined) {
      throw malformed(
        file,
        line,
        `${fields.length} columns where 6 are due`,
        'query Q0 document rank score tag',
      );
    }
    const score = NUMBER.test(written) ? Number(written) : Number.NaN;
    if (!Number.isFinite(score)) {
      throw new QuadratError('invalid-score', `the score ${written} is not a finite number`, {
        file,
        line,
        item: query,
        next: 'Write a number.',
        data: { query, document: id },
      });
    }
    if (query !== lastQuery) {
      entries = run.get(query) ?? [];
      if (entries.length === 0) run.set(query, entries);
      lastQuery = query;
    }
    entries.push({ id, score });
  });
  return run;
}

/** An id as a column; TREC's columns cannot hold white space. */
function column(id: string): string {
  if (id === '' || /\s/.test(id)) {
    throw new QuadratError('invalid-format', `the id ${JSON.stringify(id)} cannot stand in a TREC file`, {
      next: 'Use ids without white space, or write JSON.',
    });
  }
  return id;
}

/** @returns TREC relevance judgements as text, in the order given */
export function writeQrels(qrels: ReadonlyMap<string, ReadonlyMap<string, number>>): string {
  const lines: string[] = [];
  for (const [query, pool] of qrels) {
    for (const [document, grade] of pool) lines.push(`${column(query)} 0 ${column(document)} ${grade}\n`);
  }
  return lines.join('');
}

/**
 * @param rankings query to documents, best first
 * @param tag names the system
 * @returns a TREC run as text, with strictly falling scores n, n - 1, …, 1, so that no reader has ties to break
 */
export function writeRun(rankings: ReadonlyMap<string, readonly string[]>, tag = 'quadrat'): string {
  const name = column(tag);
  const lines: string[] = [];
  for (const [query, documents] of rankings) {
    documents.forEach((document, at) => {
      lines.push(`${column(query)} Q0 ${column(document)} ${at + 1} ${documents.length - at} ${name}\n`);
    });
  }
  return lines.join('');
}
