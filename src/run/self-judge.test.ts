import { describe, expect, it } from 'vitest';
import { areRelated, checkJudge, familyOf } from './self-judge.ts';

describe('a judge', () => {
  it.each([
    ['openai/gpt-4o', 'openai/gpt-4.1-mini'],
    ['openai-compatible/openai/gpt-oss-120b', 'openai/o3-mini'],
    ['google/gemini-2.0-flash', 'openai-compatible/gemma-2-27b-it'],
    ['openai-compatible/tower-1b', 'openai-compatible/tower-7b'],
    ['script/judge.mjs', 'script/judge.mjs'],
  ])('must not judge its own kind: %s, %s', (candidate, judge) => {
    expect(() => checkJudge(candidate, judge, false)).toThrow(/one family/);
    expect(checkJudge(candidate, judge, true)?.code).toBe('self-judge');
  });

  it.each([
    ['openai/gpt-4o', 'anthropic/claude-sonnet-4'],
    ['openai-compatible/tower-1b', 'openai-compatible/bridge-1b'],
    ['local/use-lite', 'script/judge.mjs'],
    ['openai-compatible/solo1-7b', 'openai/o1-mini'],
  ])('may judge another one: %s, %s', (candidate, judge) => {
    expect(areRelated(candidate, judge)).toBe(false);
    expect(checkJudge(candidate, judge, false)).toBeUndefined();
  });

  it('is known by its name whoever serves it', () => {
    expect(familyOf('openai-compatible/meta-llama/Llama-3-70b')).toBe('meta');
    expect(familyOf('local/lexical')).toBeUndefined();
  });
});
