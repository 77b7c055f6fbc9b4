import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { QuadratError } from '../../../core/errors.ts';
import { asObject, at, isObject, type JsonObject } from '../json.ts';
import { firstDifference, type LoopCase, type LoopReport, runCases } from '../report.ts';
import type { VectorAdapter } from './adapter.ts';
import { VECTOR_ADAPTERS } from './adapters.ts';

/**
 * Runs every vector file of a folder: files of the shapes that `conformance/README.md` of the reference values
 * describes, with inputs and the values that the field's reference implementations give.
 *
 * @param folder a folder with `.json` files
 * @returns one report a file, in the order of their names
 * @throws QuadratError `file-not-found` if the folder is absent or holds no such file, `invalid-json` for a file that
 *   cannot be read
 */
export async function runConformance(
  folder: string,
  adapters: readonly VectorAdapter[] = VECTOR_ADAPTERS,
): Promise<LoopReport[]> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.json')).sort();
  if (names.length === 0) {
    throw new QuadratError('file-not-found', 'the folder holds no vector file (*.json)', { file: folder });
  }
  const reports: LoopReport[] = [];
  for (const name of names) {
    const vectors = await readVectors(path.join(folder, name));
    reports.push(await runVectors(name, vectors, adapters));
  }
  return reports;
}

/** Runs the cases of one vector file that is already read. */
export async function runVectors(
  name: string,
  vectors: JsonObject,
  adapters: readonly VectorAdapter[] = VECTOR_ADAPTERS,
): Promise<LoopReport> {
  const runners = adapters.find((adapter) => adapter.file === name)?.runners ?? new Map();
  const cases: LoopCase[] = [];
  for (const [group, list] of Object.entries(vectors)) {
    if (!Array.isArray(list)) continue;
    for (const [place, entry] of list.entries()) {
      if (!isObject(entry) || !Object.hasOwn(entry, 'expected')) continue;
      const runner = runners.get(String(at(entry, 'recipe') ?? group));
      cases.push({
        id: String(at(entry, 'id') ?? `${name}#${place}`),
        want: at(entry, 'expected'),
        run: runner === undefined ? undefined : () => runner(entry, vectors),
      });
    }
  }
  return runCases(name, cases, firstDifference);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    throw new QuadratError('file-not-found', 'this folder cannot be read', { file: folder, cause });
  }
}

async function readVectors(file: string): Promise<JsonObject> {
  try {
    return asObject(JSON.parse(await readFile(file, 'utf8')), 'the file');
  } catch (cause) {
    throw new QuadratError('invalid-json', cause instanceof Error ? cause.message : String(cause), {
      file,
      cause,
    });
  }
}
