import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mendLines, openLineWriter, readLines } from '../../../log/index.ts';
import { asObject, at, objectAt, textAt } from '../json.ts';
import type { Surface, Surfaces } from './surface.ts';

const resume: Surface = async (input) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quadrat-'));
  try {
    const file = path.join(folder, 'items.jsonl');
    writeFileSync(file, textAt(input, 'fileText'));
    const rows = (): unknown[] => Array.from(readLines(file), ({ value }) => value);
    const ids = (list: readonly unknown[]): unknown[] => [
      ...new Set(list.map((row) => at(asObject(row, 'a row'), 'id'))),
    ];
    const dropped = mendLines(file) > 0 ? 1 : 0;
    const doneIds = ids(rows());
    const writer = openLineWriter(file);
    await writer.append(objectAt(input, 'append'));
    writer.close();
    const rowsAfter = rows();
    return { doneIds, rowsAfter, dropped, uniqueAfter: ids(rowsAfter).length };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Files of finished work. */
export const RESUME_SURFACES: Surfaces = new Map<string, Surface>([['run.resume', resume]]);
