import { chineseNumber, NUMERAL_CHARACTERS } from './chinese-numerals.ts';
import { normaliseSpan } from './normalise-span.ts';

const MONEY = new RegExp(
  `^(?:人民币|人民幣|rmb|cny|¥)*([${NUMERAL_CHARACTERS}]+)(?:(?:元|圆|圓|块钱|块)(?:([${NUMERAL_CHARACTERS}])角)?(?:([${NUMERAL_CHARACTERS}])分)?)?(?:整|正)?(?:人民币|人民幣)?$`,
  'u',
);

/**
 * The amount of yuan that a span names: `3.5万元`, `35,000元`, `人民币叁万伍仟元整` and `3万5千元` are all 35,000.
 *
 * @returns null where the span is no single exact amount: about (余, 左右, 约), a range, another currency
 */
export function canonicalYuan(span: string): number | null {
  const text = normaliseSpan(span);
  const found = MONEY.exec(text);
  if (found === null) return null;
  const yuan = chineseNumber(found[1] ?? '');
  const jiao = found[2] === undefined ? 0 : chineseNumber(found[2]);
  const fen = found[3] === undefined ? 0 : chineseNumber(found[3]);
  if (yuan === null || jiao === null || fen === null) return null;
  return jiao === 0 && fen === 0 ? yuan : Math.round(yuan * 100 + jiao * 10 + fen) / 100;
}

/** Grams as a factor and a power of ten, longest unit first. */
const UNITS: readonly (readonly [string, number, number])[] = [
  ['毫克', 1, -3],
  ['mg', 1, -3],
  ['微克', 1, -6],
  ['μg', 1, -6],
  ['公斤', 1, 3],
  ['千克', 1, 3],
  ['kg', 1, 3],
  ['克', 1, 0],
  ['g', 1, 0],
  ['市斤', 5, 2],
  ['斤', 5, 2],
  ['两', 5, 1],
  ['吨', 1, 6],
];

const NUMERAL = new RegExp(`^[${NUMERAL_CHARACTERS}]+$`, 'u');

/**
 * The weight in grams that a span names.
 *
 * @returns null for a count (`10粒`), an approximation, a range
 */
export function canonicalGrams(span: string): number | null {
  const text = normaliseSpan(span);
  for (const [unit, factor, power] of UNITS) {
    if (!text.endsWith(unit)) continue;
    const digits = text.slice(0, -unit.length);
    if (!NUMERAL.test(digits)) continue;
    const value = chineseNumber(digits);
    if (value !== null) return Number(`${value * factor}e${power}`);
  }
  return null;
}
