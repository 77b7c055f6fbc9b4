import { answerText } from '../../parse/reasoning.ts';
import { type Cell, type Cells, LABELS, type Label } from './labels.ts';

/** What an answer says about the six labels. */
export interface ReadLabels {
  readonly cells: Cells;
  /** Labels that were answered with both values; the last one counts. */
  readonly conflicts: number;
}

const ALIASES = new Map<string, Label>([
  ...LABELS.map((label): [string, Label] => [label.toLowerCase(), label]),
  ['health', 'Human Health'],
]);

/** Markup, quotes and spaces that may stand between label, colon and value. */
const MARKUP = String.raw`[\s"'\x60*_“”‘’]`;
const NAMES =
  'infrastructural|political|financial|ecological|agricultural|human[\\s_]{1,3}health|(?<!human[\\s_]{1,3})health';
const ANSWER = new RegExp(
  String.raw`(?<![\p{L}\p{N}]_{0,2}|[-‐‑–—])(${NAMES})(?:[\s_]{1,3}impacts?)?(?![\p{L}\p{N}])${MARKUP}{0,8}[:：]${MARKUP}{0,12}(true|false)(?![\p{L}\p{N}]|_[\p{L}\p{N}])(?!\s{0,2}/)`,
  'giu',
);

/**
 * Reads the six judgements of an answer, as `standard` does: labels and values in any case, `Health` for
 * `Human Health`, the word "Impact" behind a label, JSON, asterisks and quotes, a full-width colon. A label and a value
 * must be whole words; a label behind a hyphen is another word; `true/false` is the template, no answer. The last
 * answer of a label counts. Reasoning blocks are not read.
 */
export function readLabels(text: string): ReadLabels {
  const found = new Map<Label, Cell>();
  const conflicts = new Set<Label>();
  for (const [, name = '', value = ''] of answerText(text).matchAll(ANSWER)) {
    const label = ALIASES.get(
      name
        .toLowerCase()
        .replaceAll(/[^a-z]+/g, ' ')
        .trim(),
    );
    if (label === undefined) continue;
    const cell = value.toLowerCase() === 'true' ? 1 : 0;
    const before = found.get(label);
    if (before !== undefined && before !== cell) conflicts.add(label);
    found.set(label, cell);
  }
  return { cells: LABELS.map((label) => found.get(label) ?? null), conflicts: conflicts.size };
}

/** Python's white space, which `\s` of JavaScript is not. */
const PYTHON_SPACE = String.raw`[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]`;

function authorsPattern(health: string): RegExp {
  return new RegExp(
    `(Infrastructural|Agricultural|Ecological|Financial|${health}|Political):${PYTHON_SPACE}*(true|false)`,
    'g',
  );
}

const PATTERNS = { released: authorsPattern('Human Health'), historical: authorsPattern('Health') };

/**
 * Reads the six judgements as the authors' code does. The released code asks for `Human Health`, the code behind the
 * published runs for `Health`.
 */
export function readLabelsAsAuthors(text: string, version: 'released' | 'historical' = 'released'): Cells {
  const found = new Map<string, Cell>();
  for (const [, name = '', value] of text.matchAll(PATTERNS[version]))
    found.set(name === 'Health' ? 'Human Health' : name, value === 'true' ? 1 : 0);
  return LABELS.map((label) => found.get(label) ?? null);
}
