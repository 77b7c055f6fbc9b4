import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { QuadratError } from '../core/index.ts';

const HEARTBEAT_MS = 5_000;
/** A lock of another machine that has not been renewed for this long is stale. */
const STALE_MS = 60_000;

const ownerSchema = z.object({
  pid: z.number(),
  host: z.string(),
  /** Start of the process in clock ticks since boot, so that a reused process id is not taken for the owner. */
  processStart: z.string().nullable(),
  since: z.string(),
});
type Owner = z.infer<typeof ownerSchema>;

export interface Lock {
  release(): void;
}

/**
 * Takes the one writer's lock of a run folder; a lock whose owner is gone is taken over.
 *
 * @param folder the run folder
 * @param now the time, for the lock's age
 * @throws QuadratError `run-locked` with owner and age if somebody is at work
 */
export function takeLock(folder: string, now: () => number): Lock {
  const file = path.join(folder, 'lock');
  for (let attempt = 0; attempt < 5; attempt++) {
    if (create(file, now)) return hold(file, now);
    const found = readOwner(file);
    if (found !== undefined && found.owner !== undefined && isAlive(found.owner, file, now))
      throw locked(folder, file, found.owner, now);
    if (found !== undefined) removeStale(file, found.text);
  }
  throw new QuadratError('run-locked', 'the lock of the run folder changes hands too fast', { file });
}

function create(file: string, now: () => number): boolean {
  const mine: Owner = {
    pid: process.pid,
    host: hostname(),
    processStart: processStart(process.pid),
    since: new Date(now()).toISOString(),
  };
  let handle: number;
  try {
    handle = openSync(file, 'wx');
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
  writeSync(handle, `${JSON.stringify(mine)}\n`);
  closeSync(handle);
  return true;
}

function hold(file: string, now: () => number): Lock {
  const timer = setInterval(() => {
    const seconds = now() / 1000;
    if (existsSync(file)) utimesSync(file, seconds, seconds);
  }, HEARTBEAT_MS);
  timer.unref();
  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      clearInterval(timer);
      if (existsSync(file)) unlinkSync(file);
    },
  };
}

function readOwner(file: string): { text: string; owner: Owner | undefined } | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  try {
    return { text, owner: ownerSchema.parse(JSON.parse(text)) };
  } catch {
    // Its maker was killed between making the file and writing it.
    return { text, owner: undefined };
  }
}

function isAlive(owner: Owner, file: string, now: () => number): boolean {
  if (owner.host !== hostname()) return ageMs(file, now) < STALE_MS;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false;
  }
  return owner.processStart === null || processStart(owner.pid) === owner.processStart;
}

/** Moves the stale lock away; if somebody was faster and it is theirs by now, gives it back. */
function removeStale(file: string, seen: string): void {
  const aside = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  if (readFileSync(aside, 'utf8') !== seen) {
    try {
      linkSync(aside, file);
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
  }
  unlinkSync(aside);
}

function ageMs(file: string, now: () => number): number {
  try {
    return now() - statSync(file).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function locked(folder: string, file: string, owner: Owner, now: () => number): QuadratError {
  const age = Math.round(ageMs(file, now) / 1000);
  return new QuadratError(
    'run-locked',
    `the run is being written by process ${owner.pid} on ${owner.host} since ${owner.since} (last sign ${age} s ago)`,
    { file: folder, next: 'Wait until it ends, or stop it; the same command then goes on where it stopped.' },
  );
}

function isCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
