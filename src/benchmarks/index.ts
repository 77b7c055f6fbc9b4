import type { Benchmark } from '../core/index.ts';
import { birco } from './birco/index.ts';

export { birco };

/** The benchmarks that come with the program. */
export const benchmarks: readonly Benchmark[] = [birco];
