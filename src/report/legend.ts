import type { Metric, Result } from '../core/index.ts';
import { baselineWords } from './baseline-words.ts';
import { isPublished, protocolsOf, type ReportOptions } from './view.ts';
import { bootWords, intervalName, intervalWords, PROTOCOL_WORDS, thingsOf } from './words.ts';

const GAIN_WORDS = new Map<string, string>([
  ['linear', 'a document’s grade enters the gain as it is, fractions included'],
  ['binary', 'a document counts 1 if it is relevant and 0 if not'],
  ['exponential', 'a grade g enters the gain as 2^g - 1'],
]);

/**
 * How to read the figures of these results: one sentence for each kind of figure that is there, saying in words what
 * varied, what a protocol is and what an outcome is. Only what occurs is explained.
 */
export function legend(results: readonly Result[], options: ReportOptions): string[] {
  const metrics = results.flatMap((result) => result.metrics);
  const things = new Set(metrics.map(({ id }) => thingsOf(id)));
  return [
    ...(options.times100 === true ? ['Proportions are printed ×100.'] : []),
    ...(things.size === 0
      ? []
      : [
          `n is the number of ${[...things].join(' or ')} that a value is over. A measure that is not defined for an item leaves it out, so n can differ from measure to measure.`,
        ]),
    ...(metrics.some(({ value, n }) => value === null && n > 0)
      ? [
          '— beside an n: no value, though there are items. Under paper one item without a value can leave the whole mean without one; it is never 0 for that.',
        ]
      : []),
    ...(metrics.length === 0
      ? []
      : [
          'What each measure is, and its source: `quadrat list --measures`, and the page of measures (docs/measures.md).',
        ]),
    ...intervalSentences(metrics),
    ...distinct(
      metrics.filter(({ boot }) => boot !== null).map(({ id }) => `${capital(bootWords(thingsOf(id)))}.`),
    ),
    ...repeatSentences(metrics),
    ...protocolsOf(results).map((protocol) => `Protocol ${protocol}: ${PROTOCOL_WORDS.get(protocol) ?? ''}.`),
    ...gainSentences(metrics),
    ...(metrics.some(({ ceiling }) => ceiling !== null)
      ? ['Ceiling: the highest value that these data allow, which the gold answers themselves get.']
      : []),
    ...(metrics.some(({ bounds }) => bounds !== null)
      ? ['Bounds: the values if all failed items were wrong, and if all were right.']
      : []),
    ...(results.length === 0
      ? []
      : [
          'Outcomes: scored, a value was read; unparsed, an answer came but no value could be read; stopped, no usable answer (empty, refused, filtered, too long, cut off, or not in the file of predictions); failed, the infrastructure failed. In protocol standard every planned item counts, and all but the scored ones count as wrong.',
          'Coverage: scored items as a share of the planned ones.',
        ]),
    ...baselineSentences(results),
    ...(results.some(({ baselines }) => baselines.some(isPublished))
      ? [`Published: figures that others published for the same data${sourcesOf(results)}.`]
      : []),
  ];
}

function distinct(sentences: readonly string[]): string[] {
  return [...new Set(sentences)];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function intervalSentences(metrics: readonly Metric[]): string[] {
  const kinds = new Map(
    metrics.flatMap(({ ci, id }) => {
      const things = thingsOf(id);
      if (ci === null) return [];
      // Slices have numbers of clusters of their own: one sentence for all.
      const { clusters: _, ...each } = ci;
      return [[intervalWords(each, things), { name: intervalName(ci.level), things }] as const];
    }),
  );
  const [only] = kinds;
  if (only === undefined) return [];
  const things = distinct([...kinds.values()].map((kind) => kind.things)).join(' or ');
  const meaning = `how far the value would move with other ${things} of the same kind`;
  if (kinds.size === 1) return [`${only[0]}. It says ${meaning}.`];
  const names = distinct([...kinds.values()].map(({ name }) => name)).join(', ');
  const ways = [...kinds].map(([words, { name }]) => words.slice(name.length + 2));
  return [
    `${names}: it says ${meaning}. The part of a task says how its own was made.`,
    ...ways.map((way) => `Made with: ${way}.`),
  ];
}

function repeatSentences(metrics: readonly Metric[]): string[] {
  const repeated = metrics.flatMap(({ repeats }) => (repeats === null || repeats.n < 2 ? [] : [repeats]));
  return distinct(repeated.map(({ n }) => String(n))).map((n) => {
    const asked = `Repeats: the same items were asked ${n} times`;
    const own = repeated.filter((repeats) => String(repeats.n) === n);
    return own.every(({ sdSample }) => (sdSample ?? 0) === 0)
      ? `${asked}, and every value came out the same each time, as it does with a model that has no randomness.`
      : `${asked}; the standard deviation over the repeats (n - 1) says how far the model’s own randomness moves the value, apart from the choice of items.`;
  });
}

function gainSentences(metrics: readonly Metric[]): string[] {
  return distinct(
    metrics.flatMap(({ params: { gain } }) => {
      const words = GAIN_WORDS.get(String(gain));
      return gain === undefined || words === undefined ? [] : [`${capital(String(gain))} gain: ${words}.`];
    }),
  );
}

/** Where published figures come from. */
function sourcesOf(results: readonly Result[]): string {
  const sources = distinct(
    results.flatMap(({ baselines }) =>
      baselines.flatMap(({ source }) => (source === undefined ? [] : [source])),
    ),
  );
  return sources.length === 0 ? '' : ` (${sources.join('; ')})`;
}

function baselineSentences(results: readonly Result[]): string[] {
  const tasks = new Map<string, Map<string, string[]>>();
  for (const { baselines, task } of results) {
    for (const name of distinct(
      baselines.filter((entry) => !isPublished(entry)).map((entry) => entry.name),
    )) {
      const words = baselineWords(name, task);
      if (words === undefined) continue;
      const meanings = tasks.get(name) ?? new Map<string, string[]>();
      tasks.set(name, meanings.set(words, [...(meanings.get(words) ?? []), task]));
    }
  }
  // Where a name means two things, each says where.
  const known = [...tasks].flatMap(([name, meanings]) =>
    [...meanings].map(([words, own]) =>
      meanings.size === 1 ? `${name}, ${words}` : `${name} (${distinct(own).join(', ')}), ${words}`,
    ),
  );
  return known.length === 0 ? [] : [`Baselines need no model: ${known.join('; ')}.`];
}
