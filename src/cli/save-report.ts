import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Result } from '../core/index.ts';
import { writeFileWhole } from '../data/text-file.ts';
import { renderReport, reportFormat } from '../report/write.ts';

/** Writes a report in the form of the file's extension. */
export async function saveReport(results: readonly Result[], file: string, title?: string): Promise<void> {
  const format = reportFormat(file);
  await mkdir(path.dirname(file), { recursive: true });
  const generatedAt = new Date().toISOString();
  await writeFileWhole(
    file,
    renderReport(results, format, { generatedAt, ...(title === undefined ? {} : { title }) }),
  );
}
