import { createHash } from 'node:crypto';
import { type AnyTask, defineTask, type SetMeasure } from '../../core/index.ts';
import { checkSet } from './check.ts';
import { load } from './data.ts';
import type { CpsItem } from './items.ts';
import { judgeMeasures, withVerdict } from './judge.ts';
import { kindModule } from './kinds/index.ts';
import { readOutputs } from './predictions.ts';
import { BUILT_IN, PROMPT_VERSION } from './prompts.ts';
import { type CpsSettings, judgedSchema, OUTPUT_LIMITS, settingsSchema } from './settings.ts';
import { fromAnswer, OUTCOME_DIAGNOSTICS, parse, type Solution, solve } from './solve.ts';
import { sourceFiles } from './source-files.ts';
import { HEADLINES, type TaskSpec } from './task-file.ts';
import { shippedSpec, specOf, type TaskId } from './task-specs.ts';

/** Items of the paper's test sets, where the card says; the others are not known or only inferred. */
const SIZES: Partial<Record<TaskId, number>> = { sentiment: 600, rumor: 400, fraud: 400 };

/** The tasks of the card's list of data sets. */
export const CARD_TASKS: ReadonlySet<TaskId> = new Set([
  'sentiment',
  'rumor',
  'fraud',
  'drug-ner',
  'drug-relation',
  'case-reading',
  'case-summary',
]);

/** One of the twelve tasks. */
export function cpsTask(id: TaskId): AnyTask {
  const spec = specOf(id);
  const kind = kindModule(spec.kind);
  const size = SIZES[id];
  const measures = kind.measures(spec);
  return defineTask<CpsItem, CpsSettings, Solution, unknown>({
    id: `cpsdbench/${id}`,
    title: `CPSDBench ${spec.title}${CARD_TASKS.has(id) ? ' (on the card)' : ''}`,
    version: 1,
    scoringVersion: 2,
    language: 'zh',
    headline: { id: HEADLINES[spec.kind], protocol: 'standard' },
    splits: ['test'],
    sizes: size === undefined ? {} : { test: size },
    settings: spec.kind === 'generation' ? judgedSchema : settingsSchema,
    defaults: () => ({}),
    repeats: 1,
    files: sourceFiles(id),
    measures,
    // Items carry the task file in force: the user's own, or the one that a public set brings along.
    measuresFor: ({ judge }, items) => [
      ...kind.measures(items[0]?.spec ?? spec),
      ...(judgeMeasures(judge, items[0]?.prompts ?? null) as SetMeasure<CpsItem>[]),
    ],
    published: [],
    protocols: (['standard', 'card', 'lawbench'] as const).filter((protocol) =>
      measures.some((measure) => measure.protocol === protocol),
    ),
    diagnostics: [...OUTCOME_DIAGNOSTICS, ...(spec.kind === 'relations' ? ['schema-violations'] : [])],
    load: (source, settings, context) => load(id, source, settings, context),
    inputFiles: (settings) =>
      [settings['task-file'], settings.prompts].filter(
        (file): file is string => file !== undefined && shippedSpec(file) === undefined,
      ),
    promptHash: (settings) => promptHash(id, settings),
    solve,
    parse: (solution, item, settings) => parse(solution, item, settings),
    score: (value, item, { judge }) => {
      const values = kindModule(item.kind).score(value, item);
      return judge === undefined ? values : withVerdict(values, value, item);
    },
    check: (_values, _items, surplus, _settings, planned) => checkSet(planned, surplus, spec),
    readPredictions: (file, items, settings) => readOutputs(file, items, settings),
    baselines: (items) => kind.baselines(items),
    trivial: (name, item, items, context) => {
      const own = kindModule(item.kind);
      const answer = name === 'gold' ? own.gold(item) : own.trivial(name, item, items, context);
      return answer === undefined ? undefined : fromAnswer(answer, item);
    },
    roles: ({ judge }) => (judge === undefined ? [] : ['judge']),
  });
}

/** Template, words of the task file and decoding limits; a user's own files are hashed by their content beside it. */
function promptHash(task: TaskId, settings: CpsSettings): string {
  const { 'task-file': named, judge } = settings;
  const spec = specOf(task);
  const files = named === undefined ? [spec, ...broughtSpecs(task)] : [shippedSpec(named) ?? named];
  const parts = [PROMPT_VERSION, BUILT_IN.answer, files, OUTPUT_LIMITS[spec.kind]];
  const judged = judge === undefined ? [] : [BUILT_IN.judge];
  return createHash('sha256')
    .update(
      JSON.stringify([...parts, ...judged], (_key, value: unknown) =>
        value instanceof Map ? [...value] : value,
      ),
    )
    .digest('hex');
}

/** Task files that a public set may bring along in place of the task's own. */
function broughtSpecs(task: TaskId): readonly TaskSpec[] {
  if (task === 'sentiment') return [specOf('sentiment-smp2020')];
  return task === 'fraud-ner' ? [specOf('fraud-ner-theft')] : [];
}
