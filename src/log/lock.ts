import { linkSync, readFileSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { QuadratError } from '../core/index.ts';

const HEARTBEAT_MS = 5_000;
/** A lock of another machine that has not been renewed for this long is stale. */
const STALE_MS = 60_000;
/** What file systems without hard links say. */
const WITHOUT_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

const ownerSchema = z.object({
  /** 0 and below would mean groups of processes, which always live. */
  pid: z.number().int().positive(),
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
  const mine = `${JSON.stringify(ownOwner(now))}\n`;
  for (let attempt = 0; attempt < 5; attempt++) {
    if (create(file, mine)) return hold(file, mine, now);
    const found = readOwner(file);
    if (found?.owner !== undefined && isAlive(found.owner, file, now))
      throw locked(folder, file, found.owner, now);
    if (found !== undefined) removeStale(file, found.text);
  }
  throw new QuadratError('run-locked', 'the lock of the run folder changes hands too fast', { file });
}

function ownOwner(now: () => number): Owner {
  return {
    pid: process.pid,
    host: hostname(),
    processStart: processStart(process.pid),
    since: new Date(now()).toISOString(),
  };
}

/** Makes the lock with its owner in it in one step, so that nobody reads a lock that says nothing. */
function create(file: string, mine: string): boolean {
  const fresh = `${file}.${process.pid}.new`;
  writeFileSync(fresh, mine);
  try {
    linkSync(fresh, file);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    if (!WITHOUT_LINKS.some((code) => isCode(error, code))) throw error;
  } finally {
    unlinkSync(fresh);
  }
  try {
    writeFileSync(file, mine, { flag: 'wx' });
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

function hold(file: string, mine: string, now: () => number): Lock {
  const timer = setInterval(() => {
    const seconds = now() / 1000;
    try {
      utimesSync(file, seconds, seconds);
    } catch {
      // Somebody removed the lock; the next who takes it writes a new one.
    }
  }, HEARTBEAT_MS);
  timer.unref();
  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      clearInterval(timer);
      if (readOwner(file)?.text === mine) unlinkSync(file);
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
    // A power cut left it empty, or something else wrote it.
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

/** Null where the system does not say, or where the process has ended and only waits for its parent to notice. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null);
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
