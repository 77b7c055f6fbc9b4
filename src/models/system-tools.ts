import type { RetryTools } from './retry.ts';
import { sleep } from './sleep.ts';

/** The system's clock, chance and waiting. */
export const SYSTEM_TOOLS: RetryTools = { now: () => Date.now(), random: () => Math.random(), sleep };
