import { BufferedResponse } from './buffered-response.ts';
import { type FetchOptions, MAX_BODY_BYTES, type OwnFetch, tooLarge } from './fetch.ts';

/**
 * Puts a fetch that the caller brings in the place of our own: its exchanges are seen in the same way. The time limit
 * and the connections are the caller's.
 */
export function captureFetch(
  given: typeof globalThis.fetch,
  options: Pick<FetchOptions, 'onExchange'>,
): OwnFetch {
  const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const seen = {
      url: input instanceof Request ? input.url : String(input),
      requestBody: typeof init.body === 'string' ? init.body : '',
    };
    const signal = init.signal ?? undefined;
    try {
      const response = await given(input, init);
      const bytes = await bytesOf(response, seen.url);
      const headers = new Map(response.headers.entries());
      const responseBody = new TextDecoder().decode(bytes);
      options.onExchange?.({ ...seen, status: response.status, headers, responseBody, error: null }, signal);
      return new BufferedResponse(response.status, headers, bytes) as unknown as Response;
    } catch (error) {
      if (signal?.aborted !== true)
        options.onExchange?.({ ...seen, status: null, headers: new Map(), responseBody: '', error }, signal);
      throw error;
    }
  };
  return { fetch, close: async () => {} };
}

/** The whole body, up to the size that any response may have. */
async function bytesOf(response: Response, url: string): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array(await response.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    size += value.length;
    if (size > MAX_BODY_BYTES) {
      await reader.cancel();
      throw tooLarge(url, MAX_BODY_BYTES);
    }
    chunks.push(value);
  }
}
