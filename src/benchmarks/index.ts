import type { Benchmark } from '../core/index.ts';
import { birco } from './birco/index.ts';
import { climaqa } from './climaqa/index.ts';
import { cpsdbench } from './cpsdbench/index.ts';
import { wximpactbench } from './wximpactbench/index.ts';

export { cards } from './cards.ts';
export { birco, climaqa, cpsdbench, wximpactbench };

/** The benchmarks that come with the program. */
export const benchmarks: readonly Benchmark[] = [birco, climaqa, cpsdbench, wximpactbench];
