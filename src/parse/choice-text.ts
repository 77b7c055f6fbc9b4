/** Wrappers of LaTeX that say nothing about their content. */
const WRAPPER =
  /\\(?:text|textbf|textit|textrm|mathrm|mathbf|mathit|mathsf|operatorname|mbox|rm|bf)\s{0,3}\{([^{}]{0,2000})\}/g;
const BOX = /\\(?:boxed|fbox)\s{0,3}\{([^{}]{0,2000})\}/g;
const EDGE_UNDERSCORES = /(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;

/**
 * An answer without what decorates it: NFKC, so that full-width letters and punctuation are plain ones; `\boxed{K}`
 * becomes the declaration `answer: K.`; wrappers such as `\text{}`, asterisks, backticks, `$`, braces, and underscores
 * at word edges vanish.
 */
export function withoutMarkup(answer: string): string {
  let text = answer.normalize('NFKC');
  for (let round = 0; round < 4; round += 1) {
    const inner = text.replace(WRAPPER, '$1');
    if (inner === text) break;
    text = inner;
  }
  return text
    .replace(BOX, ' answer: $1. ')
    .replace(/\\([()[\]])/g, '$1')
    .replace(/[*`${}]/g, '')
    .replace(EDGE_UNDERSCORES, '')
    .trim();
}
