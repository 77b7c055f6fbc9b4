import { array, assert, constantFrom, nat, option, property, string, tuple, uniqueArray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countClasses } from './class-counts.ts';
import {
  averagesOver,
  balancedAccuracy,
  binaryScores,
  classification,
  macroF1,
  observedLabels,
} from './classification.ts';

const words = (text: string): string[] => text.split(' ');

describe('classification', () => {
  const made = classification(words('a a b c'), ['a', 'b', 'b', null], { labels: words('c b a unused') });

  test('has every measure of one set', () => {
    expect(made).toMatchObject({
      rows: 4,
      accuracy: 0.5,
      hammingLoss: 0.5,
      observedLabels: ['a', 'b', 'c'],
      balancedAccuracy: (1 / 2 + 1 + 0) / 3,
      jaccard: { macro: (1 / 2 + 1 / 2) / 4, micro: 2 / 5, weighted: (2 * (1 / 2) + 1 / 2) / 4 },
    });
    expect(made.perClass.map(({ label, f1, support }) => [label, f1, support])).toEqual([
      ['c', 0, 1],
      ['b', 2 / 3, 1],
      ['a', 2 / 3, 2],
      ['unused', 0, 0],
    ]);
    expect(made.averages.macro?.f1).toBeCloseTo(4 / 3 / 4, 15);
    expect(made.observed.macro?.f1).toBeCloseTo(4 / 3 / 3, 15);
    expect(made.averages.micro).toEqual({ precision: 2 / 3, recall: 2 / 4, f1: 4 / 7 });
    expect(made.confusion.outside).toEqual([1, 0, 0, 0]);
    expect(made.cohenKappa).toBeCloseTo((0.5 - (2 + 2) / 16) / (1 - 4 / 16), 15);
    expect(made.cohenKappaLinear).not.toBe(made.cohenKappa);
    expect(made.cohenKappaQuadratic).not.toBe(made.cohenKappaLinear);
    expect(made.matthewsCorrelation).toBeCloseTo((2 * 4 - 4) / Math.sqrt(10) / Math.sqrt(10), 15);
  });

  test('the Hamming loss is what accuracy leaves', () => {
    const wrong = classification(words('a a b b'), words('a b a a'), { labels: words('a b') });
    expect([wrong.accuracy, wrong.hammingLoss]).toEqual([0.25, 0.75]);
  });

  test('has no value without a row', () => {
    expect(classification([], [], { labels: ['a'] })).toMatchObject({
      rows: 0,
      accuracy: null,
      hammingLoss: null,
      averages: { macro: null, micro: null, weighted: null },
      jaccard: null,
      cohenKappa: null,
      balancedAccuracy: null,
    });
    expect(macroF1([], [], { labels: ['a'] })).toBeNull();
  });

  // the classes of the average and the value of 0/0 are settings
  test.each([
    ['0 2 0 2', '0 2 0 2', '0 1 2', 'observed', 0, 1],
    ['0 2 0 2', '0 2 0 2', '0 1 2', 'declared', 0, 2 / 3],
    ['0 2 0 2', '0 2 0 2', '0 1 2', 'declared', 1, 1],
    ['high low medium', 'high low module', 'high low medium', 'declared', 0, 2 / 3],
    ['high low medium', 'high low module', 'high low medium', 'observed', 0, 2 / 3],
  ] as const)('%s read as %s over %s, %s, 0/0 = %d', (gold, predicted, labels, over, zeroDivision, f1) => {
    const result = classification(words(gold), words(predicted), { labels: words(labels), zeroDivision });
    const averages = over === 'observed' ? result.observed : result.averages;
    expect(averages.macro?.f1).toBeCloseTo(f1, 15);
    if (over === 'declared') {
      expect(macroF1(words(gold), words(predicted), { labels: words(labels), zeroDivision })).toBeCloseTo(
        f1,
        15,
      );
    }
  });
});

describe('parts of it', () => {
  const counts = countClasses(words('a a b c'), words('a b b b'), words('a b c d'));

  test('averages over some classes', () => {
    const { macro, micro } = averagesOver(counts, ['b', 'c']);
    expect(macro?.f1).toBeCloseTo((1 / 2 + 0) / 2, 15);
    expect(micro).toEqual({ precision: 1 / 3, recall: 1 / 2, f1: 2 / 5 });
    expect(averagesOver(counts, []).macro).toBeNull();
    expect(averagesOver(counts, ['d'], 1).macro?.f1).toBe(1);
    expect(() => averagesOver(counts, ['b', 'x'])).toThrow(/"x"/);
  });

  test('observed labels go by code point', () => {
    const labels = ['\u{1F300}', '\uFF5E', 'b', 'B', 'unused'];
    const seen = observedLabels(countClasses(['\u{1F300}', 'b', 'B'], ['\uFF5E', 'b', 'B'], labels));
    expect(seen).toEqual(['B', 'b', '\uFF5E', '\u{1F300}']);
  });

  test('balanced accuracy leaves out classes that gold lacks', () => {
    expect(balancedAccuracy(counts)).toBeCloseTo((1 / 2 + 1 + 0) / 3, 15);
  });

  test('one class against the rest', () => {
    expect(binaryScores(counts, 'b')).toEqual({
      precision: 1 / 3,
      recall: 1,
      f1: 1 / 2,
      support: 1,
      truePositives: 1,
      falsePositives: 2,
      falseNegatives: 0,
      trueNegatives: 1,
    });
    expect(binaryScores(counts, 'a')).toMatchObject({ falseNegatives: 1, trueNegatives: 2 });
    const lastFirst = countClasses(words('a a b c'), words('a b b b'), words('d c b a'));
    expect(binaryScores(lastFirst, 'b')).toEqual(binaryScores(counts, 'b'));
    expect(binaryScores(counts, 'd', 1).f1).toBe(1);
    expect(() => binaryScores(counts, 'x')).toThrow(RangeError);
  });
});

describe('properties', () => {
  const LABELS = words('a b c d');
  const rows = array(tuple(constantFrom(...LABELS), option(constantFrom(...LABELS, 'else'))), {
    minLength: 1,
    maxLength: 40,
  });
  const of = (list: readonly (readonly [string, string | null])[]) =>
    classification(
      list.map(([gold]) => gold),
      list.map(([, predicted]) => predicted),
      { labels: LABELS },
    );

  test('values stay in their range, and the order of rows does not matter', () => {
    assert(
      property(rows, nat(), (list, turn) => {
        const made = of(list);
        for (const average of [made.averages.macro, made.averages.micro, made.averages.weighted]) {
          for (const value of Object.values(average ?? { none: -1 })) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1 + 1e-12);
          }
        }
        expect(Math.abs(made.matthewsCorrelation)).toBeLessThanOrEqual(1 + 1e-12);
        expect(made.cohenKappa ?? 0).toBeLessThanOrEqual(1);
        const turned = of([...list.slice(turn % list.length), ...list.slice(0, turn % list.length)]);
        expect(turned).toEqual(made);
      }),
    );
  });

  test('the gold itself scores 1', () => {
    assert(
      property(rows, (list) => {
        const made = of(list.map(([gold]) => [gold, gold]));
        expect(made.accuracy).toBe(1);
        expect(made.observed.macro?.f1).toBe(1);
        expect(made.averages.micro?.f1).toBe(1);
      }),
    );
  });

  test('any text can be a label', () => {
    assert(
      property(uniqueArray(string({ unit: 'binary' }), { minLength: 1 }), array(nat()), (labels, picks) => {
        const gold = picks.map((pick) => labels[pick % labels.length]!);
        const result = classification(gold, gold.toReversed(), { labels });
        expect(result.rows).toBe(gold.length);
      }),
    );
  });
});
