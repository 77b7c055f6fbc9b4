import { spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ProcedurePlace } from './procedure.ts';

/** A command that has been started. */
export interface Running {
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<EndedCommand>;
}

export interface EndedCommand {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

/** Starts the program in the folder of a procedure, with a home of its own. */
export function startCommand(
  { program, folder }: ProcedurePlace,
  args: readonly string[],
  nodeOptions: readonly string[] = [],
): Running {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, program, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: path.join(folder, 'home') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<EndedCommand>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr, ms: performance.now() - startedMs }));
  });
  return { kill: (signal) => void child.kill(signal), ended };
}

/** Invented messages with a label each, as data of a user's own for `cpsdbench/fraud`. */
export function writeItems(folder: string, count: number): void {
  const rows = Array.from({ length: count }, (_, at) => ({
    id: `m-${at}`,
    text: `第${at}条：您的快递已到驿站，请凭取件码领取。`,
    label: at % 3 === 0 ? 'fraud' : 'normal',
  }));
  writeFileSync(path.join(folder, 'items.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** The number of the item that a request is about. */
export function itemOf(bodyText: string): number {
  return Number(/第(\d+)条/.exec(bodyText)?.[1] ?? -1);
}

/** The arguments of a run over the items. */
export function runArguments(url: string, out: string, more: readonly string[]): string[] {
  return [
    ...['run', 'cpsdbench/fraud', '--data', 'items.jsonl', '--model', 'openai-compatible/test'],
    ...['--base-url', url, '--cache', 'off', '--out', out, ...more],
  ];
}

/** The only run folder below `out`. */
export function runFolder(folder: string, out: string): string {
  const root = path.join(folder, out);
  const [name] = existsSync(root) ? readdirSync(root) : [];
  return path.join(root, name ?? 'absent');
}
