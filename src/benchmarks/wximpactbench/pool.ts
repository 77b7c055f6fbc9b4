import { createHash } from 'node:crypto';
import { type DataSource, type Dataset, type Item, QuadratError } from '../../core/index.ts';
import { type CsvRow, readCsv } from '../../data/csv.ts';
import { decodeText } from '../../data/encoding.ts';
import { clusterOf } from './pool-articles.ts';
import { POOL_FILE } from './source.ts';

/** Questions of the released pool. */
export const RELEASED_QUESTIONS = 335;

/**
 * A question with its pool of passages, one of which holds the answer. Its cluster is the article that the right
 * passage comes from.
 */
export interface QuestionItem extends Item {
  readonly query: string;
  /** In the order of the file; a passage's number is its place, counted from 1. */
  readonly passages: readonly string[];
  /** Number of the right passage. */
  readonly gold: number;
  readonly loaded: { readonly questions: number; readonly sample: boolean };
}

/** Loads the pool: `id,query,correct_passage_index,passage_1,…`; a pool of one's own may have a column `article`. */
export async function loadPool(source: DataSource): Promise<Dataset<QuestionItem>> {
  const path = source.file ?? source.find(POOL_FILE.path, 'QACandidate_Pool.csv');
  if (path === undefined) {
    throw new QuadratError(
      'data-missing',
      `the pool of questions (wximpactbench/qa-ranking) is not in ${source.label}`,
      {
        next:
          source.kind === 'full'
            ? 'Fetch it with `quadrat data get wximpactbench`, or take a local copy with `quadrat data import wximpactbench --from DIR`.'
            : 'Put QACandidate_Pool.csv there, or name a file with --data.',
      },
    );
  }
  const bytes = await source.read(path);
  const items = readPool(bytes, path, source.kind === 'sample');
  return { items, file: path, bytes, partial: items.length < RELEASED_QUESTIONS };
}

/** What is wrong with a content that is to become the pool; null: nothing. */
export function checkPool(file: string, bytes: Uint8Array): string | null {
  try {
    readPool(bytes, file, false);
    return null;
  } catch (error) {
    if (error instanceof QuadratError) return error.message;
    throw error;
  }
}

function readPool(bytes: Uint8Array, file: string, sample: boolean): QuestionItem[] {
  const { columns, rows } = readCsv(decodeText(bytes, file).text, file);
  const passages = columns.filter((name) => /^passage_\d+$/.test(name));
  const absent = ['id', 'query', 'correct_passage_index'].filter((name) => !columns.includes(name));
  if (absent.length > 0) throw invalid(file, 1, `there is no column ${absent.join(', ')}`);
  if (passages.length === 0 || passages.some((name, at) => name !== `passage_${at + 1}`))
    throw invalid(file, 1, 'the columns passage_1, passage_2, … are not all there in their order');
  if (rows.length === 0) throw invalid(file, 1, 'there is no question in the file');
  const loaded = { questions: rows.length, sample };
  return rows.map((row) => questionItem(row, passages, file, loaded));
}

function questionItem(
  { line, cells }: CsvRow,
  columns: readonly string[],
  file: string,
  loaded: QuestionItem['loaded'],
): QuestionItem {
  const id = (cells.get('id') ?? '').trim();
  const query = cells.get('query') ?? '';
  const passages = columns.map((name) => cells.get(name) ?? '');
  const gold = Number(cells.get('correct_passage_index'));
  if (id === '') throw invalid(file, line, 'the question has no id');
  if (!Number.isSafeInteger(gold) || gold < 1 || gold > passages.length)
    throw invalid(file, line, `correct_passage_index is no number from 1 to ${passages.length}`);
  let hash: string | undefined;
  return {
    id,
    query,
    passages,
    gold,
    cluster: clusterOf(passages[gold - 1] ?? '', (cells.get('article') ?? '').trim()),
    strata: {},
    loaded,
    get hash() {
      hash ??= createHash('sha256')
        .update(JSON.stringify([id, query, passages, gold]))
        .digest('hex');
      return hash;
    },
  };
}

function invalid(file: string, line: number, message: string): QuadratError {
  return new QuadratError('invalid-format', message, {
    file,
    line,
    next: 'The columns are id, query, correct_passage_index, passage_1, passage_2 and so on.',
  });
}
