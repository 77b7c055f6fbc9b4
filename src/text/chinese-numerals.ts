const DIGITS: ReadonlyMap<string, number> = new Map([
  ...Array.from('〇一二三四五六七八九', (character, value): [string, number] => [character, value]),
  ...Array.from('零壹贰叁肆伍陆柒捌玖', (character, value): [string, number] => [character, value]),
  ...Array.from('零壹貳參肆伍陸柒捌玖', (character, value): [string, number] => [character, value]),
  ['两', 2],
  ['兩', 2],
  ['叄', 3],
  ['弍', 2],
]);

/** Powers of ten. */
const SMALL: ReadonlyMap<string, number> = new Map([
  ['十', 1],
  ['拾', 1],
  ['百', 2],
  ['佰', 2],
  ['千', 3],
  ['仟', 3],
]);
const LARGE: ReadonlyMap<string, number> = new Map([
  ['万', 4],
  ['萬', 4],
  ['亿', 8],
  ['億', 8],
]);

/** The characters of a number in Chinese or Arabic digits with Chinese units, for use inside a character class. */
export const NUMERAL_CHARACTERS = `0-9.,${[...DIGITS.keys(), ...SMALL.keys(), ...LARGE.keys()].join('')}`;

const ARABIC = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?/;

/** A part of a number: digits, or a unit. */
type Part =
  | { readonly kind: 'digits'; readonly text: string; readonly chinese: boolean }
  | { readonly kind: 'small' | 'large'; readonly power: number }
  | { readonly kind: 'zero' };

/**
 * The value of a number as it is written in Chinese texts: `35,000`, `3.5万`, `3万5千`, `一万零五百`, `叁万伍仟`, `两千`,
 * `二〇一六` (digit by digit).
 *
 * @param text in NFKC, nothing else around the number
 * @returns null where it is no number
 */
export function chineseNumber(text: string): number | null {
  const parts = partsOf(text);
  if (parts === null || parts.length === 0) return null;
  if (parts.length === 1 && parts[0]?.kind === 'zero') return 0;
  return numberOf(parts);
}

function partsOf(text: string): Part[] | null {
  const parts: Part[] = [];
  for (let rest = text; rest !== ''; ) {
    const arabic = ARABIC.exec(rest)?.[0];
    if (arabic !== undefined) {
      parts.push({ kind: 'digits', text: arabic.replaceAll(',', ''), chinese: false });
      rest = rest.slice(arabic.length);
      continue;
    }
    const character = Array.from(rest)[0] ?? '';
    rest = rest.slice(character.length);
    const digit = DIGITS.get(character);
    const small = SMALL.get(character);
    const large = LARGE.get(character);
    if (small !== undefined) parts.push({ kind: 'small', power: small });
    else if (large !== undefined) parts.push({ kind: 'large', power: large });
    else if (digit === undefined) return null;
    else addDigit(parts, digit);
  }
  return parts;
}

/** A zero between units only holds a place; digits side by side are read digit by digit. */
function addDigit(parts: Part[], digit: number): void {
  const last = parts.at(-1);
  if (last?.kind === 'digits' && last.chinese) {
    parts[parts.length - 1] = { kind: 'digits', text: `${last.text}${digit}`, chinese: true };
  } else if (digit === 0 && last !== undefined) parts.push({ kind: 'zero' });
  else parts.push({ kind: 'digits', text: String(digit), chinese: true });
}

/** Decimal digits times a power of ten, without the error of a multiplication. */
function shifted(digits: string, power: number): number {
  return Number(`${digits}e${power}`);
}

function numberOf(parts: readonly Part[]): number | null {
  let total = 0;
  let section = 0;
  let digits: string | null = null;
  let lastPower: number | null = null;
  let afterZero = false;
  for (const [place, part] of parts.entries()) {
    if (part.kind === 'zero') afterZero = true;
    else if (part.kind === 'digits') {
      if (digits !== null) return null;
      digits = part.text;
      // 三万五 is 35,000: a last digit right behind a unit stands one place lower.
      const colloquial = place === parts.length - 1 && part.chinese && !afterZero && part.text.length === 1;
      if (colloquial && lastPower !== null && lastPower > 1)
        digits = String(shifted(part.text, lastPower - 1));
    } else if (part.kind === 'small') {
      section += shifted(digits ?? '1', part.power);
      digits = null;
      lastPower = part.power;
      afterZero = false;
    } else {
      if (digits === null && section === 0 && total === 0) return null;
      const low =
        section === 0
          ? shifted(digits ?? '0', part.power)
          : (section + Number(digits ?? 0)) * 10 ** part.power;
      total = part.power === 8 ? total * 10 ** 8 + low : total + low;
      section = 0;
      digits = null;
      lastPower = part.power;
      afterZero = false;
    }
  }
  return total + section + Number(digits ?? 0);
}
