import type { Parsed } from '../core/index.ts';
import type { ItemLine } from '../log/index.ts';
import type { Ending } from './summary.ts';

/** How an item ended, from what reading its answers gave. */
export function endingOf(parsed: Parsed<unknown>): Ending {
  return {
    outcome: parsed.outcome,
    reason: parsed.outcome === 'scored' ? null : parsed.reason,
    value: parsed.value,
    ...('truncated' in parsed && parsed.truncated === true ? { truncated: true } : {}),
    ...(parsed.diagnostics === undefined ? {} : { diagnostics: parsed.diagnostics }),
  };
}

/** The end of an item as it was written; a long value is only read when it is asked for. */
export function writtenEnding(line: ItemLine): Ending {
  return {
    outcome: line.outcome,
    reason: line.reason,
    get value() {
      return line.value;
    },
    ...(line.truncated === undefined ? {} : { truncated: line.truncated }),
    ...(line.diagnostics === undefined ? {} : { diagnostics: line.diagnostics }),
  };
}

/** The end of an item as it is to be written. */
export function itemLine(
  unit: Pick<ItemLine, 'task' | 'item' | 'repeat'>,
  ending: Ending,
  calls: number,
): ItemLine {
  const { outcome, reason, value, truncated, diagnostics } = ending;
  return {
    ...unit,
    outcome,
    reason,
    ...(truncated === undefined ? {} : { truncated }),
    ...(value === undefined ? {} : { value }),
    ...(diagnostics === undefined ? {} : { diagnostics: [...diagnostics] }),
    calls,
  };
}
