import { QuadratError } from '../core/errors.ts';

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * @param allowLoopback whether plain http to this machine is allowed, as tests and mirrors need it
 * @throws QuadratError `download-failed` for an address that is not https
 */
export function checkedAddress(address: string, allowLoopback: boolean): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'https:') return url;
  if (url?.protocol === 'http:' && allowLoopback && LOOPBACK.has(url.hostname)) return url;
  throw new QuadratError('download-failed', `${shownAddress(address)} is not an https address`, {
    next: 'Fetch the file by hand and use `quadrat data import`.',
  });
}

/** The address on a mirror: its host and path in front of the path of the original. */
export function mirrored(address: string, mirror: string | undefined): string {
  if (mirror === undefined) return address;
  const original = new URL(address);
  return mirror.replace(/\/+$/, '') + original.pathname + original.search;
}

/** An address for messages: without user, password and query, which may hold keys. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return JSON.stringify(address.slice(0, 200));
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname}`;
}
