import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** How the server answers a path. */
export interface ServedFile {
  readonly content: Uint8Array;
  /** Break the connection after so many bytes of the body, for the first requests: one entry a request. */
  readonly breakAfter?: readonly number[];
  /** Whether the client has so many bytes of the file: a connection breaks only then. Absent: after a while. */
  readonly hasArrived?: (bytes: number) => boolean;
  /** Answer with these statuses first, one a request. */
  readonly statuses?: readonly number[];
  /** Pretend not to know ranges. */
  readonly withoutRange?: boolean;
  /** Entity tag by number of requests before; absent: none. */
  readonly etag?: (requests: number) => string;
  readonly lastModified?: string;
  /** Announce no length. */
  readonly chunked?: boolean;
  readonly gzip?: boolean;
  readonly redirect?: string;
  /** Go silent after so many bytes, for ever, on the first request. */
  readonly stallAfter?: number;
  /** Pause between pieces of a tenth. */
  readonly pauseMs?: number;
}

export interface FileServer {
  /** `http://127.0.0.1:PORT` */
  readonly address: string;
  readonly files: Map<string, ServedFile>;
  /** Path and range of each request, in order. */
  readonly requests: { readonly path: string; readonly range: string | undefined }[];
  close(): Promise<void>;
}

/** A web server on this machine that serves bytes and misbehaves as it is told; for tests of downloads. */
export async function startFileServer(): Promise<FileServer> {
  const files = new Map<string, ServedFile>();
  const requests: FileServer['requests'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const before = requests.filter((known) => known.path === path).length;
    requests.push({ path, range: request.headers.range });
    const file = files.get(path);
    if (file === undefined) response.writeHead(404).end();
    else void serve(file, before, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    files,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  file: ServedFile,
  before: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const status = file.statuses?.[before];
  if (status !== undefined) {
    response.writeHead(status).end();
    return;
  }
  if (file.redirect !== undefined) {
    response.writeHead(302, { location: file.redirect }).end();
    return;
  }
  const etag = file.etag?.(before);
  const content = file.gzip === true ? gzipSync(file.content) : file.content;
  const from = file.withoutRange === true ? 0 : rangeStart(request, etag ?? file.lastModified);
  if (from >= content.length && from > 0) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
    return;
  }
  const body = content.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, {
    ...(file.chunked === true ? {} : { 'content-length': body.length }),
    ...(file.gzip === true ? { 'content-encoding': 'gzip' } : {}),
    ...(etag === undefined ? {} : { etag }),
    ...(file.lastModified === undefined ? {} : { 'last-modified': file.lastModified }),
    ...(from > 0 ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {}),
  });
  await send(body, from, file, before, response);
}

/** The start of the range asked for; 0 where the client has another version. */
function rangeStart(request: IncomingMessage, validator: string | undefined): number {
  const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '');
  return range === null || request.headers['if-range'] !== validator ? 0 : Number(range[1]);
}

/** Longest wait for bytes to reach the client. */
const ARRIVAL_MS = 5000;

async function send(
  body: Uint8Array,
  from: number,
  file: ServedFile,
  before: number,
  response: ServerResponse,
): Promise<void> {
  const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  const cut = file.breakAfter?.[before] ?? (before === 0 ? file.stallAfter : undefined);
  if (cut !== undefined && cut < body.length) {
    response.write(body.subarray(0, cut));
    for (let waitedMs = 0; waitedMs < ARRIVAL_MS && !response.destroyed; waitedMs += 5) {
      if (file.hasArrived?.(from + cut) ?? waitedMs >= ARRIVAL_MS / 10) break;
      await pause(5);
    }
    if (file.stallAfter === undefined) response.destroy();
    return;
  }
  if (file.pauseMs !== undefined) {
    const step = Math.max(1, Math.ceil(body.length / 10));
    for (let at = 0; at < body.length; at += step) {
      response.write(body.subarray(at, at + step));
      await pause(file.pauseMs);
    }
    response.end();
    return;
  }
  response.end(body);
}
