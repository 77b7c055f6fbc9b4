import { QuadratError } from '../../core/index.ts';
import { readCsv } from '../../data/csv.ts';

/** Columns that hold JSON. */
const JSON_COLUMNS: ReadonlySet<string> = new Set([
  'topLogprobs',
  'judgeTopLogprobs',
  'phraseVectors',
  'bertscore',
]);

/**
 * Predictions in CSV with the names of the JSONL fields as columns, as JSONL. An empty cell is an absent field, but an
 * empty `output` is an empty answer.
 */
export function csvToLines(text: string, file: string): string {
  return readCsv(text, file)
    .rows.map(({ cells, line }) => {
      const fields = [...cells].flatMap(([name, cell]): [string, unknown][] => {
        if (cell === '' && name !== 'output' && name !== 'answer') return [];
        if (name === 'repeat') return [[name, Number(cell)]];
        return [[name, JSON_COLUMNS.has(name) ? json(cell, name, file, line) : cell]];
      });
      // Of two columns for the answer the empty one is absent.
      const both = cells.has('output') && cells.has('answer');
      const absent = both
        ? cells.get('output') === ''
          ? 'output'
          : cells.get('answer') === ''
            ? 'answer'
            : ''
        : '';
      return JSON.stringify(Object.fromEntries(fields.filter(([name]) => name !== absent)));
    })
    .join('\n');
}

function json(cell: string, name: string, file: string, line: number): unknown {
  try {
    return JSON.parse(cell) as unknown;
  } catch (cause) {
    throw new QuadratError('invalid-json', `the column ${name} holds JSON, and this cell does not`, {
      file,
      line,
      cause,
    });
  }
}
