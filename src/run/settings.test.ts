import { describe, expect, test } from 'vitest';
import { taskOf } from '../testing/temporary-run.ts';
import { describeSettings, parsePairs, resolveSettings, settingKeys } from './settings.ts';

const relic = taskOf('birco/relic');
const text = new Set(['text'] as const);

describe('pairs of the command line', () => {
  test('are cut at the first equals sign; the later of two wins', () => {
    expect([...parsePairs(['method=score', ' initial = a=b.json ', 'method=reason', 'window='])]).toEqual([
      ['method', 'reason'],
      ['initial', 'a=b.json'],
      ['window', ''],
    ]);
    expect(parsePairs([]).size).toBe(0);
  });

  test.each(['method', '=score', ''])('%j is refused', (pair) => {
    expect(() => parsePairs([pair])).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});

describe('settings', () => {
  test('are filled up, and shown as they are hashed', () => {
    const { parsed, shown } = resolveSettings(
      relic,
      new Map([
        ['window', '4'],
        ['step', '2'],
      ]),
      text,
    );
    expect(shown).toEqual(parsed);
    expect(shown).toMatchObject({ method: 'score', window: 4, step: 2 });
  });

  test('may be given as they are shown', () => {
    const { shown } = resolveSettings(relic, new Map([['objective', 'false']]), text);
    expect(resolveSettings(relic, new Map(Object.entries(shown)), text).shown).toEqual(shown);
  });

  test.each(['', 'toString', '__proto__', 'constructor', 'Method'])('%j is unknown', (key) => {
    expect(() => resolveSettings(relic, new Map([[key, 'x']]), text)).toThrow(
      expect.objectContaining({ code: 'unknown-setting' }),
    );
  });

  test.each([
    ['window=abc', 'birco/relic: setting window: "abc" is no number'],
    ['window=1.5', 'birco/relic: setting window: "1.5" is no whole number'],
    ['temperature=high', 'birco/relic: setting temperature: "high" is no number'],
  ])('%s is refused in words', (pair, message) => {
    expect(() => resolveSettings(relic, parsePairs([pair]), text)).toThrow(
      expect.objectContaining({ code: 'invalid-setting', message }),
    );
  });

  test('without a value are refused', () => {
    expect(() => resolveSettings(relic, parsePairs(['temperature=']), text)).toThrow(
      expect.objectContaining({ code: 'invalid-setting', message: expect.stringContaining('temperature') }),
    );
  });
});

describe('what a task says of its settings', () => {
  test('are names, meaning, values and defaults', () => {
    const settings = new Map(describeSettings(relic).map((setting) => [setting.key, setting]));
    expect([...settings.keys()]).toEqual(settingKeys(relic));
    expect(settings.get('method')).toEqual({
      key: 'method',
      summary: expect.stringContaining('how the model ranks'),
      values: 'score|reason|subtask|listwise|ranker',
      default: 'score',
    });
    expect(settings.get('objective')).toMatchObject({ values: 'true|false', default: true });
    expect(settings.get('initial')).toMatchObject({ default: 'shuffle' });
    expect(settings.get('max-output-tokens')?.default).toBeNull();
    for (const { summary } of settings.values()) expect(summary).not.toBe('');
  });
});
