import {
  type HeldOutput,
  type PublishedFolder,
  type PublishedOutput,
  type PublishedOutputs,
  QuadratError,
} from '../../core/index.ts';
import { SETS } from './sets.ts';

const MEASURES = ['ndcg@10', 'recall@5', 'recall@10', 'recall@20', 'recall@100', 'map', 'mrr@10'] as const;

/** Columns of the table: the authors' measures, and the headline of the other two protocols. */
const COLUMNS: PublishedOutputs['columns'] = [
  { measure: 'ndcg@10', protocol: 'paper' },
  { measure: 'recall@5', protocol: 'paper' },
  { measure: 'map', protocol: 'paper' },
  { measure: 'mrr@10', protocol: 'paper' },
  { measure: 'ndcg@10', protocol: 'card' },
  { measure: 'ndcg@10', protocol: 'standard' },
  { measure: 'mrr@10', protocol: 'standard' },
];

/** Names of rank files that are irregular in the authors' repository (specification 5.3, quirk 14). */
const NAMES = new Map([
  ['Rrankgpt_llama7b', 'Rankgpt_llama7b'],
  ['Rrankgpt_llama13b_O', 'Rankgpt_llama13b_O'],
  ['llama_7b_test_score_O', 'llama_7b_score_O'],
]);

/** The method that a rank file holds. */
export function methodName(stem: string): string {
  return NAMES.get(stem) ?? stem;
}

/** Values by data set and method; null: no grades were at hand. */
export type Golden = ReadonlyMap<
  string,
  ReadonlyMap<string, ReadonlyMap<string, number> | { error: string } | null>
>;

/**
 * Finds rank files in a folder: any pickle, JSON or run below a folder of a set's name (`relic/ranks/e5_rank.pickle`,
 * `ranks/relic/e5_rank.pickle`), and `runs/SET.METHOD.run`. Values of a `golden.json` stand beside them.
 */
export async function publishedOutputs(folder: PublishedFolder): Promise<PublishedOutputs> {
  const golden = folder.files.includes('golden.json')
    ? readGolden(await folder.readText('golden.json'), 'golden.json')
    : undefined;
  const found = folder.files.map(rankFile).filter((entry) => entry !== undefined);
  const outputs = found.map(
    ({ set, stem, file }): PublishedOutput => ({ ...heldOutput(set, stem, golden), file }),
  );
  const absent = golden === undefined ? [] : absentOf(golden, found);
  return {
    outputs,
    held: absent.map(({ set, stem }) => heldOutput(set, stem, golden)),
    columns: COLUMNS,
    notes: golden === undefined ? [] : notesOn(golden, found, absent),
  };
}

function heldOutput(set: string, stem: string, golden: Golden | undefined): HeldOutput {
  return {
    task: `birco/${set}`,
    split: 'test',
    method: methodName(stem),
    authors: authorsOf(golden?.get(set)?.get(stem)),
    source: 'golden.json beside the files: the authors’ scoring functions on these files',
  };
}

/** An entry of golden values: a set and a method, as the file is named. */
interface Entry {
  readonly set: string;
  readonly stem: string;
}

interface RankFile extends Entry {
  readonly file: string;
}

function rankFile(file: string): RankFile | undefined {
  const parts = file.split('/');
  const name = parts.at(-1) ?? '';
  const set = SETS.find(({ id }) => parts.slice(0, -1).includes(id))?.id;
  if (set === undefined || /^(test|dev|all)_set\./.test(name)) return undefined;
  const stem = /^(.+?)\.(pickle|pkl|json|jsonl|run|run\.gz|trec)$/.exec(name)?.[1];
  return stem === undefined || /qrels|pools/.test(name) ? undefined : { set, stem, file };
}

function authorsOf(
  entry: ReadonlyMap<string, number> | { error: string } | null | undefined,
): ReadonlyMap<string, number> | undefined {
  if (!(entry instanceof Map)) return undefined;
  const values = new Map<string, number>();
  for (const measure of MEASURES) {
    const value = entry.get(measure);
    if (value !== undefined) values.set(`paper ${measure}`, value);
  }
  for (const measure of ['ndcg@10', 'recall@5']) {
    const value = entry.get(`card.${measure}`);
    if (value !== undefined) values.set(`card ${measure}`, value);
  }
  return values;
}

/** Entries of golden values that have no file. */
function absentOf(golden: Golden, found: readonly RankFile[]): Entry[] {
  const absent: Entry[] = [];
  for (const [set, methods] of golden) {
    if (!SETS.some(({ id }) => id === set)) continue;
    for (const stem of methods.keys()) {
      if (stem.startsWith('synthetic:')) continue;
      if (!found.some((entry) => entry.set === set && entry.stem === stem)) absent.push({ set, stem });
    }
  }
  return absent;
}

function notesOn(golden: Golden, found: readonly RankFile[], absent: readonly Entry[]): string[] {
  const without = found
    .filter(({ set, stem }) => golden.get(set)?.has(stem) !== true)
    .map(({ file }) => file);
  return [
    ...(absent.length === 0
      ? []
      : [
          `${absent.length} ${absent.length === 1 ? 'entry of golden.json has' : 'entries of golden.json have'} no file here: ${absent.map(({ set, stem }) => `${set}/${stem}`).join(', ')}.`,
        ]),
    ...(without.length === 0
      ? []
      : [
          `${without.length} ${without.length === 1 ? 'file has' : 'files have'} no entry in golden.json: ${without.join(', ')}.`,
        ]),
  ];
}

/** Reads a file of golden values: data set, method, measure. */
export function readGolden(text: string, file: string): Golden {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (cause) {
    throw new QuadratError('invalid-json', 'the golden values are not JSON', { file, cause });
  }
  const golden = new Map<string, Map<string, ReadonlyMap<string, number> | { error: string } | null>>();
  for (const [set, methods] of entriesOf(root, file)) {
    const list = new Map<string, ReadonlyMap<string, number> | { error: string } | null>();
    for (const [method, values] of entriesOf(methods, file)) list.set(method, goldenEntry(values, file));
    golden.set(set, list);
  }
  return golden;
}

function goldenEntry(values: unknown, file: string): ReadonlyMap<string, number> | { error: string } | null {
  if (values === null) return null;
  const entries = entriesOf(values, file);
  const error = entries.find(([key]) => key === 'error')?.[1];
  if (typeof error === 'string') return { error };
  return new Map(
    entries.map(([measure, value]): [string, number] => {
      if (typeof value !== 'number') throw notGolden(file);
      return [measure, value];
    }),
  );
}

function entriesOf(value: unknown, file: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notGolden(file);
  return Object.entries(value);
}

function notGolden(file: string): QuadratError {
  return new QuadratError('invalid-format', 'golden values are {data set: {method: {measure: number}}}', {
    file,
  });
}
