import { readFileSync } from 'node:fs';
import path from 'node:path';
import { member } from '../../../../models/json.ts';
import { startFaultServer } from '../../../fault-server.ts';
import { itemOf, runArguments, runFolder, startCommand, writeItems } from './command.ts';
import type { Finding, Procedure, ProcedurePlace } from './procedure.ts';

const ITEMS = 40;
const LATENCY_MS = 300;
const AFTER_MS = 1400;
/** A reply that went out so shortly before the signal may not have arrived. */
const UNDERWAY_MS = 100;

interface Interrupted {
  readonly findings: readonly Finding[];
  readonly scores: string;
}

/** SIGINT in the middle of a run, once and twice; the same command then goes on. */
export const interrupt: Procedure = async (place) => {
  writeItems(place.folder, ITEMS);
  const whole = await interrupted(place, 'whole', 0);
  const rounds = [await interrupted(place, 'once', 1), await interrupted(place, 'twice', 2)];
  return [0, 1, 2, 3].map((statement) => {
    const found = rounds.map(({ findings }) => findings[statement]);
    // The fourth statement is about equal scores, too.
    const equal = statement !== 3 || rounds.every(({ scores }) => scores === whole.scores && scores !== '');
    return { holds: equal && found.every((one) => one?.holds === true), saw: found.map((one) => one?.saw) };
  });
};

async function interrupted(place: ProcedurePlace, out: string, signals: 0 | 1 | 2): Promise<Interrupted> {
  /** When the reply to an item had gone out whole. */
  const replied = new Map<number, number>();
  const server = await startFaultServer({
    latencyMs: LATENCY_MS,
    reply: ({ bodyText }) => (itemOf(bodyText) % 4 === 0 ? '诈骗' : '正常'),
    onClosed: ({ bodyText }, _ms, whole) => {
      if (whole) replied.set(itemOf(bodyText), performance.now());
    },
  });
  // The address is a part of the run: the same command needs the same server.
  const args = runArguments(server.url, out, ['--concurrency', '4', '--min-coverage', '0']);
  try {
    if (signals === 0) {
      await startCommand(place, args).ended;
      return { findings: [], scores: scoresOf(place.folder, out) };
    }
    const running = startCommand(place, args);
    await until(() => server.requests.length > 0);
    await wait(AFTER_MS);
    running.kill('SIGINT');
    const stoppedMs = performance.now();
    const second = signals === 2 ? wait(100).then(() => running.kill('SIGINT')) : undefined;
    const ended = await running.ended;
    const tookMs = performance.now() - stoppedMs;
    await second;
    await wait(50);
    const lines = textOf(place.folder, out, 'calls.jsonl').split('\n').slice(0, -1).map(parsed);
    const written = new Set(lines.map((line) => Number(String(member(line, 'item')).slice(2))));
    const lost = [...replied]
      .filter(([item, ms]) => ms < stoppedMs - UNDERWAY_MS && !written.has(item))
      .map(([item]) => item);
    const missing = /(\d+) of 40 items are missing/.exec(ended.stderr)?.[1];
    const asked = server.requests.length;
    const resumed = await startCommand(place, args).ended;
    const again = server.requests.slice(asked).map(({ bodyText }) => itemOf(bodyText));
    return {
      findings: [
        { holds: ended.code === 130 && tookMs < 5000, saw: { code: ended.code, tookMs } },
        {
          holds: lines.every((line) => line !== undefined) && written.size > 0 && lost.length === 0,
          saw: { written: written.size, lost, lines: lines.length },
        },
        {
          holds:
            /interrupted/.test(ended.stderr) &&
            missing === String(ITEMS - written.size) &&
            !/f1/.test(ended.stdout + ended.stderr),
          saw: { missing, stderr: ended.stderr.slice(-300), stdout: ended.stdout.slice(0, 300) },
        },
        {
          holds:
            resumed.code === 0 &&
            again.length === ITEMS - written.size &&
            again.every((item) => !written.has(item)),
          saw: { code: resumed.code, again: again.length, written: written.size },
        },
      ],
      scores: scoresOf(place.folder, out),
    };
  } finally {
    await server.close();
  }
}

/** The metrics of a run's result, as text; empty: there is none. */
function scoresOf(folder: string, out: string): string {
  const [result] = parsed(textOf(folder, out, 'scores.json')) as readonly unknown[];
  return JSON.stringify(member(result, 'metrics') ?? '');
}

function textOf(folder: string, out: string, name: string): string {
  return readFileSync(path.join(runFolder(folder, out), name), 'utf8');
}

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds() && waited < 60_000; waited += 10) await wait(10);
}
