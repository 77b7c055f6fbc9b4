// Makes docs/benchmarks/birco.md: what is known, and the authors' rank files as scored here.
//   npm run docs:birco -- --published DIR
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, root } from './lib.js';

const { values } = parseArgs({ options: { published: { type: 'string' } } });
const folder = values.published ?? path.join(root, '../shared/data/birco');
if (!existsSync(folder)) {
  console.error('birco-page: name the folder of the published rank files with --published DIR.');
  process.exit(1);
}
ensureBuilt();
const from = (file) => import(path.join(root, 'dist', file));
const { birco } = await from('benchmarks/index.js');
const { openSource } = await from('data/source.js');
const { readFileBytes } = await from('data/text-file.js');
const { scoreFiles } = await from('run/score-predictions.js');
const { sampledPermutationTest, correctForMany } = await from('stats/index.js');
const { PAGE } = await import('./lib/birco-page-text.js');

const source = openSource({ data: folder, benchmark: 'birco', dataFolder: folder, samplesFolder: folder });
const options = {
  source,
  split: undefined,
  given: new Map(),
  seed: 42,
  baselines: ['bm25'],
  perItem: true,
  read: readFileBytes,
};
const SEED = 42;
const RESAMPLES = 10_000;

const sets = [];
for (const task of birco.tasks) {
  const set = task.id.split('/')[1];
  const ranks = path.join(folder, set, 'ranks');
  if (!existsSync(ranks)) continue;
  const files = readdirSync(ranks)
    .sort()
    .map((file) => path.join(ranks, file));
  const results = await scoreFiles(task, files, options);
  sets.push({ set, results });
}

const metric = (result, id, protocol) =>
  result.metrics.find((entry) => entry.id === id && entry.protocol === protocol && entry.slice === null);
const fixed = (value, places = 4) => (value === null || value === undefined ? '—' : value.toFixed(places));
const table = (header, rows) =>
  [
    `| ${header.join(' | ')} |`,
    `|${header.map(() => '---|').join('')}`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
const nameOf = (result) => path.basename(result.source).replace(/\.pickle$/, '');

/** Queries' nDCG@10 in the order of the data; protocol paper, which takes every file that has whole queries. */
const perQuery = (result) => result.items.map(({ values: by }) => by.paper?.['ndcg@10'] ?? 0);

function setTable({ results }) {
  const scored = results
    .map((result) => ({ result, headline: metric(result, 'ndcg@10', 'paper') }))
    .filter(({ headline }) => typeof headline?.value === 'number')
    .sort((a, b) => b.headline.value - a.headline.value);
  const [best, ...others] = scored;
  if (best === undefined) return undefined;
  const tests = others.map(({ result }) =>
    sampledPermutationTest(perQuery(best.result), perQuery(result), { seed: SEED, resamples: RESAMPLES }),
  );
  const { adjusted } = correctForMany(
    tests.map(({ pTwoSided }) => pTwoSided),
    'holm',
  );
  return table(
    [
      'method',
      'nDCG@10 (linear gain)',
      '95 % interval',
      'bootstrap mean ± std',
      'n',
      'binary nDCG@10 (`card`)',
      'Recall@5',
      'MRR@10 `standard`',
      'MRR@10 `paper`',
      'against the best: p (Holm)',
    ],
    scored.map(({ result, headline }, at) => [
      `\`${nameOf(result)}\``,
      fixed(headline.value),
      `[${fixed(headline.ci?.low)}, ${fixed(headline.ci?.high)}]`,
      `${fixed(headline.boot?.mean)} ± ${fixed(headline.boot?.std)}`,
      String(headline.n),
      fixed(metric(result, 'ndcg@10', 'card')?.value),
      fixed(metric(result, 'recall@5', 'paper')?.value),
      fixed(metric(result, 'mrr@10', 'standard')?.value),
      fixed(metric(result, 'mrr@10', 'paper')?.value),
      at === 0
        ? 'best'
        : `${adjusted[at - 1] < 0.05 ? '' : '**'}${fixed(adjusted[at - 1], 3)}${adjusted[at - 1] < 0.05 ? '' : '** same group'}`,
    ]),
  );
}

function beside({ results }) {
  const result = results.find(({ baselines }) => baselines.length > 0);
  if (result === undefined) return undefined;
  const value = (name, id) =>
    result.baselines.find((entry) => entry.name === name && entry.id === id && entry.protocol === 'standard')
      ?.value;
  return ['echo', 'echo-reversed', 'random', 'bm25']
    .map((name) => `${name} ${fixed(value(name, 'ndcg@10'))}`)
    .join(', ');
}

const sections = sets.map((entry) => {
  const made = setTable(entry);
  const faults = entry.results.flatMap((result) =>
    [...new Map(result.errors.map(({ code, message }) => [code, message]))]
      .filter(([code]) => code !== 'data-missing')
      .map(([code, message]) => `- \`${nameOf(result)}\`: ${message} (\`${code}\`)`),
  );
  return [
    `### ${entry.set}`,
    made === undefined
      ? `${entry.results.length} rank files were read; the grades of this set were not at hand, so there is no value.`
      : `Baselines, nDCG@10: ${beside(entry)}.\n\n${made}`,
    ...(faults.length === 0 ? [] : [`Faults:\n\n${faults.join('\n')}`]),
  ].join('\n\n');
});

const largest = sets
  .flatMap(({ set, results }) =>
    results.map((result) => ({
      set,
      name: nameOf(result),
      paper: metric(result, 'ndcg@10', 'paper')?.value,
      card: metric(result, 'ndcg@10', 'card')?.value,
      boot: metric(result, 'ndcg@10', 'paper')?.boot?.mean,
    })),
  )
  .filter(({ paper }) => typeof paper === 'number');
const differences = sets
  .map(({ set }) => {
    const own = largest.filter((entry) => entry.set === set);
    if (own.length === 0) return undefined;
    const most = (of) => [...own].sort((a, b) => Math.abs(of(b)) - Math.abs(of(a)))[0];
    const card = most(({ card, paper }) => card - paper);
    const boot = most(({ boot, paper }) => boot - paper);
    return [
      set,
      `${((card.card - card.paper) * 100).toFixed(2)} (\`${card.name}\`)`,
      `${((boot.boot - boot.paper) * 100).toFixed(2)} (\`${boot.name}\`)`,
    ];
  })
  .filter((row) => row !== undefined);

const page = PAGE.replace(
  '<!-- differences -->',
  table(['set', '`card` minus `paper`, most', 'bootstrap mean minus mean, most'], differences),
).replace('<!-- results -->', sections.join('\n\n'));
writeFileSync(path.join(root, 'docs/benchmarks/birco.md'), page);
