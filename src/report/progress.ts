import { formatCount, formatDuration, formatFixed, formatMoney, formatPercent } from './number.ts';
import { safeLine } from './safe.ts';
import { displayWidth, truncate } from './width.ts';

export interface ProgressState {
  readonly label: string;
  readonly done: number;
  /** Null where the whole is not known. */
  readonly total: number | null;
  /** Finished units a second. */
  readonly rate?: number | null;
  /** Time that the rest will take; left out where not known. */
  readonly etaMs?: number | null;
  readonly failed?: number;
  readonly inFlight?: number;
  readonly costUsd?: number | null;
}

/** `birco/relic 1,204 of 5,062 (23.8 %), 12.1/s, 5 min 19 s left, 3 failed, 16 in flight, $0.1203` */
export function progressLine(state: ProgressState): string {
  const { label, done, total, rate, etaMs, failed = 0, inFlight = 0, costUsd } = state;
  const share = total === null || total === 0 ? '' : ` (${formatPercent(done / total)})`;
  return [
    `${safeLine(label)} ${formatCount(done)}${total === null ? '' : ` of ${formatCount(total)}`}${share}`,
    ...(rate === undefined || rate === null || rate <= 0 ? [] : [`${rateText(rate)}`]),
    ...(etaMs === undefined || etaMs === null ? [] : [`${formatDuration(etaMs)} left`]),
    ...(failed === 0 ? [] : [`${formatCount(failed)} failed`]),
    ...(inFlight === 0 ? [] : [`${formatCount(inFlight)} in flight`]),
    ...(costUsd === undefined || costUsd === null || costUsd === 0 ? [] : [formatMoney(costUsd)]),
  ].join(', ');
}

function rateText(rate: number): string {
  if (rate >= 100) return `${formatCount(Math.round(rate))}/s`;
  return rate >= 1 ? `${formatFixed(rate, 1)}/s` : `${formatFixed(rate * 60, 1)}/min`;
}

export interface ProgressOptions {
  /** Takes text for the terminal's error stream. */
  readonly write: (text: string) => void;
  /** Whether the stream is a terminal: one line that is written over, else plain lines. */
  readonly isTty: boolean;
  /** Milliseconds from any fixed start. */
  readonly now: () => number;
  /** Write nothing. */
  readonly quiet: boolean;
  /** Columns of the terminal; 80 by default. */
  readonly width?: number;
}

export interface Progress {
  /** The state has changed; a line is written if it is time for one. */
  update(state: ProgressState): void;
  /** Writes a message, safe already, on a line of its own, the progress line below it. */
  message(text: string): void;
  /** Writes the last state, whatever the time, and ends the line. */
  done(): void;
}

/** The rest is estimated from what was done over at least this time. */
const ESTIMATE_AFTER_MS = 5000;
/** The speed is that of the last one or two of these. */
const SPEED_WINDOW_MS = 60_000;
const TTY_EVERY_MS = 200;
const PLAIN_EVERY_MS = 5000;
/** Nothing is shown for what is over sooner. */
const DELAY_MS = 1000;
const CLEAR = '\r\u001b[2K';

/**
 * A progress line for what may take longer than a second: at most five times a second over itself on a terminal, a
 * plain line every five seconds elsewhere. Shows nothing in the first second.
 */
export function createProgress({ write, isTty, now, quiet, width = 80 }: ProgressOptions): Progress {
  const start = now();
  const everyMs = isTty ? TTY_EVERY_MS : PLAIN_EVERY_MS;
  let latest: ProgressState | undefined;
  let shown: string | undefined;
  let shownAtMs = Number.NEGATIVE_INFINITY;

  const timeLeft = createEstimate();

  const show = (state: ProgressState) => {
    const etaMs = state.etaMs ?? timeLeft(state, now());
    // Where nothing was done, only the estimate would be another one.
    const without = progressLine(state);
    shownAtMs = now();
    if (without === shown) return;
    shown = without;
    const line = etaMs === null ? without : progressLine({ ...state, etaMs });
    write(isTty ? `${CLEAR}${displayWidth(line) < width ? line : truncate(line, width - 1)}` : `${line}\n`);
  };

  return {
    update(state) {
      latest = state;
      if (quiet) return;
      const at = now();
      if (at - start >= DELAY_MS && at - shownAtMs >= everyMs) show(state);
    },
    message(text) {
      if (quiet) return;
      const over = isTty && shown !== undefined;
      write(`${over ? CLEAR : ''}${text}\n`);
      if (!over || latest === undefined) return;
      shown = undefined;
      show(latest);
    },
    done() {
      if (quiet || latest === undefined || shown === undefined) return;
      show(latest);
      if (isTty) write('\n');
      latest = undefined;
      shown = undefined;
    },
  };
}

/**
 * Time that the rest will take, from the speed of the last minute or two; null where it cannot be said yet. What an
 * earlier session did arrives before the first line is shown and does not count as speed.
 */
function createEstimate(): (state: ProgressState, atMs: number) => number | null {
  interface Mark {
    readonly label: string;
    readonly total: number | null;
    readonly done: number;
    readonly atMs: number;
  }
  let older: Mark | undefined;
  let newer: Mark | undefined;
  return ({ label, done, total }, atMs) => {
    const here = { label, total, done, atMs };
    if (older?.label !== label || older.total !== total || newer === undefined) {
      older = here;
      newer = here;
      return null;
    }
    if (atMs - newer.atMs >= SPEED_WINDOW_MS) {
      older = newer;
      newer = here;
    }
    const tookMs = atMs - older.atMs;
    const made = done - older.done;
    if (total === null || made <= 0 || done >= total || tookMs < ESTIMATE_AFTER_MS) return null;
    return ((total - done) / made) * tookMs;
  };
}
