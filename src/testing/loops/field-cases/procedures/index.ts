import { interrupt } from './interrupt.ts';
import { memory } from './memory.ts';
import type { Procedure, Procedures } from './procedure.ts';
import { stalls } from './stalls.ts';

/** Every procedure that we have, in the sizes that the cases name. */
export const PROCEDURES: Procedures = new Map<string, Procedure>([
  ['stream that goes silent', stalls(2000)],
  ['interrupting a run', interrupt],
  ['memory on large runs', memory({ items: 8000, replyKb: 100, heapMb: 512, concurrency: 32 })],
]);
