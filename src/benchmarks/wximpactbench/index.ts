import { type AnyTask, defineBenchmark, defineTask } from '../../core/index.ts';
import { CLASSIFICATION_DIAGNOSTICS } from './answers.ts';
import { type ArticleItem, checkArticles, loadArticles } from './articles.ts';
import { articleBaselines, trivialArticle } from './baselines.ts';
import { checkArticlesSet } from './check.ts';
import { classificationMeasures } from './measures.ts';
import { readArticlePredictions } from './predictions.ts';
import { classificationPromptHash } from './prompts.ts';
import type { ArticleReading } from './reading.ts';
import { scoreArticle } from './score.ts';
import { type ClassificationSettings, classificationSettings } from './settings.ts';
import { type ArticleSolution, parseArticle, solveArticle } from './solve.ts';
import { type Context, FILE_OF, LONG_FILE, MIXED_FILE, RELEASED_ARTICLES } from './source.ts';

export { rowWiseAccuracy } from './card.ts';

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
    published: [],
    protocols: ['standard', 'paper', 'card'],
    diagnostics: CLASSIFICATION_DIAGNOSTICS,
    load: (source) => loadArticles(context, source),
    inputFiles: () => [],
    promptHash: classificationPromptHash,
    solve: solveArticle,
    parse: parseArticle,
    score: scoreArticle,
    check: (values, items, surplus) => checkArticlesSet(context, values, items, surplus),
    readPredictions: (file, items) => readArticlePredictions(context, file, items),
    baselines: (items) => articleBaselines(context, items),
    roles: () => [],
    trivial: trivialArticle,
  });
}

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
  tasks: [classificationTask('LongCTX'), classificationTask('MixedCTX')],
  checkFile: (file, bytes) => {
    if (file.path === LONG_FILE.path) return checkArticles('LongCTX', file.path, bytes);
    if (file.path === MIXED_FILE.path) return checkArticles('MixedCTX', file.path, bytes);
    return null;
  },
});
