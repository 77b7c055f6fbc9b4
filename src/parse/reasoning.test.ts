import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerText, splitReasoning } from './reasoning.ts';

describe('splitReasoning', () => {
  it.each([
    ['The answer is C.', 'The answer is C.', false],
    ['<think>Could be A.</think>\nC', '\nC', true],
    ['I thought of A.</think>C', 'C', true],
    ['<thinking>A</thinking> D', ' D', true],
    ['<THINK>A</Think >D', 'D', true],
    ['<reasoning effort="high">A</reasoning>D', 'D', true],
    ['<think>a</think>b<think>c</think>d', 'd', true],
    ['<seed:think>a</seed:think>d', 'd', true],
    ['[THINK]a[/THINK]d', 'd', true],
    ['◁think▷a◁/think▷d', 'd', true],
    ['<|begin_of_thought|>a<|end_of_thought|>d', 'd', true],
    ['<think>\n\n</think>\n\n答案：B', '\n\n答案：B', true],
    ['I think <thinker>C</thinker>', 'I think <thinker>C</thinker>', false],
    ['a < think about b > c', 'a < think about b > c', false],
    ['</think>', '', true],
    ['', '', false],
  ])('parts %j', (text, answer, reasoned) => {
    expect(splitReasoning(text)).toEqual({ answer, reasoned });
  });

  it('finds no answer behind a block that never closes', () => {
    for (const text of [
      '<think>Let me consider: B',
      'B<think>or',
      '<think>a</think>b<reasoning>c',
      '[THINK]B',
    ]) {
      expect(splitReasoning(text)).toEqual({ answer: null, reasoned: true });
      expect(answerText(text)).toBe('');
    }
  });

  it('never throws, and leaves text without tags alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { answer } = splitReasoning(text);
        if (!/[<[◁]/u.test(text)) expect(answer).toBe(text);
        else expect(answer === null || text.endsWith(answer)).toBe(true);
      }),
    );
    const started = performance.now();
    for (const part of ['<think ', '<', '</think', '<a:']) splitReasoning(part.repeat(50_000));
    expect(performance.now() - started).toBeLessThan(4000);
  });
});
