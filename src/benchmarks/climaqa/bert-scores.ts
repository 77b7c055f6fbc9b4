import type { PredictionFile, TextScorer } from '../../core/index.ts';
import { decodeText } from '../../data/encoding.ts';
import { looksLikePredictionLines, readPredictionLines } from '../../data/predictions.ts';
import { answerText } from '../../parse/reasoning.ts';
import { pythonStrip } from '../../text/python.ts';
import type { ClimaItem } from './data.ts';
import { rowOf } from './predictions.ts';
import { csvToLines } from './predictions-csv.ts';

/**
 * A file of free answers with a BERTScore in every line that has an answer: what the scorer says of it and the
 * reference. Lines that already have one keep it.
 *
 * @returns the file's lines as JSONL, or its bytes as they are where it is in another form
 */
export async function withBertScores(
  file: PredictionFile,
  items: readonly ClimaItem[],
  scorer: TextScorer,
): Promise<Uint8Array> {
  const decoded = decodeText(file.bytes, file.path).text;
  const text = /\.csv(\.gz)?$/i.test(file.path) ? csvToLines(decoded, file.path) : decoded;
  if (!looksLikePredictionLines(text)) return file.bytes;
  const byId = new Map(items.flatMap((item) => [[item.id, item] as const, [rowOf(item), item] as const]));
  const answers = new Map<number, { candidate: string; reference: string }>();
  for (const { line, id, output, answer } of readPredictionLines(text, file.path)) {
    const given = output ?? answer;
    const reference = byId.get(id)?.answer;
    if (typeof given !== 'string' || reference === undefined) continue;
    const candidate = pythonStrip(answerText(given));
    if (candidate !== '') answers.set(line, { candidate, reference });
  }
  const scores = await scorer.score([...answers.values()]);
  const byLine = new Map([...answers.keys()].map((line, at) => [line, scores[at]]));
  const lines = text.split('\n').map((content, at) => {
    const score = byLine.get(at + 1);
    if (score === undefined) return content;
    const row = JSON.parse(content) as object;
    return 'bertscore' in row ? content : JSON.stringify({ ...row, bertscore: score, scorer: scorer.id });
  });
  return Buffer.from(lines.join('\n'));
}
