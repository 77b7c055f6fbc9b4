/** Keeps a bounded number of calls in flight, first come first served. */
export interface Limiter {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Calls that run and that wait. */
  readonly active: number;
  readonly waiting: number;
  /** Tells that the server asked for fewer calls at once; only an automatic limiter listens. */
  slowDown(): void;
}

/** An automatic limiter starts here, never goes above the ceiling, and halves when a server asks for less. */
const AUTO = { start: 8, ceiling: 64, successesToGrow: 20 } as const;

/**
 * @param concurrency calls in flight, or `auto`: grows while all goes well, halves at each rate limit
 */
export function createLimiter(concurrency: number | 'auto'): Limiter {
  const auto = concurrency === 'auto';
  let capacity = concurrency === 'auto' ? AUTO.start : concurrency;
  let active = 0;
  let successes = 0;
  const queue: (() => void)[] = [];
  let head = 0;

  const next = () => {
    while (active < capacity && head < queue.length) {
      const start = queue[head];
      head += 1;
      if (head > 1024 && head * 2 > queue.length) {
        queue.splice(0, head);
        head = 0;
      }
      active += 1;
      start?.();
    }
  };
  const grow = () => {
    if (!auto) return;
    successes += 1;
    if (successes < AUTO.successesToGrow || capacity >= AUTO.ceiling) return;
    successes = 0;
    capacity += 1;
  };

  return {
    async run(work) {
      await new Promise<void>((resolve) => {
        queue.push(resolve);
        next();
      });
      try {
        const value = await work();
        grow();
        return value;
      } finally {
        active -= 1;
        next();
      }
    },
    get active() {
      return active;
    },
    get waiting() {
      return queue.length - head;
    },
    slowDown() {
      if (!auto) return;
      successes = 0;
      capacity = Math.max(1, Math.floor(capacity / 2));
    },
  };
}
