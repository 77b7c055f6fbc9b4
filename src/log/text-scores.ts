import path from 'node:path';
import type { TextScore } from '../core/index.ts';
import { mendLines, readLines } from './line-reader.ts';
import { openLineWriter } from './line-writer.ts';
import { type ScoreLine, scoreLineSchema } from './schema.ts';

/** Scores by the hash of their pair. */
export type KnownScores = ReadonlyMap<string, TextScore>;

/** What scorers of texts said in a run. */
export interface RecordedScores {
  of(task: string, scorer: string): KnownScores;
  /** The scorer that was asked last about a task; undefined: none was. */
  last(task: string): string | undefined;
}

/**
 * Reads the lines of scores in a file of calls; none where there is no such file.
 *
 * @param file `calls.jsonl` of a run folder
 */
export function recordedScores(file: string): RecordedScores {
  const known = new Map<string, Map<string, TextScore>>();
  const last = new Map<string, string>();
  for (const { value } of readLines(file)) {
    const read = scoreLineSchema.safeParse(value);
    if (!read.success) continue;
    const { task, scorer, scores } = read.data;
    last.set(task, scorer);
    const key = JSON.stringify([task, scorer]);
    const own = known.get(key) ?? new Map<string, TextScore>();
    known.set(key, own);
    for (const { pair, ...score } of scores) own.set(pair, score);
  }
  return {
    of: (task, scorer) => known.get(JSON.stringify([task, scorer])) ?? new Map(),
    last: (task) => last.get(task),
  };
}

/** Writes further scores into the folder of a run. */
export interface ScoreWriter {
  writeCall(line: ScoreLine): Promise<void>;
  close(): void;
}

/** Opens a run folder for further scores; who calls this holds the folder's lock. */
export function openScoreWriter(folder: string): ScoreWriter {
  const file = path.join(folder, 'calls.jsonl');
  mendLines(file);
  const lines = openLineWriter(file);
  return {
    writeCall: async (line) => {
      await lines.append(line);
    },
    close: () => lines.close(),
  };
}
