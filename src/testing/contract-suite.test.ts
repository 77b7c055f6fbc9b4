import path from 'node:path';
import { describe, test } from 'vitest';
import { benchmarks } from '../benchmarks/index.ts';
import { benchmarkContract } from './contract-suite.ts';
import { projectRoot } from './shared.ts';

for (const benchmark of benchmarks) {
  benchmarkContract({ describe, test }, benchmark, { samples: path.join(projectRoot, 'samples') });
}
