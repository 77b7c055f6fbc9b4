/** What stands in place of a key. */
export const REDACTED = '[redacted]';

/** Shorter values ("none", "EMPTY") are no keys, and masking them would spoil texts. */
const SHORTEST_SECRET = 8;

/** Names of environment variables that hold keys. */
const SECRET_NAME = /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/** Names of members and headers whose values are keys, whatever they look like. */
const SECRET_MEMBER =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie|(?:x-)?(?:goog-)?api[-_]?key|.*[-_]api[-_]?key|(?:x-)?(?:access|auth|bearer|refresh|session|security)[-_]?token|client[-_]?secret|secret|password|passwd|private[-_]?key)$/i;

/** Forms of keys that are known without knowing the key. Each keeps what stands before it. */
const PATTERNS: readonly RegExp[] = [
  // Bearer and Basic credentials
  /(\b(?:Bearer|Basic)\s+)(?=[^\s]*[\d=])[A-Za-z0-9._~+/=-]{8,}/gi,
  // user:password@ in an address
  /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+(?=@)/gi,
  // ?api_key=…&token=…
  /([?&](?:api[-_]?key|key|(?:access[-_]?|auth[-_]?)?token|secret|sig|signature|password)=)[^&\s"'#]+/gi,
  // "x-api-key": "…", authorization: …
  /(["']?\b(?:authorization|x-api-key|x-goog-api-key|api[-_]?key|client[-_]secret|access[-_]token)["']?\s*[:=]\s*["']?)(?!Bearer\b|Basic\b)[^\s"',;&}]{8,}/gi,
  // keys that providers mark as theirs
  /(\b)(?:sk|pk|rk|gsk|hf|xai|r8|pplx|nvapi|ghp|gho|ghs|github_pat)[-_](?=[A-Za-z0-9_-]*[A-Za-z0-9]{16})[A-Za-z0-9_-]{16,}/g,
  /(\b)AIza[A-Za-z0-9_-]{30,}/g,
  /(\b)AKIA[A-Z0-9]{16}\b/g,
  // JSON Web Tokens
  /(\b)eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
];

/** Masks keys. */
export interface Redactor {
  /** Masks the known keys only, in any text. For prompts and answers, which must stay as they are otherwise. */
  known(text: string): string;
  /** Masks known keys and everything that looks like one. For errors, addresses and messages. */
  text(text: string): string;
  /**
   * A copy of a value with every string masked, and the values of sensitive members (`authorization`, `apiKey`,
   * `cookie`, …) masked by name. Errors become `{name, message}`; what JSON cannot hold becomes a string.
   */
  value(value: unknown): unknown;
}

/** The keys in an environment: values of variables whose names end in `_API_KEY`, `_TOKEN`, `_SECRET` and the like. */
export function secretsOf(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && SECRET_NAME.test(name) ? [value] : [],
  );
}

/**
 * @param secrets keys that must not appear anywhere; those under 8 characters are passed over
 */
export function createRedactor(secrets: Iterable<string>): Redactor {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue;
    for (const form of [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      base64(secret),
    ])
      forms.add(form);
  }
  // The longest first: a key may be the beginning of another one.
  const sorted = [...forms].sort((a, b) => b.length - a.length);
  const exact = sorted.length === 0 ? null : new RegExp(sorted.map(escapeRegExp).join('|'), 'g');

  const known = (text: string) => (exact === null ? text : text.replace(exact, REDACTED));
  const text = (value: string) =>
    PATTERNS.reduce((result, pattern) => result.replace(pattern, `$1${REDACTED}`), known(value));
  return { known, text, value: (value) => redactValue(value, text, []) };
}

function redactValue(value: unknown, text: (text: string) => string, parents: readonly object[]): unknown {
  if (typeof value === 'string') return text(value);
  if (value === null || typeof value === 'number' || typeof value === 'boolean' || value === undefined)
    return value;
  if (typeof value !== 'object') return text(String(value));
  if (parents.includes(value)) return '[circular]';
  const inner = [...parents, value];
  if (value instanceof Error) return { name: value.name, message: text(value.message) };
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, text, inner));
  const entries: Iterable<[unknown, unknown]> =
    value instanceof Map || value instanceof Headers ? value.entries() : Object.entries(value);
  const result = Object.create(null) as Record<string, unknown>;
  for (const [key, entry] of entries) {
    const name = String(key);
    const hidden = SECRET_MEMBER.test(name) && entry !== null && entry !== undefined;
    result[text(name)] = hidden ? REDACTED : redactValue(entry, text, inner);
  }
  return { ...result };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
