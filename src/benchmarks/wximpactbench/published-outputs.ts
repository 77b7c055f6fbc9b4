import type {
  HeldOutput,
  PublishedColumn,
  PublishedFolder,
  PublishedOutputs,
  PublishedTable,
} from '../../core/index.ts';
import { publishedKey } from '../../core/index.ts';
import { LABELS, PERIODS } from './labels.ts';
import {
  type AuthorsValues,
  authorsKey,
  contextOf,
  DERIVED,
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

/** What a published output is of. */
interface Made {
  /** The model, as the file names it. */
  readonly written: string;
  readonly context: Context;
  readonly shot: Shot;
}

interface Output extends Made {
  readonly file: string;
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
    outputs: outputs.map((output) => ({ ...heldOutput(output, values, from), file: output.file })),
    held: absentOf(outputs, values).map((output) => heldOutput(output, values, from)),
    facets: { context: ['LongCTX', 'MixedCTX'], shot: ['zero', 'one'] },
    columns: [{ measure: 'accuracy.rowwise', protocol: 'paper' }],
    tables: TABLES,
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

/** The paper's averages. The authors' files hold none: the mean of their six rounded values is off by half a place at most. */
const AVERAGES: readonly (readonly [PublishedColumn, Metric])[] = [
  [{ measure: 'f1.macro', protocol: 'paper', heading: 'Average', places: 4 }, 'f1'],
  [{ measure: 'accuracy', protocol: 'paper', heading: 'Average', places: 4 }, 'accuracy'],
];

function heldOutput(output: Made, values: AuthorsValues, source: string): HeldOutput {
  const model = modelOf(output.written);
  const authors = new Map<string, number>();
  const derived = new Map<string, string>();
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
      derived.set(publishedKey(column), DERIVED);
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
    method: nameOf(output),
    names: [output.written, ...(model === undefined ? [] : [model.name, model.id])],
    facets: { context: output.context, shot: output.shot },
    authors: authors.size === 0 ? undefined : authors,
    derived,
    reasons,
    source,
  };
}

/** The paper's tables. */
const TABLES: readonly PublishedTable[] = [
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

const keyOf = ({ written, context, shot }: Made) => JSON.stringify([modelOf(written)?.id, context, shot]);

/** What the authors' values are of. */
function wantedOf(values: AuthorsValues): Made[] {
  const wanted = new Map<string, Made>();
  for (const key of values.keys()) {
    const [model, context, shot]: unknown[] = JSON.parse(key);
    const made: Made = {
      written: String(model),
      context: contextOf(String(context)),
      shot: shot === 'zero' ? 'zero' : 'one',
    };
    wanted.set(keyOf(made), made);
  }
  return [...wanted.values()];
}

/** What has published values and no file. */
function absentOf(outputs: readonly Output[], values: AuthorsValues): Made[] {
  const here = new Set(outputs.map(keyOf));
  return wantedOf(values).filter((made) => !here.has(keyOf(made)));
}

/** What has published values and no file, and the other way round. */
function notesOn(outputs: readonly Output[], values: AuthorsValues): string[] {
  const absent = outputs.length === 0 ? [] : absentOf(outputs, values).map(nameOf);
  const wanted = new Set(wantedOf(values).map(keyOf));
  const without = outputs.filter((output) => !wanted.has(keyOf(output)));
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

function nameOf({ written, context, shot }: Made): string {
  return `${modelOf(written)?.name ?? written}, ${context}, ${shot}-shot`;
}
