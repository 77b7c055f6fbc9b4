import { defineBenchmark, defineTask, type PublishedValue } from '../../core/index.ts';
import { baselinesOf, trivialRanking } from './baselines.ts';
import { copyWarning } from './copies.ts';
import { checkGold, load, loadPools, type RankingItem } from './data.ts';
import { checkRankings } from './faults.ts';
import { parseListwise } from './listwise.ts';
import { MEASURES } from './measures.ts';
import { overall } from './overall.ts';
import { parsePointwise } from './pointwise.ts';
import { promptHash } from './prompts.ts';
import published from './published.json' with { type: 'json' };
import { publishedOutputs } from './published-outputs.ts';
import type { Ranking } from './ranking.ts';
import { readRankings } from './rankings.ts';
import { scoreRanking } from './score.ts';
import { type BircoSet, SETS, sourceFiles } from './sets.ts';
import { type BircoSettings, defaultSettings, settingsSchema } from './settings.ts';
import { type Solution, solve } from './solve.ts';

function bircoTask(set: BircoSet) {
  return defineTask<RankingItem, BircoSettings, Solution, Ranking>({
    id: `birco/${set.id}`,
    title: `BIRCO ${set.title}: re-rank a pool of passages`,
    version: 1,
    scoringVersion: 1,
    language: 'en',
    headline: { id: 'ndcg@10', protocol: 'standard' },
    splits: ['test', 'dev'],
    sizes: set.sizes,
    settings: settingsSchema,
    defaults: defaultSettings,
    repeats: 1,
    files: sourceFiles(set),
    measures: MEASURES,
    published: publishedValues(set.id),
    protocols: ['standard', 'paper', 'card'],
    diagnostics: ['unreadable-scores', 'fallback-windows'],
    load: (source, _settings, context) => load(set.id, source, context),
    loadUngraded: (source, context) => loadPools(set.id, source, context),
    inputFiles: ({ initial, prompts }) => [
      ...(initial === 'shuffle' || initial === 'bm25' ? [] : [initial]),
      ...(prompts === undefined ? [] : [prompts]),
    ],
    promptHash: (settings) => promptHash(set, settings),
    solve: (item, ask, settings, context) => solve(set, item, ask, settings, context),
    parse: (solution, item, settings) => {
      if (solution.kind === 'ranked') return { outcome: 'scored', value: { ranking: solution.ranking } };
      return solution.kind === 'listwise'
        ? parseListwise(solution)
        : parsePointwise(solution, item, settings);
    },
    warn: copyWarning,
    score: (value, item) => scoreRanking(value, item),
    check: (values, items, surplus, settings) => checkRankings(values, items, surplus, settings, set.id),
    readPredictions: readRankings,
    baselines: (items, _settings, wanted) => baselinesOf(items, wanted),
    trivial: (name, item, _items, context) => trivialRanking(name, item, context),
    roles: () => [],
  });
}

function publishedValues(set: string): PublishedValue[] {
  const values: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>> = published.values;
  return Object.entries(values[set] ?? {}).flatMap(([name, [ndcg, recall]]) => [
    {
      name,
      split: 'test',
      id: 'ndcg@10',
      protocol: 'standard' as const,
      value: ndcg ?? Number.NaN,
      source: published.source,
    },
    {
      name,
      split: 'test',
      id: 'recall@5',
      protocol: 'standard' as const,
      value: recall ?? Number.NaN,
      source: published.source,
    },
  ]);
}

/** BIRCO: re-ranking with complex objectives, five sets. */
export const birco = defineBenchmark({
  id: 'birco',
  title: 'BIRCO',
  summary: 'Re-ranking of small pools of hard passages for paragraph-length queries with an objective.',
  citation:
    'Wang et al. (2024), BIRCO: A Benchmark of Information Retrieval Tasks with Complex Objectives, arXiv:2402.14151',
  licence: 'CC BY-NC 4.0 (data), MIT (the authors’ code)',
  terms: null,
  tasks: SETS.map(bircoTask),
  overall,
  checkFile: (file, bytes) => checkGold(file.path, bytes),
  published: publishedOutputs,
});
