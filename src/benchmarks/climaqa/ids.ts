import { type DataSource, QuadratError } from '../../core/index.ts';
import { dataPath, type Kind, type Split } from './sets.ts';

/** The id of a row as an item, such as `gold/mcq/17`. */
export function itemId(split: Split, kind: Kind, row: string): string {
  return `${split}/${kind}/${row}`;
}

/** The error for a file of data that is not there. */
export function missing(kind: Kind, split: Split, source: DataSource): QuadratError {
  return new QuadratError('data-missing', `the ${split} split of climaqa/${kind} is not in ${source.label}`, {
    next:
      source.kind === 'full'
        ? 'Fetch it with `quadrat data get climaqa`, or take a local copy with `quadrat data import climaqa --from DIR`.'
        : `Put ${dataPath(split, kind)} there, or name another folder with --data.`,
    data: { kind, split },
  });
}
