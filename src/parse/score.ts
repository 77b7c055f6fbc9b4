import { answerText } from './reasoning.ts';

const NUMBER = String.raw`[-+−]?(?:[0-9]{1,15}(?:\.[0-9]{1,30})?|\.[0-9]{1,30})(?:[eE][-+]?[0-9]{1,3})?(?![0-9a-zA-Z])`;
const NOT_FINITE = String.raw`[-+−]?(?:[nN][aA][nN]|[iI][nN][fF](?:[iI][nN][iI][tT][yY])?)\b`;
const MARKUP = String.raw`[\s"'*_\x60|<[(~]{0,12}`;
/** A range that belongs to the key, not to the value: `(0-10)`, `[0 to 10]`, `(out of 10)`. */
const SCALE = String.raw`(?:[*_\s]{0,4}[([][^()[\]\n]{0,40}[)\]])?`;
const JOINT = String.raw`(?:[:：=→]|-+>|\s[-–—](?=\s)|\b[iI][sS]\b:?|\b[oO][fF]\b)?`;

/** A key that ends in `score` (`SCORE`, `relevance_score`, `finalScore`), what may stand between, the value. */
const KEYED = new RegExp(
  String.raw`(?:(?<![a-zA-Z])[sS][cC][oO][rR][eE]|(?<=[a-z])Score)(?![a-zA-Z])["'*_\x60\s]{0,8}${SCALE}["'*_\x60\s]{0,8}${JOINT}${MARKUP}(${NUMBER}|${NOT_FINITE})`,
  'g',
);
const LONE = new RegExp(
  String.raw`^[\s"'*_\x60<[(#>]{0,12}(${NUMBER})[\s"'*_\x60>\])]{0,8}(?:(?:/|out of)\s{0,3}[0-9]+(?:\.[0-9]+)?)?[\s"'*_\x60>\]).]{0,8}$`,
);

/**
 * Reads a score from a model's answer: the number after the last key `score` that has one (any case; markdown, `=`,
 * `:` and `/10` may stand around it), else a number that is the whole answer or its whole last line. Reasoning blocks
 * are not read. Nothing is clamped to a scale. Digits are ASCII digits.
 *
 * @returns null where there is no score; `nan` and `inf` are none
 */
export function parseScore(text: string): number | null {
  const answer = answerText(text);
  const keyed = [...answer.matchAll(KEYED)].at(-1)?.[1];
  if (keyed !== undefined) return finite(keyed);
  const lines = answer.split('\n').filter((line) => line.trim() !== '');
  const lone = LONE.exec(lines.at(-1) ?? '')?.[1];
  return lone === undefined ? null : finite(lone);
}

function finite(written: string): number | null {
  const value = Number(written.replace('−', '-'));
  return Number.isFinite(value) ? value : null;
}
