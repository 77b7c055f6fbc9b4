import { BufferedResponse } from './buffered-response.ts';
import type { FetchOptions, OwnFetch } from './fetch.ts';

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
      const bytes = new Uint8Array(await response.arrayBuffer());
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
