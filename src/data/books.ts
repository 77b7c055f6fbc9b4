import path from 'node:path';
import { QuadratError } from '../core/errors.ts';
import { type ChunkOptions, splitIntoChunks } from '../text/chunks.ts';
import { readCsv } from './csv.ts';
import { decodeText } from './encoding.ts';
import { sha256Hex } from './hash.ts';
import { readPdfPages } from './pdf.ts';

/** A page, or a whole text where there are no pages. */
export interface BookPage {
  readonly book: string;
  /** As the source numbers it; empty where there are no pages. */
  readonly page: string;
  readonly text: string;
}

/** A piece of a page that can be retrieved. */
export interface BookChunk extends BookPage {
  /** The same for the same text in the same place, whatever else is in the store. */
  readonly id: string;
}

/**
 * Reads a book: CSV of pages (columns `text`, and perhaps `Textbook` and `Page No.`), PDF, Markdown or plain text.
 *
 * @param file its path; its name stands for the book where nothing else does
 * @throws QuadratError `invalid-csv`, `invalid-encoding`, `invalid-format`
 */
export async function readBook(bytes: Uint8Array, file: string): Promise<readonly BookPage[]> {
  const name = path.basename(file).replace(/\.gz$/, '');
  const kind = path.extname(name).toLowerCase();
  if (kind === '.pdf') {
    return (await readPdfPages(bytes, file)).map((text, at) => ({ book: name, page: String(at + 1), text }));
  }
  const { text } = decodeText(bytes, file);
  if (kind === '.csv') return csvPages(text, file, name);
  if (kind === '.md' || kind === '.markdown' || kind === '.txt' || kind === '')
    return [{ book: name, page: '', text }];
  throw new QuadratError('invalid-format', `books cannot be read from ${kind} files`, {
    file,
    next: 'Give CSV of pages, PDF, Markdown or plain text.',
  });
}

function csvPages(text: string, file: string, name: string): readonly BookPage[] {
  const { columns, rows } = readCsv(text, file);
  if (!columns.includes('text')) {
    throw new QuadratError('invalid-format', 'the pages have no column `text`', {
      file,
      next: 'A CSV of pages has the columns Textbook, Page No. and text.',
    });
  }
  return rows.map(({ cells }, at) => ({
    book: cells.get('Textbook') || name,
    page: cells.get('Page No.') ?? String(at + 1),
    text: cells.get('text') ?? '',
  }));
}

/** Chunks of pages, in order, each page cut by itself. */
export function chunksOf(pages: readonly BookPage[], options: ChunkOptions = {}): readonly BookChunk[] {
  return pages.flatMap(({ book, page, text }) =>
    splitIntoChunks(text, options).map((chunk, at) => ({
      id: `${book}|${page}|${at}|${sha256Hex(chunk).slice(0, 8)}`,
      book,
      page,
      text: chunk,
    })),
  );
}
