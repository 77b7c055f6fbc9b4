import { describe, expect, it } from 'vitest';
import { jsonReport, toJson } from './json.ts';
import { madeMetric, madeResult } from './made-result.ts';

describe('toJson', () => {
  it('writes null for what is not finite, and names it', () => {
    const { text, invalid } = toJson({
      metrics: { f1: Number.NaN, acc: 0.5, list: [1, Number.NEGATIVE_INFINITY] },
    });
    expect(JSON.parse(text)).toEqual({ metrics: { f1: null, acc: 0.5, list: [1, null] } });
    expect(invalid).toEqual(['metrics.f1 (NaN)', 'metrics.list[1] (-Infinity)']);
  });

  it('loses nothing that plain JSON would lose', () => {
    const value = {
      map: new Map<unknown, unknown>([
        ['20141', 1],
        ['2', Number.NaN],
      ]),
      set: new Set(['a']),
      big: 2n ** 64n,
      bytes: Uint8Array.of(1, 2),
      date: new Date(0),
      never: undefined,
      list: [undefined],
      zero: -0,
    };
    const { text, invalid } = toJson(value);
    expect(JSON.parse(text)).toEqual({
      map: [
        ['20141', 1],
        ['2', null],
      ],
      set: ['a'],
      big: '18446744073709551616',
      bytes: [1, 2],
      date: '1970-01-01T00:00:00.000Z',
      list: [null],
      zero: 0,
    });
    expect(invalid).toEqual(['map[1][1] (NaN)']);
  });

  it('keeps a key named __proto__ a key', () => {
    const { text } = toJson(JSON.parse('{"__proto__":{"a":1}}'));
    expect(text.replaceAll(/\s/g, '')).toBe('{"__proto__":{"a":1}}');
  });

  it('writes any text as valid JSON, and nothing as null', () => {
    for (const text of ['\ud800', '\u2028', '\u001b[31m', '公安', '"\\']) {
      expect(JSON.parse(toJson(text).text)).toBe(text);
    }
    expect(toJson(undefined).text).toBe('null');
    expect(toJson({ a: [1] }, 0).text).toBe('{"a":[1]}');
  });
});

describe('jsonReport', () => {
  it('is an array of the results as they are', () => {
    expect(JSON.parse(jsonReport([madeResult()]))).toEqual([madeResult()]);
    expect(jsonReport([])).toBe('[]\n');
  });

  it('names what was not finite in a warning of that result', () => {
    const text = jsonReport([madeResult({ metrics: [madeMetric({ value: Number.NaN })] }), madeResult()]);
    const [first, second] = JSON.parse(text);
    expect(first.metrics[0].value).toBeNull();
    expect(first.warnings).toEqual([
      {
        code: 'not-finite',
        message: 'numbers that are not finite are written as null: metrics[0].value (NaN)',
      },
    ]);
    expect(second.warnings).toEqual([]);
  });

  it('masks numbers of people and hides secrets, but changes no id', () => {
    const result = madeResult({
      errors: [
        {
          protocol: 'paper',
          code: 'internal',
          message: 'm',
          details: { deep: [{ text: 'call 13800138000' }] },
        },
      ],
      items: [{ id: '13800138000', outcome: 'unparsed', reason: 'read 13800138000', values: {} }],
      settings: { url: 'sk-secret' },
    });
    const [shown] = JSON.parse(
      jsonReport([result], { redact: (text) => text.replaceAll('sk-secret', '[key]') }),
    );
    expect(shown.errors[0].details).toEqual({ deep: [{ text: 'call 138********' }] });
    expect(shown.items[0]).toMatchObject({ id: '13800138000', reason: 'read 138********' });
    expect(shown.settings).toEqual({ url: '[key]' });
    const [open] = JSON.parse(jsonReport([result], { showItems: true }));
    expect(open).toEqual(JSON.parse(JSON.stringify(result)));
  });
});
