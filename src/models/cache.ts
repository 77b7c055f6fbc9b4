import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Answer } from '../core/index.ts';
import { openShard, type Shard } from './cache-shard.ts';
import { isCacheable } from './response.ts';

/** What is kept beside an answer, for people who look into the cache. */
export interface CacheNote {
  readonly model: string;
  readonly role: string;
  /** ISO 8601. */
  readonly at?: string;
}

/** Answers of earlier runs, by request key. */
export interface ResponseCache {
  /** @param key 64 hexadecimal digits, see {@link requestKey} */
  get(key: string): Promise<Answer | undefined>;
  /** @returns whether it was stored: stopped, filtered and cut answers are not */
  put(key: string, answer: Answer, note: CacheNote): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens the response cache: 256 append-only JSONL files, by the first two digits of the key. A file is indexed when it
 * is first needed, answers are read on demand. Several processes may use one folder at once. A torn last line and lines
 * that cannot be read are passed over.
 *
 * @param directory made if it is not there; `off`: nothing is stored, nothing found
 */
export async function openCache(directory: string): Promise<ResponseCache> {
  if (directory === 'off')
    return { get: async () => undefined, put: async () => false, close: async () => {} };
  await mkdir(directory, { recursive: true });
  const shards = new Map<string, Shard>();
  const shardOf = (key: string): Shard => {
    if (!/^[0-9a-f]{64}$/.test(key)) throw new TypeError('a cache key has 64 hexadecimal digits');
    const name = key.slice(0, 2);
    const known = shards.get(name);
    if (known !== undefined) return known;
    const opening = openShard(path.join(directory, `${name}.jsonl`));
    shards.set(name, opening);
    return opening;
  };
  return {
    async get(key) {
      return shardOf(key).get(key);
    },
    async put(key, answer, note) {
      if (!isCacheable(answer)) return false;
      shardOf(key).put(key, answer, note);
      return true;
    },
    async close() {
      for (const shard of shards.values()) shard.close();
      shards.clear();
    },
  };
}
