import { type DataSource, type Dataset, type Item, QuadratError } from '../../core/index.ts';
import { sha256Hex } from '../../data/hash.ts';
import { type Cells, maximum } from './labels.ts';
import { type Context, FILE_OF, GOLD_SHA256, RELEASED_ARTICLES, RELEASED_ROWS } from './source.ts';
import { type LabelRow, readGoldTable } from './table.ts';
import { weatherOf } from './weather.ts';

/** A text that is judged in one call: a whole article or a chunk of one. */
export interface TextRow {
  /** What files of predictions call it: the article's ID in LongCTX, the row index in MixedCTX. */
  readonly id: string;
  /** Null where the gold came without texts. */
  readonly text: string | null;
  readonly gold: Cells;
}

/** An article: the unit that is scored. LongCTX has it in one piece, MixedCTX in one or more. */
export interface ArticleItem extends Item {
  readonly date: string | null;
  readonly period: string | null;
  readonly rows: readonly TextRow[];
  /** True where a row says so, blanks passed over. */
  readonly gold: Cells;
  /** Of the file it came from. */
  readonly loaded: {
    readonly file: string;
    readonly articles: number;
    readonly rows: number;
    readonly sample: boolean;
  };
}

/** Loads LongCTX or MixedCTX, in full, in part or without the texts. */
export async function loadArticles(context: Context, source: DataSource): Promise<Dataset<ArticleItem>> {
  const path = source.file ?? source.find(...candidates(context));
  if (path === undefined) throw missing(context, source);
  const bytes = await source.read(path);
  const rows = await readGoldTable(bytes, path);
  const items = articlesOf(rows, context, path, source.kind === 'sample');
  return {
    items,
    file: path,
    bytes,
    partial: rows.length < RELEASED_ROWS[context],
    publishedGold: goldHash(items) === GOLD_SHA256[context],
  };
}

/** What the gold says of which row, whatever form the file has: rows by their id, each with its article and labels. */
export function goldHash(items: readonly ArticleItem[]): string {
  const rows = items.flatMap(({ id, rows: own }) =>
    own.map((row): [number, string, Cells] => [Number(row.id), id, row.gold]),
  );
  return sha256Hex(JSON.stringify(rows.sort(([a], [b]) => a - b)));
}

function candidates(context: Context): string[] {
  const released = FILE_OF[context].path;
  const rows = RELEASED_ROWS[context];
  const plain = `${context}_Dataset(${rows}).csv`;
  return [
    released,
    plain,
    `${context}_Dataset.csv`,
    `datasets/${context}_Dataset.csv`,
    ...(FILE_OF[context].otherNames ?? []).flatMap((name) => [name, `data/${name}`]),
    `${context}_labels_${rows}.csv`,
    `${context}_partial.csv`,
  ];
}

/** What is wrong with a content that is to become LongCTX or MixedCTX; null: nothing. */
export async function checkArticles(
  context: Context,
  file: string,
  bytes: Uint8Array,
): Promise<string | null> {
  try {
    const rows = await readGoldTable(bytes, file);
    if (rows.every(({ text }) => text === null)) return 'there is no column of texts';
    const blank = rows.findIndex(({ text }) => text === null);
    if (blank >= 0) return `row ${blank + 1} has no text`;
    articlesOf(rows, context, file, false);
    return null;
  } catch (error) {
    if (error instanceof QuadratError) return error.message;
    throw error;
  }
}

/** Groups rows into articles by ID, in the order of the file. */
export function articlesOf(
  rows: readonly LabelRow[],
  context: Context,
  file: string,
  sample: boolean,
): ArticleItem[] {
  if (rows.length === 0) throw new QuadratError('invalid-format', 'there is no row in the file', { file });
  const groups = new Map<string, LabelRow[]>();
  for (const row of rows) {
    const group = groups.get(row.id);
    if (group === undefined) groups.set(row.id, [row]);
    else if (context === 'LongCTX') throw twice(row, file);
    else group.push(row);
  }
  refuseOtherIds(context, rows, groups.size, file);
  const loaded = { file, articles: groups.size, rows: rows.length, sample };
  return [...groups].map(([id, group]) => articleItem(id, group, context, loaded));
}

function articleItem(
  id: string,
  rows: readonly LabelRow[],
  context: Context,
  loaded: ArticleItem['loaded'],
): ArticleItem {
  const [first] = rows;
  const texts = rows.map(
    (row): TextRow => ({
      id: context === 'LongCTX' ? row.id : String(row.index),
      text: row.text,
      gold: row.cells,
    }),
  );
  const [date, period] = [first?.date ?? null, first?.period ?? null];
  let hash: string | undefined;
  return {
    id,
    cluster: id,
    strata: { period: period ?? 'unknown', weather: weatherOf(first?.weather ?? '') },
    date,
    period,
    rows: texts,
    gold: maximum(texts.map(({ gold }) => gold)),
    loaded,
    get hash() {
      hash ??= sha256Hex(
        JSON.stringify([id, date, period, texts.map((row) => [row.id, row.text, row.gold])]),
      );
      return hash;
    },
  };
}

/** The whole of MixedCTX has 350 articles; where each row has an ID of its own, no article can be scored. */
function refuseOtherIds(context: Context, rows: readonly LabelRow[], articles: number, file: string): void {
  if (rows.length !== RELEASED_ROWS[context] || articles === RELEASED_ARTICLES) return;
  throw new QuadratError(
    'invalid-format',
    `${context} has ${RELEASED_ARTICLES} articles, the IDs of these ${rows.length} rows name ${articles}`,
    { file, next: 'The column ID holds the number of the article, which its chunks share.' },
  );
}

/** The text of a row; an error where the data have none. */
export function textOf(item: ArticleItem, row: TextRow): string {
  if (row.text !== null) return row.text;
  const { file } = item.loaded;
  if (item.rows.some(({ text }) => text !== null)) {
    throw new QuadratError('data-missing', `row ${row.id} has no text`, {
      file,
      item: item.id,
      next: 'Give it its text, or take the row out.',
    });
  }
  throw new QuadratError('data-missing', 'these data hold labels without texts', {
    file,
    item: item.id,
    next: 'Use the data set itself (quadrat data get wximpactbench) where a model must read the articles.',
  });
}

function twice(row: LabelRow, file: string): QuadratError {
  return new QuadratError('duplicate-item', `article ${row.id} stands twice in the file`, {
    file,
    ...(row.line === null ? {} : { line: row.line }),
    item: row.id,
    next: 'LongCTX has one row an article; a file of chunks is MixedCTX (wximpactbench/classification-mixed).',
  });
}

function missing(context: Context, source: DataSource): QuadratError {
  const task = context === 'LongCTX' ? 'classification-long' : 'classification-mixed';
  return new QuadratError('data-missing', `${context} (wximpactbench/${task}) is not in ${source.label}`, {
    next:
      source.kind === 'full'
        ? 'Fetch it with `quadrat data get wximpactbench`, or take a local copy with `quadrat data import wximpactbench --from DIR`.'
        : `Put ${context}_Dataset(${RELEASED_ROWS[context]}).csv there, or name a file with --data.`,
    data: { context },
  });
}
