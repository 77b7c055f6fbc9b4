import { type AnyTask, type DataSource, QuadratError, type Result } from '../core/index.ts';
import { ALL_ABILITIES, splitOf } from './prepare.ts';
import { FILE_CODES, protocolsOf, refused, type ScoreOptions, scoreFiles } from './score-predictions.ts';
import { resolveSettings } from './settings.ts';

/**
 * Scores files of outputs that hold their own gold. A faulty file is refused by name, the others are scored.
 *
 * @param sourceOf a file as a source of data
 * @returns one result a file, in their order
 * @throws QuadratError what is wrong with the command, not with a file
 */
export async function scoreOwnGold(
  task: AnyTask,
  files: readonly string[],
  options: Omit<ScoreOptions, 'source'>,
  sourceOf: (file: string) => DataSource,
): Promise<Result[]> {
  const settings = resolveSettings(task, options.given, ALL_ABILITIES);
  const name = `${task.id}/${splitOf(task, options.split)}`;
  const results: Result[] = [];
  for (const file of files) {
    try {
      results.push(...(await scoreFiles(task, [file], { ...options, source: sourceOf(file) })));
    } catch (error) {
      if (!(error instanceof QuadratError) || !FILE_CODES.has(error.code)) throw error;
      const gold = {
        prepared: undefined,
        items: undefined,
        settings,
        shown: Object.fromEntries(options.given),
        data: { name, sha256: null, items: 0, kind: 'own' as const },
        baselines: [],
        missing: undefined,
      };
      results.push(refused(task, file, gold, protocolsOf(task, options), error));
    }
  }
  return results;
}
