import { describe, expect, it, vi } from 'vitest';
import { chunksOf, readBook } from './books.ts';
import { readPdfPages } from './pdf.ts';

/** A PDF of one page a text, as small as can be. */
function pdfOf(texts: readonly string[]): Uint8Array {
  const count = texts.length;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${texts.map((_, at) => `${4 + 2 * at} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...texts.flatMap((text, at) => {
      const stream = `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * at} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  text += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  );
}

describe('books', () => {
  it('are read from PDF, page by page', async () => {
    const pages = await readBook(pdfOf(['Snow is white.', 'Water is dark.']), 'shelf/primer.pdf');
    expect(pages.map(({ book, page, text }) => [book, page, text.trim()])).toEqual([
      ['primer.pdf', '1', 'Snow is white.'],
      ['primer.pdf', '2', 'Water is dark.'],
    ]);
    await expect(readPdfPages(Buffer.from('no PDF'), 'x.pdf')).rejects.toMatchObject({
      code: 'invalid-format',
    });
  });

  it('leave the terminal alone where a PDF is torn', async () => {
    const spies = (['log', 'warn', 'info'] as const).map((name) => vi.spyOn(console, name));
    const torn = pdfOf(['Snow is white.']).subarray(0, 300);
    await expect(readPdfPages(torn, 'x.pdf')).rejects.toMatchObject({ code: 'invalid-format' });
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('are read from CSV of pages, Markdown and text', async () => {
    const csv = Buffer.from('Textbook,Page No.,text,link\nAir,7,"one\n\ntwo",\n');
    expect(await readBook(csv, 'a.csv')).toEqual([{ book: 'Air', page: '7', text: 'one\n\ntwo' }]);
    expect(await readBook(Buffer.from('text\nx\n'), 'b.csv')).toEqual([
      { book: 'b.csv', page: '1', text: 'x' },
    ]);
    expect(await readBook(Buffer.from('# Notes'), 'notes.md')).toEqual([
      { book: 'notes.md', page: '', text: '# Notes' },
    ]);
    await expect(readBook(Buffer.from('a\nb\n'), 'c.csv')).rejects.toMatchObject({ code: 'invalid-format' });
    await expect(readBook(Buffer.from('x'), 'c.docx')).rejects.toMatchObject({ code: 'invalid-format' });
  });

  it('give chunks whose ids do not depend on other books', () => {
    const page = { book: 'Air', page: '7', text: 'aaaa bbbb cccc' };
    const alone = chunksOf([page], { size: 9, overlap: 0 });
    const beside = chunksOf([{ book: 'Sea', page: '1', text: 'dddd' }, page], { size: 9, overlap: 0 });
    expect(alone.map(({ text }) => text)).toEqual(['aaaa bbbb', 'cccc']);
    expect(beside.slice(1)).toEqual(alone);
    expect(new Set(beside.map(({ id }) => id)).size).toBe(3);
  });
});
