import {
  type Context,
  type DataSource,
  type Dataset,
  type Item,
  QuadratError,
  type ResultWarning,
} from '../../core/index.ts';
import { sha256Hex } from '../../data/hash.ts';
import { letterCounts, punctuatedAnswers, severalMasks } from './data-facts.ts';
import { type ExamplePool, examplePool } from './example-pool.ts';
import { itemId, missing } from './ids.ts';
import type { Level } from './levels.ts';
import { type Corpus, corpusOf } from './passages.ts';
import { type DataRow, readRows } from './rows.ts';
import { dataPaths, isSplit, KINDS, type Kind, publishedRows, SPLIT_ROWS, type Split } from './sets.ts';
import type { ClimaqaSettings } from './settings.ts';
import { type ExpertVerdict, readVerdicts } from './verdicts.ts';

/** What all items of a file share. */
export interface Origin extends Omit<ExamplePool, 'file'> {
  readonly split: Split;
  readonly kind: Kind;
  /** Rows of the file, and those of them that experts rejected. */
  readonly rows: number;
  readonly rejected: number;
  /** Rows and scored rows over the split's three files; null where not all are at hand. */
  readonly whole: { readonly rows: number; readonly scored: number } | null;
  readonly warnings: readonly ResultWarning[];
  /** The passages that can be shown; null: none are. */
  readonly corpus: Corpus | null;
  /** How often each letter is the right one. */
  readonly letters: ReadonlyMap<string, number>;
}

/** A question of any of the three tasks. */
export interface ClimaItem extends Item {
  readonly question: string;
  readonly answer: string;
  readonly options: ReadonlyMap<string, string> | null;
  readonly level: Level | null;
  readonly valid: boolean;
  /** The passage that the question was made from, where the file has it. */
  readonly context: string | null;
  /** What experts said of the answer, where a file of verdicts was named. */
  readonly verdicts: readonly ExpertVerdict[];
  readonly origin: Origin;
}

/** Loads a split of a task; rows that experts rejected are left out unless the settings say otherwise. */
export async function load(
  kind: Kind,
  source: DataSource,
  settings: ClimaqaSettings,
  context: Context,
): Promise<Dataset<ClimaItem>> {
  const split = isSplit(context.split) ? context.split : 'gold';
  if (settings.verdicts !== undefined && kind !== 'freeform') {
    throw new QuadratError('invalid-setting', `climaqa/${kind} takes no expert verdicts`, {
      next: 'They are about answers of climaqa/freeform.',
    });
  }
  const path = source.file ?? source.find(...dataPaths(split, kind));
  if (path === undefined) throw missing(kind, split, source);
  const bytes = await source.read(path);
  const rows = await readRows(bytes, path, kind, settings.mask);
  const scored = settings['include-invalid'] ? rows : rows.filter(({ valid }) => valid);
  if (scored.length === 0) throw nothingToScore(rows.length, path);
  const verdicts = await verdictsOf(settings, context, split, kind, scored);
  const { file: silver, ...pool } = await examplePool(kind, split, source, settings, scored, context);
  const whole = await wholeOf(kind, split, source, settings, { rows: rows.length, scored: scored.length });
  const origin: Origin = {
    split,
    kind,
    rows: rows.length,
    rejected: rows.filter(({ valid }) => !valid).length,
    whole,
    warnings: [
      ...(source.kind === 'sample' ? [] : countWarnings(split, kind, rows.length)),
      ...(source.kind === 'sample' ? [] : wholeWarnings(split, whole, settings['include-invalid'])),
      ...severalMasks(kind, scored, settings.mask),
      ...punctuatedAnswers(kind, scored),
    ],
    letters: letterCounts(scored),
    corpus: settings.setting === 'rag' ? await corpusOf(settings, context) : null,
    ...pool,
  };
  const items = scored.map((row) => itemOf(row, origin, verdicts.get(row.row) ?? []));
  return { items, file: path, bytes, ...(silver === undefined ? {} : { otherFiles: [silver] }) };
}

function nothingToScore(rows: number, file: string): QuadratError {
  return new QuadratError(
    'invalid-format',
    rows === 0 ? 'the file has no rows' : `experts rejected all ${rows} rows of the file`,
    {
      file,
      next:
        rows === 0 ? 'Take the published file.' : 'Score them all the same with --set include-invalid=true.',
    },
  );
}

function itemOf(row: DataRow, origin: Origin, verdicts: readonly ExpertVerdict[]): ClimaItem {
  const { question, answer, options, level, valid, context } = row;
  const id = itemId(origin.split, origin.kind, row.row);
  return {
    id,
    hash: sha256Hex(JSON.stringify([question, answer, options === null ? null : [...options], level])),
    cluster: id,
    strata: level === null ? {} : { complexity: level },
    question,
    answer,
    options,
    level,
    valid,
    context,
    verdicts,
    origin,
  };
}

/** Files with other counts than the published ones are loaded all the same. */
function countWarnings(split: Split, kind: Kind, rows: number): ResultWarning[] {
  const published = publishedRows(split, kind);
  if (published === null || published === rows) return [];
  return [
    {
      code: 'row-count',
      message: `The file has ${rows} rows, the published one of ${split}/${kind} has ${published}.`,
    },
  ];
}

/** Counts over the split's three files, where the other two are at hand. */
async function wholeOf(
  kind: Kind,
  split: Split,
  source: DataSource,
  settings: ClimaqaSettings,
  own: { readonly rows: number; readonly scored: number },
): Promise<Origin['whole']> {
  let { rows, scored } = own;
  for (const other of KINDS) {
    if (other === kind) continue;
    const path = source.file === undefined ? source.find(...dataPaths(split, other)) : undefined;
    if (path === undefined) return null;
    const list = await readRows(await source.read(path), path, other, settings.mask);
    rows += list.length;
    scored += settings['include-invalid'] ? list.length : list.filter(({ valid }) => valid).length;
  }
  return { rows, scored };
}

/** A split that as a whole differs from the published one. */
function wholeWarnings(split: Split, whole: Origin['whole'], includeInvalid: boolean): ResultWarning[] {
  if (whole === null) return [];
  const published = SPLIT_ROWS[split];
  const wanted = includeInvalid ? published.rows : published.scored;
  if (whole.rows === published.rows && whole.scored === wanted) return [];
  return [
    {
      code: 'split-count',
      message: `The three files of ${split} have ${whole.rows} rows of which ${whole.scored} are scored; the published ones have ${published.rows} and ${wanted}.`,
    },
  ];
}

async function verdictsOf(
  { verdicts }: ClimaqaSettings,
  context: Context,
  split: Split,
  kind: Kind,
  rows: readonly DataRow[],
): Promise<ReadonlyMap<string, readonly ExpertVerdict[]>> {
  if (verdicts === undefined) return new Map();
  const known = new Map(
    rows.flatMap(({ row }) => [[itemId(split, kind, row), row] as const, [row, row] as const]),
  );
  return readVerdicts(await context.read(verdicts), verdicts, known);
}
