import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRanking } from './ranking.ts';

const order = (text: string, n: number): readonly number[] => parseRanking(text, n).order;

describe('parseRanking', () => {
  it('gives a whole permutation and lists what was wrong', () => {
    expect(parseRanking('[3] > [1] > [3] > [9]', 4)).toEqual({
      order: [3, 1, 2, 4],
      duplicates: [3],
      outOfRange: [9],
      missing: [2, 4],
      zeroBased: false,
      named: 2,
    });
    expect(parseRanking('[2]>[3]>[1]', 3)).toMatchObject({
      order: [2, 3, 1],
      duplicates: [],
      outOfRange: [],
      missing: [],
      named: 3,
    });
    expect(parseRanking('[2] > [2] > [7] > [7] > [2]', 3)).toMatchObject({
      order: [2, 1, 3],
      duplicates: [2],
      outOfRange: [7],
    });
  });

  it('reads a whole permutation from 0 as such, and nothing less', () => {
    expect(parseRanking('[2] > [0] > [1]', 3)).toEqual({
      order: [3, 1, 2],
      duplicates: [],
      outOfRange: [],
      missing: [],
      zeroBased: true,
      named: 3,
    });
    expect(parseRanking('[0] > [2]', 2)).toMatchObject({ order: [2, 1], outOfRange: [0], zeroBased: false });
    expect(parseRanking('[0] > [1]', 3)).toMatchObject({
      order: [1, 2, 3],
      outOfRange: [0],
      zeroBased: false,
    });
    expect(parseRanking('[0] > [1] > [1]', 2)).toMatchObject({
      outOfRange: [0],
      duplicates: [1],
      zeroBased: false,
    });
    expect(parseRanking('[0]', 1)).toMatchObject({ order: [1], zeroBased: true, named: 1 });
    expect(parseRanking('[00] > [1]', 2)).toMatchObject({ order: [1, 2], zeroBased: true });
  });

  it.each([
    ['', 3],
    ['I cannot rank these passages.', 3],
    ['I cannot rank these 4 passages.', 4],
    ['These are 3 texts from 2024-01-02, 3.5 of them good, 50% bad.', 3],
    ['1. The one about floods\n2. The one about fire', 2],
    ['［３］ > ［１］', 3],
    ['the 2nd is best', 3],
    ['<think>[3] > [1] > [2]', 3],
    ['\ud800', 2],
  ])('names nothing in %j', (text, n) => {
    const parsed = parseRanking(text, n);
    const given = Array.from({ length: n }, (_, at) => at + 1);
    expect(parsed).toEqual({
      order: given,
      duplicates: [],
      outOfRange: [],
      missing: given,
      zeroBased: false,
      named: 0,
    });
  });

  it.each([
    ['arrows without spaces', '[3]>[1]>[2]'],
    ['bare numbers', '3 > 1 > 2'],
    ['commas', '3, 1, 2'],
    ['commas without spaces', '3,1,2'],
    ['spaces', '3 1 2'],
    ['a JSON list', '[3, 1, 2]'],
    ['a JSON list of texts', '["3", "1", "2"]'],
    ['a JSON object', '```json\n{"ranking": [3, 1, 2], "confidence": 5}\n```'],
    ['JSON rows', '[{"id": 3}, {"id": 1}, {"id": 2}]'],
    ['JSON labels', '["Passage 3", "Passage 1", "Passage 2"]'],
    ['labels', 'Passage 3 > Passage 1 > Passage 2'],
    ['labels in prose', 'Passage 3 fits best, followed by passage 1. Document 2 is off topic.'],
    ['labels in brackets', '[Passage 3] > [Passage 1] > [Passage 2]'],
    ['short labels', 'P3 > P1 > P2'],
    ['labels without space', 'doc_3, doc_1, doc_2'],
    ['hashes', '#3, #1, #2'],
    ['bold', '**[3]** > **[1]** > **[2]**'],
    ['code', '`[3] > [1] > [2]`'],
    ['a list of places', '1. [3]\n2. [1]\n3. [2]'],
    ['a list of places with bare numbers', '1. 3\n2. 1\n3. 2'],
    ['a list of places with labels', '1. Passage 3\n2. Passage 1\n3. Passage 2'],
    [
      'a list of places with reasons',
      '**1.** [3] - it names the flood of 1951\n**2.** [1] - it is near\n**3.** [2] - no',
    ],
    ['a list of ids with reasons', '3. It names the flood.\n1. It is near.\n2. It is not.'],
    ['ids on lines', '3\n1\n2'],
    ['ids on lines with full stops', '3.\n1.\n2.'],
    ['bullets', '- [3]\n- [1]\n- [2]'],
    ['a table', '| place | passage |\n|---|---|\n| first | [3] |\n| then | [1] |\n| last | [2] |'],
    ['prose in front', 'Sure! Here is the ranking of the 3 passages:\n\n[3] > [1] > [2]\n\nLet me know.'],
    ['a mention in front', 'As [1] shows, see passage [2]: [3] > [1] > [2]'],
    ['a bracket in front of bare numbers', 'Considering [2] first: 3 > 1 > 2'],
    ['a correction', '[1] > [2] > [3]\nNo, on second thought:\n[3] > [1] > [2]'],
    ['a line break in it', '[3] > [1]\n> [2]'],
    ['reasoning in front', '<think>[2] > [1] > [3]</think>[3] > [1] > [2]'],
    ['HTML', '[3] &gt; [1] &gt; [2]'],
    ['arrows of another kind', '[3] → [1] → [2]'],
    ['words between', '[3], then [1] and [2]'],
    ['Chinese', '排序结果：段落3 > 段落1 > 段落2。'],
    ['Chinese ordinals', '第3段＞第1段＞第2段'],
    ['Chinese commas and brackets', '【3】、【1】、【2】'],
    ['keycaps', '3️⃣ > 1️⃣ > 2️⃣'],
    ['emoji', '🥇 [3] 🥈 [1] 🥉 [2]'],
    ['trailing numbers', '[3] > [1] > [2] (confidence 9)'],
  ])('reads %s', (_name, text) => {
    const parsed = parseRanking(text, 3);
    expect(parsed).toMatchObject({ order: [3, 1, 2], outOfRange: [], duplicates: [], missing: [], named: 3 });
  });

  it('reads a number that is the whole answer', () => {
    expect(order('2', 3)).toEqual([2, 1, 3]);
    expect(order(' **2**.\n', 3)).toEqual([2, 1, 3]);
    expect(order('[2]', 3)).toEqual([2, 1, 3]);
  });

  it('never throws and always gives a whole permutation', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '1',
      '2',
      '10',
      '0',
      ' > ',
      ', ',
      '\n',
      '. ',
      'Passage ',
      '第',
      '段',
      '\ud83d',
      '😀',
      '**',
      '-',
      '"',
      '</think>',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 12 }), (answer, n) => {
        const parsed = parseRanking(answer, n);
        expect([...parsed.order].sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, at) => at + 1));
        expect(parsed.named + parsed.missing.length).toBe(n);
      }),
      { numRuns: 3000 },
    );
    for (const n of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) expect(order('[1]', n)).toEqual([]);
  });

  it('takes time in proportion to the text', () => {
    for (const part of ['[1] > ', '1 ', '[', 'passage ', '1. ', '\n', '- ', '第', ' '.repeat(50)]) {
      const started = performance.now();
      parseRanking(part.repeat(30_000), 20);
      expect(performance.now() - started).toBeLessThan(3000);
    }
  });
});
