import type {
  PublishedColumn,
  PublishedFolder,
  PublishedOutput,
  PublishedOutputs,
  PublishedTable,
} from '../../core/index.ts';
import { publishedKey } from '../../core/index.ts';
import { LABELS, PERIODS } from './labels.ts';
import {
  type AuthorsValues,
  authorsKey,
  contextOf,
  heldValues,
  METRICS,
  type Metric,
  modelOf,
  readResultFile,
  resultFile,
  type Shot,
  SOURCE,
} from './published.ts';
import type { Context } from './source.ts';

/** Why the values of Mixtral's published metric blocks are others than those of its published predictions. */
const MIXTRAL =
  'the authors computed this block before blank judgements were set to 0; the predictions that they published are from after (known exception; row-wise accuracy and the values by period agree)';

interface Output {
  readonly file: string;
  /** As the file names it. */
  readonly written: string;
  readonly context: Context;
  readonly shot: Shot;
}

/**
 * Finds published predictions in a folder by their names, here (`gpt-4o_LongCTX_zeroshot.csv`) or in the authors'
 * repository (`gpt_4o_zeroshot_long.csv`, `llama_350_oneshot.csv`), and lays them out as the paper's tables 1 to 3. The
 * authors' values come from their result files in the folder, else from those that come with the program.
 */
export async function publishedOutputs(folder: PublishedFolder): Promise<PublishedOutputs> {
  const outputs = folder.files.map(outputOf).filter((output) => output !== undefined);
  const { values, from } = await authorsValues(folder);
  return {
    outputs: outputs.map((output) => publishedOutput(output, values, from)),
    columns: [{ measure: 'accuracy.rowwise', protocol: 'paper' }],
    tables: tablesOf(outputs),
    notes: notesOn(outputs, values),
  };
}

function outputOf(file: string): Output | undefined {
  const name = file.split('/').at(-1) ?? '';
  if (resultFile(file) !== undefined) return undefined;
  const here =
    /^(.+)_(LongCTX|MixedCTX|350|1300)_(zero|one)shot\.csv$/.exec(name) ??
    /^(.+)_(?=(?:zero|one)shot_(long|short)\.csv$)(zero|one)shot_/.exec(name);
  if (here === null) return undefined;
  const [, written = '', context = '', shot] = here;
  return { file, written, context: contextOf(context), shot: shot === 'zero' ? 'zero' : 'one' };
}

async function authorsValues(folder: PublishedFolder): Promise<{ values: AuthorsValues; from: string }> {
  const values = new Map<string, number>();
  const files = folder.files.filter((file) => resultFile(file) !== undefined);
  for (const file of files)
    for (const [key, value] of readResultFile(await folder.readText(file), file)) values.set(key, value);
  if (values.size === 0) return { values: heldValues(), from: SOURCE };
  return {
    values,
    from: `result files of the authors in the folder (${files.length} files); not the printed tables`,
  };
}

/** Columns of the paper's tables: labels of one metric, row-wise accuracy. */
function labelColumns(metric: Metric, period?: string): PublishedColumn[] {
  return LABELS.map((label) => ({
    measure: `${metric}.label`,
    protocol: 'paper',
    slice: { label, ...(period === undefined ? {} : { period }) },
    heading: label,
    // The values by period have four places of percent.
    places: period === undefined ? 4 : 6,
  }));
}

const ROWWISE: PublishedColumn = { measure: 'accuracy.rowwise', protocol: 'paper', places: 4 };

/** The paper's averages: means of six printed values. */
const AVERAGES: readonly (readonly [PublishedColumn, Metric])[] = [
  [{ measure: 'f1.macro', protocol: 'paper', heading: 'Average', places: 4 }, 'f1'],
  [{ measure: 'accuracy', protocol: 'paper', heading: 'Average', places: 4 }, 'accuracy'],
];

function publishedOutput(output: Output, values: AuthorsValues, source: string): PublishedOutput {
  const model = modelOf(output.written);
  const authors = new Map<string, number>();
  const reasons = new Map<string, string>();
  const take = (column: PublishedColumn, key: string) => {
    const value = values.get(key);
    if (value === undefined) return;
    authors.set(publishedKey(column), value);
    const block = column.slice !== undefined && column.slice.period === undefined;
    if (model?.id.startsWith('Mixtral') === true && block) reasons.set(publishedKey(column), MIXTRAL);
  };
  if (model !== undefined) {
    const { context, shot } = output;
    for (const [column, metric] of AVERAGES) {
      const six = LABELS.map((label) => values.get(authorsKey(model.id, context, shot, metric, label)));
      const held = six.filter((value) => value !== undefined);
      if (held.length < six.length) continue;
      authors.set(publishedKey(column), held.reduce((sum, value) => sum + value, 0) / six.length);
      if (model.id.startsWith('Mixtral')) reasons.set(publishedKey(column), MIXTRAL);
    }
    take(ROWWISE, authorsKey(model.id, context, shot, 'rowwise'));
    for (const metric of METRICS) {
      for (const period of [undefined, ...PERIODS]) {
        for (const column of labelColumns(metric, period))
          take(column, authorsKey(model.id, context, shot, metric, column.slice?.label, period));
      }
    }
  }
  return {
    task: `wximpactbench/${output.context === 'LongCTX' ? 'classification-long' : 'classification-mixed'}`,
    split: 'test',
    method: `${model?.name ?? output.written}, ${output.context}, ${output.shot}-shot`,
    file: output.file,
    authors: authors.size === 0 ? undefined : authors,
    reasons,
    source,
  };
}

function tablesOf(outputs: readonly Output[]): PublishedTable[] {
  if (outputs.length === 0) return [];
  return [
    ...METRICS.map((metric) => ({
      title: `Table 1: ${metric} per label`,
      columns: [
        ...labelColumns(metric),
        ...AVERAGES.filter(([, of]) => of === metric).map(([column]) => column),
      ],
    })),
    { title: 'Table 2: row-wise accuracy', columns: [ROWWISE] },
    ...METRICS.flatMap((metric) =>
      PERIODS.map((period) => ({
        title: `Table 3: ${metric} per label, ${period} articles`,
        columns: labelColumns(metric, period),
      })),
    ),
  ];
}

/** What has published values and no file, and the other way round. */
function notesOn(outputs: readonly Output[], values: AuthorsValues): string[] {
  const here = new Set(
    outputs.map(({ written, context, shot }) => JSON.stringify([modelOf(written)?.id, context, shot])),
  );
  const wanted = new Set<string>();
  for (const key of values.keys()) {
    const [model, context, shot]: unknown[] = JSON.parse(key);
    wanted.add(JSON.stringify([model, context, shot]));
  }
  const absent = [...wanted].filter((key) => !here.has(key)).map(nameOf);
  const without = outputs.filter(
    ({ written, context, shot }) => !wanted.has(JSON.stringify([modelOf(written)?.id, context, shot])),
  );
  return [
    ...(absent.length === 0
      ? []
      : [
          `${absent.length} outputs with values of the authors have no prediction file here: ${absent.join('; ')}.`,
        ]),
    ...(without.length === 0
      ? []
      : [
          `${without.length} prediction files have no values of the authors: ${without.map(({ file }) => file).join(', ')}.`,
        ]),
    'Table 4 (QA): no published values are available.',
  ];
}

function nameOf(key: string): string {
  const [model, context, shot]: unknown[] = JSON.parse(key);
  return `${modelOf(String(model))?.name ?? String(model)}, ${String(context)}, ${String(shot)}-shot`;
}
