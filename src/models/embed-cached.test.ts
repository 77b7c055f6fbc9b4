import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { embedCached } from './embed-cached.ts';
import { openVectors, type VectorStore } from './vectors.ts';

const vectorOf = (text: string): Float32Array => Float32Array.of(text.length, text.codePointAt(0) ?? 0);

/** Counts what it is asked for; fails from a given text on. */
function embedderOf(stopAt?: string) {
  const calls: string[][] = [];
  return {
    calls,
    async embed(texts: readonly string[]): Promise<Float32Array[]> {
      if (stopAt !== undefined && texts.includes(stopAt)) throw new Error('stopped');
      calls.push([...texts]);
      return texts.map(vectorOf);
    },
  };
}

describe('embedCached', () => {
  let directory: string;
  let store: VectorStore;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'quadrat-embed-'));
    store = await openVectors(directory, 'e');
  });
  afterEach(async () => {
    await store.close();
    await rm(directory, { recursive: true, force: true });
  });

  it('embeds each different text once and gives all in order', async () => {
    const embedder = embedderOf();
    const texts = ['b', 'a', 'b', 'ccc', 'a'];
    expect(await embedCached(embedder, store, texts)).toEqual(texts.map(vectorOf));
    expect(embedder.calls).toEqual([['b', 'a', 'ccc']]);
    expect(await embedCached(embedder, store, ['ccc', 'dd'])).toEqual(['ccc', 'dd'].map(vectorOf));
    expect(embedder.calls.slice(1)).toEqual([['dd']]);
    expect(await embedCached(embedder, store, [])).toEqual([]);
  });

  it('tells how far it is', async () => {
    const texts = Array.from({ length: 300 }, (_, number) => `text ${number}`);
    await embedCached(embedderOf(), store, texts.slice(0, 10));
    const told: [number, number][] = [];
    await embedCached(embedderOf(), store, [...texts, ...texts], (done, total) => told.push([done, total]));
    expect(told).toEqual([
      [10, 300],
      [138, 300],
      [266, 300],
      [300, 300],
    ]);
  });

  it('has stored what was done before a stop', async () => {
    const texts = Array.from({ length: 300 }, (_, number) => `text ${number}`);
    await expect(embedCached(embedderOf('text 200'), store, texts)).rejects.toThrow('stopped');
    await store.close();
    const embedder = embedderOf();
    store = await openVectors(directory, 'e');
    expect(await embedCached(embedder, store, texts)).toEqual(texts.map(vectorOf));
    expect(embedder.calls.flat()).toEqual(texts.slice(128));
  });

  it('works without a store', async () => {
    const off = await openVectors('off', 'e');
    expect(await embedCached(embedderOf(), off, ['a', 'a'])).toEqual([vectorOf('a'), vectorOf('a')]);
  });

  it('notices an embedder that leaves texts out', async () => {
    const lazy = { embed: async () => [vectorOf('a')] };
    await expect(embedCached(lazy, store, ['a', 'b'])).rejects.toThrow('1 vectors for 2 texts');
  });
});
