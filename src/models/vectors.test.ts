import { appendFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openVectors } from './vectors.ts';

const ID = 'provider/model@1';

/** A vector that shows which text it belongs to. */
function vectorOf(text: string, dimension = 8): Float32Array {
  let state = [...text].reduce(
    (sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 2_147_483_647,
    7,
  );
  return Float32Array.from({ length: dimension }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  });
}

const textsOf = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, number) => `${prefix} ${number}`);

describe('openVectors', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'quadrat-vectors-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const put = async (texts: readonly string[], id = ID): Promise<void> => {
    const store = await openVectors(directory, id);
    await store.putMany(
      texts,
      texts.map((text) => vectorOf(text)),
    );
    await store.close();
  };
  const folderOf = async (): Promise<string> => path.join(directory, (await readdir(directory))[0] ?? '');
  /** How many of the texts are there, all of them right. */
  const countRight = async (texts: readonly string[]): Promise<number> => {
    const store = await openVectors(directory, ID);
    const found = await store.getMany(texts);
    await store.close();
    found.forEach((vector, index) => {
      if (vector !== undefined) expect(vector).toEqual(vectorOf(texts[index]!));
    });
    return found.filter((vector) => vector !== undefined).length;
  };

  it('gives back what was put, in any order, also after it was opened again', async () => {
    const texts = textsOf('text', 50);
    const store = await openVectors(directory, ID);
    expect(store.dimension).toBeUndefined();
    expect(await store.getMany(['text 1'])).toEqual([undefined]);
    await store.putMany(
      texts,
      texts.map((text) => vectorOf(text)),
    );
    expect(store.dimension).toBe(8);
    const asked = ['text 49', 'absent', 'text 0', 'text 49', 'text 7'];
    const wanted = asked.map((text) => (text === 'absent' ? undefined : vectorOf(text)));
    expect(await store.getMany(asked)).toEqual(wanted);
    await store.close();
    const again = await openVectors(directory, ID);
    expect(await again.getMany(asked)).toEqual(wanted);
    expect(again.dimension).toBe(8);
    await again.close();
  });

  it('keeps embedders apart, also those whose names look alike', async () => {
    await put(['a'], 'p/m');
    await put(['a'], 'p:m');
    expect(await readdir(directory)).toHaveLength(2);
    expect(await countRight(['a'])).toBe(0);
  });

  it('writes a text once', async () => {
    await put(['a', 'b', 'a']);
    await put(['b', 'c']);
    const folder = await folderOf();
    expect((await readdir(folder)).sort()).toEqual(['0000.index', '0000.rows']);
    expect((await stat(path.join(folder, '0000.rows'))).size).toBe(3 * 8 * 4);
    expect(await countRight(['a', 'b', 'c'])).toBe(3);
  });

  it('refuses another dimension, beside others and on its own', async () => {
    await put(['a']);
    const store = await openVectors(directory, ID);
    await expect(store.putMany(['b'], [vectorOf('b', 4)])).rejects.toMatchObject({
      code: 'invalid-format',
      message: 'a vector of 4 numbers, where those of this embedder have 8',
      next: expect.stringContaining('another name'),
    });
    await store.close();
    const other = await openVectors(directory, 'other');
    await expect(other.putMany(['a', 'b'], [vectorOf('a', 8), vectorOf('b', 4)])).rejects.toMatchObject({
      code: 'invalid-format',
    });
    await expect(other.putMany(['a'], [new Float32Array(0)])).rejects.toMatchObject({
      code: 'invalid-format',
    });
    await expect(other.putMany(['a'], [])).rejects.toThrow('1 texts, but 0 vectors');
    await other.close();
  });

  it('refuses another dimension that another process wrote in the meantime', async () => {
    const store = await openVectors(directory, ID);
    await put(['a']);
    await expect(store.putMany(['b'], [vectorOf('b', 4)])).rejects.toMatchObject({ code: 'invalid-format' });
    await store.close();
    expect((await readdir(await folderOf())).sort()).toEqual(['0000.index', '0000.rows']);
    expect(await countRight(['a', 'b'])).toBe(1);
  });

  it('counts only what is whole at the end of the files, and cuts the rest off', async () => {
    const texts = textsOf('text', 10);
    await put(texts);
    const folder = await folderOf();
    const [index, rows] = [path.join(folder, '0000.index'), path.join(folder, '0000.rows')];
    const wholeIndex = await readFile(index);
    for (let cut = 0; cut <= 36 * 2; cut += 5) {
      await writeFile(index, wholeIndex);
      await truncate(index, wholeIndex.length - cut);
      expect(await countRight(texts)).toBe(10 - Math.ceil(cut / 36));
    }
    await writeFile(index, wholeIndex);
    await truncate(rows, 8 * 32 + 5);
    expect(await countRight(texts)).toBe(8);
    // what is added next stands behind what is whole
    await put(['more']);
    expect((await stat(rows)).size).toBe(9 * 32);
    expect(await countRight([...texts, 'more'])).toBe(9);
    // rows without records, as a kill between the two writes leaves them
    await appendFile(rows, Buffer.alloc(100));
    await put(['and more']);
    expect((await stat(rows)).size).toBe(10 * 32);
    expect(await countRight([...texts, 'more', 'and more'])).toBe(10);
    // an index of which not even the head was written
    await truncate(index, 7);
    expect(await countRight(texts)).toBe(0);
    await put(texts);
    expect(await countRight(texts)).toBe(10);
  });

  it('does not give out a damaged row, and takes it anew', async () => {
    await put(['a', 'b', 'c']);
    const rows = path.join(await folderOf(), '0000.rows');
    const bytes = await readFile(rows);
    bytes[32 + 3] = (bytes[32 + 3] ?? 0) ^ 0x40;
    await writeFile(rows, bytes);
    const store = await openVectors(directory, ID);
    expect(await store.getMany(['a', 'b', 'c'])).toEqual([vectorOf('a'), undefined, vectorOf('c')]);
    await store.putMany(['b'], [vectorOf('b')]);
    expect(await store.getMany(['b'])).toEqual([vectorOf('b')]);
    await store.close();
    expect(await countRight(['a', 'b', 'c'])).toBe(3);
  });

  it('says so where an index is none', async () => {
    await put(['a']);
    const index = path.join(await folderOf(), '0000.index');
    await writeFile(index, 'something else, longer than a head');
    await expect(openVectors(directory, ID)).rejects.toMatchObject({
      code: 'invalid-format',
      place: { file: index },
    });
  });

  it('gives two stores that are open at once a segment each', async () => {
    const [one, two] = [await openVectors(directory, ID), await openVectors(directory, ID)];
    for (let round = 0; round < 3; round += 1) {
      for (const [name, store] of [
        ['one', one],
        ['two', two],
      ] as const) {
        await store.putMany([`${name} ${round}`], [vectorOf(`${name} ${round}`)]);
      }
    }
    await Promise.all([one.close(), two.close()]);
    expect(await countRight([...textsOf('one', 3), ...textsOf('two', 3)])).toBe(6);
    await put(['three']);
    expect((await readdir(await folderOf())).sort()).toEqual([
      '0000.index',
      '0000.rows',
      '0001.index',
      '0001.rows',
    ]);
  });

  it('leaves the segment of a killed process as it is', async () => {
    const killed = await openVectors(directory, ID);
    await killed.putMany(['a'], [vectorOf('a')]);
    await put(['b']);
    expect((await readdir(await folderOf())).filter((name) => name.endsWith('.index'))).toHaveLength(2);
    expect(await countRight(['a', 'b'])).toBe(2);
    await killed.close();
  });

  it('keeps nothing when it is off', async () => {
    const store = await openVectors('off', ID);
    await store.putMany(['a'], [vectorOf('a')]);
    expect(await store.getMany(['a', 'b'])).toEqual([undefined, undefined]);
    await store.close();
  });

  it('names a folder that cannot be used', async () => {
    const file = path.join(directory, 'file');
    await writeFile(file, '');
    await expect(openVectors(file, ID)).rejects.toMatchObject({
      code: 'usage',
      next: expect.stringContaining('--cache'),
    });
  });

  it('names a folder in which nothing can be written any more', async () => {
    const store = await openVectors(directory, ID);
    await rm(directory, { recursive: true });
    await expect(store.putMany(['a'], [vectorOf('a')])).rejects.toMatchObject({ code: 'usage' });
    await store.close();
  });
});
