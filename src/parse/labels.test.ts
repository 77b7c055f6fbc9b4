import { describe, expect, it } from 'vitest';
import { parseLabels } from './labels.ts';

describe('parseLabels', () => {
  const TOPICS = ['trade', 'trade policy', 'tax'];

  it('takes the longest name, in any case, as it is declared', () => {
    expect(parseLabels('Trade  Policy and TAX', TOPICS)).toEqual(['trade policy', 'tax']);
    expect(parseLabels('trade, trade policy', TOPICS)).toEqual(['trade', 'trade policy']);
    expect(parseLabels('very_good', ['good', 'very_good'])).toEqual(['very_good']);
    expect(parseLabels('非常经济安全', ['经济', '经济安全'])).toEqual(['经济安全']);
  });

  it('takes whole words only', () => {
    expect(parseLabels('taxation, non-tax, tax_free, trades', TOPICS)).toEqual([]);
    expect(parseLabels('(tax)', TOPICS)).toEqual(['tax']);
  });

  it('leaves explanations and reasoning out', () => {
    expect(parseLabels('tax, because trade is not meant', TOPICS)).toEqual(['tax']);
    expect(parseLabels('The reason is trade. Labels: tax', TOPICS)).toEqual(['tax']);
    expect(parseLabels('<think>trade?</think>tax', TOPICS)).toEqual(['tax']);
    expect(parseLabels('{"labels": ["trade"], "explanation": "no tax"}', TOPICS)).toEqual(['trade']);
  });

  it('reads names with characters that patterns know', () => {
    expect(parseLabels('c++ and (other)', ['c++', 'c', '(other)'])).toEqual(['c++', '(other)']);
    expect(parseLabels('anything', [])).toEqual([]);
  });
});
