import { describe, expect, test } from 'vitest';
import { resolveSettings } from '../../run/settings.ts';
import { birco } from './index.ts';
import { settingsOf } from './made-items.ts';
import { decodingOf } from './solve.ts';

const task = birco.tasks.find(({ id }) => id === 'birco/relic')!;
const resolve = (given: Readonly<Record<string, string>>, abilities: 'text' | 'embed' = 'text') =>
  resolveSettings(task, new Map(Object.entries(given)), new Set([abilities]));

describe('settings', () => {
  test('have defaults', () => {
    expect(resolve({}).shown).toEqual({
      method: 'score',
      objective: true,
      window: 10,
      step: 5,
      initial: 'shuffle',
      relax: false,
      preset: 'none',
      temperature: 0,
    });
  });

  test('rank without a prompt where the model cannot write, unless told otherwise', () => {
    expect(resolve({}, 'embed').shown.method).toBe('ranker');
    expect(resolve({ method: 'score' }, 'embed').shown.method).toBe('score');
  });

  test('come as texts', () => {
    const given = {
      method: 'listwise',
      objective: 'false',
      window: '4',
      step: '2',
      temperature: '0.5',
      relax: 'true',
    };
    expect(resolve({ ...given, 'max-output-tokens': '64', initial: 'first.json' }).shown).toMatchObject({
      method: 'listwise',
      objective: false,
      window: 4,
      step: 2,
      temperature: 0.5,
      relax: true,
      'max-output-tokens': 64,
      initial: 'first.json',
    });
  });

  test.each([
    [{ method: 'best' }, /setting method/],
    [{ objective: 'yes' }, /setting objective/],
    [{ window: '1' }, /setting window/],
    [{ window: '4.5' }, /setting window/],
    [{ window: 'four' }, /setting window/],
    [{ window: '' }, /setting window/],
    [{ window: '4', step: '5' }, /setting step: must not be larger than window/],
    [{ step: '0' }, /setting step/],
    [{ initial: '' }, /setting initial/],
    [{ preset: 'card' }, /setting preset/],
    [{ temperature: '-1' }, /setting temperature/],
    [{ temperature: '' }, /setting temperature/],
    [{ 'max-output-tokens': '0' }, /setting max-output-tokens/],
  ])('%j is refused', (given, message) => {
    expect(() => resolve(given as Record<string, string>)).toThrow(
      expect.objectContaining({ code: 'invalid-setting', message: expect.stringMatching(message) }),
    );
  });

  test('an unknown one is refused with those there are', () => {
    expect(() => resolve({ windows: '4' })).toThrow(
      expect.objectContaining({
        code: 'unknown-setting',
        next: expect.stringMatching(/method, objective, window, step, initial, relax/),
      }),
    );
  });
});

describe('what is sent beside the messages', () => {
  const limitOf = (method: string, more = {}) => decodingOf(settingsOf({ method, ...more })).maxOutputTokens;

  test('the limit by method', () => {
    expect(['score', 'reason', 'subtask', 'listwise'].map((method) => limitOf(method))).toEqual([
      128, 1024, 1024, 256,
    ]);
    expect(limitOf('score', { 'max-output-tokens': 8192 })).toBe(8192);
  });

  test('a temperature of 0', () => {
    expect(decodingOf(settingsOf())).toEqual({ maxOutputTokens: 128, temperature: 0 });
    expect(decodingOf(settingsOf({ temperature: 0.7 })).temperature).toBe(0.7);
  });

  test('of the authors: 3,000 tokens, 100 for windows, and all penalties', () => {
    const rest = { temperature: 0, topP: 1, frequencyPenalty: 0, presencePenalty: 0 };
    for (const method of ['score', 'reason', 'subtask'])
      expect(decodingOf(settingsOf({ method, preset: 'paper' }))).toEqual({ maxOutputTokens: 3000, ...rest });
    expect(decodingOf(settingsOf({ method: 'listwise', preset: 'paper' }))).toEqual({
      maxOutputTokens: 100,
      ...rest,
    });
  });
});
