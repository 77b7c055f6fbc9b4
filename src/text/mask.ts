/** What may stand between the groups of a written number. */
const GAP = '[\\s\\u00a0\\-‐-―－.·]{1,3}';
const WIDEST_GAP = 3;
/** Of a mobile number, the shortest. */
const FEWEST_DIGITS = 11;

/** A pattern for digits written in groups of the given sizes; `X` may end the last group where `check` is set. */
function grouped(sizes: readonly number[], check = false): string {
  return sizes
    .map((size, at) => (check && at === sizes.length - 1 ? `\\d{${size - 1}}[\\dXx]` : `\\d{${size}}`))
    .join(GAP);
}

const alternatives = (groups: readonly (readonly number[])[], check = false) =>
  groups.map((sizes) => grouped(sizes, check)).join('|');

/** A long hexadecimal hash; digits inside are no one's number. */
const HASH = '(?<![0-9A-Za-z])(?=\\d*[a-f])[0-9a-f]{32,}(?![0-9A-Za-z])';
const MOBILE = `(?:(?:\\+|00)?86(?:${GAP})?)?(?=1[3-9])(?:${alternatives([
  [11],
  [3, 4, 4],
  [3, 8],
  [7, 4],
  [3, 3, 5],
  [4, 3, 4],
  [4, 4, 3],
])})`;
const IDENTITY = alternatives([[18], [6, 8, 4], [6, 4, 4, 4], [14, 4]], true);
const OLD_IDENTITY = alternatives([[15], [6, 6, 3]]);
const CARD = alternatives([
  [4, 4, 4, 4, 3],
  [4, 4, 4, 4, 2],
  [4, 4, 4, 4, 1],
  [4, 4, 4, 4],
  [6, 13],
  [6, 10],
  [4, 6, 5],
  [19],
  [18],
  [17],
  [16],
  [15],
  [14],
  [13],
]);

/** Not the decimals of a number, not the middle of longer digits. */
const BEFORE = '(?<![0-9]|(?<![0-9])[0-9]{1,3}\\.)';
const AFTER = '(?![0-9])';
const NUMBERS = new RegExp(
  `${HASH}|${BEFORE}(?:(?<mobile>${MOBILE})|(?<identity>${IDENTITY})|(?<old>${OLD_IDENTITY})|(?<card>${CARD}))${AFTER}`,
  'g',
);

/**
 * Hides Chinese mobile, identity and bank card numbers, also with separators or in full-width digits: every digit after
 * the first three becomes `*`, so `138****` still says what kind of number stood there; separators stay.
 *
 * - Mobile: eleven digits from 13 to 19, with or without +86.
 * - Identity: 18 characters with a possible birth date or a right check character; the old 15 digits with a date.
 * - Card: 13 to 19 digits that begin like a bank card (16 or more) or pass the Luhn check.
 *
 * Decimals of a number and hexadecimal hashes are left alone.
 */
export function maskNumbers(text: string): string {
  if (!mayHoldNumber(text)) return text;
  // Same length in code units, so places found in the one are places in the other.
  const plain = text.replace(/[０-９Ｘｘ]/g, (character) =>
    String.fromCharCode(character.charCodeAt(0) - 0xfee0),
  );
  const numbers = new RegExp(NUMBERS);
  let masked = '';
  let from = 0;
  for (let found = numbers.exec(plain); found !== null; found = numbers.exec(plain)) {
    const end = found.index + found[0].length;
    if (isPrivate(found.groups ?? {})) {
      masked += text.slice(from, found.index) + hideDigits(text.slice(found.index, end));
      from = end;
    } else if (!/[a-z]/.test(found[0])) {
      // A later group of what was taken for one number may begin another.
      numbers.lastIndex = found.index + (/^\+?\d+/.exec(found[0])?.[0].length ?? found[0].length);
    }
  }
  return masked + text.slice(from);
}

/** Whether eleven digits stand in a row, with no more between two of them than the groups of a number have. */
function mayHoldNumber(text: string): boolean {
  let digits = 0;
  let last = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (!((code >= 0x30 && code <= 0x39) || (code >= 0xff10 && code <= 0xff19))) continue;
    digits = at - last <= WIDEST_GAP + 1 ? digits + 1 : 1;
    last = at;
    if (digits >= FEWEST_DIGITS) return true;
  }
  return false;
}

function isPrivate(groups: Readonly<Record<string, string | undefined>>): boolean {
  const { mobile, identity, old, card } = groups;
  if (mobile !== undefined) return true;
  const digits = (identity ?? old ?? card ?? '').replace(/[^0-9Xx]/g, '').toUpperCase();
  if (identity !== undefined && hasCheckCharacter(digits)) return true;
  return (card === undefined && hasBirthDate(digits)) || isCard(digits);
}

/** A birth date at its place in an identity number of 18 or 15 characters. */
function hasBirthDate(characters: string): boolean {
  return /^[1-9]\d{5}(?:(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]|\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3})$/.test(
    characters,
  );
}

/** The check character of GB 11643 (ISO 7064, MOD 11-2). */
function hasCheckCharacter(characters: string): boolean {
  let sum = 0;
  for (const digit of characters.slice(0, 17)) sum = ((sum + Number(digit)) * 2) % 11;
  return characters[17] === '10X98765432'[sum];
}

function isCard(digits: string): boolean {
  if (!/^[2-9]\d{12,18}$/.test(digits)) return false;
  const begins = /^(?:62|60|65|4|5[1-5]|2[2-7]|3[5-7]|9[4-9])/.test(digits);
  return (begins && digits.length >= 16) || passesLuhn(digits);
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const weighted = at % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

function hideDigits(number: string): string {
  let seen = 0;
  return number.replace(/[0-9０-９XxＸｘ]/g, (digit) => {
    seen += 1;
    return seen <= 3 ? digit : '*';
  });
}
