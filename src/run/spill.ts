import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { detached, lightly } from '../log/light-value.ts';
import { readLineAt } from '../log/line-reader.ts';
import type { Ending } from './summary.ts';

/** Takes long values out of memory into a temporary file. */
export interface Spill {
  /** The same end; its value is read from the file when it is asked for, if it is long. */
  keep(ending: Ending): Ending;
  /** Removes the file. */
  close(): void;
}

/** Values up to this length, as JSON, are not worth a file. */
const SHORT_LENGTH = 2048;

/** Opens a spill; its file is made when the first value goes into it. */
export function openSpill(): Spill {
  let opened: { readonly folder: string; readonly file: number } | undefined;
  let end = 0;
  const fileOf = () => {
    if (opened === undefined) {
      const folder = mkdtempSync(path.join(tmpdir(), 'quadrat-values-'));
      opened = { folder, file: openSync(path.join(folder, 'values'), 'w+') };
    }
    return opened.file;
  };
  return {
    keep(ending) {
      const { value, ...rest } = ending;
      const text = JSON.stringify(value);
      if (text === undefined) return ending;
      if (text.length <= SHORT_LENGTH) return { ...rest, value: detached(value) };
      const file = fileOf();
      const bytes = Buffer.from(text);
      const offset = end;
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, offset + at);
      end += bytes.length;
      return lightly(rest, value, text.length, () => readLineAt(file, offset, bytes.length));
    },
    close() {
      if (opened === undefined) return;
      closeSync(opened.file);
      rmSync(opened.folder, { recursive: true, force: true });
      opened = undefined;
    },
  };
}
