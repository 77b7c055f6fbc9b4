import type { Decoding } from '../../../core/index.ts';
import { createModel } from '../../../models/create.ts';
import { startFaultServer } from '../../fault-server.ts';
import { at, type JsonObject, objectAt } from '../json.ts';
import type { Surface, Surfaces } from './surface.ts';

/** Our decoding parameters by the names that servers know. */
const DECODING: ReadonlyMap<string, keyof Decoding> = new Map<string, keyof Decoding>([
  ['temperature', 'temperature'],
  ['seed', 'seed'],
  ['top_p', 'topP'],
  ['frequency_penalty', 'frequencyPenalty'],
  ['presence_penalty', 'presencePenalty'],
  ['max_tokens', 'maxOutputTokens'],
  ['stop', 'stop'],
]);

/** Sends one request by a model of an OpenAI-compatible server, and says what the server got. */
const sent: Surface = async (input) => {
  const config = objectAt(input, 'config');
  const { decoding, parameters } = settingsOf(config);
  const server = await startFaultServer();
  const name = `openai-compatible/${String(at(config, 'model'))}`;
  const model = await createModel(name, { env: {}, baseUrl: server.url, parameters });
  try {
    if (model.kind !== 'text') throw new Error(`${name} writes no text`);
    const request = {
      role: 'candidate',
      messages: [{ role: 'user', content: 'Say ok.' }],
      decoding,
    } as const;
    await model.generate(request, new AbortController().signal);
    return { body: server.requests[0]?.body };
  } finally {
    await model.close();
    await server.close();
  }
};

/** What is decoding goes through a request, all else with every request of the model. */
function settingsOf(config: JsonObject) {
  const decoding: Record<string, unknown> = {};
  const parameters: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(config)) {
    const own = DECODING.get(name);
    if (own !== undefined) decoding[own] = value;
    else if (name !== 'model') parameters[name] = value;
  }
  return { decoding: decoding as Decoding, parameters };
}

/** Requests as they are sent. */
export const REQUEST_SURFACES: Surfaces = new Map<string, Surface>([['http.request', sent]]);
