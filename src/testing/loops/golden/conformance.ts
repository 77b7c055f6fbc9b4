import { QuadratError } from '../../../core/index.ts';
import { asObject, type JsonObject } from '../json.ts';
import type { LoopReport } from '../report.ts';
import { isClimaqa, runClimaqaConformance } from './climaqa.ts';
import { isCpsdbench, runCpsdbench } from './cpsdbench.ts';
import type { GoldenFolder } from './folder.ts';
import { isWximpactbench, runWximpactbench } from './wximpactbench.ts';

const FILE = 'conformance.json';

interface ConformanceRunner {
  /** Whether a content is this benchmark's. */
  readonly is: (root: JsonObject) => boolean;
  readonly run: (root: JsonObject, folder: GoldenFolder) => Promise<LoopReport>;
}

/** Several benchmarks have a file of this name; its content says whose it is. */
const RUNNERS: readonly ConformanceRunner[] = [
  { is: isWximpactbench, run: runWximpactbench },
  { is: isClimaqa, run: runClimaqaConformance },
  { is: isCpsdbench, run: runCpsdbench },
];

/** `conformance.json`: scoring cases of one of the benchmarks. */
export async function runConformanceFile(folder: GoldenFolder): Promise<LoopReport> {
  const root = asObject(JSON.parse(await folder.readText(FILE)), FILE);
  const runner = RUNNERS.find(({ is }) => is(root));
  if (runner !== undefined) return runner.run(root, folder);
  throw new QuadratError('invalid-format', 'these conformance cases are of no benchmark that is known here', {
    file: FILE,
  });
}
