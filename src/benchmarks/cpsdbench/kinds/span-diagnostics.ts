import type { ItemDiagnostic } from '../../../core/index.ts';
import type { ReadingStage } from '../../../parse/entities.ts';

const STAGES: readonly ReadingStage[] = ['strict', 'unwrapped', 'repaired', 'lines'];

/** Which stage of reading succeeded: 1 for it, 0 for the others. */
export function spanDiagnostics(stage: ReadingStage): ItemDiagnostic[] {
  return STAGES.map((one) => ({ id: `stage.${one}`, value: one === stage ? 1 : 0, n: 1 }));
}
