/** Equal lines within this time are one line. */
const TOGETHER_MS = 10_000;
/** Messages that are remembered; servers may put an id of its own into each. */
const MAX_REMEMBERED = 100;

/** Tells of attempts that are made again: the first of its kind at once, equal ones together. */
export interface RetryNotes {
  tell(model: string, message: string, delayMs: number): void;
  /** Tells what was counted and not told yet. */
  flush(): void;
}

interface Counted {
  toldAtMs: number;
  more: number;
}

export function createRetryNotes(say: (message: string) => void, now: () => number): RetryNotes {
  const known = new Map<string, Counted>();
  const sum = (what: string, { more }: Counted) => `${what}; ${more} more ${more === 1 ? 'time' : 'times'}`;
  const again = (delayMs: number) => `again in ${Math.ceil(delayMs / 1000)} s`;
  const tellRest = (what: string, counted: Counted) => {
    if (counted.more > 0) say(sum(what, counted));
  };
  return {
    tell(model, message, delayMs) {
      const what = `${model}: ${message}`;
      const counted = known.get(what);
      if (counted === undefined) {
        const [oldest] = known;
        if (oldest !== undefined && known.size >= MAX_REMEMBERED) {
          tellRest(...oldest);
          known.delete(oldest[0]);
        }
        known.set(what, { toldAtMs: now(), more: 0 });
        say(`${what}; ${again(delayMs)}`);
        return;
      }
      counted.more += 1;
      if (now() - counted.toldAtMs < TOGETHER_MS) return;
      say(`${sum(what, counted)}, ${again(delayMs)}`);
      counted.toldAtMs = now();
      counted.more = 0;
    },
    flush() {
      for (const [what, counted] of known) tellRest(what, counted);
      known.clear();
    },
  };
}
