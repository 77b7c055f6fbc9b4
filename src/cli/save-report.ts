import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Result } from '../core/index.ts';
import { writeFileWhole } from '../data/text-file.ts';
import { renderReport, reportFormat } from '../report/write.ts';

export interface SaveOptions {
  readonly redact: (text: string) => string;
  /** Show mobile, identity and card numbers. */
  readonly showItems: boolean;
  readonly title?: string | undefined;
}

/** Writes a report in the form of the file's extension. */
export async function saveReport(
  results: readonly Result[],
  file: string,
  options: SaveOptions,
): Promise<void> {
  const format = reportFormat(file);
  await mkdir(path.dirname(file), { recursive: true });
  const generatedAt = new Date().toISOString();
  const { redact, showItems, title } = options;
  const rendered = renderReport(results, format, {
    generatedAt,
    redact,
    showItems,
    ...(title === undefined ? {} : { title }),
  });
  await writeFileWhole(file, rendered);
}
