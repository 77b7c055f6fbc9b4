import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskNumbers } from './mask.ts';

// All numbers are invented.
describe('mobile numbers', () => {
  it.each([
    ['电话13800138000。', '电话138********。'],
    ['138-0013-8000', '138-****-****'],
    ['138 0013 8000', '138 **** ****'],
    ['1380013 8000', '138**** ****'],
    ['138 00138000', '138 ********'],
    ['138 - 0013 - 8000', '138 - **** - ****'],
    ['138－0013－8000', '138－****－****'],
    ['+86 138 0013 8000', '+86 1** **** ****'],
    ['8613800138000', '861**********'],
    ['(+86)13800138000', '(+86)138********'],
    ['１３８００１３８０００', '１３８********'],
    ['tel13800138000x', 'tel138********x'],
    ['13800138000,13900139000', '138********,139********'],
    ['2023-05-01 13800138000', '2023-05-01 138********'],
  ])('%s', (text, want) => expect(maskNumbers(text)).toBe(want));

  it.each(['12800138000', '1380013800', '138001380001', '10086', '0.13800138000', 'win_13_14_15'])(
    '%s stays',
    (text) => expect(maskNumbers(text)).toBe(text),
  );
});

describe('identity numbers', () => {
  it.each([
    ['身份证11010519491231002X', '身份证110***************'],
    ['11010519491231002x', '110***************'],
    ['110105 19491231 002X', '110*** ******** ****'],
    ['110105 1949 1231 002X', '110*** **** **** ****'],
    // A wrong check character is a slip of the pen; the person is the same.
    ['110105194912310021', '110***************'],
    ['１１０１０５１９４９１２３１００２Ｘ', '１１０***************'],
    ['旧号130503670401001号', '旧号130************号'],
  ])('%s', (text, want) => expect(maskNumbers(text)).toBe(want));

  it('knows the check character where the date is none', () => {
    expect(maskNumbers('111111111111111111')).toBe('111111111111111111');
    const sum = [...'11111111111111111'].reduce(
      (total, digit, at) => total + Number(digit) * (2 ** (17 - at) % 11),
      0,
    );
    expect(maskNumbers(`11111111111111111${'10X98765432'[sum % 11]}`)).toMatch(/^111\*{15}$/);
  });
});

describe('card numbers', () => {
  it.each([
    ['卡号6222021234567890123，', '卡号622****************，'],
    ['6222 0212 3456 7890 123', '622* **** **** **** ***'],
    ['4111-1111-1111-1111', '411*-****-****-****'],
    ['4111111111111111', '411*************'],
    ['378282246310005', '378************'],
    ['622202 1234567890123', '622*** *************'],
  ])('%s', (text, want) => expect(maskNumbers(text)).toBe(want));

  it.each([
    '8123456789012345',
    '1700000000000',
    '0.1124665831950123',
    '10.5281/zenodo.8299749',
    '1 2 3 4 5 6 7 8 9 10 11 12 13',
    'f772fc44bf18c6e60c1d14d8306013457bb2dbcace14316467b9ea8abf224da8',
    'a13800138000b13800138000c13800138000d',
    '20141, 201410, 201411',
    'no digits',
  ])('%s stays', (text) => expect(maskNumbers(text)).toBe(text));

  it('finds a mobile number behind digits that only look like a longer one', () => {
    expect(maskNumbers('8002 0501 1380 0138 000')).toBe('8002 0501 138* **** ***');
  });
});

describe('any text', () => {
  it('keeps its length, and nothing but digits and X changes', () => {
    const unit = fc.constantFrom('1', '3', '8', '0', '6', '2', ' ', '-', 'X', '电', '８', 'a', '.', '+');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        const masked = maskNumbers(text);
        expect(masked.length).toBe(text.length);
        for (let at = 0; at < text.length; at += 1) {
          if (masked[at] !== text[at]) {
            expect(masked[at]).toBe('*');
            expect(text[at]).toMatch(/[0-9０-９X]/);
          }
        }
        expect(maskNumbers(masked)).toBe(masked);
      }),
      { numRuns: 500 },
    );
  });
});
