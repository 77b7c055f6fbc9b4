import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../data/csv.ts';
import { sharedPath } from '../testing/shared.ts';
import { splitIntoChunks } from './chunks.ts';

describe('chunks', () => {
  it('keep a short text whole and trimmed', () => {
    expect(splitIntoChunks('  one\n\ntwo \u001c')).toEqual(['one\n\ntwo']);
    expect(splitIntoChunks(' \n ')).toEqual([]);
    expect(splitIntoChunks('')).toEqual([]);
  });

  it('cut at paragraphs before lines, lines before blanks, and repeat what fits', () => {
    expect(splitIntoChunks('aaaa\n\nbbbb cc', { size: 8, overlap: 3 })).toEqual(['aaaa', 'bbbb cc']);
    expect(splitIntoChunks('aa bb cc dd', { size: 6, overlap: 3 })).toEqual(['aa bb', 'bb cc', 'cc dd']);
    expect(splitIntoChunks('abcdefgh', { size: 3, overlap: 1 })).toEqual(['abc', 'cde', 'efg', 'gh']);
  });

  it('count code points', () => {
    expect(splitIntoChunks('𝒳'.repeat(5), { size: 3, overlap: 0 })).toEqual(['𝒳𝒳𝒳', '𝒳𝒳']);
  });

  it('never exceed the size and lose no word', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(words, fc.constantFrom(' ', '\n', '\n\n'), (list, separator) => {
        const chunks = splitIntoChunks(list.join(separator), { size: 30, overlap: 10 });
        expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(30);
        const all = chunks.join(' ').split(/\s+/);
        for (const word of list) expect(all).toContain(word);
      }),
    );
  });
});

const pages = sharedPath('data/climaqa/sample_textbook_data.csv');
describe.runIf(pages !== undefined)('the textbook pages', () => {
  it('give the chunks of the reference', () => {
    const { rows } = readCsv(readFileSync(pages ?? '', 'utf8'), 'pages');
    const byPage = rows.map(({ cells }) => splitIntoChunks(cells.get('text') ?? ''));
    const chunks = byPage.flat();
    expect(byPage.map(({ length }) => length).join(' ')).toBe(
      '2 2 3 2 2 1 1 1 3 3 3 1 3 3 3 3 3 1 3 3 1 2 3 2 2 2 2 2 1 1 1 1 2 1 2 2 2',
    );
    const lengths = chunks.map(({ length }) => length);
    expect(chunks.length).toBe(75);
    expect(lengths.slice(0, 3)).toEqual([1945, 1364, 1702]);
    expect([Math.max(...lengths), Math.min(...lengths)]).toEqual([1987, 108]);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(111_547);
    expect(createHash('sha256').update(JSON.stringify(chunks)).digest('hex')).toBe(
      'f415c6931e90a6fd8eaad132e8fe04f9f64318af1e4d4c1aeb5a7b6d4f239531',
    );
  });
});
