import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { readLines } from '../../../../log/index.ts';
import { member } from '../../../../models/json.ts';
import { startFaultServer } from '../../../fault-server.ts';
import { itemOf, runArguments, runFolder, startCommand, writeItems } from './command.ts';
import type { Procedure } from './procedure.ts';

export interface MemorySize {
  readonly items: number;
  /** Length of each reply. */
  readonly replyKb: number;
  readonly heapMb: number;
  readonly concurrency: number;
}

const REPORT_BYTES = 25e6;

/** Many long replies under a limited heap: a run with a report, and a rescore. */
export function memory({ items, replyKb, heapMb, concurrency }: MemorySize): Procedure {
  return async (place) => {
    writeItems(place.folder, items);
    const filler = 'The parcel waits at the counter until the evening. '.repeat(
      Math.ceil((replyKb * 1000) / 51),
    );
    const server = await startFaultServer({
      reply: ({ bodyText }) => `${itemOf(bodyText) % 2 === 0 ? '诈骗' : '正常'}。\n${filler}`,
      remember: false,
    });
    try {
      const heap = [`--max-old-space-size=${heapMb}`];
      const more = [
        '--concurrency',
        String(concurrency),
        '--min-coverage',
        '0',
        '--report',
        'report.md',
        '--quiet',
      ];
      const ran = await startCommand(place, runArguments(server.url, 'runs', more), heap).ended;
      const folder = runFolder(place.folder, 'runs');
      const count = (name: string) => {
        let lines = 0;
        for (const { value } of readLines(path.join(folder, name)))
          if (member(value, 'item') !== undefined) lines += 1;
        return lines;
      };
      const lines = { items: count('items.jsonl'), calls: count('calls.jsonl') };
      const reports = ['report.json', 'report.csv'].map((name) => ['report', folder, '-o', name]);
      for (const args of reports) await startCommand(place, args, heap).ended;
      const sizes = ['report.md', 'report.json', 'report.csv'].map(
        (name) => statSync(path.join(place.folder, name), { throwIfNoEntry: false })?.size ?? -1,
      );
      const rescored = await startCommand(place, ['rescore', folder, '--json', '--quiet'], heap).ended;
      const same =
        metricsOf(rescored.stdout) === metricsOf(readFileSync(path.join(folder, 'scores.json'), 'utf8'));
      return [
        { holds: ran.code === 0, saw: { code: ran.code, ms: ran.ms, stderr: ran.stderr.slice(-300) } },
        { holds: lines.items === items && lines.calls === items, saw: lines },
        { holds: sizes.every((size) => size > 0 && size < REPORT_BYTES), saw: sizes },
        {
          holds: rescored.code === 0 && same,
          saw: { code: rescored.code, same, ms: rescored.ms, stderr: rescored.stderr.slice(-300) },
        },
      ];
    } finally {
      await server.close();
    }
  };
}

function metricsOf(results: string): string {
  try {
    return JSON.stringify((JSON.parse(results) as readonly unknown[]).map((one) => member(one, 'metrics')));
  } catch {
    return `unreadable: ${results.slice(0, 100)}`;
  }
}
