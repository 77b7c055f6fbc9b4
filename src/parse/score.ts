/** A number with an optional sign and decimals. */
const NUMBER = String.raw`[-+]?\d+(?:\.\d+)?`;
/** The key, whatever stands between it and the number in markdown or JSON, the number, and perhaps `/10`. */
const KEYED = new RegExp(String.raw`\bscore\b["'*_\x60\s]*(?:[:=]|is\b|of\b)?["'*_\x60\s\[(]*(${NUMBER})`, 'gi');
const LONE = new RegExp(String.raw`^[\s*_\x60"'(\[]*(${NUMBER})\s*(?:/\s*\d+)?[\s*_\x60"')\].]*$`);

/**
 * Reads a score from a model's answer: the last number after a key `score` in any case, else a lone number.
 * Nothing is clamped.
 *
 * @returns null where there is no score; `nan` and `inf` are none
 */
export function parseScore(text: string): number | null {
  const keyed = [...text.matchAll(KEYED)].at(-1)?.[1];
  const found = keyed ?? LONE.exec(text)?.[1];
  if (found === undefined) return null;
  const value = Number(found);
  return Number.isFinite(value) ? value : null;
}
