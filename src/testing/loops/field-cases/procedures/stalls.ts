import path from 'node:path';
import { readLines } from '../../../../log/index.ts';
import { member } from '../../../../models/json.ts';
import { type FaultReply, startFaultServer } from '../../../fault-server.ts';
import { itemOf, runArguments, runFolder, startCommand, writeItems } from './command.ts';
import type { Procedure } from './procedure.ts';

const ITEMS = 10;
/** Answered in part and then silent; only kept open by comments. */
const STALLED: ReadonlyMap<number, FaultReply> = new Map<number, FaultReply>([
  [1, { stall: 'body' }],
  [2, { stall: 'keep-alive' }],
]);

/**
 * Responses that stall, with an idle limit and one retry.
 *
 * @param idleMs the idle limit; comments come twice as often
 */
export function stalls(idleMs: number): Procedure {
  return async (place) => {
    writeItems(place.folder, ITEMS);
    /** When each stalled request came and when its connection ended, by item. */
    const lives: { readonly item: number; readonly ms: number }[] = [];
    const server = await startFaultServer({
      reply: ({ bodyText }) => {
        const item = itemOf(bodyText);
        const stall = STALLED.get(item);
        return stall === undefined ? '正常' : { ...stall, text: 'a long answer', keepAliveMs: idleMs / 2 };
      },
      onClosed: ({ bodyText }, ms) => void lives.push({ item: itemOf(bodyText), ms }),
    });
    try {
      const args = ['--concurrency', '2', '--idle-timeout', String(idleMs / 1000), '--max-attempts', '2'];
      const { code, stderr } = await startCommand(place, runArguments(server.url, 'runs', args)).ended;
      const lines = [...readLines(path.join(runFolder(place.folder, 'runs'), 'items.jsonl'))].map(
        ({ value }) => value,
      );
      const stalled = lives.filter(({ item }) => STALLED.has(item));
      const failed = lines.filter((line) => member(line, 'outcome') === 'failed');
      await new Promise((resolve) => setTimeout(resolve, 50));
      const open = server.openConnections();
      return [
        {
          holds: stalled.length === STALLED.size * 2 && stalled.every(({ ms }) => ms <= 2 * idleMs),
          saw: { stalled, code, stderr: stderr.slice(-500) },
        },
        { holds: stalled.filter(({ item }) => item === 2).length === 2, saw: stalled },
        {
          holds:
            code === 5 &&
            lines.length === ITEMS &&
            failed.length === STALLED.size &&
            failed.every((line) => /silent/.test(String(member(line, 'error')))),
          saw: { code, lines: lines.length, failed },
        },
        { holds: open === 0, saw: open },
      ];
    } finally {
      await server.close();
    }
  };
}
