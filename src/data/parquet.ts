import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { QuadratError } from '../core/errors.ts';

/** Whether a content is a Parquet file. */
export function isParquet(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x41 && bytes[2] === 0x52 && bytes[3] === 0x31;
}

export interface ParquetTable {
  readonly columns: readonly string[];
  /** Column to value: text, number, bigint, true or false, null, … */
  readonly rows: readonly ReadonlyMap<string, unknown>[];
}

/**
 * Reads a Parquet file whole.
 *
 * @param file its name, for messages
 * @throws QuadratError `invalid-format`
 */
export async function readParquet(bytes: Uint8Array, file: string): Promise<ParquetTable> {
  const columns = parquetColumns(bytes, file);
  try {
    const rows = await parquetReadObjects({ file: bufferOf(bytes), compressors });
    return { columns, rows: rows.map((row) => new Map(columns.map((name) => [name, row[name]]))) };
  } catch (cause) {
    throw invalid(file, cause);
  }
}

/**
 * Names of a Parquet file's columns, from its metadata alone.
 *
 * @throws QuadratError `invalid-format`
 */
export function parquetColumns(bytes: Uint8Array, file: string): readonly string[] {
  try {
    const [root, ...elements] = parquetMetadata(bufferOf(bytes)).schema;
    return (root?.num_children ?? 0) === elements.length ? elements.map(({ name }) => name) : [];
  } catch (cause) {
    throw invalid(file, cause);
  }
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

function invalid(file: string, cause: unknown): QuadratError {
  return new QuadratError(
    'invalid-format',
    `the Parquet file cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
    { file, next: 'Fetch it again.', cause },
  );
}
