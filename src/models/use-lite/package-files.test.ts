import { cp, mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageFolder, readPackage } from './package-files.ts';

describe('readPackage', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'quadrat-weights-'));
    await cp(packageFolder(), folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('reads pieces and tensors', async () => {
    const { vocabulary, tensors } = await readPackage(folder);
    expect(vocabulary).toHaveLength(8000);
    expect(vocabulary[9]).toEqual({ text: '▁the', score: -3.56637144089 });
    // a piece whose score the file lacks
    expect(vocabulary[57]).toEqual({ text: ':', score: 0 });
    expect(tensors.reduce((sum, { values }) => sum + values.length, 0)).toBe(6_975_877);
    expect(tensors.find(({ name }) => name === 'module/Embeddings_en')?.shape).toEqual([8002, 256]);
  });

  it('names the file and the remedy where one is missing', async () => {
    await rm(path.join(folder, 'group1-shard3of7'));
    await expect(readPackage(folder)).rejects.toMatchObject({
      code: 'file-not-found',
      place: { file: path.join(folder, 'group1-shard3of7') },
      next: expect.stringContaining('npm install'),
    });
  });

  it('refuses a shard that was cut off', async () => {
    await truncate(path.join(folder, 'group1-shard7of7'), 1_000_000);
    await expect(readPackage(folder)).rejects.toMatchObject({ code: 'invalid-format' });
  });

  it('refuses a changed weight', async () => {
    const file = await open(path.join(folder, 'group1-shard2of7'), 'r+');
    await file.write(Uint8Array.of(1), 0, 1, 123_456);
    await file.close();
    await expect(readPackage(folder)).rejects.toMatchObject({ code: 'hash-mismatch' });
  });

  it('refuses other pieces and what is no list of pieces', async () => {
    await writeFile(path.join(folder, 'vocab.json'), '[["a",-1]]');
    await expect(readPackage(folder)).rejects.toMatchObject({ code: 'hash-mismatch' });
    await writeFile(path.join(folder, 'vocab.json'), '{"a":-1}');
    await expect(readPackage(folder)).rejects.toMatchObject({ code: 'invalid-format' });
  });
});
