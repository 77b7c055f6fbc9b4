import { createHash } from 'node:crypto';
import { type Context, type DataSource, type Dataset, type Item, QuadratError } from '../../core/index.ts';
import { decodeText } from '../../data/encoding.ts';
import { sha256Hex } from '../../data/hash.ts';
import { readJsonMaps } from '../../data/json-map.ts';
import { readPickle } from '../../data/pickle.ts';
import { readQrels } from '../../data/trec.ts';
import { dataPath, SETS } from './sets.ts';

/** A query with its pool. */
export interface RankingItem extends Item {
  /** The query's text; null where the gold came without texts. */
  readonly query: string | null;
  /**
   * Grades of the pool, 0 and up, fractions allowed. The order of this map is the order of the file, which leaks
   * the answer: only the echo baselines and the authors' own quirks may look at it.
   */
  readonly grades: ReadonlyMap<string, number>;
  /** Texts of all documents of the set; null where the gold came without texts. */
  readonly corpus: ReadonlyMap<string, string> | null;
  /** False where only the pool's ids are known. */
  readonly graded: boolean;
}

/** Makes an item; its hash is computed when somebody asks for it. */
export function rankingItem(
  id: string,
  query: string | null,
  grades: ReadonlyMap<string, number>,
  corpus: ReadonlyMap<string, string> | null,
  graded = true,
): RankingItem {
  let hash: string | undefined;
  return {
    id,
    query,
    grades,
    corpus,
    graded,
    cluster: id,
    strata: {},
    get hash() {
      hash ??= hashOf(id, query, grades, corpus);
      return hash;
    },
  };
}

/** Content and grades, whatever the stored order. */
function hashOf(
  id: string,
  query: string | null,
  grades: ReadonlyMap<string, number>,
  corpus: ReadonlyMap<string, string> | null,
): string {
  const hash = createHash('sha256').update(JSON.stringify([id, query]));
  for (const doc of [...grades.keys()].sort()) {
    hash.update(JSON.stringify([doc, grades.get(doc), corpus?.get(doc) ?? null]));
  }
  return hash.digest('hex');
}

/** Text of a document of an item; an error where the data have no texts. */
export function textOf(item: RankingItem, doc: string): string {
  const text = item.corpus?.get(doc);
  if (text === undefined) throw noTexts(item.id);
  return text;
}

export function queryOf(item: RankingItem): string {
  if (item.query === null) throw noTexts(item.id);
  return item.query;
}

function noTexts(item: string): QuadratError {
  return new QuadratError('data-missing', 'these data hold grades without texts', {
    item,
    next: 'Use the data set itself (quadrat data get birco) where a model must read the passages.',
  });
}

/** Loads a split: the authors' pickle, or grades alone as TREC qrels, JSON `{query: {doc: grade}}` or ordered JSON. */
export async function load(set: string, source: DataSource, context: Context): Promise<Dataset<RankingItem>> {
  const wanted = dataPath(set, context.split);
  const stem = context.split === 'test' ? set : `${set}-${context.split}`;
  const path =
    source.file ??
    source.find(
      wanted,
      `datasets/${wanted}`,
      `${set}/${context.split}_set.pickle.gz`,
      `${context.split}_set.pickle`,
      `${stem}.qrels`,
      `${stem}.qrels.gz`,
      `${stem}.qrels.json`,
      `${stem}.qrels.txt`,
    );
  if (path === undefined) throw missing(set, context.split, source);
  const bytes = await source.read(path);
  refuseOtherSet(set, bytes, path);
  return { items: readGold(bytes, path), file: path, bytes };
}

/** A published file of one set is no gold of another: its values would bear the wrong name. */
function refuseOtherSet(set: string, bytes: Uint8Array, file: string): void {
  const sha256 = sha256Hex(bytes);
  const other = SETS.find(({ files }) => Object.values(files).some((known) => known.sha256 === sha256));
  if (other === undefined || other.id === set) return;
  throw new QuadratError(
    'wrong-dataset',
    `this is the published file of birco/${other.id}, not of birco/${set}`,
    {
      file,
      next: `Name the data of birco/${set} with --data, or the task birco/${other.id}.`,
      data: { set, found: other.id },
    },
  );
}

function missing(set: string, split: string, source: DataSource): QuadratError {
  return new QuadratError('data-missing', `the ${split} split of birco/${set} is not in ${source.label}`, {
    next:
      source.kind === 'full'
        ? `Fetch it with \`quadrat data get birco\`, or take a local copy with \`quadrat data import birco --from DIR\`.`
        : `Put ${dataPath(set, split)} (or ${set}.qrels) there, or name another folder with --data.`,
    data: { set, split },
  });
}

/** Pools without grades (`SET.pools.json`), which show some faults of a ranking where the grades are not at hand. */
export async function loadPools(
  set: string,
  source: DataSource,
  context: Context,
): Promise<Dataset<RankingItem> | undefined> {
  if (context.split !== 'test') return undefined;
  const path = source.find(`${set}.pools.json`);
  if (path === undefined) return undefined;
  const bytes = await source.read(path);
  const root = asMap(readJsonMaps(decodeText(bytes, path).text, path), path, 'the file');
  const items = asList(root.get('queries'), path, 'queries').map((entry) => {
    const query = asMap(entry, path, 'an entry of queries');
    const pool = asList(query.get('pool') ?? query.get('pool_sorted'), path, 'pool').map(String);
    return rankingItem(String(query.get('qid')), null, new Map(pool.map((doc) => [doc, 0])), null, false);
  });
  return { items, file: path, bytes };
}

/** What is wrong with a content that is to become a data file of a set; null: nothing. */
export function checkGold(file: string, bytes: Uint8Array): string | null {
  try {
    fromPickle(readPickle(bytes, file), file);
    return null;
  } catch (error) {
    if (error instanceof QuadratError) return error.message;
    throw error;
  }
}

/** Reads gold in any of its forms. */
export function readGold(bytes: Uint8Array, file: string): RankingItem[] {
  if (bytes[0] === 0x80 || /\.(pickle|pkl)(\.gz)?$/.test(file))
    return fromPickle(readPickle(bytes, file), file);
  const text = decodeText(bytes, file).text;
  if (/^\s*\{/.test(text)) return fromJson(asMap(readJsonMaps(text, file), file, 'the file'), file);
  return fromQrels(readQrels(text, file), file);
}

function fromPickle(value: unknown, file: string): RankingItem[] {
  const root = asMap(value, file, 'the file');
  const queries = texts(asMap(root.get('query'), file, 'query'), file, 'query');
  const corpus = texts(asMap(root.get('corpus'), file, 'corpus'), file, 'corpus');
  const items: RankingItem[] = [];
  for (const [id, pool] of asMap(root.get('qrel'), file, 'qrel')) {
    const query = queries.get(String(id));
    if (query === undefined) throw invalid(file, 'qrel has a query that `query` lacks', String(id));
    const grades = gradesOf(asMap(pool, file, `qrel of ${String(id)}`), file, String(id));
    for (const doc of grades.keys()) {
      if (!corpus.has(doc))
        throw invalid(file, `document ${doc} of the pool is not in the corpus`, String(id));
    }
    items.push(rankingItem(String(id), query, grades, corpus));
  }
  if (items.length !== queries.size)
    throw invalid(file, `${queries.size} queries, but ${items.length} pools`);
  return items;
}

function texts(map: ReadonlyMap<unknown, unknown>, file: string, what: string): ReadonlyMap<string, string> {
  if (areTexts(map)) return map;
  const result = new Map<string, string>();
  for (const [id, text] of map) {
    if (typeof text !== 'string') throw invalid(file, `${what} must map ids to texts`, String(id));
    result.set(String(id), text);
  }
  return result;
}

/** Nearly always: then the map is taken as it was read. */
function areTexts(map: ReadonlyMap<unknown, unknown>): map is ReadonlyMap<string, string> {
  for (const [id, text] of map) if (typeof id !== 'string' || typeof text !== 'string') return false;
  return true;
}

function areGrades(pool: ReadonlyMap<unknown, unknown>): pool is ReadonlyMap<string, number> {
  for (const [doc, grade] of pool) {
    if (typeof doc !== 'string' || typeof grade !== 'number' || !(grade >= 0 && grade < Infinity))
      return false;
  }
  return true;
}

function gradesOf(
  pool: ReadonlyMap<unknown, unknown>,
  file: string,
  query: string,
): ReadonlyMap<string, number> {
  if (areGrades(pool)) return pool;
  const grades = new Map<string, number>();
  for (const [doc, grade] of pool) {
    if (typeof grade !== 'number' || !Number.isFinite(grade) || grade < 0) {
      throw invalid(file, `the grade of document ${String(doc)} is not a number from 0 up`, query);
    }
    grades.set(String(doc), grade);
  }
  return grades;
}

function fromJson(root: ReadonlyMap<unknown, unknown>, file: string): RankingItem[] {
  const queries = root.get('queries');
  if (Array.isArray(queries)) {
    const pools = new Map<string, ReadonlyMap<string, number>>();
    for (const entry of queries) {
      const query = asMap(entry, file, 'an entry of queries');
      const id = String(query.get('qid'));
      const docs = asList(query.get('docs'), file, 'docs').map((pair) =>
        asList(pair, file, 'a pair of docs'),
      );
      if (pools.has(id)) throw duplicate(file, id);
      pools.set(id, gradesOf(new Map(docs.map(([doc, grade]) => [String(doc), grade])), file, id));
    }
    return fromQrels(pools, file);
  }
  return fromQrels(
    new Map(
      [...root].map(([id, pool]) => [
        String(id),
        gradesOf(asMap(pool, file, `query ${String(id)}`), file, String(id)),
      ]),
    ),
    file,
  );
}

function fromQrels(qrels: ReadonlyMap<string, ReadonlyMap<string, number>>, file: string): RankingItem[] {
  if (qrels.size === 0) throw invalid(file, 'there is no query in the file');
  return [...qrels].map(([id, grades]) => {
    for (const [doc, grade] of grades) {
      if (grade < 0) throw invalid(file, `the grade of document ${doc} is below 0`, id);
    }
    return rankingItem(id, null, grades, null);
  });
}

function duplicate(file: string, id: string): QuadratError {
  return new QuadratError('duplicate-item', `query ${id} stands twice in the gold`, { file, item: id });
}

function invalid(file: string, message: string, item?: string): QuadratError {
  return new QuadratError('invalid-format', message, {
    file,
    ...(item === undefined ? {} : { item }),
    next: 'BIRCO data are a pickle with `query`, `corpus` and `qrel`, or grades as TREC qrels or JSON {query: {document: grade}}.',
  });
}

export function asMap(value: unknown, file: string, what: string): ReadonlyMap<unknown, unknown> {
  if (value instanceof Map) return value;
  throw invalid(file, `${what} is not a mapping`);
}

export function asList(value: unknown, file: string, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw invalid(file, `${what} is not a list`);
}
