import { type AnyTask, defineBenchmark, defineTask } from '../../core/index.ts';
import { CLASSIFICATION_DIAGNOSTICS } from './answers.ts';
import { type ArticleItem, checkArticles, loadArticles } from './articles.ts';
import { articleBaselines, trivialArticle } from './baselines.ts';
import { checkArticlesSet } from './check.ts';
import { classificationMeasures } from './measures.ts';
import { overall, withoutContext } from './overall.ts';
import { checkClassificationPrompts, checkRankingPrompts } from './own-prompts.ts';
import { checkPool, loadPool, type QuestionItem, RELEASED_QUESTIONS } from './pool.ts';
import { readArticlePredictions } from './predictions.ts';
import { classificationPromptHash } from './prompts.ts';
import { publishedFigures } from './published.ts';
import { publishedOutputs } from './published-outputs.ts';
import { RANKING_DIAGNOSTICS, type RankingReading } from './rank-answers.ts';
import { questionBaselines, trivialQuestion } from './rank-baselines.ts';
import { RANKING_MEASURES, scoreQuestion } from './rank-measures.ts';
import { checkQuestions, readQuestionPredictions } from './rank-predictions.ts';
import { rankingPromptHash } from './rank-prompts.ts';
import { parseQuestion, type RankingSolution, solveQuestion } from './rank-solve.ts';
import type { ArticleReading } from './reading.ts';
import { scoreArticle } from './score.ts';
import {
  type ClassificationSettings,
  classificationSettings,
  type RankingSettings,
  rankingSettings,
} from './settings.ts';
import { type ArticleSolution, parseArticle, solveArticle } from './solve.ts';
import { type Context, FILE_OF, LONG_FILE, MIXED_FILE, POOL_FILE, RELEASED_ARTICLES } from './source.ts';

function classificationTask(context: Context): AnyTask {
  const name = context === 'LongCTX' ? 'classification-long' : 'classification-mixed';
  return defineTask<ArticleItem, ClassificationSettings, ArticleSolution, ArticleReading>({
    id: `wximpactbench/${name}`,
    title:
      context === 'LongCTX'
        ? 'WXImpactBench: six weather impacts of a whole newspaper article'
        : 'WXImpactBench: six weather impacts of articles in chunks of about 250 tokens',
    version: 1,
    scoringVersion: 1,
    language: 'en',
    headline: { id: 'f1.macro', protocol: 'standard' },
    splits: ['test'],
    sizes: { test: RELEASED_ARTICLES },
    settings: classificationSettings,
    defaults: () => ({}),
    repeats: 3,
    files: [FILE_OF[context]],
    measures: classificationMeasures(context),
    published: publishedFigures(context),
    protocols: ['standard', 'paper', 'card'],
    diagnostics: CLASSIFICATION_DIAGNOSTICS,
    load: async (source, settings, run) => {
      await checkClassificationPrompts(settings, run);
      return loadArticles(context, source);
    },
    inputFiles: ({ prompts }) => (prompts === undefined ? [] : [prompts]),
    promptHash: classificationPromptHash,
    solve: solveArticle,
    parse: parseArticle,
    score: scoreArticle,
    check: (values, items, surplus, _settings, planned) =>
      checkArticlesSet(context, values, items, surplus, planned),
    readPredictions: (file, items) => readArticlePredictions(context, file, items),
    baselines: (items) => articleBaselines(context, items),
    roles: () => [],
    trivial: trivialArticle,
  });
}

const qaRanking = defineTask<QuestionItem, RankingSettings, RankingSolution, RankingReading>({
  id: 'wximpactbench/qa-ranking',
  title: 'WXImpactBench: rank a pool of passages for a question',
  version: 1,
  scoringVersion: 2,
  language: 'en',
  headline: { id: 'ndcg@5', protocol: 'standard' },
  splits: ['test'],
  sizes: { test: RELEASED_QUESTIONS },
  settings: rankingSettings,
  defaults: (abilities) => (abilities.has('text') ? {} : { method: 'ranker' }),
  repeats: 3,
  files: [POOL_FILE],
  measures: RANKING_MEASURES,
  published: [],
  protocols: ['standard', 'paper', 'card'],
  diagnostics: RANKING_DIAGNOSTICS,
  load: async (source, settings, context) => {
    await checkRankingPrompts(settings, context);
    return loadPool(source);
  },
  inputFiles: ({ prompts }) => (prompts === undefined ? [] : [prompts]),
  promptHash: rankingPromptHash,
  solve: solveQuestion,
  parse: parseQuestion,
  score: scoreQuestion,
  check: (values, items, surplus, _settings, planned) => checkQuestions(values, items, surplus, planned),
  readPredictions: (file, items, settings) => readQuestionPredictions(file, items, settings),
  baselines: (items) => questionBaselines(items),
  roles: () => [],
  trivial: (name, item, _items, context) => trivialQuestion(name, item, context),
});

/** WXImpactBench: impacts of disruptive weather in newspaper articles, and passages ranked for questions. */
export const wximpactbench = defineBenchmark({
  id: 'wximpactbench',
  title: 'WXImpactBench',
  summary:
    'Impacts of disruptive weather in historical and modern newspaper articles: six labels a text, and pools of a hundred passages ranked for a question.',
  citation:
    'Yu et al. (2025), WXImpactBench: A Disruptive Weather Impact Understanding Benchmark for Evaluating Large Language Models, arXiv:2505.20249',
  licence: 'Apache-2.0 text in the authors’ repository; the newspapers keep the copyright of the articles',
  terms:
    'The articles come from a newspaper archive. The archive keeps their copyright and allowed the authors to publish this part of it for research (arXiv:2505.20249). Do not redistribute the texts.',
  tasks: [classificationTask('LongCTX'), classificationTask('MixedCTX'), qaRanking],
  overall,
  groupOf: withoutContext,
  published: publishedOutputs,
  checkFile: (file, bytes) => {
    if (file.path === LONG_FILE.path) return checkArticles('LongCTX', file.path, bytes);
    if (file.path === MIXED_FILE.path) return checkArticles('MixedCTX', file.path, bytes);
    return checkPool(file.path, bytes);
  },
});
