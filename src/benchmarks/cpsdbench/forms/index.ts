import type { TaskId } from '../task-specs.ts';
import { cail2022 } from './cail2022.ts';
import { caseQuestions, casesByCharge, casesToReport } from './cjrc.ts';
import { cmmlu, discLaw } from './exams.ts';
import type { Form } from './form.ts';
import { cailSummaries, examQuestions, textPairs, theftEntities } from './lawbench-data.ts';
import { telecomFraud } from './telecom.ts';
import { smp2020, weibo2018 } from './weibo.ts';

/** Adapters of public sets by task; the first that knows a file's form reads it. */
export const FORMS: ReadonlyMap<TaskId, readonly Form[]> = new Map<TaskId, readonly Form[]>([
  ['sentiment', [smp2020, weibo2018]],
  ['rumor', []],
  ['fraud', [telecomFraud]],
  ['incident', [casesByCharge]],
  ['drug-ner', [cail2022]],
  ['drug-relation', [cail2022]],
  ['fraud-ner', [theftEntities]],
  ['case-reading', [caseQuestions]],
  ['police-knowledge', [cmmlu, discLaw, examQuestions]],
  ['case-summary', [cailSummaries, textPairs]],
  ['police-report', [casesToReport]],
  ['legal-analysis', [textPairs]],
]);
