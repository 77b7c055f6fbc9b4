import { drawExamples, type ExampleCandidate } from '../../../data/few-shot.ts';
import { rotatedOrder } from '../../../data/option-order.ts';
import {
  asObject,
  at,
  booleanAt,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
  textsAt,
} from '../json.ts';
import type { Surface, Surfaces } from './surface.ts';

const candidateOf = (value: unknown): ExampleCandidate => {
  const entry = asObject(value, 'an example');
  return { id: textAt(entry, 'id'), question: textAt(entry, 'question') };
};

function fewShot(input: JsonObject): unknown {
  const drawn = drawExamples(listAt(input, 'pool').map(candidateOf), candidateOf(objectAt(input, 'item')), {
    count: numberAt(input, 'n'),
    seed: numberAt(input, 'seed'),
    sampler: at(input, 'sampler') === 'first' ? 'first' : 'seeded',
  });
  return { ids: drawn.map(({ id }) => id), count: drawn.length };
}

function shuffle(input: JsonObject): unknown {
  const samples = listAt(input, 'samples').map((entry) => asObject(entry, 'samples'));
  const seed = numberAt(input, 'seed');
  const orderOf = (sample: JsonObject): readonly number[] => {
    const count = textsAt(sample, 'choices').length;
    return booleanAt(input, 'shuffle')
      ? rotatedOrder(textAt(sample, 'id'), count, seed)
      : Array.from({ length: count }, (_, place) => place);
  };
  const orders = (of: readonly JsonObject[]) =>
    new Map(of.map((sample) => [textAt(sample, 'id'), orderOf(sample)]));
  const order = orders(samples);
  const again = orders(samples.toReversed());
  return {
    order,
    reproducible: samples.every((sample) => same(order, again, textAt(sample, 'id'))),
    targetText: new Map(
      samples.map((sample) => {
        const shown = order.get(textAt(sample, 'id')) ?? [];
        const target = shown.indexOf(numberAt(sample, 'target'));
        return [textAt(sample, 'id'), textsAt(sample, 'choices')[shown[target] ?? -1]];
      }),
    ),
    sameOrderWhenOnly: samples
      .filter((sample) => same(order, orders([sample]), textAt(sample, 'id')))
      .map((sample) => textAt(sample, 'id'))
      .filter((id) => id !== textAt(samples[0] ?? {}, 'id')),
  };
}

function same(
  a: ReadonlyMap<string, readonly number[]>,
  b: ReadonlyMap<string, readonly number[]>,
  id: string,
): boolean {
  return JSON.stringify(a.get(id)) === JSON.stringify(b.get(id));
}

/** Examples and the order of options. */
export const DATASET_SURFACES: Surfaces = new Map<string, Surface>([
  ['dataset.fewshot', fewShot],
  ['dataset.shuffle', shuffle],
]);
