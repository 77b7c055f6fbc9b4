import { readCsv } from '../../../data/csv.ts';
import { csvText } from '../../../report/csv.ts';
import { toJson } from '../../../report/json.ts';
import { asObject, at, listAt } from '../json.ts';
import type { Surface, Surfaces } from './surface.ts';

const json: Surface = (input) => {
  const value: unknown = JSON.parse(toJson(input).text);
  return { validJson: true, value };
};

const csv: Surface = (input) => {
  const rows = listAt(input, 'rows').map((row) => asObject(row, 'rows'));
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const text = csvText(
    columns,
    rows.map((row) => columns.map((column) => String(at(row, column) ?? ''))),
  );
  const read = readCsv(text, 'the report').rows.map(({ cells }) => cells);
  return { rows: read, rowCount: read.length };
};

/** Forms of a report. */
export const REPORT_SURFACES: Surfaces = new Map<string, Surface>([
  ['report.json', json],
  ['report.csv', csv],
]);
