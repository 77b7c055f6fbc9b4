import type { PredictionFile } from '../../core/index.ts';
import { decodeText } from '../../data/encoding.ts';
import { looksLikePredictionLines, readPredictionLines } from '../../data/predictions.ts';
import type { ClimaItem } from './data.ts';
import { rowOf } from './predictions.ts';
import { csvToLines } from './predictions-csv.ts';

/** A line with an answer to an item. */
export interface AnswerLine {
  readonly item: ClimaItem;
  readonly text: string;
}

/**
 * A file of predictions with further fields in every line that has an answer. Lines that already have the field keep
 * it.
 *
 * @param field the field that says that a line needs nothing more
 * @param fieldsOf fields for these answers, in their order
 * @returns the file's lines as JSONL, or its bytes as they are where it is in another form
 */
export async function enriched(
  file: PredictionFile,
  items: readonly ClimaItem[],
  field: string,
  fieldsOf: (answers: readonly AnswerLine[]) => Promise<readonly (object | undefined)[]>,
): Promise<Uint8Array> {
  const decoded = decodeText(file.bytes, file.path).text;
  const text = /\.csv(\.gz)?$/i.test(file.path) ? csvToLines(decoded, file.path) : decoded;
  if (!looksLikePredictionLines(text)) return file.bytes;
  const byId = new Map(items.flatMap((item) => [[item.id, item] as const, [rowOf(item), item] as const]));
  const answers = new Map<number, AnswerLine>();
  for (const { line, id, output, answer } of readPredictionLines(text, file.path)) {
    const given = output ?? answer;
    const item = byId.get(id);
    if (typeof given === 'string' && item !== undefined) answers.set(line, { item, text: given });
  }
  const fields = await fieldsOf([...answers.values()]);
  const byLine = new Map([...answers.keys()].map((line, at) => [line, fields[at]]));
  const lines = text.split('\n').map((content, at) => {
    const more = byLine.get(at + 1);
    if (more === undefined) return content;
    const row = JSON.parse(content) as object;
    return field in row ? content : JSON.stringify({ ...row, ...more });
  });
  return Buffer.from(lines.join('\n'));
}
