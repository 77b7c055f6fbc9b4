import { describe, expect, it } from 'vitest';
import { codePointTokens, rougeTokens } from './rouge-tokens.ts';

describe('rougeTokens', () => {
  it('keeps runs of ASCII letters and digits, lower-cased', () => {
    expect(rougeTokens("Don't stop: 3.14 co-op_x")).toEqual(['don', 't', 'stop', '3', '14', 'co', 'op', 'x']);
    expect(rougeTokens('café 公安 İx K')).toEqual(['caf', 'i', 'x', 'k']);
    expect(rougeTokens('`{/:@[')).toEqual([]);
    expect(rougeTokens('az09')).toEqual(['az09']);
    expect(rougeTokens('')).toEqual([]);
  });

  it('stems words of more than three letters', () => {
    expect(rougeTokens('ties was running hopes', true)).toEqual(['tie', 'was', 'run', 'hope']);
    expect(rougeTokens('ties was running hopes')).toEqual(['ties', 'was', 'running', 'hopes']);
  });
});

describe('codePointTokens', () => {
  it('keeps every code point that is no white space', () => {
    expect(codePointTokens('今 天\u3000𠮷A!\u001c\ud842')).toEqual(['今', '天', '𠮷', 'A', '!', '\ud842']);
  });
});
