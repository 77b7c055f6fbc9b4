import { type AnyTask, QuadratError } from '../core/index.ts';
import type { ScoreOptions } from '../run/score-predictions.ts';
import type { CommandContext } from './command.ts';

/**
 * Score options under which every file of predictions gets the scores of a scorer of texts before it is read.
 *
 * @throws QuadratError `usage` for a task without free answers; `offline`
 */
export async function withScorer(
  context: CommandContext,
  task: AnyTask,
  files: readonly string[],
  url: string,
  options: ScoreOptions,
): Promise<ScoreOptions> {
  if (task.withTextScores === undefined)
    throw new QuadratError('usage', `${task.id} has no answers for a scorer of texts`);
  if (context.offline && !/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(url)) {
    throw new QuadratError('offline', `${url} lies behind the network, and --offline forbids it`, {
      next: 'Take a scorer on this machine, or leave --offline away.',
    });
  }
  const { openTextScorer } = await import('../models/text-scorer.ts');
  const { ALL_ABILITIES, prepare } = await import('../run/prepare.ts');
  const scorer = await openTextScorer(url);
  const given = new Map([...options.given, ['scorer', scorer.id]]);
  const { items } = await prepare(task, {
    ...options,
    given,
    abilities: ALL_ABILITIES,
    limit: null,
    repeats: 1,
  });
  const wanted = new Set(files);
  return {
    ...options,
    given,
    async read(path) {
      const bytes = await options.read(path);
      return wanted.has(path)
        ? ((await task.withTextScores?.({ path, bytes }, items, scorer)) ?? bytes)
        : bytes;
    },
  };
}
