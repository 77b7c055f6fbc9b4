import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { QuadratError } from '../core/errors.ts';
import { checkedAddress, shownAddress } from './download-address.ts';
import { type Part, type Resumable, writeNote } from './download-part.ts';

const MAX_REDIRECTS = 5;

/** There was no server to ask. */
const UNREACHABLE = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** A transfer that may work when tried again. */
export class TransferBroken extends Error {
  /** Whether what came so far must be thrown away. */
  readonly startAfresh: boolean;
  constructor(message: string, startAfresh = false, cause?: unknown) {
    super(message, { cause });
    this.name = 'TransferBroken';
    this.startAfresh = startAfresh;
  }

  /** No connection was made: there is no network, or no such server. */
  get unreachable(): boolean {
    const { cause } = this;
    return cause instanceof Error && 'code' in cause && UNREACHABLE.test(String(cause.code));
  }
}

export interface TransferOptions {
  readonly url: string;
  readonly part: Part;
  readonly resume: Resumable | undefined;
  readonly maxBytes: number;
  readonly allowLoopback: boolean;
  /** Longest wait for headers and between two pieces of the body. */
  readonly idleTimeoutMs: number;
  readonly onProgress: (bytes: number, total: number | null) => void;
  readonly signal: AbortSignal | undefined;
  readonly dispatcher: Dispatcher | undefined;
}

interface Opened {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: Dispatcher.ResponseData['body'];
}

/**
 * One attempt to get a file, or the rest of it, into its part file.
 *
 * @throws TransferBroken; QuadratError `download-failed`, `too-large`
 */
export async function transfer(options: TransferOptions): Promise<void> {
  const { resume, maxBytes, part } = options;
  const response = await openResponse(options);
  const { headers, body } = response;
  try {
    const from = startOf(response, resume, options.url);
    const encoding = headerOf(headers, 'content-encoding') ?? 'identity';
    const length = Number(headerOf(headers, 'content-length') ?? Number.NaN);
    const packed = encoding !== 'identity';
    const total = packed || Number.isNaN(length) ? null : from + length;
    if (total !== null && total > maxBytes) throw tooLarge(options, `announces ${total} bytes`);
    // A packed body cannot be gone on with: its bytes are not the file's.
    await writeNote(part, options.url, packed ? undefined : validatorOf(headers));
    const received = await receive(options, unpacked(body, encoding, options.url), from, total);
    if (total !== null && received < total) throw new TransferBroken(`${received} of ${total} bytes came`);
  } catch (error) {
    body.on('error', () => undefined).destroy();
    throw error;
  }
}

async function openResponse(options: TransferOptions): Promise<Opened> {
  const { resume, signal, dispatcher, idleTimeoutMs } = options;
  // Loaded only when something is fetched: it takes longer than the rest of the program's start.
  const { request } = await import('undici');
  let url = checkedAddress(options.url, options.allowLoopback);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await request(url, {
      headers: {
        'accept-encoding': 'identity',
        'user-agent': 'quadrat',
        ...(resume === undefined ? {} : { range: `bytes=${resume.bytes}-`, 'if-range': resume.validator }),
      },
      headersTimeout: idleTimeoutMs,
      bodyTimeout: idleTimeoutMs,
      ...(signal === undefined ? {} : { signal }),
      ...(dispatcher === undefined ? {} : { dispatcher }),
    }).catch((cause: unknown) => {
      if (signal?.aborted === true) throw cause;
      throw new TransferBroken(reasonOf(cause), false, cause);
    });
    const { statusCode: status, headers, body } = response;
    const location = headerOf(headers, 'location');
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined)
      return { status, headers, body };
    body.on('error', () => undefined).destroy();
    url = checkedAddress(new URL(location, url).href, options.allowLoopback);
  }
  throw new QuadratError(
    'download-failed',
    `${shownAddress(options.url)} redirects more than ${MAX_REDIRECTS} times`,
    {
      next: 'Try again later.',
    },
  );
}

/** The place in the file at which the body starts. */
function startOf({ status, headers }: Opened, resume: Resumable | undefined, url: string): number {
  if (status === 200) return 0;
  if (status === 206 && resume !== undefined) {
    const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headerOf(headers, 'content-range') ?? '');
    if (range !== null && Number(range[1]) === resume.bytes) return resume.bytes;
    throw new TransferBroken('the server sent another part than the one asked for', true);
  }
  if (status === 416) throw new TransferBroken('the server has no such part', true);
  if (status >= 500 || status === 408 || status === 429)
    throw new TransferBroken(`the server answers ${status}`);
  throw new QuadratError('download-failed', `${shownAddress(url)} answers ${status}`, {
    next: 'The file may have moved: fetch it by hand and use `quadrat data import`.',
    data: { status },
  });
}

function unpacked(body: Readable, encoding: string, url: string): Readable {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip' || encoding === 'x-gzip') {
    const gunzip = createGunzip();
    body.on('error', (error) => gunzip.destroy(error));
    return body.pipe(gunzip);
  }
  throw new QuadratError('download-failed', `${shownAddress(url)} comes packed as ${encoding}`, {
    next: 'Fetch it by hand and use `quadrat data import`.',
  });
}

/** Writes the body behind the first `from` bytes of the part file. Returns the length that the file then has. */
async function receive(
  options: TransferOptions,
  body: Readable,
  from: number,
  total: number | null,
): Promise<number> {
  const file = await open(options.part.file, from === 0 ? 'w' : 'r+');
  let at = from;
  try {
    options.onProgress(at, total);
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      if (at + chunk.length > options.maxBytes) throw tooLarge(options, 'sends more');
      await file.write(chunk, 0, chunk.length, at);
      at += chunk.length;
      options.onProgress(at, total);
    }
    await file.truncate(at);
    await file.sync();
    return at;
  } catch (cause) {
    if (cause instanceof QuadratError || options.signal?.aborted === true) throw cause;
    throw new TransferBroken(`${reasonOf(cause)} after ${at} bytes`, false, cause);
  } finally {
    await file.close();
  }
}

function tooLarge(options: TransferOptions, what: string): QuadratError {
  return new QuadratError(
    'too-large',
    `${shownAddress(options.url)} ${what}; the limit is ${options.maxBytes} bytes`,
    {
      next: 'The file at the source has changed: fetch it by hand and use `quadrat data import`.',
    },
  );
}

/** What names the version that the server has: a strong entity tag, else the date of the last change. */
function validatorOf(headers: Opened['headers']): string | undefined {
  const tag = headerOf(headers, 'etag');
  if (tag !== undefined && !tag.startsWith('W/')) return tag;
  return headerOf(headers, 'last-modified');
}

function headerOf(headers: Opened['headers'], name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  const message = cause instanceof Error && cause.message !== '' ? cause.message : String(cause);
  return code === undefined || message.includes(code) ? message : `${message} (${code})`;
}
