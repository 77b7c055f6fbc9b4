/**
 * As much of a `Response` as the AI SDK's packages read, over a body that has arrived. A real one costs as much as the
 * rest of the request.
 */
export class BufferedResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly statusText = '';
  readonly headers: BufferedHeaders;
  readonly #bytes: Uint8Array;

  constructor(status: number, headers: ReadonlyMap<string, string>, bytes: Uint8Array) {
    this.status = status;
    this.ok = status >= 200 && status <= 299;
    this.headers = new BufferedHeaders(headers);
    this.#bytes = bytes;
  }

  /** A stream of one chunk, each time anew. */
  get body(): { getReader(): ChunkReader } {
    const bytes = this.#bytes;
    return { getReader: () => chunkReader(bytes) };
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(this.#bytes);
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(this.#bytes).buffer;
  }

  /** A whole `Response`, for readers that need more. */
  clone(): Response {
    const empty = this.status === 204 || this.status === 205 || this.status === 304;
    return new Response(empty ? null : new Uint8Array(this.#bytes), {
      status: this.status,
      headers: [...this.headers],
    });
  }
}

/** Names are lower-case, as undici gives them. */
class BufferedHeaders {
  readonly #map: ReadonlyMap<string, string>;

  constructor(map: ReadonlyMap<string, string>) {
    this.#map = map;
  }

  get(name: string): string | null {
    return this.#map.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#map.has(name.toLowerCase());
  }

  entries(): IterableIterator<[string, string]> {
    return this.#map.entries();
  }

  forEach(visit: (value: string, name: string) => void): void {
    for (const [name, value] of this.#map) visit(value, name);
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#map.entries();
  }
}

interface ChunkReader {
  read(): Promise<{ done: boolean; value: Uint8Array | undefined }>;
  cancel(): Promise<void>;
  releaseLock(): void;
}

function chunkReader(bytes: Uint8Array): ChunkReader {
  let left = bytes.length > 0;
  return {
    async read() {
      if (!left) return { done: true, value: undefined };
      left = false;
      return { done: false, value: bytes };
    },
    async cancel() {
      left = false;
    },
    releaseLock() {
      left = false;
    },
  };
}
