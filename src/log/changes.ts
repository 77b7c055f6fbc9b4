import { QuadratError } from '../core/index.ts';
import type { Deciding, RunFile } from './schema.ts';

/**
 * What decides the result must be what it was when the run began.
 *
 * @throws QuadratError `run-changed`, naming each change
 */
export function refuseChange(run: RunFile, deciding: readonly Deciding[], folder: string): void {
  const changes: string[] = [];
  for (const now of deciding) {
    const before = run.deciding.find(({ task }) => task === now.task);
    if (before === undefined) {
      changes.push(`${now.task}: was not part of the run`);
      continue;
    }
    const pairs: [string, unknown, unknown][] = [
      ['the data', before.dataSha256, now.dataSha256],
      ['the planned items', before.itemsSha256, now.itemsSha256],
      ['the number of repeats', before.repeats, now.repeats],
      ['the prompts', before.promptSha256, now.promptSha256],
      ['the task’s version', before.taskVersion, now.taskVersion],
      ['the scoring', before.scoringVersion, now.scoringVersion],
    ];
    for (const [what, then, current] of pairs) {
      if (then !== current)
        changes.push(`${now.task}: ${what} changed (was ${short(then)}, is ${short(current)})`);
    }
    const files = changedFiles(before, now);
    if (files.length > 0)
      changes.push(`${now.task}: the files that settings name changed: ${files.join(', ')}`);
  }
  if (changes.length === 0) return;
  throw new QuadratError('run-changed', `the run cannot go on: ${changes.join('; ')}`, {
    file: folder,
    next: 'Start again beside it with --new, or score its stored answers with `quadrat rescore`.',
    data: { changes },
  });
}

/** Paths of files that are new, gone or of another content. */
export function changedFiles(before: Deciding, now: Deciding): readonly string[] {
  const keys = (files: Deciding['inputFiles']) =>
    new Set(files.map(({ path, sha256 }) => JSON.stringify([path, sha256])));
  const [then, current] = [keys(before.inputFiles), keys(now.inputFiles)];
  const changed = [...before.inputFiles, ...now.inputFiles].filter(({ path, sha256 }) => {
    const key = JSON.stringify([path, sha256]);
    return !then.has(key) || !current.has(key);
  });
  return [...new Set(changed.map(({ path }) => path))];
}

function short(value: unknown): string {
  const text = String(value);
  return text.length > 12 ? `${text.slice(0, 12)}…` : text;
}
