import { QuadratError } from '../../core/index.ts';
import { readCsv } from '../../data/csv.ts';
import { decodeText } from '../../data/encoding.ts';
import { readJsonMapLines } from '../../data/jsonl.ts';

const VERDICTS = ['supports', 'refutes', 'unsure'] as const;
export type ExpertWord = (typeof VERDICTS)[number];

/** What one reviewer said of one answer. */
export interface ExpertVerdict {
  readonly reviewer: string;
  readonly verdict: ExpertWord;
}

/**
 * Reads a sheet of expert verdicts: CSV or JSONL with `id`, `verdict` (`supports`, `refutes`, `unsure`), `reviewer`.
 *
 * @param known ids that are accepted, each with the row it names
 * @returns verdicts by row
 * @throws QuadratError `unknown-label` for another verdict, `invalid-format` for an id that is not in the data or a line
 *   without its fields, `duplicate-item` for a reviewer who judges an answer twice; each with the line
 */
export function readVerdicts(
  bytes: Uint8Array,
  file: string,
  known: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly ExpertVerdict[]> {
  const text = decodeText(bytes, file).text;
  const sheet = new Map<string, ExpertVerdict[]>();
  for (const { line, id, verdict, reviewer } of /^\s*\{/.test(text)
    ? jsonLines(text, file)
    : csvLines(text, file)) {
    const row = known.get(id);
    if (row === undefined) {
      throw new QuadratError('invalid-format', `id ${JSON.stringify(id)} is not in the data`, {
        file,
        line,
        next: 'Ids are those of the items, such as gold/freeform/17.',
      });
    }
    const word = VERDICTS.find((one) => one === verdict.trim().toLowerCase());
    if (word === undefined) {
      throw new QuadratError('unknown-label', `there is no verdict ${JSON.stringify(verdict)}`, {
        file,
        line,
        item: id,
        next: `Verdicts are ${VERDICTS.join(', ')}.`,
      });
    }
    const list = sheet.get(row) ?? [];
    if (list.some((one) => one.reviewer === reviewer)) {
      throw new QuadratError('duplicate-item', `reviewer ${reviewer} judges this answer twice`, {
        file,
        line,
        item: id,
        next: 'Keep one verdict of a reviewer for an answer.',
      });
    }
    list.push({ reviewer, verdict: word });
    sheet.set(row, list);
  }
  return sheet;
}

interface SheetLine {
  readonly line: number;
  readonly id: string;
  readonly verdict: string;
  readonly reviewer: string;
}

function jsonLines(text: string, file: string): SheetLine[] {
  return readJsonMapLines(text, file).map(({ line, value }) =>
    lineOf((name) => (value instanceof Map ? value.get(name) : undefined), line, file),
  );
}

function csvLines(text: string, file: string): SheetLine[] {
  return readCsv(text, file).rows.map(({ line, cells }) => lineOf((name) => cells.get(name), line, file));
}

function lineOf(read: (name: string) => unknown, line: number, file: string): SheetLine {
  const field = (name: string): string => {
    const value = read(name);
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
    throw new QuadratError('invalid-format', `the line has no \`${name}\``, {
      file,
      line,
      next: 'A sheet has id, verdict and reviewer in every line.',
    });
  };
  return { line, id: field('id'), verdict: field('verdict'), reviewer: field('reviewer') };
}

/**
 * What the reviewers of an answer decide together: the majority.
 *
 * @returns null for a tie, a majority of `unsure`, or no verdict: the answer is left out
 */
export function majority(verdicts: readonly ExpertVerdict[]): 'supports' | 'refutes' | null {
  const counts = VERDICTS.map((word) => verdicts.filter(({ verdict }) => verdict === word).length);
  const top = Math.max(...counts);
  const winners = VERDICTS.filter((_, at) => counts[at] === top);
  const [winner, ...others] = winners;
  if (verdicts.length === 0 || others.length > 0 || winner === undefined || winner === 'unsure') return null;
  return winner;
}
