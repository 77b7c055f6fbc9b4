import { QuadratError } from '../core/index.ts';

/** Endings that people copy along with a base address. */
const ENDPOINTS = /\/(?:chat\/completions|completions|embeddings|responses|messages|models)$/;

export interface BaseUrl {
  /** Without a slash at its end and without a query. */
  readonly url: string;
  /** Sent with every request. */
  readonly query: ReadonlyMap<string, string>;
}

/**
 * Brings a base address into one form: no slashes at its end, no endpoint, and a version where it has no path at all.
 *
 * `https://api.example.com`, `https://api.example.com/v1//` and `https://api.example.com/v1/chat/completions` are all
 * `https://api.example.com/v1`; an address with another path stays as it is.
 *
 * @param version the path of an address without one, such as `/v1`
 * @throws QuadratError `usage`
 */
export function parseBaseUrl(text: string, version = '/v1'): BaseUrl {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw wrongUrl(`“${text}” is no address`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw wrongUrl(`“${text}” does not start with http`);
  if (url.username !== '' || url.password !== '')
    throw wrongUrl('a base URL holds no user name and no password', 'Put the key into the environment.');
  const path = url.pathname.replace(/\/+$/, '').replace(ENDPOINTS, '').replace(/\/+$/, '');
  return { url: `${url.origin}${path === '' ? version : path}`, query: new Map(url.searchParams) };
}

/** The address of a chat completion request under a base address in any of its forms. */
export function chatCompletionsUrl(baseUrl: string): string {
  const { url, query } = parseBaseUrl(baseUrl);
  const search = new URLSearchParams([...query]).toString();
  return `${url}/chat/completions${search === '' ? '' : `?${search}`}`;
}

function wrongUrl(message: string, next = 'Write it like http://localhost:11434/v1.'): QuadratError {
  return new QuadratError('usage', message, { next });
}
