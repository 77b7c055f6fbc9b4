import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Answer, Result } from '../core/index.ts';
import { QuadratError } from '../core/index.ts';
import { writeFileAtomically } from './atomic.ts';
import { refuseChange } from './changes.ts';
import { mendLines, readLineAt, readLines } from './line-reader.ts';
import { type LineWriter, openLineWriter } from './line-writer.ts';
import { type Lock, takeLock } from './lock.ts';
import { maskCall, maskItem } from './mask-lines.ts';
import {
  type AnyCallLine,
  anyCallSchema,
  callLineSchema,
  type Deciding,
  type ItemLine,
  newerSchema,
  RUN_SCHEMA_VERSION,
  type RunFile,
  type RunSpec,
  resultsSchema,
  runFileSchema,
} from './schema.ts';
import { corruptLine, readItems, storedItem, unitKey } from './stored-items.ts';
import { type KnownScores, recordedScores } from './text-scores.ts';

/** Which recorded call is meant. */
export interface CallId {
  readonly task: string;
  readonly item: string;
  readonly repeat: number;
  readonly hash: string;
  readonly ordinal: number;
}

function callKey({ task, item, repeat, hash, ordinal }: CallId): string {
  return JSON.stringify([task, item, repeat, hash, ordinal]);
}

/** Totals over the recorded calls. */
export interface CallTotals {
  made: number;
  fromCache: number;
  inputTokens: number | null;
  outputTokens: number | null;
  costUsd: number | null;
  /** Calls whose tokens were counted here, for want of the server's own; absent: none. */
  estimated?: number;
}

/** An open run folder: the only writer of its files. */
export interface RunFolder {
  readonly path: string;
  readonly name: string;
  readonly run: RunFile;
  /** Items that ended, by {@link unitKey}; failed ones are asked again and are not here. */
  readonly ended: ReadonlyMap<string, ItemLine>;
  /** Totals of a task's calls, or of all. */
  totals(task?: string): Readonly<CallTotals>;
  /** A finished call of an earlier session. */
  recorded(id: CallId): Answer | undefined;
  /** What a scorer of texts said in earlier sessions. */
  scores(task: string, scorer: string): KnownScores;
  /** Resolves when the line has reached the operating system. */
  writeCall(line: AnyCallLine): Promise<void>;
  /** Gives the line as it is kept: the value of a long one is read from the file when it is asked for. */
  writeItem(line: ItemLine): Promise<ItemLine>;
  writeScores(results: readonly Result[]): void;
  close(): void;
}

export interface OpenOptions {
  /** The folder that takes run folders. */
  readonly out: string;
  readonly name: string;
  readonly id: string;
  readonly spec: RunSpec;
  readonly deciding: readonly Deciding[];
  readonly version: string;
  /** Start again beside an earlier run of the same command. */
  readonly fresh: boolean;
  /** Keep mobile, identity and card numbers in prompts and errors; they are masked by default. */
  readonly showItems?: boolean;
  readonly now: () => number;
}

/** Where the run of this command lies: the newest of its folders, or a new one. */
export function runPath(out: string, name: string, id: string, fresh: boolean): string {
  const base = `${name}-${id.slice(0, 8)}`;
  const numbers = existsSync(out)
    ? readdirSync(out)
        .map((entry) =>
          entry === base ? 1 : Number(new RegExp(`^${literal(base)}-(\\d+)$`).exec(entry)?.[1] ?? 0),
        )
        .filter((number) => number > 0)
    : [];
  const last = Math.max(0, ...numbers);
  const number = fresh ? last + 1 : Math.max(1, last);
  return path.join(out, number === 1 ? base : `${base}-${number}`);
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The results of a run that has ended with every item, or undefined. */
export function finishedResults(folder: string): readonly Result[] | undefined {
  const file = path.join(folder, 'scores.json');
  if (!existsSync(file)) return undefined;
  const corrupt = (what: string, cause?: unknown) =>
    new QuadratError('run-corrupt', what, {
      file,
      next: 'Delete this file and run the same command again: the answers are kept beside it.',
      cause,
    });
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw corrupt('the scores are not JSON', cause);
  }
  if (!resultsSchema.safeParse(value).success) throw corrupt('this is no list of results');
  return value as Result[];
}

/** Reads `run.json`. */
export function readRunFile(folder: string): RunFile {
  const file = path.join(folder, 'run.json');
  if (!existsSync(file)) {
    throw new QuadratError('file-not-found', 'this is no run folder: it has no run.json', { file: folder });
  }
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new QuadratError('run-corrupt', 'run.json is not JSON', { file, cause });
  }
  const read = runFileSchema.safeParse(value);
  if (!read.success) {
    const newer = newerSchema(value);
    if (newer !== undefined) {
      throw new QuadratError(
        'run-corrupt',
        `run.json: schemaVersion ${newer}: a newer version of the program wrote it`,
        {
          file,
          next: `This version reads schema version ${RUN_SCHEMA_VERSION}; use the newer one.`,
        },
      );
    }
    const issue = read.error.issues[0];
    throw new QuadratError('run-corrupt', `run.json: ${issue?.path.join('.')}: ${issue?.message}`, {
      file,
      next: `This version writes and reads schema version ${RUN_SCHEMA_VERSION}.`,
    });
  }
  return read.data;
}

/**
 * Opens the folder of a run, new or begun before: takes the lock, compares what decides the result, mends a torn end
 * and reads what is already there.
 *
 * @throws QuadratError `run-locked`, `run-changed`, `run-corrupt`
 */
export function openRunFolder(options: OpenOptions): RunFolder {
  const folder = runPath(options.out, options.name, options.id, options.fresh);
  mkdirSync(folder, { recursive: true });
  const lock = takeLock(folder, options.now);
  try {
    return open(folder, lock, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function open(folder: string, lock: Lock, options: OpenOptions): RunFolder {
  const file = path.join(folder, 'run.json');
  let run: RunFile;
  if (existsSync(file)) {
    run = readRunFile(folder);
    refuseChange(run, options.deciding, folder);
  } else {
    run = {
      schemaVersion: RUN_SCHEMA_VERSION,
      tool: 'quadrat',
      version: options.version,
      id: options.id,
      createdAt: new Date(options.now()).toISOString(),
      spec: options.spec,
      deciding: [...options.deciding],
    };
    writeFileAtomically(file, `${JSON.stringify(run, null, 2)}\n`);
  }
  const callsPath = path.join(folder, 'calls.jsonl');
  const itemsPath = path.join(folder, 'items.jsonl');
  mendLines(callsPath);
  mendLines(itemsPath);
  const ended = readItems(itemsPath);
  const { index, totals } = indexCalls(callsPath, ended);
  const calls = openLineWriter(callsPath);
  const items = openLineWriter(itemsPath);
  const reader = openSync(callsPath, 'r');
  return {
    path: folder,
    name: path.basename(folder),
    run,
    ended,
    totals: (task) => totalsOf(totals, task),
    recorded(id) {
      const place = index.get(callKey(id));
      if (place === undefined) return undefined;
      return callLineSchema.parse(readLineAt(reader, place.offset, place.length)).answer;
    },
    scores: (task, scorer) => recordedScores(callsPath).of(task, scorer),
    async writeCall(line) {
      addTotals(totals, line);
      await calls.append(options.showItems === true ? line : maskCall(line));
    },
    async writeItem(line) {
      const kept = options.showItems === true ? line : maskItem(line);
      return storedItem(itemsPath, kept, await items.append(kept));
    },
    writeScores(results) {
      writeFileAtomically(path.join(folder, 'scores.json'), `${JSON.stringify(results, null, 2)}\n`);
    },
    close: closeAll(calls, items, reader, lock),
  };
}

function closeAll(calls: LineWriter, items: LineWriter, reader: number, lock: Lock): () => void {
  let open = true;
  return () => {
    if (!open) return;
    open = false;
    calls.close();
    items.close();
    closeSync(reader);
    lock.release();
  };
}

function indexCalls(file: string, ended: ReadonlyMap<string, ItemLine>) {
  const index = new Map<string, { offset: number; length: number }>();
  const totals = new Map<string, CallTotals>();
  for (const { value, number, offset, length } of readLines(file)) {
    const read = anyCallSchema.safeParse(value);
    if (!read.success) throw corruptLine(file, number);
    const line = read.data;
    addTotals(totals, line);
    if (line.kind === 'text' && !ended.has(unitKey(line.task, line.item, line.repeat))) {
      index.set(callKey(line), { offset, length });
    }
  }
  return { index, totals };
}

function noCalls(): CallTotals {
  return { made: 0, fromCache: 0, inputTokens: null, outputTokens: null, costUsd: null };
}

function addTotals(totals: Map<string, CallTotals>, line: AnyCallLine): void {
  // A scorer of texts is no model.
  if (line.kind === 'score') return;
  const known = totals.get(line.task) ?? noCalls();
  totals.set(line.task, known);
  if (line.kind === 'text' && line.source === 'cache') {
    known.fromCache += 1;
    return;
  }
  const usage = line.kind === 'text' ? (line.paid ?? line.answer.usage) : line.usage;
  if (line.kind !== 'paid') known.made += 1;
  if (line.estimated === true) known.estimated = (known.estimated ?? 0) + 1;
  known.inputTokens = plus(known.inputTokens, usage.inputTokens);
  known.outputTokens = plus(known.outputTokens, usage.outputTokens);
  known.costUsd = plus(known.costUsd, line.costUsd);
}

function totalsOf(totals: ReadonlyMap<string, CallTotals>, task: string | undefined): CallTotals {
  if (task !== undefined) return { ...(totals.get(task) ?? noCalls()) };
  const sum = noCalls();
  for (const one of totals.values()) {
    sum.made += one.made;
    sum.fromCache += one.fromCache;
    sum.inputTokens = plus(sum.inputTokens, one.inputTokens);
    sum.outputTokens = plus(sum.outputTokens, one.outputTokens);
    sum.costUsd = plus(sum.costUsd, one.costUsd);
    if (one.estimated !== undefined) sum.estimated = (sum.estimated ?? 0) + one.estimated;
  }
  return sum;
}

function plus(sum: number | null, value: number | null): number | null {
  return value === null ? sum : (sum ?? 0) + value;
}
