import path from 'node:path';
import { describe, test } from 'vitest';
import { benchmarkContract } from '../../testing/contract-suite.ts';
import { projectRoot } from '../../testing/shared.ts';
import { climaqa } from './index.ts';

benchmarkContract({ describe, test }, climaqa, { samples: path.join(projectRoot, 'samples') });
