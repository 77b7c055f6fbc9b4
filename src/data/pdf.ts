import { QuadratError } from '../core/errors.ts';

/** Level of the PDF library's own messages: it may not write warnings to the terminal. */
const ERRORS_ONLY = 0;

/**
 * The text of a PDF, page by page, with its lines.
 *
 * @param file its name, for messages
 * @throws QuadratError `invalid-format` for what is no PDF, and for a page whose font has no character map
 */
export async function readPdfPages(bytes: Uint8Array, file: string): Promise<readonly string[]> {
  const { extractText, getDocumentProxy } = await import('unpdf');
  let pages: readonly string[];
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: ERRORS_ONLY });
    pages = (await extractText(document, { mergePages: false })).text;
  } catch (cause) {
    throw new QuadratError(
      'invalid-format',
      `the PDF cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      { file, next: 'Check that it is a PDF with text.', cause },
    );
  }
  const unreadable = pages.findIndex((page) => page.includes('\0'));
  if (unreadable >= 0) {
    throw new QuadratError(
      'invalid-format',
      `page ${unreadable + 1} has glyphs without characters: its font has no character map`,
      { file, next: 'Give the text of the book in another form.' },
    );
  }
  return pages;
}
