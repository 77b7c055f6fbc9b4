import { defineBenchmark } from '../../core/index.ts';
import { checkData, noticesOf } from './data.ts';
import { LAWBENCH_TASKS } from './lawbench/tasks.ts';
import { overall } from './overall.ts';
import { publishedOutputs } from './published-outputs.ts';
import { TASK_IDS, type TaskId } from './task-specs.ts';
import { cpsTask } from './tasks.ts';

/** CPSDBench: twelve Chinese tasks of police work, on own or stand-in data, and six score-only tasks of LawBench. */
export const cpsdbench = defineBenchmark({
  id: 'cpsdbench',
  title: 'CPSDBench',
  summary:
    'Chinese tasks of police work: classification, extraction, questions, writing. The authors’ items are not public: it runs on your own data or on public stand-ins.',
  citation:
    'Tong et al. (2024), CPSDBench: A Large Language Model Evaluation Benchmark and Baseline for Chinese Public Security Domain, arXiv:2402.07234',
  licence:
    'the authors’ data are not public; each stand-in has a licence of its own (see docs/benchmarks/cpsdbench.md)',
  terms: null,
  tasks: [...TASK_IDS.map(cpsTask), ...LAWBENCH_TASKS],
  overall,
  published: publishedOutputs,
  checkFile: (file, bytes) => {
    const task = taskOf(file.path);
    return task === undefined ? 'it belongs to no task' : checkData(task, bytes, file.path);
  },
  fileNotices: (file, bytes) => {
    const task = taskOf(file.path);
    return task === undefined ? [] : noticesOf(task, bytes, file.path);
  },
});

function taskOf(file: string): TaskId | undefined {
  return TASK_IDS.find((id) => file.startsWith(`${id}/`));
}
