/**
 * Every code that an error of Quadrat, or an entry of `errors` in a result, can carry. Closed: `docs/errors.md`
 * lists them, and a new one is added here first.
 */
export const ERROR_CODES = [
  // what the user typed
  'usage',
  'unknown-task',
  'unknown-setting',
  'invalid-setting',
  'unknown-model',
  'missing-key',
  'unsuitable-model',
  // files
  'file-not-found',
  'invalid-encoding',
  'invalid-json',
  'invalid-csv',
  'invalid-trec',
  'invalid-pickle',
  'unsafe-pickle',
  'invalid-format',
  'invalid-score',
  'duplicate-item',
  'unknown-label',
  'too-large',
  // data sets
  'data-missing',
  'wrong-dataset',
  'hash-mismatch',
  'download-failed',
  'terms-not-accepted',
  'offline',
  'not-enough-examples',
  // rankings
  'duplicate-id',
  'missing-document',
  'foreign-document',
  'missing-query',
  'surplus-query',
  'no-relevant-document',
  // answers
  'unreadable-answer',
  // runs
  'run-locked',
  'run-changed',
  'run-corrupt',
  'budget-reached',
  'coverage-too-low',
  'retries-exhausted',
  'call-refused',
  'judge-failed',
  'interrupted',
  'internal',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** Where something is wrong: a file, an item in it, a line (counted from 1). */
export interface Place {
  readonly file?: string;
  readonly item?: string;
  readonly line?: number;
}

export interface ErrorDetails extends Place {
  /** What to do next, one sentence. */
  readonly next?: string;
  /** Machine-readable particulars: ids, positions, hashes, … */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** An error that a user can act on: shown as a message without a stack trace. */
export class QuadratError extends Error {
  readonly code: ErrorCode;
  readonly place: Place;
  readonly next: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;

  /**
   * @param code one of {@link ERROR_CODES}
   * @param message what happened, without file and line (those come from `details`)
   * @param details where, and what to do next
   */
  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'QuadratError';
    this.code = code;
    this.place = {
      ...(details.file === undefined ? {} : { file: details.file }),
      ...(details.item === undefined ? {} : { item: details.item }),
      ...(details.line === undefined ? {} : { line: details.line }),
    };
    this.next = details.next;
    this.data = details.data ?? {};
  }

  /** `file, line 3, item q_7: what happened [code]. What to do.` */
  describe(): string {
    const { file, line, item } = this.place;
    const place = [
      file,
      line === undefined ? undefined : `line ${line}`,
      item === undefined ? undefined : `item ${item}`,
    ]
      .filter((part) => part !== undefined)
      .join(', ');
    const what = place === '' ? this.message : `${place}: ${this.message}`;
    const end = /[.!?]$/.test(what) ? '' : '.';
    return `${what}${end} [${this.code}]${this.next === undefined ? '' : ` ${this.next}`}`;
  }
}

/** The message of anything thrown, for logs. */
export function messageOf(error: unknown): string {
  if (error instanceof QuadratError) return error.describe();
  return error instanceof Error ? error.message : String(error);
}
