import { type Parsed, type PredictionFile, type Predictions, QuadratError } from '../../core/index.ts';
import { decodeText } from '../../data/encoding.ts';
import type { JsonValue } from '../../data/json-map.ts';
import {
  byRepeat,
  looksLikePredictionLines,
  type PredictionLine,
  readPredictionLines,
} from '../../data/predictions.ts';
import { type RowAnswer, readAnswers, readCells } from './answers.ts';
import type { ArticleItem } from './articles.ts';
import { type Cell, type Cells, LABELS, type Label, maximum } from './labels.ts';
import { groupRows, innerJoin, keyOf } from './paper.ts';
import type { ArticleReading } from './reading.ts';
import type { Context } from './source.ts';
import { columnOf, type LabelRow, readLabelTable } from './table.ts';

/** Reads predictions: JSONL, or a CSV file as the authors' scripts write it. */
export function readArticlePredictions(
  context: Context,
  file: PredictionFile,
  items: readonly ArticleItem[] | undefined,
): Predictions<ArticleReading> | null {
  const text = decodeText(file.bytes, file.path).text;
  if (looksLikePredictionLines(text))
    return fromLines(readPredictionLines(text, file.path), items, file.path);
  if (/^\s*[[{]/.test(text)) return null;
  return fromTable(readLabelTable(text, file.path, 'predictions'), context, items ?? [], file.path);
}

function fromTable(
  rows: readonly LabelRow[],
  context: Context,
  items: readonly ArticleItem[],
  file: string,
): Predictions<ArticleReading> {
  const byId = new Map<string, LabelRow>();
  for (const row of rows) {
    const id = context === 'LongCTX' ? row.id : String(row.index);
    if (byId.has(id)) throw twice(id, row.line, file, context);
    byId.set(id, row);
  }
  refuseOtherOrder(items, byId, context, file);
  const keyed = rows.map((row) => withKey(row, items));
  const groups = groupRows(keyed, 'article');
  const days = daysOf(items, keyed);
  const read = new Map<string, Parsed<ArticleReading>>();
  for (const item of items) {
    const key = keyOf(item, 'article');
    const parsed = readCells(
      item.rows.map(({ id }) => byId.get(id)?.cells ?? null),
      groups.get(key) ?? null,
    );
    read.set(item.id, withDay(parsed, days.get(item.id) ?? null));
  }
  const known = new Set(items.flatMap((item) => item.rows.map(({ id }) => id)));
  return { repeats: [read], surplus: [...byId.keys()].filter((id) => !known.has(id)) };
}

/** A file without dates cannot lose an article by its key: it gets the gold's. */
function withKey(row: LabelRow, items: readonly ArticleItem[]): LabelRow {
  if (row.date !== null && row.period !== null) return row;
  const item = items.find(({ id }) => id === row.id);
  return { ...row, date: row.date ?? item?.date ?? null, period: row.period ?? item?.period ?? null };
}

type Day = { readonly gold: Cells; readonly predicted: Cells };

/** Groups by day and period, each at the first of its articles. */
function daysOf(items: readonly ArticleItem[], rows: readonly LabelRow[]): ReadonlyMap<string, Day> {
  const predicted = groupRows(rows, 'date');
  const firsts = new Map<string, { item: string; cells: Cells[] }>();
  for (const item of items) {
    const key = keyOf(item, 'date');
    const known = firsts.get(key);
    if (known === undefined) firsts.set(key, { item: item.id, cells: [item.gold] });
    else known.cells.push(item.gold);
  }
  const days = new Map<string, Day>();
  for (const [key, { item, cells }] of firsts) {
    const [pair] = innerJoin(new Map([[key, maximum(cells)]]), predicted);
    if (pair !== undefined) days.set(item, pair);
  }
  return days;
}

function withDay(parsed: Parsed<ArticleReading>, dateOnly: Day | null): Parsed<ArticleReading> {
  const { value } = parsed;
  return value === undefined ? parsed : { ...parsed, value: { ...value, dateOnly } };
}

/** MixedCTX rows are matched by their place: a file in another order would be scored against other texts. */
function refuseOtherOrder(
  items: readonly ArticleItem[],
  rows: ReadonlyMap<string, LabelRow>,
  context: Context,
  file: string,
): void {
  if (context === 'LongCTX') return;
  for (const item of items) {
    for (const { id } of item.rows) {
      const row = rows.get(id);
      if (row === undefined || row.id === item.id) continue;
      throw new QuadratError(
        'invalid-format',
        `row ${id} is about article ${row.id}, in the data it is of article ${item.id}`,
        {
          file,
          ...(row.line === null ? {} : { line: row.line }),
          next: 'Predictions for MixedCTX must stand in the order of the released file.',
        },
      );
    }
  }
}

function twice(id: string, line: number | null, file: string, context: Context): QuadratError {
  return new QuadratError('duplicate-item', `article ${id} stands twice in the file`, {
    file,
    ...(line === null ? {} : { line }),
    item: id,
    next:
      context === 'LongCTX'
        ? 'Predictions for LongCTX have one row an article; those for chunks belong to wximpactbench/classification-mixed.'
        : 'Give every row an index of its own.',
  });
}

function fromLines(
  lines: readonly PredictionLine[],
  items: readonly ArticleItem[] | undefined,
  file: string,
): Predictions<ArticleReading> {
  const known = new Set((items ?? []).flatMap((item) => item.rows.map(({ id }) => id)));
  const repeats = byRepeat(lines).map((repeat) => {
    const byId = new Map(repeat.map((line) => [line.id, line]));
    const read = new Map<string, Parsed<ArticleReading>>();
    for (const item of items ?? []) read.set(item.id, readItem(item, byId, file));
    return read;
  });
  const surplus = new Set(lines.map(({ id }) => id).filter((id) => !known.has(id)));
  return { repeats, surplus: [...surplus] };
}

function readItem(
  item: ArticleItem,
  lines: ReadonlyMap<string, PredictionLine>,
  file: string,
): Parsed<ArticleReading> {
  const own = item.rows.map(({ id }) => lines.get(id));
  const given = own.filter((line) => line !== undefined);
  if (given.length === 0)
    return readCells(
      item.rows.map(() => null),
      null,
    );
  if (given.every(({ answer }) => answer !== undefined)) {
    const rows = own.map((line) => (line === undefined ? null : answerCells(line, file)));
    return readCells(rows, maximum(rows.filter((row) => row !== null)));
  }
  const mixed = given.find(({ answer }) => answer !== undefined);
  if (mixed !== undefined)
    throw fault('rows of one article have `output` and `answer` side by side', mixed, file);
  return readAnswers(own.map((line) => rowAnswer(line, file)));
}

function rowAnswer(line: PredictionLine | undefined, file: string): RowAnswer {
  if (line === undefined) return { text: null, stop: 'empty', truncated: false };
  const { output } = line;
  const text = typeof output === 'string' ? output : output?.length === 1 ? (output[0] ?? '') : undefined;
  if (text === undefined) throw fault('a row is answered by one text', line, file);
  const truncated = line.finishReason === 'length';
  if (text.trim() === '') return { text: null, stop: truncated ? 'truncated' : 'empty', truncated };
  return { text, stop: null, truncated };
}

function answerCells(line: PredictionLine, file: string): Cells {
  const { answer } = line;
  if (!(answer instanceof Map))
    throw fault('`answer` is an object of label to true, false or null', line, file);
  const cells = new Map<Label, Cell>();
  for (const [name, value] of answer as ReadonlyMap<string, JsonValue>) {
    const label = LABELS.find((known) => known === columnOf(name));
    if (label === undefined) {
      throw new QuadratError('unknown-label', `"${name}" is none of the six labels`, {
        file,
        line: line.line,
        item: line.id,
        next: `They are: ${LABELS.join(', ')}.`,
      });
    }
    if (value === true || value === 1) cells.set(label, 1);
    else if (value === false || value === 0) cells.set(label, 0);
    else if (value !== null)
      throw fault(`the answer for ${label} is neither true, false nor null`, line, file);
  }
  return LABELS.map((label) => cells.get(label) ?? null);
}

function fault(message: string, line: PredictionLine, file: string): QuadratError {
  return new QuadratError('invalid-format', message, { file, line: line.line, item: line.id });
}
