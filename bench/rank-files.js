// BIRCO's published rank files: load and score all that can be scored, with all measures, in one process; then the
// bootstraps. Each round is a process of its own, start and warm-up of the engine included. Needs the files beside the
// project; says so where they are absent.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { calibration } from './measure.js';

const here = fileURLToPath(import.meta.url);
const data = path.join(path.dirname(here), '../../shared/data/birco');
const SETS = ['arguana', 'clinical-trial', 'relic', 'wtb'];
const ROUNDS = 5;

/** All rank files but the one that holds another data set's queries. */
function rankFiles() {
  return SETS.flatMap((set) =>
    readdirSync(path.join(data, set, 'ranks'))
      .filter((file) => file.endsWith('.pickle') && !(set === 'clinical-trial' && file === 'Tart_O.pickle'))
      .map((file) => ({ task: `birco/${set}`, file: path.join(data, set, 'ranks', file) })),
  );
}

export async function run() {
  const name = 'rank files';
  if (!existsSync(data)) {
    return [{ name, userSeconds: null, ratioToCalibration: null, target: '', note: 'files absent' }];
  }
  const measured = (mode) => {
    // With the flag that bin/quadrat.js sets.
    const made = spawnSync(process.execPath, ['--no-lazy-feedback-allocation', here, mode], {
      encoding: 'utf8',
    });
    if (made.status !== 0) throw new Error(made.stderr);
    return Number(made.stdout);
  };
  // Pairs in turn: with every bootstrap, and with none.
  const rounds = Array.from({ length: ROUNDS }, () => {
    const score = measured('score');
    return { score, bootstrap: measured('all') - score };
  });
  const count = rankFiles().length;
  const loop = calibration();
  const median = (key) => rounds.map((round) => round[key]).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
  const row = (what, key, target) => ({
    name: `${name}: ${what}`,
    userSeconds: median(key),
    ratioToCalibration: median(key) / loop,
    target,
    note: `${count} files, median of ${ROUNDS} processes`,
  });
  return [row('load and score', 'score', 0.5), row('all bootstraps', 'bootstrap', 2)];
}

/** Prints the user seconds of loading and scoring in this process; `score`: without the bootstraps. */
async function measure(mode) {
  const { birco } = await import('../dist/benchmarks/birco/index.js');
  const { openSource } = await import('../dist/data/source.js');
  const { readFileBytes } = await import('../dist/data/text-file.js');
  const { scoreBenchmark } = await import('../dist/run/score-benchmark.js');
  const { newBootstrap } = await import('../dist/run/summary.js');
  const files = rankFiles();
  const source = openSource({ data, benchmark: 'birco', dataFolder: data, samplesFolder: data });
  const none = { mean: 0, std: 0, means: new Float64Array(1) };
  const options = {
    source,
    split: undefined,
    given: new Map(),
    seed: 42,
    baselines: [],
    perItem: false,
    read: readFileBytes,
    bootstrap: mode === 'score' ? () => none : newBootstrap(),
  };
  const before = process.cpuUsage();
  await scoreBenchmark(birco, files, () => options);
  console.log(process.cpuUsage(before).user / 1e6);
}

if (process.argv[1] === here && process.argv[2] !== undefined) await measure(process.argv[2]);
