// `quadrat --version` against an empty Node start, paired.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const ROUNDS = 15;

export async function run() {
  const ratios = [];
  let seconds = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    const empty = time(['-e', '0']);
    const version = time([path.join(root, 'bin/quadrat.js'), '--version']);
    if (round === 0) continue;
    ratios.push(version / empty);
    seconds += version / ROUNDS;
  }
  const median = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)];
  return [
    {
      name: 'quadrat --version, wall',
      userSeconds: seconds,
      ratioToCalibration: null,
      target: '2.5 × an empty Node start',
      note: `${median.toFixed(2)} × an empty Node start (median of ${ROUNDS} pairs)`,
    },
  ];
}

function time(args) {
  const began = process.hrtime.bigint();
  spawnSync(process.execPath, args, { stdio: 'ignore' });
  return Number(process.hrtime.bigint() - began) / 1e9;
}
