import { closeSync, openSync } from 'node:fs';
import { QuadratError } from '../core/index.ts';
import { lightly } from './light-value.ts';
import { readLineAt, readLines } from './line-reader.ts';
import type { LinePlace } from './line-writer.ts';
import { type ItemLine, itemLineSchema } from './schema.ts';

/** Names of an item in one repeat, as a key. */
export function unitKey(task: string, item: string, repeat: number): string {
  return JSON.stringify([task, item, repeat]);
}

/** An item's line that is in a file, light to hold: answers may be long texts, and there may be many thousands. */
export function storedItem(file: string, line: ItemLine, place: LinePlace): ItemLine {
  const { value, ...rest } = line;
  if (value === undefined) return line;
  return lightly(rest, value, place.length, () => readValue(file, place));
}

function readValue(file: string, { offset, length }: LinePlace): unknown {
  const reader = openSync(file, 'r');
  try {
    return itemLineSchema.parse(readLineAt(reader, offset, length)).value;
  } finally {
    closeSync(reader);
  }
}

/** The ends of items in a file, by {@link unitKey}: the last line of each counts, and failed ones are left out. */
export function readItems(file: string): Map<string, ItemLine> {
  return readEnds(file).ended;
}

/** As {@link readItems}, with the keys of those that failed. */
export function readEnds(file: string): { ended: Map<string, ItemLine>; failed: Set<string> } {
  const ended = new Map<string, ItemLine>();
  const failed = new Set<string>();
  for (const { value, number, offset, length } of readLines(file)) {
    const read = itemLineSchema.safeParse(value);
    if (!read.success) throw corruptLine(file, number);
    const line = read.data;
    const key = unitKey(line.task, line.item, line.repeat);
    if (line.outcome === 'failed') {
      ended.delete(key);
      failed.add(key);
    } else {
      ended.set(key, storedItem(file, line, { offset, length }));
      failed.delete(key);
    }
  }
  return { ended, failed };
}

export function corruptLine(file: string, line: number): QuadratError {
  return new QuadratError('run-corrupt', 'the line is JSON, but not in the shape of this file', {
    file,
    line,
    next: 'The file was changed by something else or by another version; start again with --new.',
  });
}
