import {
  type HeldOutput,
  type PublishedFolder,
  type PublishedOutput,
  type PublishedOutputs,
  publishedKey,
} from '../../core/index.ts';
import { LAWBENCH_NUMBERS } from './lawbench/tasks.ts';
import published from './published.json' with { type: 'json' };

const COLUMNS: PublishedOutputs['columns'] = [
  { measure: 'char.f1', protocol: 'lawbench', places: 10 },
  { measure: 'soft.f1', protocol: 'lawbench', places: 12 },
  { measure: 'rougel.words', protocol: 'lawbench' },
  { measure: 'accuracy', protocol: 'lawbench' },
  { measure: 'abstention', protocol: 'lawbench' },
];

const REASONS: ReadonlyMap<string, string> = new Map([
  [
    'lawbench rougel.words',
    'the published figure has the words of jieba 0.42.1 (Python), ours those of @node-rs/jieba 2.0.3: two of a thousand texts are cut differently',
  ],
  [
    'lawbench abstention',
    'LawBench’s scorer of 2-6 returns the key misspelled, so that it publishes 0 for every model; ours is the true rate',
  ],
]);

const DIGITS_FILE = /circled/;

interface OutputFile {
  readonly model: string;
  readonly task: string;
  readonly file: string;
}

/** `lawbench_pred_MODEL_2-6.json`, or `MODEL/2-6.json` as in LawBench's own folder. */
function outputFile(file: string): OutputFile | undefined {
  const name = file.split('/').at(-1) ?? '';
  const folder = file.split('/').at(-2);
  const flat = /^lawbench_pred_(.+)_(\d-\d+)\.json(?:\.gz)?$/.exec(name);
  const nested = /^(\d-\d+)\.json(?:\.gz)?$/.exec(name);
  const task = flat?.[2] ?? nested?.[1];
  const model = flat?.[1] ?? folder;
  if (task === undefined || model === undefined || !LAWBENCH_NUMBERS.includes(task)) return undefined;
  return { model, task, file };
}

/** Finds LawBench's stored outputs in a folder; the figures that it publishes stand beside ours. */
export async function publishedOutputs(folder: PublishedFolder): Promise<PublishedOutputs> {
  const found = folder.files.map(outputFile).filter((entry) => entry !== undefined);
  const outputs = found.map(
    ({ model, task, file }): PublishedOutput => ({ ...heldOutput(model, task), file }),
  );
  const absent = published.values.filter(
    ({ model, task, measure }) =>
      measure !== 'abstention' && !found.some((entry) => entry.model === model && entry.task === task),
  );
  return {
    outputs,
    held: absentOf(found),
    columns: COLUMNS,
    notes: [
      'For the paper of CPSDBench: none held. Its tables are not known to this program, and no figure here is the paper’s.',
      ...(found.length === 0 || absent.length === 0
        ? []
        : [
            `Published figures whose outputs are not in this folder: ${absent
              .map(({ model, task, value }) => `${model} ${task} ${value}`)
              .join(', ')}.`,
          ]),
      ...folder.files
        .filter((file) => DIGITS_FILE.test(file))
        .map((file) => `${file} holds one item and is no published set; score it by itself.`),
    ],
  };
}

/** A model's output on a task, with what LawBench publishes of it. */
function heldOutput(model: string, task: string): HeldOutput {
  return {
    task: `cpsdbench/lawbench-${task}`,
    split: 'test',
    method: model,
    authors: valuesOf(model, task),
    reasons: REASONS,
    source: published.source,
  };
}

/** What has published figures and no file. */
function absentOf(found: readonly OutputFile[]): HeldOutput[] {
  const absent = published.values.filter(
    ({ model, task }) => !found.some((entry) => entry.model === model && entry.task === task),
  );
  const pairs = new Map(absent.map(({ model, task }) => [JSON.stringify([model, task]), { model, task }]));
  return [...pairs.values()].map(({ model, task }) => heldOutput(model, task));
}

function valuesOf(model: string, task: string): ReadonlyMap<string, number> | undefined {
  const own = published.values.filter((entry) => entry.model === model && entry.task === task);
  if (own.length === 0) return undefined;
  return new Map(own.map(({ measure, value }) => [publishedKey({ measure, protocol: 'lawbench' }), value]));
}
