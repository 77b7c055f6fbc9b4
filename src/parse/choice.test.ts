import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseChoice, parseChoices } from './choice.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const answer = (text: string, labels: readonly string[] = FOUR) => parseChoice(text, labels).answer;

describe('one letter', () => {
  it.each([
    ['c', 'c'],
    ['“C”', 'c'],
    ['Choice (d).', 'd'],
    ['【B】', 'b'],
    ['选项 A', 'a'],
    ['__b__', 'b'],
    ['I think so.\n\n**Final answer:**\n\nC', 'c'],
    ['My best choice is: d, as warm air rises.', 'd'],
    ['Thus $\\boxed{\\mathrm{B}}$ holds.', 'b'],
    ['\\(\\text{The answer is } \\textbf{C}\\)', 'c'],
    ['All but one are wrong, leaving option C.', 'c'],
    ['Option B is the correct one.', 'b'],
    ['正确选项：D', 'd'],
    ['所以选择 b', 'b'],
    ['Ｃ', 'c'],
    ['a) Rime ice, as it freezes at once', 'a'],
    ['d\nThe others are too warm.', 'd'],
    ['The answer is A and that is final.', 'a'],
  ])('is read from %j', (text, want) => {
    expect(parseChoice(text, FOUR)).toEqual({ answer: want, status: 'ok' });
  });

  it.each([
    ['A cold front passed at noon.'],
    ['a b'],
    ['The answer is a cold front.'],
    ['Answer: a 3-day lag'],
    ['The answer is not c.'],
    ['Answer b is wrong.'],
    ['答案不是 B'],
    ['不选C'],
    ['选项B不对'],
    ['Neither a nor b is correct.'],
    ['Maybe b, maybe c.'],
    ['E'],
    ["I'd say D-day."],
  ])('is not read from %j', (text) => {
    expect(parseChoice(text, FOUR)).toEqual({ answer: null, status: 'none' });
  });

  it('is the last one declared', () => {
    expect(answer('The answer is b. Hmm: no. It is c. Wait, the answer is not d.')).toBe('c');
  });

  it('is ambiguous where the last declaration has two', () => {
    expect(parseChoice('Answer: A and C', FOUR)).toEqual({ answer: null, status: 'ambiguous' });
    expect(parseChoice('答案：BD', FOUR)).toEqual({ answer: null, status: 'ambiguous' });
    expect(answer('Answer: C or C')).toBe('c');
  });

  it('is one of the labels, spelled as they are', () => {
    expect(answer('The answer is (IV).', ['I', 'II', 'III', 'IV'])).toBe('IV');
    expect(answer('Answer: I hope it is II', ['I', 'II', 'III'])).toBe('II');
    expect(answer('Answer: E', ['A', 'B', 'C', 'D', 'E'])).toBe('E');
    expect(answer('Answer: 2', ['1', '2'])).toBe('2');
    expect(answer('b', [])).toBeNull();
  });

  it('may be an option’s text, if that is all', () => {
    const optionTexts = new Map([
      ['a', 'Fog'],
      ['b', 'Sea smoke'],
      ['c', 'fog.'],
    ]);
    expect(parseChoice('sea smoke!', ['a', 'b', 'c'], { optionTexts }).answer).toBe('b');
    expect(parseChoice('Fog', ['a', 'b', 'c'], { optionTexts }).status).toBe('ambiguous');
    expect(parseChoice('sea smoke rises', ['a', 'b', 'c'], { optionTexts }).status).toBe('none');
  });

  it('says why nothing is left to read', () => {
    expect(parseChoice(' \n', FOUR).status).toBe('empty');
    expect(parseChoice('<reasoning>the answer is b', FOUR, { finishReason: 'length' }).status).toBe(
      'truncated',
    );
    expect(parseChoice('</THINK>', FOUR).status).toBe('empty');
  });
});

describe('several letters', () => {
  it.each([
    ['Answer: d/a', ['a', 'd']],
    ['答案是A和C', ['a', 'c']],
    ['故选BCD。', ['b', 'c', 'd']],
    ['B, D', ['b', 'd']],
    ['(A), (C)', ['a', 'c']],
    ['The answers are a, c and d.', ['a', 'c', 'd']],
    ['Answer: b', ['b']],
    ['A & D\nBoth are warm.', ['a', 'd']],
  ])('are read from %j', (text, want) => {
    expect(parseChoices(text, FOUR)).toEqual({ answers: want, status: 'ok' });
  });

  it('are not read from words', () => {
    expect(parseChoices('Answer: bad', FOUR).answers).toEqual([]);
    expect(parseChoices('Options A and C look odd.', FOUR).answers).toEqual([]);
  });
});

describe('any text', () => {
  it('gives labels of the question and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const one = parseChoice(`Answer: ${text}`, FOUR);
        expect(one.answer === null || FOUR.includes(one.answer)).toBe(true);
        const many = parseChoices(text, FOUR).answers;
        expect(many).toEqual(FOUR.filter((label) => many.includes(label)));
      }),
    );
  });

  it('is read in linear time', () => {
    const long = `${'answer is '.repeat(20_000)}${' '.repeat(50_000)}b`;
    const startedMs = performance.now();
    expect(answer(long)).toBe('b');
    expect(performance.now() - startedMs).toBeLessThan(3_000);
  });
});
