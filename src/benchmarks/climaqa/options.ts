import { QuadratError } from '../../core/index.ts';

const DELIMITER = `\n${'-'.repeat(20)}\n`;

/**
 * Reads a cell of options: parts `letter) text` between dashed lines. A text may hold `b)` itself.
 *
 * @returns texts by letter, in the order of the letters
 * @throws QuadratError `invalid-format` for a part without a letter, or a letter that stands twice
 */
export function parseOptions(cell: string): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  for (const part of cell.replaceAll('\r\n', '\n').split(DELIMITER).sort()) {
    const at = part.indexOf(') ');
    const key = at < 0 ? '' : part.slice(0, at).trim();
    if (key === '' || options.has(key)) {
      throw new QuadratError(
        'invalid-format',
        key === ''
          ? `an option has no letter: ${JSON.stringify(part.slice(0, 40))}`
          : `option ${key} stands twice`,
      );
    }
    options.set(key, part.slice(at + 2));
  }
  return options;
}

/** The cell that {@link parseOptions} reads. */
export function formatOptions(options: ReadonlyMap<string, string>): string {
  return [...options].map(([key, text]) => `${key}) ${text}`).join(DELIMITER);
}
