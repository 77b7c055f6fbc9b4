import type { ItemDiagnostic, Parsed, StopReason } from '../../core/index.ts';
import { type Cells, LABELS, maximum, NO_CELLS } from './labels.ts';
import { readLabels, readLabelsAsAuthors } from './parse-labels.ts';
import type { ArticleReading } from './reading.ts';

/** What a model wrote about one row; null: no usable answer came, for this reason. */
export interface RowAnswer {
  readonly text: string | null;
  readonly stop: StopReason | null;
  readonly truncated: boolean;
}

/** Diagnostics of the classification tasks. */
export const CLASSIFICATION_DIAGNOSTICS = [
  'missing-cells',
  'unread-rows',
  'truncated-rows',
  'conflicting-labels',
] as const;

/** Reads the answers about an article's rows, in every protocol. */
export function readAnswers(answers: readonly RowAnswer[]): Parsed<ArticleReading> {
  const read = answers.map(({ text }) => (text === null ? null : readLabels(text)));
  const rows = read.map((one) => one?.cells ?? NO_CELLS);
  const authors = answers.map(({ text }) => (text === null ? NO_CELLS : readLabelsAsAuthors(text)));
  const value: ArticleReading = { rows, paper: maximum(authors) };
  const diagnostics = diagnosticsOf(
    rows,
    answers.filter(({ truncated, stop }) => truncated || stop === 'truncated').length,
    read.reduce((sum, one) => sum + (one?.conflicts ?? 0), 0),
  );
  const unread = answers.findIndex((_, at) => isUnread(rows[at] ?? NO_CELLS));
  const first = answers[unread];
  if (first === undefined) {
    const truncated = answers.some((answer) => answer.truncated);
    return { outcome: 'scored', value, ...(truncated ? { truncated } : {}), diagnostics };
  }
  const reason = first.stop ?? (first.truncated ? 'truncated' : null);
  if (reason === null) return { outcome: 'unparsed', reason: 'invalid', value, diagnostics };
  return { outcome: 'stopped', reason, value, diagnostics };
}

/** Judgements that were read elsewhere. */
export function readCells(rows: readonly (Cells | null)[], paper: Cells | null): Parsed<ArticleReading> {
  const cells = rows.map((row) => row ?? NO_CELLS);
  const value: ArticleReading = { rows: cells, paper };
  const diagnostics = diagnosticsOf(cells, 0, 0);
  if (rows.every((row) => row === null)) return { outcome: 'stopped', reason: 'empty', value, diagnostics };
  if (cells.some(isUnread)) return { outcome: 'unparsed', reason: 'invalid', value, diagnostics };
  return { outcome: 'scored', value, diagnostics };
}

function isUnread(cells: Cells): boolean {
  return cells.every((cell) => cell === null);
}

function diagnosticsOf(rows: readonly Cells[], truncated: number, conflicts: number): ItemDiagnostic[] {
  const cells = rows.length * LABELS.length;
  const missing = rows.reduce((sum, row) => sum + row.filter((cell) => cell === null).length, 0);
  return [
    { id: 'missing-cells', value: missing, n: cells },
    { id: 'unread-rows', value: rows.filter(isUnread).length, n: rows.length },
    { id: 'truncated-rows', value: truncated, n: rows.length },
    { id: 'conflicting-labels', value: conflicts, n: cells },
  ];
}
