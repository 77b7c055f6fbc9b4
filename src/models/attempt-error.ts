export type AttemptErrorKind =
  | 'rate-limit'
  | 'server'
  | 'network'
  | 'timeout'
  | 'auth'
  | 'bad-request'
  | 'invalid-body'
  | 'not-found';

export interface AttemptErrorDetails {
  /** HTTP status; null where none came. */
  readonly status?: number | null;
  /** How long the server asks to wait; null: it does not say. */
  readonly retryAfterMs?: number | null;
  /** Whether the same request may succeed later. By default: by kind. */
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

const RETRYABLE: ReadonlySet<AttemptErrorKind> = new Set([
  'rate-limit',
  'server',
  'network',
  'timeout',
  'invalid-body',
]);

/** One attempt at a call failed. Its message holds no key. */
export class AttemptError extends Error {
  readonly kind: AttemptErrorKind;
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly retryable: boolean;

  constructor(kind: AttemptErrorKind, message: string, details: AttemptErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'AttemptError';
    this.kind = kind;
    this.status = details.status ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.retryable = details.retryable ?? RETRYABLE.has(kind);
  }

  /** Every other request would fail in the same way: a wrong key, no money left, an unknown model or address. */
  get fatal(): boolean {
    return this.kind === 'auth' || this.kind === 'not-found';
  }
}
