import type { ItemDiagnostic, ResultModel, ResultWarning } from '../../core/index.ts';
import type { Kind } from './sets.ts';
import { type ClimaqaSettings, retrievesByWords } from './settings.ts';

function reasonOf(settings: ClimaqaSettings): string {
  if (retrievesByWords(settings)) return 'shares a word with the question.';
  return `was relevant enough. The threshold ${settings.threshold} suits text-embedding-ada-002; set a lower one for other embedders with --set threshold=….`;
}

/** Models of the family that made the benchmark. */
const GENERATORS = /(^|\/)gpt-(3\.5|4o)/i;

/**
 * What a run shows only as a whole: a threshold that lets few passages pass was made for another embedder; held-out
 * books must not hold the source; a candidate of the generator's family writes as the references do.
 */
export function runWarnings(
  kind: Kind,
  diagnostics: readonly ItemDiagnostic[],
  settings: ClimaqaSettings,
  model: ResultModel | null,
): readonly ResultWarning[] {
  const warnings: ResultWarning[] = [];
  if (kind === 'freeform' && model !== null && GENERATORS.test(model.id)) {
    warnings.push({
      code: 'generator-family',
      message: `${model.id} is of the family that made the benchmark: gpt-3.5-turbo wrote questions and references, a gpt-4o model screened them. BLEU and BERTScore may favour its style: compare it with other families by factual accuracy.`,
    });
  }
  const without = diagnostics.find(({ id }) => id === 'without-passage');
  if (without !== undefined && without.value * 2 > without.n) {
    warnings.push({
      code: 'few-passages',
      message: `For ${without.value} of ${without.n} questions no passage ${reasonOf(settings)}`,
    });
  }
  const source = diagnostics.find(({ id }) => id === 'source-text-shown');
  if (settings.corpus === 'held-out' && source !== undefined && source.value > 0) {
    warnings.push({
      code: 'contaminated-corpus',
      message: `The held-out books hold the text that the question was made from for ${source.value} of ${source.n} questions: they are not held out.`,
    });
  }
  return warnings;
}
