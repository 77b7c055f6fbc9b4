/** What an attempt can fail with. */
export const ATTEMPT_ERROR_KINDS = [
  'rate-limit',
  'server',
  'network',
  'timeout',
  'auth',
  'bad-request',
  'invalid-body',
  'not-found',
] as const;

export type AttemptErrorKind = (typeof ATTEMPT_ERROR_KINDS)[number];

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

/** No connection was made, so nothing was sent. */
const NEVER_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

function codeIn(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}

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

  /** The server may have worked on an answer that did not arrive whole, and may bill it. */
  get mayBeBilled(): boolean {
    if (this.kind === 'timeout' || this.kind === 'invalid-body') return true;
    return this.kind === 'network' && !this.neverConnected;
  }

  /** There was no server to take the request: it refuses connections, or its name is not known. */
  get neverConnected(): boolean {
    return this.status === null && NEVER_CONNECTED.test(codeIn(this.cause));
  }

  /** Every other request would fail in the same way: a wrong key, no money left, an unknown model or address. */
  get fatal(): boolean {
    return this.kind === 'auth' || this.kind === 'not-found';
  }
}
