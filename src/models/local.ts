import { QuadratError } from '../core/index.ts';
import { type EmbeddingModel, type Model, NO_USAGE, type RankerModel, type TrivialModel } from './types.ts';

/** Names behind `local/`, in the order in which they are listed. */
export const LOCAL_MODELS = ['default', 'use-lite', 'lexical', 'majority', 'echo', 'random', 'gold'] as const;

/** Version of the package that holds the weights. */
const USE_LITE_WEIGHTS = '0.2.0';

const TRIVIAL: ReadonlyMap<string, string> = new Map([
  ['majority', 'always the most frequent answer; a baseline, not a language model'],
  ['echo', 'the items as they are given; a baseline, not a language model'],
  ['random', 'seeded chance; a baseline, not a language model'],
  ['gold', 'the right answers; a check of the ceiling, not a language model'],
]);

const NO_PARAMETERS = {};

/**
 * A model on this machine: no key, no network.
 *
 * @param name the part of the id behind `local/`; `default` is `use-lite` for English and `lexical` for Chinese
 * @throws QuadratError `unknown-model`
 */
export function localModel(name: string, language: 'en' | 'zh' = 'en'): Model {
  if (name === 'default') return language === 'zh' ? lexicalModel() : useLiteModel();
  if (name === 'use-lite') return useLiteModel();
  if (name === 'lexical') return lexicalModel();
  const description = TRIVIAL.get(name);
  if (description !== undefined) return trivialModel(name, description);
  throw new QuadratError('unknown-model', `there is no model local/${name}`, {
    next: `There are ${LOCAL_MODELS.map((one) => `local/${one}`).join(', ')}.`,
  });
}

function trivialModel(name: string, description: string): TrivialModel {
  return {
    kind: 'trivial',
    id: `local/${name}`,
    name,
    description,
    endpoint: null,
    abilities: new Set(['baseline'] as const),
    parameters: NO_PARAMETERS,
    close: async () => {},
  };
}

function lexicalModel(): RankerModel {
  return {
    kind: 'ranker',
    id: 'local/lexical',
    description: 'lexical ranker (BM25); a baseline, not a language model',
    endpoint: null,
    abilities: new Set(['rank'] as const),
    parameters: NO_PARAMETERS,
    close: async () => {},
    async rank(request) {
      const { lexicalScores } = await import('./lexical.ts');
      return lexicalScores(request);
    },
  };
}

/** Small batches, so that a stop takes effect soon. */
const USE_LITE_BATCH = 64;

/** The weights are loaded with the first text. */
function useLiteModel(): EmbeddingModel {
  let loading: ReturnType<typeof loadUseLite> | null = null;
  return {
    kind: 'embedding',
    id: 'local/use-lite',
    description: 'sentence vectors of the Universal Sentence Encoder lite; a baseline, not a language model',
    endpoint: null,
    abilities: new Set(['embed', 'rank'] as const),
    // Other weights are another embedder.
    parameters: { weights: USE_LITE_WEIGHTS },
    maxTextsPerCall: USE_LITE_BATCH,
    async embed(texts, signal) {
      signal.throwIfAborted();
      loading ??= loadUseLite();
      const encoder = await loading;
      return { vectors: await encoder.embed(texts), usage: NO_USAGE, status: null };
    },
    async close() {
      const encoder = await loading;
      loading = null;
      await encoder?.close();
    },
  };
}

async function loadUseLite() {
  const { createUseLite } = await import('./use-lite/index.ts');
  return createUseLite();
}
