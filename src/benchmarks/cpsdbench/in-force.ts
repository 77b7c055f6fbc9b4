import type { CpsSettings } from './settings.ts';
import type { TaskSpec } from './task-file.ts';
import { shippedSpec, specOf, type TaskId } from './task-specs.ts';

/**
 * Task files that the last loading of a task with these settings found in force: a file of the user's own, or the one
 * that a public set brings along. Measures are asked for by settings alone, so what loading found is kept for them.
 */
const found = new Map<string, TaskSpec>();

function keyOf(task: TaskId, settings: CpsSettings): string {
  return JSON.stringify([task, Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

export function noteInForce(task: TaskId, settings: CpsSettings, spec: TaskSpec): void {
  found.set(keyOf(task, settings), spec);
}

/** The task file in force, with what settings override. */
export function specInForce(task: TaskId, settings: CpsSettings): TaskSpec {
  const named = settings['task-file'];
  const spec = named === undefined ? specOf(task) : (shippedSpec(named) ?? specOf(task));
  return found.get(keyOf(task, settings)) ?? withSettings(spec, settings);
}

export function withSettings(spec: TaskSpec, settings: CpsSettings): TaskSpec {
  return {
    ...spec,
    threshold: settings.threshold ?? spec.threshold,
    digitGuard: settings['digit-guard'] ?? spec.digitGuard,
  };
}
