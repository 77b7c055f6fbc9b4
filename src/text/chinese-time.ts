import { chineseNumber, NUMERAL_CHARACTERS } from './chinese-numerals.ts';
import { normaliseSpan } from './normalise-span.ts';

const NUMBER = `[${NUMERAL_CHARACTERS.replace('.,', '')}]+`;
const DATE = new RegExp(`^(?:(${NUMBER})年)?(?:(${NUMBER})月(?:份)?)?(?:(${NUMBER})(?:日|号|號))?`, 'u');
const NUMERIC_DATE = /^\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:T(?=\d)|(?=$|\D))/u;
const HALF_DAY = /^(凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|晚间|夜间|夜里|深夜|晚)/u;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?/u;
const HOURS = new RegExp(
  `^(${NUMBER})(?:时|時|点钟|点|點)(?:整|(半)|(${NUMBER})刻|(${NUMBER})分?)?(?:(${NUMBER})秒)?`,
  'u',
);

const AFTER_NOON: ReadonlySet<string> = new Set([
  '下午',
  '傍晚',
  '晚上',
  '晚间',
  '夜间',
  '夜里',
  '深夜',
  '晚',
]);

/**
 * A date or time of day in one form: `晚上9时` and `21:00` are the same, `9时许` (about) and `9:00` are not, and a
 * relative date stays relative.
 *
 * @returns a text to compare; the normalised span itself where it is no date or time
 */
export function canonicalTime(span: string): string {
  const text = normaliseSpan(span.normalize('NFKC').replace(NUMERIC_DATE, '$1年$2月$3日'));
  const { words: date, rest } = readDate(text);
  const clock = readClock(rest);
  if (date === '' && clock.words === '') return text;
  // What is left over (许, 左右, 至…) is kept, so that it counts.
  return `${date}${clock.words}${clock.rest === '' ? '' : `|${clock.rest}`}`;
}

/** Whether two spans name the same date and time. */
export function sameTime(left: string, right: string): boolean {
  return canonicalTime(left) === canonicalTime(right);
}

interface Reading {
  readonly words: string;
  readonly rest: string;
}

function readDate(text: string): Reading {
  const [whole = '', ...fields] = DATE.exec(text) ?? [];
  if (whole === '') return { words: '', rest: text };
  const values = fields.map((field) => (field === undefined ? null : chineseNumber(field)));
  if (values.every((value) => value === null)) return { words: '', rest: text };
  return {
    words: ['Y', 'M', 'D'].map((mark, at) => (values[at] === null ? '' : `${mark}${values[at]}`)).join(''),
    rest: text.slice(whole.length),
  };
}

function readClock(text: string): Reading {
  const half = HALF_DAY.exec(text)?.[1] ?? '';
  const rest = text.slice(half.length);
  const none = { words: '', rest: text };
  const clock = CLOCK.exec(rest);
  if (clock !== null)
    return timeOf(
      half,
      Number(clock[1]),
      Number(clock[2]),
      Number(clock[3] ?? 0),
      rest.slice(clock[0].length),
    );
  const spoken = HOURS.exec(rest);
  if (spoken === null) return none;
  const [whole, hours = '', half30, quarters, minutes, seconds] = spoken;
  const hour = chineseNumber(hours);
  const minute =
    half30 === undefined ? (quarters === undefined ? numberOf(minutes) : numberOf(quarters) * 15) : 30;
  if (hour === null) return none;
  return timeOf(half, hour, minute, numberOf(seconds), rest.slice(whole.length));
}

function numberOf(digits: string | undefined): number {
  return digits === undefined ? 0 : (chineseNumber(digits) ?? Number.NaN);
}

function timeOf(half: string, hour: number, minute: number, second: number, rest: string): Reading {
  const noon = half === '中午' && hour < 11;
  const shifted = (AFTER_NOON.has(half) || noon) && hour < 12 ? hour + 12 : hour;
  const day = half === '凌晨' && hour === 12 ? 0 : shifted;
  return { words: `h${day}m${minute}${second === 0 ? '' : `s${second}`}`, rest };
}
