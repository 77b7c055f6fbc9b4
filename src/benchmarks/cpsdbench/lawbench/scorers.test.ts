import { describe, expect, it } from 'vitest';
import { scoreAmount, scoreChoice, scoreEntities, scoreReading, scoreText } from './scorers.ts';
import { readLawbench } from './tasks.ts';

describe('scorers of LawBench', () => {
  it.each([
    ['我选B。', 1, false],
    ['A和B', 0, false],
    ['b', 0, true],
    ['', 0, true],
    ['答案是 B，理由见 B 项', 1, false],
    ['BUT', 1, false],
  ])('1-2: %j is %i', (text, value, abstained) => {
    expect(scoreChoice(text, '正确答案：B。')).toEqual({ value, abstained });
  });

  it('2-5: letters and digits of Python; two empty texts are equal', () => {
    expect(scoreReading('甲乙！', '回答:甲丙').value).toBe(0.5);
    expect(scoreReading('。', '回答:').value).toBe(1);
    expect(scoreReading('甲', '回答:').value).toBe(0);
    expect(scoreReading('⑴²', '回答:⑴²').value).toBe(1);
    expect(scoreReading('〇', '回答:一').value).toBe(0);
  });

  it('2-6: the last value of a type counts, cut at a space; 无 erases nothing', () => {
    const gold = '受害人:甲某;时间:8:00';
    expect(scoreEntities('受害人：甲某 等人\n受害人:无', gold).value).toBeCloseTo(2 / 3, 9);
    // The gold value ends at a second colon.
    expect(scoreEntities('受害人:甲某\n时间:8点', gold).value).toBeCloseTo(5 / 6, 9);
    expect(scoreEntities('受害人:甲', gold)).toEqual({ value: 0, abstained: true });
    expect(scoreEntities('无', '')).toEqual({ value: 1, abstained: false });
    expect(scoreEntities('受害人:甲某', '')).toEqual({ value: 0, abstained: false });
  });

  it('3-7: numbers as they stand, 万 unread', () => {
    const gold = '上文涉及到的犯罪金额:8500.0元。';
    expect(scoreAmount('共8500元', gold)).toEqual({ value: 1, abstained: false });
    expect(scoreAmount('８５００元', gold).value).toBe(1);
    expect(scoreAmount('8,500元', gold).value).toBe(0);
    expect(scoreAmount('0.85万元', gold).value).toBe(0);
    expect(scoreAmount('不详', gold)).toEqual({ value: 0, abstained: true });
  });

  it('2-7 and 3-8: an empty output is one word', () => {
    expect(scoreText('警方抓获嫌疑人', '警方抓获嫌疑人').value).toBeCloseTo(1, 7);
    expect(scoreText('', '警方').value).toBe(0);
    expect(scoreText('', ' ').value).toBeCloseTo(1, 7);
  });
});

it('files of LawBench: prompts are not read, other files are refused', () => {
  const text = JSON.stringify({
    10: { origin_prompt: 'x', prediction: 'A', refr: '正确答案：A。' },
    2: { prediction: '', refr: 'r' },
  });
  expect(
    readLawbench(Buffer.from(text), 'f')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['10', '2']);
  for (const bad of ['[]', '{}', '{"1":{"prediction":"x"}}'])
    expect(() => readLawbench(Buffer.from(bad), 'f')).toThrow(
      expect.objectContaining({ code: 'invalid-format' }),
    );
});
