// Imports go down only: cli → report, run → benchmarks, models, data, log → metrics, stats, parse → text → core.
// A folder's level is its line here; a file may import its own folder and folders of lower levels.
const LEVELS = [
  ['core'],
  ['text'],
  ['metrics', 'stats', 'parse'],
  ['benchmarks', 'models', 'data', 'log'],
  ['report', 'run'],
  ['cli', 'testing'],
];
// Within a level: who may import whom besides its own folder.
const BESIDE = {
  metrics: ['stats'],
  models: ['data'],
  log: ['data'],
  benchmarks: ['data'],
};

const forbidden = LEVELS.flatMap((folders, level) =>
  folders.map((folder) => {
    const allowed = [folder, ...LEVELS.slice(0, level).flat(), ...(BESIDE[folder] ?? [])];
    return {
      name: `${folder}-imports-down-only`,
      comment: `src/${folder} may import ${allowed.join(', ')}`,
      severity: 'error',
      from: { path: `^src/${folder}/`, pathNot: '\\.(test|test-d|bench)\\.ts$' },
      to: { path: '^src/', pathNot: `^src/(${allowed.join('|')})/` },
    };
  }),
);

module.exports = {
  forbidden: [
    ...forbidden,
    {
      name: 'benchmarks-never-reach-the-network',
      comment: 'a benchmark reaches models through ask() and files through its data source',
      severity: 'error',
      from: { path: '^src/benchmarks/', pathNot: '\\.(test|test-d|bench)\\.ts$' },
      to: { path: '^src/data/(download|get|home)' },
    },
    {
      name: 'core-does-no-input-or-output',
      severity: 'error',
      from: { path: '^src/(core|text|metrics|stats|parse)/', pathNot: '\\.(test|test-d|bench)\\.ts$' },
      to: { path: '^(node:)?(fs|net|http|https|child_process|worker_threads|os|process)(/|$)' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
