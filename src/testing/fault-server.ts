import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { answerBody, errorBody, type ScriptedAnswer, shapeOf } from './provider-bodies.ts';

/** A request that the server has got. */
export interface SeenRequest {
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bodyText: string;
  /** The body read as JSON; undefined where it is none. */
  readonly body: unknown;
  /** Running number, from 0. */
  readonly index: number;
  /** How many requests with the same path and body came before. */
  readonly repeat: number;
}

/** What the server does with a request. Without `status` and bodies: an answer in the shape that the path asks for. */
export interface FaultReply extends ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, as it is. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly bodyText?: string;
  /** Waited for before the response, on top of the server's latency. */
  readonly delayMs?: number;
  /** Ends the connection: before the response, or in the middle of its body. */
  readonly cut?: 'before' | 'body';
  /**
   * Falls silent and keeps the connection open: before the response, in the middle of its body, or after its headers
   * with a comment (`: keep-alive`) now and then.
   */
  readonly stall?: 'before' | 'body' | 'keep-alive';
  /** Time between two comments of `keep-alive`, in ms; a second by default. */
  readonly keepAliveMs?: number;
}

/** Shares of requests, from 0 to 1, that end in a fault. Which ones is decided by seed, body and repeat. */
export interface FaultShares {
  readonly seed: number;
  /** Status 429 with `retry-after-ms: 1`. */
  readonly rateLimited?: number;
  /** Status 500. */
  readonly serverErrors?: number;
  /** Status 200 with a page of HTML. */
  readonly invalidBodies?: number;
  /** A connection that ends within the body. */
  readonly cutBodies?: number;
  /** A complete response without text. */
  readonly emptyAnswers?: number;
  /** An answer that a content filter stopped. */
  readonly filtered?: number;
  /** A response that falls silent within its body. */
  readonly stalled?: number;
}

export interface FaultServerOptions {
  /** The answer to each request; by default the text `ok`. A string is short for `{text}`. */
  readonly reply?: (request: SeenRequest) => string | FaultReply | Promise<string | FaultReply>;
  /** Time before each response, in ms. */
  readonly latencyMs?: number;
  /** Faults instead of answers, by share. */
  readonly faults?: FaultShares;
  /** Hears of each response that is over: how long after its request, and whether all of it was sent. */
  readonly onClosed?: (request: SeenRequest, afterMs: number, whole: boolean) => void;
  /** False: requests are answered and forgotten, for very many of them. */
  readonly remember?: boolean;
}

/** A server for tests on 127.0.0.1. */
export interface FaultServer {
  /** Base address with `/v1`, for OpenAI-compatible clients. */
  readonly url: string;
  /** Address without a path. */
  readonly origin: string;
  /** Everything that came, in order. */
  readonly requests: readonly SeenRequest[];
  /** How often each body came: more than once means that it was sent again. */
  readonly countsByBody: ReadonlyMap<string, number>;
  /** The most requests that were open at once. */
  maxInFlight(): number;
  /** Connections that are open now. */
  openConnections(): number;
  close(): Promise<void>;
}

/**
 * Starts a server that speaks as OpenAI (and Mistral, DeepSeek, any compatible server), Anthropic or Google, whichever
 * the path asks for, and that fails as scripted.
 */
export async function startFaultServer(options: FaultServerOptions = {}): Promise<FaultServer> {
  const requests: SeenRequest[] = [];
  const counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  let inFlight = 0;
  let most = 0;

  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const startedMs = performance.now();
    inFlight += 1;
    most = Math.max(most, inFlight);
    response.once('close', () => {
      inFlight -= 1;
    });
    const bodyText = await textOf(incoming);
    const path = incoming.url ?? '/';
    const repeat = counts.get(bodyText) ?? 0;
    if (options.remember !== false) counts.set(bodyText, repeat + 1);
    const request = {
      path,
      headers: incoming.headers,
      bodyText,
      body: jsonOf(bodyText),
      index: requests.length,
      repeat,
    };
    if (options.remember !== false) requests.push(request);
    response.once('close', () =>
      options.onClosed?.(request, performance.now() - startedMs, response.writableFinished),
    );
    const fault = options.faults === undefined ? null : faultFor(request, options.faults);
    const given = fault ?? (await options.reply?.(request)) ?? 'ok';
    const reply = typeof given === 'string' ? { text: given } : given;
    const waitMs = (options.latencyMs ?? 0) + (reply.delayMs ?? 0);
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (!response.destroyed) send(request, reply, response);
  };

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    url: `${origin}/v1`,
    origin,
    requests,
    countsByBody: counts,
    maxInFlight: () => most,
    openConnections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(request: SeenRequest, reply: FaultReply, response: ServerResponse): void {
  if (reply.cut === 'before') return void response.destroy();
  if (reply.stall === 'before') return;
  const shape = shapeOf(request.path);
  const text = reply.bodyText ?? JSON.stringify(reply.body ?? bodyFor(request, reply, shape));
  const status =
    reply.status ?? (shape === null && reply.bodyText === undefined && reply.body === undefined ? 404 : 200);
  response.writeHead(status, { 'content-type': 'application/json', ...reply.headers });
  if (reply.stall === 'keep-alive') return void keepAlive(response, reply.keepAliveMs ?? 1000);
  if (reply.cut === undefined && reply.stall === undefined) return void response.end(text);
  response.write(text.slice(0, Math.ceil(text.length / 2)), () => {
    if (reply.cut !== undefined) response.destroy();
  });
}

function keepAlive(response: ServerResponse, everyMs: number): void {
  response.flushHeaders();
  const timer = setInterval(() => response.write(': keep-alive\n'), everyMs);
  response.once('close', () => clearInterval(timer));
}

function bodyFor(request: SeenRequest, reply: FaultReply, shape: ReturnType<typeof shapeOf>): unknown {
  if (shape === null) return errorBody(null, 404, `no such path: ${request.path}`, 'not_found');
  if (reply.status === undefined || reply.status < 400) return answerBody(shape, reply, request.body);
  return errorBody(shape, reply.status, reply.text ?? 'scripted failure', 'scripted_failure');
}

const FAULTS: readonly (readonly [keyof Omit<FaultShares, 'seed'>, FaultReply])[] = [
  ['rateLimited', { status: 429, headers: { 'retry-after-ms': '1' }, text: 'slow down' }],
  ['serverErrors', { status: 500, text: 'internal error' }],
  ['invalidBodies', { bodyText: '<html><body>Bad gateway</body></html>' }],
  ['cutBodies', { text: 'a body that is cut', cut: 'body' }],
  ['emptyAnswers', { text: '' }],
  ['filtered', { text: '', finish: 'filtered' }],
  ['stalled', { text: 'a body that stalls', stall: 'body' }],
];

/** The same request in the same order of its repeats always meets the same fault, however many are in flight. */
function faultFor(request: SeenRequest, shares: FaultShares): FaultReply | null {
  const hash = createHash('sha256').update(`${shares.seed}\n${request.repeat}\n${request.bodyText}`).digest();
  let chance = hash.readUInt32BE(0) / 2 ** 32;
  for (const [name, reply] of FAULTS) {
    const share = shares[name] ?? 0;
    if (chance < share) return reply;
    chance -= share;
  }
  return null;
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
