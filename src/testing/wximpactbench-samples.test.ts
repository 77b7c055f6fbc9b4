import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { projectRoot } from './shared.ts';

interface Chunk {
  text: string;
  labels: string[];
  question?: string;
}

interface Source {
  articles: { id: number; date: number; period: string; weather: string; chunks: Chunk[] }[];
}

interface Library {
  readonly problemsOf: (source: Source) => string[];
  readonly filesOf: (source: Source) => ReadonlyMap<string, string>;
}

const library: Library = await import(
  pathToFileURL(path.join(projectRoot, 'scripts/lib/wximpactbench-samples.js')).href
);
const folder = path.join(projectRoot, 'samples/wximpactbench');
const source = (): Source => JSON.parse(readFileSync(path.join(folder, 'source/articles.json'), 'utf8'));

describe('the WXImpactBench samples', () => {
  it('keep their rules', () => {
    expect(library.problemsOf(source())).toEqual([]);
  });

  it.each([...library.filesOf(source())])('%s agrees with the source byte for byte', (name, text) => {
    expect(readFileSync(path.join(folder, name), 'utf8')).toBe(text);
  });

  const cases: [string, (source: Source) => void, RegExp][] = [
    ['a missing article', (s) => s.articles.pop(), /there are 23, not 24/],
    ['an id used twice', (s) => (s.articles[1]!.id = 0), /the id occurs twice/],
    ['a wrong period', (s) => (s.articles[0]!.period = 'modern'), /18810214 is not modern/],
    ['a short text', (s) => (s.articles[0]!.chunks[0]!.text = 'A storm.'), /2 words/],
    ['an unknown label', (s) => (s.articles[0]!.chunks[0]!.labels = ['Social']), /Social is no label/],
    ['a question without a label', (s) => (s.articles[0]!.chunks[0]!.labels = []), /a text with a label/],
  ];
  it.each(cases)('the rules notice %s', (_, spoil, message) => {
    const spoilt = source();
    spoil(spoilt);
    expect(library.problemsOf(spoilt)).toContainEqual(expect.stringMatching(message));
  });
});
