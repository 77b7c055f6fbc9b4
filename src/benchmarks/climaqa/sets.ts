import type { SourceFile } from '../../core/index.ts';

export type Kind = 'mcq' | 'cloze' | 'freeform';
export const KINDS: readonly Kind[] = ['mcq', 'cloze', 'freeform'];
export type Split = 'gold' | 'silver';
export const SPLITS: readonly Split[] = ['gold', 'silver'];

const REVISION = '13e9319913f3a20386e35beb59f07564924931aa';
const BASE = `https://huggingface.co/datasets/Rose-STL-Lab/ClimaQA/resolve/${REVISION}`;
/** The six files together are a few megabytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Rows that the published files have; null: known for the split as a whole only. */
const ROWS: Readonly<Record<Split, Readonly<Record<Kind, number | null>>>> = {
  gold: { mcq: 292, cloze: 160, freeform: 181 },
  silver: { mcq: null, cloze: null, freeform: null },
};
/** Rows of a split over its three files, and those of them that are scored. */
export const SPLIT_ROWS: Readonly<Record<Split, { readonly rows: number; readonly scored: number }>> = {
  gold: { rows: 633, scored: 566 },
  silver: { rows: 3000, scored: 3000 },
};

export function publishedRows(split: Split, kind: Kind): number | null {
  return ROWS[split][kind];
}

/** Rows of a task's files by split, where they are known for the task alone. */
export function publishedSizes(kind: Kind): Readonly<Record<string, number>> {
  return Object.fromEntries(
    SPLITS.flatMap((split) => {
      const rows = ROWS[split][kind];
      return rows === null ? [] : [[split, rows]];
    }),
  );
}

/** The authors call free form `ffq`. */
function fileKind(kind: Kind): string {
  return kind === 'freeform' ? 'ffq' : kind;
}

/** Path of a file below the data folder, as on the hub. */
export function dataPath(split: Split, kind: Kind): string {
  const name = fileKind(kind);
  return `climaqa_${split}/${name}/${name}_benchmark${split === 'silver' ? '_silver' : ''}.csv`;
}

/** Where a file may lie in a folder of the user's: as on the hub, by its name alone, or in the hub's Parquet form. */
export function dataPaths(split: Split, kind: Kind): readonly string[] {
  const csv = dataPath(split, kind);
  const name = csv.slice(csv.lastIndexOf('/') + 1);
  const parquet = name.replace(/csv$/, 'parquet');
  const config = `${split === 'gold' ? 'Gold' : 'Silver'}/${fileKind(kind)}`;
  return [
    csv,
    `${fileKind(kind)}/${name}`,
    name,
    csv.replace(/csv$/, 'parquet'),
    parquet,
    `${config}/0000.parquet`,
    `${config}-00000-of-00001.parquet`,
  ];
}

/** The files of a task at the hub, at a pinned revision; their hashes are learned at the first download. */
export function sourceFiles(kind: Kind): readonly SourceFile[] {
  return SPLITS.map((split) => ({
    path: dataPath(split, kind),
    otherPaths: dataPaths(split, kind).slice(1),
    url: `${BASE}/${dataPath(split, kind)}`,
    split,
    maxBytes: MAX_BYTES,
  }));
}

export function isSplit(text: string): text is Split {
  return (SPLITS as readonly string[]).includes(text);
}
