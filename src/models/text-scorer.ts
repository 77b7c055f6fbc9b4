import { z } from 'zod';
import { QuadratError, type ReferencePair, type TextScore, type TextScorer } from '../core/index.ts';

export interface TextScorerOptions {
  /** Pairs of one request; 64 by default. */
  readonly batch?: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** By default the global one. */
  readonly fetch?: typeof fetch;
}

const part = z.number().min(-1.01).max(1.01).nullable();
const answerSchema = z.object({
  scorer: z.string().min(1),
  scores: z.array(z.object({ precision: part, recall: part, f1: part })),
});

/**
 * A scorer of text pairs behind an address, for BERTScore by the model that papers use (roberta-large, layer 17). It
 * gets `POST {"pairs": [{"candidate", "reference"}]}` and answers `{"scorer": "name and hash", "scores": [{"precision",
 * "recall", "f1"}]}`; no pairs ask for its name alone.
 *
 * @param url http on this machine, or https
 * @throws QuadratError `usage` for another address; `call-refused` for an answer in another form, or of another scorer
 *   than the first one
 */
export async function openTextScorer(url: string, options: TextScorerOptions = {}): Promise<TextScorer> {
  checkAddress(url);
  const { batch = 64 } = options;
  const { scorer: id } = await ask(url, [], options);
  return {
    id,
    async score(pairs) {
      const scores: TextScore[] = [];
      for (let at = 0; at < pairs.length; at += batch) {
        const some = pairs.slice(at, at + batch);
        const answer = await ask(url, some, options);
        if (answer.scorer !== id) throw refused(url, `it was ${id} and is now ${answer.scorer}`);
        if (answer.scores.length !== some.length)
          throw refused(url, `it gave ${answer.scores.length} scores for ${some.length} pairs`);
        scores.push(...answer.scores);
      }
      return scores;
    },
  };
}

function checkAddress(url: string): void {
  const found = URL.canParse(url) ? new URL(url) : undefined;
  const local = found !== undefined && ['127.0.0.1', 'localhost', '[::1]'].includes(found.hostname);
  if (found?.protocol === 'https:' || (found?.protocol === 'http:' && local)) return;
  throw new QuadratError('usage', `“${url}” is no address of a scorer`, {
    next: 'Give http on this machine, such as http://127.0.0.1:8085/score, or https.',
  });
}

async function ask(
  url: string,
  pairs: readonly ReferencePair[],
  { timeoutMs = 600_000, signal, fetch: own = fetch }: TextScorerOptions,
): Promise<z.infer<typeof answerSchema>> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await own(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pairs }),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    if (!response.ok) throw refused(url, `status ${response.status}`);
    return answerSchema.parse(await response.json());
  } catch (cause) {
    if (cause instanceof QuadratError) throw cause;
    if (signal?.aborted === true) throw signal.reason;
    const form = cause instanceof z.ZodError || cause instanceof SyntaxError;
    throw refused(url, form ? 'its answer has another form' : 'it does not answer', cause);
  }
}

function refused(url: string, what: string, cause?: unknown): QuadratError {
  return new QuadratError('call-refused', `the scorer at ${url}: ${what}`, {
    next: 'See docs/benchmarks/climaqa.md for what it is asked and must answer.',
    cause,
  });
}
