import { extname } from 'node:path';
import { QuadratError, type Result } from '../core/index.ts';
import { csvReport } from './csv.ts';
import { jsonReport } from './json.ts';
import { renderMarkdown } from './markdown.ts';
import type { ReportOptions } from './view.ts';

/** Forms of a report, each the extension of its file without the dot. */
export const REPORT_FORMATS = ['md', 'csv', 'json'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/**
 * The form of a report by its file's extension, in any case.
 *
 * @throws QuadratError `usage` where no form has that extension
 */
export function reportFormat(file: string): ReportFormat {
  const extension = extname(file).slice(1).toLowerCase();
  const format = REPORT_FORMATS.find((known) => known === extension);
  if (format !== undefined) return format;
  const what = extension === '' ? 'no extension' : `the extension .${extension}`;
  throw new QuadratError('usage', `the report file has ${what}, so its form is not known`, {
    file,
    next: `Name a file that ends in ${list(REPORT_FORMATS.map((known) => `.${known}`))}.`,
  });
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** Results as a report in one of {@link REPORT_FORMATS}; the text of the file. */
export function renderReport(
  results: readonly Result[],
  format: ReportFormat,
  options: ReportOptions = {},
): string {
  switch (format) {
    case 'md':
      return renderMarkdown(results, options);
    case 'csv':
      return csvReport(results, options);
    case 'json':
      return jsonReport(results, options);
  }
}
