import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type AnyTask,
  type DataSource,
  type Dataset,
  defineTask,
  type Item,
  type MeasureDescription,
  type Parsed,
  type PredictionFile,
  type Predictions,
  QuadratError,
  type SetMeasure,
} from '../../../core/index.ts';
import { decodeText } from '../../../data/encoding.ts';
import { readJsonMaps } from '../../../data/json-map.ts';
import { rougeL } from '../../../metrics/text/rouge.ts';
import { characterTokens } from '../../../text/normalise-span.ts';
import { WORD_TOKENS } from '../../../text/segment.ts';
import { checkLawbench } from '../check.ts';
import { describe, LAWBENCH_SOURCE } from '../kinds/kind.ts';
import { ANSWER_TOKENS, CHARACTER_TOKENS } from '../kinds/overlap-values.ts';
import {
  type LawbenchScorer,
  scoreAmount,
  scoreChoice,
  scoreEntities,
  scoreReading,
  scoreText,
} from './scorers.ts';

interface LawbenchItem extends Item {
  readonly reference: string;
}

/** What a file of LawBench holds for one item. */
interface StoredOutput {
  readonly prediction: string;
}

interface LawbenchTask {
  readonly number: string;
  readonly title: string;
  readonly measure: MeasureDescription;
  readonly params: Readonly<Record<string, string>>;
  readonly interval: 'wilson' | 'bootstrap';
  readonly scorer: LawbenchScorer;
  /** Whether abstentions are counted. */
  readonly abstains: boolean;
  /** Whether character ROUGE-L stands beside. */
  readonly characters: boolean;
}

const source = { source: LAWBENCH_SOURCE };
const ACCURACY = (summary: string) => describe('accuracy', 'accuracy', summary, source);
const PYTHON_DIGITS = { tokens: ANSWER_TOKENS };
const ROUGE_WORDS = {
  measure: describe(
    'rougel.words',
    'word ROUGE-L',
    'Longest common subsequence of words, 1e-8 in the F1; an empty output is the word 无内容.',
    source,
  ),
  params: { tokens: WORD_TOKENS },
  interval: 'bootstrap',
  scorer: scoreText,
  abstains: false,
  characters: true,
} as const;

const TASKS: readonly LawbenchTask[] = [
  {
    number: '1-2',
    title: 'knowledge questions',
    measure: ACCURACY('Right if the letter of the gold is the only one from A to D in the output.'),
    params: {},
    interval: 'wilson',
    scorer: scoreChoice,
    abstains: true,
    characters: false,
  },
  {
    number: '2-5',
    title: 'reading comprehension',
    measure: describe('char.f1', 'character F1', 'F1 of letters and digits as multisets.', source),
    params: PYTHON_DIGITS,
    interval: 'bootstrap',
    scorer: scoreReading,
    abstains: false,
    characters: false,
  },
  {
    number: '2-6',
    title: 'theft entities',
    measure: describe('soft.f1', 'soft F1', 'Character F1 of the whole value of each type.', source),
    params: PYTHON_DIGITS,
    interval: 'bootstrap',
    scorer: scoreEntities,
    abstains: true,
    characters: false,
  },
  { number: '2-7', title: 'news summaries', ...ROUGE_WORDS },
  {
    number: '3-7',
    title: 'criminal amounts',
    measure: ACCURACY('Right if the number of the gold is among the numbers of the output.'),
    params: {},
    interval: 'wilson',
    scorer: scoreAmount,
    abstains: true,
    characters: false,
  },
  { number: '3-8', title: 'consultations', ...ROUGE_WORDS },
];

/** Numbers of the tasks, as LawBench gives them. */
export const LAWBENCH_NUMBERS: readonly string[] = TASKS.map(({ number }) => number);

const ABSTENTION = describe(
  'abstention',
  'true rate of abstention',
  'Share of items for which nothing usable was said. LawBench’s own figure for 2-6 is 0 for every model, as its scorer returns the key misspelled.',
  { ...source, direction: 'lower-is-better' },
);
const ROUGE_CHARACTERS = describe(
  'rougel.char',
  'character ROUGE-L',
  'Longest common subsequence of characters.',
  { empty: '0 for an empty output' },
);

function measuresOf(task: LawbenchTask): SetMeasure<LawbenchItem>[] {
  const mean = (
    description: MeasureDescription,
    more: Partial<SetMeasure<LawbenchItem>> = {},
  ): SetMeasure<LawbenchItem> => ({
    description,
    protocol: 'lawbench',
    aggregate: 'mean',
    interval: 'bootstrap',
    ...more,
  });
  return [
    mean(task.measure, { headline: true, params: task.params, interval: task.interval }),
    ...(task.abstains ? [mean(ABSTENTION, { interval: 'wilson' })] : []),
    ...(task.characters
      ? [
          mean(ROUGE_CHARACTERS, { params: { tokens: 'characters (raw)' } }),
          mean(ROUGE_CHARACTERS, { protocol: 'standard', params: { tokens: CHARACTER_TOKENS } }),
        ]
      : []),
  ];
}

/** The score-only tasks over stored outputs of LawBench: the gold is in the file of outputs itself. */
export const LAWBENCH_TASKS: readonly AnyTask[] = TASKS.map((task) =>
  defineTask<LawbenchItem, Record<string, never>, unknown, StoredOutput>({
    id: `cpsdbench/lawbench-${task.number}`,
    title: `LawBench ${task.number}, ${task.title}: stored outputs only`,
    version: 1,
    scoringVersion: 1,
    language: 'zh',
    headline: { id: task.measure.id, protocol: 'lawbench' },
    splits: ['test'],
    sizes: { test: 500 },
    settings: z.strictObject({}),
    defaults: () => ({}),
    repeats: 1,
    files: [],
    measures: measuresOf(task),
    published: [],
    protocols: task.characters ? ['lawbench', 'standard'] : ['lawbench'],
    diagnostics: [],
    load: (data) => load(data, task.number),
    inputFiles: () => [],
    promptHash: () => createHash('sha256').update('none').digest('hex'),
    solve: async () => {
      throw scoreOnly(task.number);
    },
    parse: () => ({ outcome: 'unparsed', reason: 'invalid' }),
    score: (value, item) => {
      const prediction = value?.prediction ?? '';
      const { value: score, abstained } = task.scorer(prediction, item.reference);
      if (!task.characters) {
        const counted = abstained === null ? {} : { abstention: abstained ? 1 : 0 };
        return { lawbench: { [task.measure.id]: score, ...counted } };
      }
      return {
        lawbench: {
          [task.measure.id]: score,
          'rougel.char': rougeL(Array.from(prediction), Array.from(item.reference)).f1,
        },
        standard: {
          'rougel.char': rougeL(characterTokens(prediction), characterTokens(item.reference)).f1,
        },
      };
    },
    check: (_values, _items, surplus, _settings, planned) => checkLawbench(task.number, planned, surplus),
    readPredictions: readStored,
    baselines: () => [],
    trivial: () => undefined,
    roles: () => [],
  }),
);

interface StoredRow {
  readonly id: string;
  readonly prediction: string;
  readonly reference: string;
}

/** Reads a file of LawBench: an object id → `{origin_prompt?, prediction, refr}`. */
export function readLawbench(bytes: Uint8Array, file: string): StoredRow[] {
  const root = readJsonMaps(decodeText(bytes, file).text, file);
  if (!(root instanceof Map) || root.size === 0) throw notLawbench(file);
  return [...root].map(([key, entry]) => {
    const id = String(key);
    const [prediction, reference] = entry instanceof Map ? [entry.get('prediction'), entry.get('refr')] : [];
    if (typeof prediction !== 'string' || typeof reference !== 'string') throw notLawbench(file, id);
    return { id, prediction, reference };
  });
}

function notLawbench(file: string, item?: string): QuadratError {
  return new QuadratError('invalid-format', 'this is no file of LawBench outputs', {
    file,
    ...(item === undefined ? {} : { item }),
    next: 'It is a JSON object of id to {prediction, refr}, as in LawBench’s predictions folder.',
  });
}

async function load(data: DataSource, number: string): Promise<Dataset<LawbenchItem>> {
  const { file } = data;
  if (file === undefined) throw scoreOnly(number);
  const bytes = await data.read(file);
  const items = readLawbench(bytes, file).map(
    ({ id, reference }): LawbenchItem => ({
      id,
      reference,
      cluster: id,
      strata: {},
      hash: createHash('sha256')
        .update(JSON.stringify([id, reference]))
        .digest('hex'),
    }),
  );
  return { items, file, bytes };
}

function scoreOnly(number: string): QuadratError {
  return new QuadratError('usage', `lawbench-${number} scores stored outputs and is not run`, {
    next: `Use \`quadrat score cpsdbench/lawbench-${number} --predictions FILE\` with a file of LawBench outputs.`,
  });
}

function readStored(
  file: PredictionFile,
  items: readonly LawbenchItem[] | undefined,
): Predictions<StoredOutput> | null {
  const rows = readLawbench(file.bytes, file.path);
  const known = new Set((items ?? []).map(({ id }) => id));
  const repeat = new Map(
    rows
      .filter(({ id }) => known.has(id))
      .map(({ id, prediction }): [string, Parsed<StoredOutput>] => [
        id,
        { outcome: 'scored', value: { prediction } },
      ]),
  );
  return { repeats: [repeat], surplus: rows.filter(({ id }) => !known.has(id)).map(({ id }) => id) };
}
