import type { LoopReport } from '../report.ts';
import { runBircoGolden, runBircoPerQuery } from './birco.ts';
import { runBircoVectors } from './birco-vectors.ts';
import { runClimaqaNotebook } from './climaqa.ts';
import { runConformanceFile } from './conformance.ts';
import { runCpsdbenchAnchors } from './cpsdbench-anchors.ts';
import { type GoldenFolder, openGoldenFolder } from './folder.ts';

/** Files of golden values by name, and what runs them. */
const RUNNERS: ReadonlyMap<string, (folder: GoldenFolder) => Promise<LoopReport>> = new Map([
  ['golden.json', runBircoGolden],
  ['golden_per_query.json', runBircoPerQuery],
  ['vectors.json', runBircoVectors],
  ['conformance.json', runConformanceFile],
  ['anchors.json', runCpsdbenchAnchors],
  ['notebook_repro.json', runClimaqaNotebook],
]);

/** Runs every file of golden values that lies in a folder. */
export async function runGolden(folder: string): Promise<LoopReport[]> {
  const opened = await openGoldenFolder(folder);
  const reports: LoopReport[] = [];
  for (const [file, run] of RUNNERS) if (opened.files.includes(file)) reports.push(await run(opened));
  return reports;
}
