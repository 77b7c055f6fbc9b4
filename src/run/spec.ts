import { createHash } from 'node:crypto';
import type { RunSpec } from '../log/index.ts';
import { canonicalJson } from '../models/canonical-json.ts';

/** The id of what a user asked for: 64 hex digits; the same command has the same id. */
export function runId(spec: RunSpec): string {
  return createHash('sha256')
    .update(canonicalJson(JSON.parse(JSON.stringify(spec))))
    .digest('hex');
}

/** A name for the run's folder: tasks and model, readable, safe in any file system. */
export function runName(spec: RunSpec): string {
  const tasks = spec.tasks.map(({ task }) => task);
  const benchmarks = new Set(tasks.map((task) => task.split('/')[0] ?? task));
  const several = benchmarks.size > 2 ? `${benchmarks.size}-benchmarks` : [...benchmarks].join('+');
  const what = tasks.length === 1 ? (tasks[0] ?? '') : several;
  return `${slug(what)}-${slug(spec.model)}`.slice(0, 80);
}

function slug(text: string): string {
  return text.replace(/[^A-Za-z0-9.+]+/g, '-').replace(/^[-.]+|-+$/g, '') || 'run';
}
