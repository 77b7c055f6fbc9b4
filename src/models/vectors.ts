import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { messageOf, QuadratError } from '../core/errors.ts';
import {
  claimSegment,
  readRows,
  readSegment,
  type Segment,
  type SegmentRecord,
  type SegmentWriter,
} from './vector-segment.ts';

/** Vectors of one embedder, kept on disk and found by text. */
export interface VectorStore {
  /** Length of the vectors; undefined while there are none. */
  readonly dimension: number | undefined;
  /** In the order of the texts; undefined where there is none, or where its bytes are damaged. */
  getMany(texts: readonly string[]): Promise<(Float32Array | undefined)[]>;
  /**
   * Keeps one vector a text; those that are there already stay. They are written when the promise resolves.
   *
   * @throws QuadratError `invalid-format` for a vector of another length than those in the store; `usage` where
   *   nothing can be written
   */
  putMany(texts: readonly string[], vectors: readonly Float32Array[]): Promise<void>;
  /** Lets other processes append where this one did. */
  close(): Promise<void>;
}

interface Place {
  readonly base: string;
  readonly record: SegmentRecord;
}

/**
 * Opens the vectors of an embedder. The folder below `directory` is named by the embedder; in it lie segments (see
 * `vector-segment.ts`), and each process that adds vectors appends to one of its own, so that any number of
 * processes can use the same folder. What others add after the opening is not seen. The index is held in memory
 * (some 150 bytes a text), vectors are read when asked for.
 *
 * @param directory the cache folder, made if absent; `off`: nothing is kept
 * @param embedderId everything that decides a vector: model, version, parameters
 * @throws QuadratError `usage` if the folder cannot be used, `invalid-format` if it holds something else
 */
export async function openVectors(directory: string | 'off', embedderId: string): Promise<VectorStore> {
  if (directory === 'off') return emptyStore;
  const folder = path.join(directory, folderName(embedderId));
  const names = listSegments(folder);
  const places = new Map<string, Place>();
  let dimension: number | undefined;
  let writer: SegmentWriter | undefined;

  const add = (segment: Segment): void => {
    checkDimension(dimension, segment.dimension, `${segment.base}.index`);
    dimension ??= segment.dimension;
    for (const record of segment.records) places.set(record.key, { base: segment.base, record });
  };
  for (const name of names) {
    const segment = readSegment(path.join(folder, name));
    if (segment !== undefined) add(segment);
  }

  return {
    get dimension() {
      return dimension;
    },
    async getMany(texts) {
      const found: (Float32Array | undefined)[] = Array.from({ length: texts.length });
      const wanted = new Map<string, Map<SegmentRecord, number[]>>();
      texts.forEach((text, index) => {
        const place = places.get(keyOf(text));
        if (place === undefined) return;
        const records = wanted.get(place.base) ?? new Map<SegmentRecord, number[]>();
        wanted.set(place.base, records);
        records.set(place.record, [...(records.get(place.record) ?? []), index]);
      });
      for (const [base, records] of wanted) {
        const inOrder = [...records.keys()].sort((a, b) => a.row - b.row);
        readRows(base, dimension ?? 0, inOrder, (record, row) => {
          if (row === undefined) places.delete(record.key);
          for (const index of records.get(record) ?? []) found[index] = row;
        });
      }
      return found;
    },
    async putMany(texts, vectors) {
      if (texts.length !== vectors.length) {
        throw new Error(`${texts.length} texts, but ${vectors.length} vectors`);
      }
      const added = new Map<string, Float32Array>();
      texts.forEach((text, index) => {
        const vector = vectors[index] ?? new Float32Array(0);
        checkDimension(dimension ?? vectors[0]?.length, vector.length, folder);
        const key = keyOf(text);
        if (!places.has(key)) added.set(key, vector);
      });
      if (added.size === 0) return;
      dimension ??= vectors[0]?.length ?? 0;
      const rows = Array.from(added, ([key, vector]) => ({ key, vector }));
      try {
        writer ??= claimSegment(folder, dimension, process.pid, add);
        const { base } = writer;
        for (const record of writer.append(rows)) places.set(record.key, { base, record });
      } catch (cause) {
        throw unusable(folder, cause);
      }
    },
    async close() {
      writer?.close();
      writer = undefined;
    },
  };
}

const emptyStore: VectorStore = {
  dimension: undefined,
  getMany: async (texts) => Array.from({ length: texts.length }),
  putMany: async () => undefined,
  close: async () => undefined,
};

function keyOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest().toString('latin1');
}

/** Readable, and different for different embedders. */
function folderName(embedderId: string): string {
  const readable = embedderId.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 60);
  return `${readable}-${createHash('sha256').update(embedderId).digest('hex').slice(0, 12)}`;
}

/** Makes the folder. @returns the names of its segments, in order */
function listSegments(folder: string): string[] {
  try {
    mkdirSync(folder, { recursive: true });
    const indexes = readdirSync(folder).filter((name) => /^\d{4,}\.index$/.test(name));
    return indexes.map((name) => path.basename(name, '.index')).sort((a, b) => Number(a) - Number(b));
  } catch (cause) {
    throw unusable(folder, cause);
  }
}

function unusable(folder: string, cause: unknown): Error {
  if (cause instanceof QuadratError) return cause;
  return new QuadratError('usage', `the folder for vectors cannot be used: ${messageOf(cause)}`, {
    file: folder,
    next: 'Name another one with --cache DIR, or keep nothing with --cache off.',
    cause,
  });
}

function checkDimension(expected: number | undefined, found: number, file: string): void {
  if (found > 0 && (expected === undefined || expected === found)) return;
  throw new QuadratError(
    'invalid-format',
    `a vector of ${found} numbers, where those of this embedder have ${expected ?? 'at least 1'}`,
    {
      file,
      next: 'The embedder changed under the same name: give it another name, or delete this folder.',
      data: { expected, found },
    },
  );
}
