import { defineBenchmark, defineTask } from '../../core/index.ts';
import { baselinesOf, trivialValue } from './baselines.ts';
import { bertScored } from './bert-scores.ts';
import { checkSet } from './check.ts';
import { type ClimaItem, load } from './data.ts';
import { measuresOf } from './measures.ts';
import { parse } from './parse.ts';
import { MASK } from './phrase.ts';
import { withPhraseVectors } from './phrase-vectors.ts';
import { readPredictions } from './predictions.ts';
import { publishedOutputs } from './published-outputs.ts';
import { problemOf } from './rows.ts';
import { runWarnings } from './run-warnings.ts';
import { score } from './score.ts';
import { dataPath, KINDS, type Kind, publishedSizes, SPLITS, sourceFiles } from './sets.ts';
import { bookPaths, type ClimaqaSettings, settingsSchema } from './settings.ts';
import type { Solution } from './solution.ts';
import { solve } from './solve.ts';
import { promptHash } from './templates.ts';
import { trainingPairs } from './training.ts';
import type { Value } from './values.ts';

const TITLES: Readonly<Record<Kind, string>> = {
  mcq: 'ClimaQA: choose one of four options',
  cloze: 'ClimaQA: find the missing word',
  freeform: 'ClimaQA: answer in at most two sentences',
};
const HEADLINES: Readonly<Record<Kind, string>> = { mcq: 'accuracy', cloze: 'em', freeform: 'bleu' };
const DIAGNOSTICS: Readonly<Record<Kind, readonly string[]>> = {
  mcq: ['mcq-first-token-known', 'mcq-read-from-first-token', 'mcq-bad-answer'],
  cloze: ['cloze-several-words'],
  freeform: ['freeform-over-two-sentences'],
};

function climaqaTask(kind: Kind) {
  return defineTask<ClimaItem, ClimaqaSettings, Solution, Value>({
    id: `climaqa/${kind}`,
    title: TITLES[kind],
    version: 1,
    scoringVersion: { mcq: 1, cloze: 2, freeform: 3 }[kind],
    language: 'en',
    headline: { id: HEADLINES[kind], protocol: 'standard' },
    splits: SPLITS,
    sizes: publishedSizes(kind),
    settings: settingsSchema,
    defaults: () => ({}),
    repeats: 1,
    repeatsFor: ({ preset }) => (preset === 'paper' ? 3 : undefined),
    files: sourceFiles(kind),
    measures: measuresOf(kind, {}),
    measuresFor: (settings) => measuresOf(kind, settings),
    published: [],
    protocols: ['standard', 'paper', 'card'],
    diagnostics: DIAGNOSTICS[kind],
    load: (source, settings, context) => load(kind, source, settings, context),
    inputFiles: inputFilesOf,
    promptHash: (settings) => promptHash(kind, settings),
    solve,
    parse,
    score,
    check: checkSet,
    readPredictions,
    ...(kind === 'freeform' ? { scoredTexts: bertScored } : {}),
    ...(kind === 'cloze' ? { withVectors: withPhraseVectors } : {}),
    baselines: baselinesOf,
    trivial: (name, item, items, context) => trivialValue(name, item, items, context),
    roles: (settings) => rolesOf(kind, settings),
    warn: (diagnostics, settings, model) => runWarnings(kind, diagnostics, settings, model),
  });
}

function inputFilesOf(settings: ClimaqaSettings): readonly string[] {
  const { prompts, verdicts, setting } = settings;
  return [
    ...(setting === 'rag' ? bookPaths(settings) : []),
    ...[prompts, verdicts].filter((path) => path !== undefined),
  ];
}

function rolesOf(kind: Kind, { judge, embedder, setting }: ClimaqaSettings) {
  return [
    ...(kind === 'freeform' && judge !== undefined ? (['judge'] as const) : []),
    ...(embedder !== undefined && (kind === 'cloze' || setting === 'rag') ? (['embedder'] as const) : []),
  ];
}

/** ClimaQA: questions about climate science in three forms. */
export const climaqa = defineBenchmark({
  id: 'climaqa',
  title: 'ClimaQA',
  summary:
    'Multiple choice, cloze and free-form questions about climate science, made from textbooks and checked by experts.',
  citation:
    'Manivannan et al. (2025), ClimaQA: An Automated Evaluation Framework for Climate Question Answering Models, ICLR 2025, arXiv:2410.16701',
  licence: 'Apache-2.0 (data and the authors’ code)',
  terms: null,
  tasks: KINDS.map(climaqaTask),
  published: publishedOutputs,
  trainingPairs: (source, split, tasks) =>
    trainingPairs(
      source,
      split,
      KINDS.filter((kind) => tasks.includes(`climaqa/${kind}`)),
    ),
  checkFile: (file, bytes) => {
    const kind = KINDS.find((one) => SPLITS.some((split) => dataPath(split, one) === file.path));
    return kind === undefined ? 'it is no file of ClimaQA' : problemOf(bytes, file.path, kind, MASK);
  },
});
