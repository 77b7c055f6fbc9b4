import { readTaskFile, type TaskSpec } from './task-file.ts';
import caseReading from './tasks/case-reading.json' with { type: 'json' };
import caseSummary from './tasks/case-summary.json' with { type: 'json' };
import drugNer from './tasks/drug-ner.json' with { type: 'json' };
import drugRelation from './tasks/drug-relation.json' with { type: 'json' };
import fraud from './tasks/fraud.json' with { type: 'json' };
import fraudNer from './tasks/fraud-ner.json' with { type: 'json' };
import fraudNerTheft from './tasks/fraud-ner-theft.json' with { type: 'json' };
import incident from './tasks/incident.json' with { type: 'json' };
import legalAnalysis from './tasks/legal-analysis.json' with { type: 'json' };
import policeKnowledge from './tasks/police-knowledge.json' with { type: 'json' };
import policeReport from './tasks/police-report.json' with { type: 'json' };
import rumor from './tasks/rumor.json' with { type: 'json' };
import sentiment from './tasks/sentiment.json' with { type: 'json' };
import sentimentNeutral from './tasks/sentiment-neutral.json' with { type: 'json' };
import sentimentSmp from './tasks/sentiment-smp2020.json' with { type: 'json' };

const FILES: readonly (readonly [name: string, content: unknown])[] = [
  ['sentiment', sentiment],
  ['rumor', rumor],
  ['fraud', fraud],
  ['incident', incident],
  ['drug-ner', drugNer],
  ['drug-relation', drugRelation],
  ['fraud-ner', fraudNer],
  ['case-reading', caseReading],
  ['police-knowledge', policeKnowledge],
  ['case-summary', caseSummary],
  ['police-report', policeReport],
  ['legal-analysis', legalAnalysis],
  ['sentiment-neutral', sentimentNeutral],
  ['sentiment-smp2020', sentimentSmp],
  ['fraud-ner-theft', fraudNerTheft],
];

/** The twelve tasks, in the order of the paper. */
export const TASK_IDS = [
  'sentiment',
  'rumor',
  'fraud',
  'incident',
  'drug-ner',
  'drug-relation',
  'fraud-ner',
  'case-reading',
  'police-knowledge',
  'case-summary',
  'police-report',
  'legal-analysis',
] as const;
export type TaskId = (typeof TASK_IDS)[number];

const SPECS: ReadonlyMap<string, TaskSpec> = new Map(
  FILES.map(([name, content]) => [name, readTaskFile(JSON.stringify(content), `tasks/${name}.json`)]),
);

/** Task files that ship beside the twelve: other label sets and types, by name. */
export const SHIPPED: readonly string[] = [...SPECS.keys()];

/** A task file that ships with the program; undefined: there is none of this name. */
export function shippedSpec(name: string): TaskSpec | undefined {
  return SPECS.get(name);
}

export function specOf(name: TaskId | 'sentiment-smp2020' | 'fraud-ner-theft'): TaskSpec {
  const spec = SPECS.get(name);
  if (spec === undefined) throw new Error(`the task file ${name} is missing`);
  return spec;
}
