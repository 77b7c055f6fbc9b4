import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QuadratError } from '../core/errors.ts';
import { type FileServer, type ServedFile, startFileServer } from '../testing/file-server.ts';
import { withTemporaryFolder } from '../testing/temporary.ts';
import { type DownloadOptions, download, type Progress } from './download.ts';
import { hashBytes } from './hash.ts';

const content = Uint8Array.from({ length: 50_000 }, (_, at) => (at * 7919) % 251);
const right = hashBytes(content);

let server: FileServer;
beforeAll(async () => {
  server = await startFileServer();
});
afterAll(() => server.close());

interface Outcome {
  readonly folder: string;
  readonly error: QuadratError | undefined;
  readonly ranges: (string | undefined)[];
  readonly progress: Progress[];
  readonly left: string[];
}

/** Serves a file, fetches it into a fresh folder and looks at what is there. */
async function fetchOnce(
  served: Partial<ServedFile>,
  options: Partial<DownloadOptions> = {},
  look: (outcome: Outcome) => unknown = () => undefined,
): Promise<void> {
  await withTemporaryFolder(async (folder) => {
    const progress: Progress[] = [];
    const hasArrived = (bytes: number) => (progress.at(-1)?.bytes ?? 0) >= bytes;
    server.files.set('/a/b.bin', { content, hasArrived, ...served });
    server.requests.length = 0;
    let error: QuadratError | undefined;
    await download({
      url: `${server.address}/a/b.bin`,
      folder,
      path: 'set/b.bin',
      pin: right,
      maxBytes: 60_000,
      allowLoopback: true,
      sleep: async () => undefined,
      onProgress: (seen) => progress.push(seen),
      ...options,
    }).catch((thrown) => {
      error = thrown;
    });
    const place = path.join(folder, 'set');
    const left = existsSync(place) ? readdirSync(place).sort() : [];
    await look({ folder, error, ranges: server.requests.map(({ range }) => range), progress, left });
  });
}

const isThere = ({ folder, error, left }: Outcome): void => {
  expect(error).toBeUndefined();
  expect(left).toEqual(['b.bin']);
  expect(readFileSync(path.join(folder, 'set/b.bin')).equals(content)).toBe(true);
};

describe('a download', () => {
  it('puts the file in place and tells of its progress', () =>
    fetchOnce({ pauseMs: 5 }, {}, (outcome) => {
      isThere(outcome);
      const { progress } = outcome;
      expect(progress[0]).toEqual({ bytes: 0, total: 50_000 });
      expect(progress.at(-1)).toEqual({ bytes: 50_000, total: 50_000 });
      expect(progress.length).toBeGreaterThan(3);
      expect(progress.every(({ bytes }, at) => at === 0 || bytes >= (progress[at - 1]?.bytes ?? 0))).toBe(
        true,
      );
    }));

  it('knows git blob hashes, cut SHA-256 and files of unknown hash', async () => {
    await fetchOnce({}, { pin: { gitBlobSha1: right.gitBlobSha1 } }, isThere);
    await fetchOnce({}, { pin: { sha256: right.sha256.slice(0, 32) } }, isThere);
    await fetchOnce({}, { pin: {} }, isThere);
    await fetchOnce({ chunked: true }, {}, isThere);
  });

  it('goes on after a broken transfer', () =>
    fetchOnce({ breakAfter: [20_000, 10_000], etag: () => '"v1"' }, {}, (outcome) => {
      isThere(outcome);
      expect(outcome.ranges).toEqual([undefined, 'bytes=20000-', 'bytes=30000-']);
    }));

  it('goes on by the date where there is no strong tag', () =>
    fetchOnce(
      {
        breakAfter: [20_000],
        etag: () => 'W/"v1"',
        lastModified: 'Mon, 03 Jun 2024 10:00:00 GMT',
        withoutRange: false,
      },
      {},
      (outcome) => {
        expect(outcome.error).toBeUndefined();
        expect(outcome.ranges[1]).toBe('bytes=20000-');
      },
    ));

  it('starts afresh where the server knows no ranges, names no version or has another one', async () => {
    await fetchOnce({ breakAfter: [20_000], etag: () => '"v1"', withoutRange: true }, {}, (outcome) => {
      isThere(outcome);
      expect(outcome.ranges).toEqual([undefined, 'bytes=20000-']);
    });
    await fetchOnce({ breakAfter: [20_000] }, {}, (outcome) => {
      isThere(outcome);
      expect(outcome.ranges).toEqual([undefined, undefined]);
    });
    await fetchOnce({ breakAfter: [20_000], etag: (before) => `"v${before}"` }, {}, isThere);
  });

  it('goes on in a later process, and starts afresh if the parts do not fit', () =>
    withTemporaryFolder(async (folder) => {
      const old = Uint8Array.from(content, (byte) => byte ^ 1);
      server.files.set('/x', { content: old, breakAfter: [9000], etag: () => '"same"' });
      server.requests.length = 0;
      const options: DownloadOptions = {
        url: `${server.address}/x`,
        folder,
        path: 'x',
        pin: right,
        maxBytes: 60_000,
        allowLoopback: true,
        attempts: 1,
      };
      const failed = await download(options).catch((error) => error.code);
      expect(failed).toBe('download-failed');
      expect(readdirSync(folder)).toEqual(['x.part', 'x.part.json']);
      server.files.set('/x', { content, etag: () => '"same"' });
      expect((await download(options)).sha256).toBe(right.sha256);
      expect(server.requests.map(({ range }) => range)).toEqual([undefined, 'bytes=9000-', undefined]);
      expect(readdirSync(folder)).toEqual(['x']);
    }));

  it('tries again after errors of the server and silence', async () => {
    await fetchOnce({ statuses: [503, 429, 500] }, {}, isThere);
    await fetchOnce({ stallAfter: 100, etag: () => '"v"' }, { idleTimeoutMs: 300 }, (outcome) => {
      isThere(outcome);
      expect(outcome.ranges).toEqual([undefined, 'bytes=100-']);
    });
  });

  it('gives up in the end, and keeps what came', () =>
    fetchOnce(
      { breakAfter: Array(20).fill(1000), etag: () => '"v"', withoutRange: true },
      {},
      ({ error, left, ranges }) => {
        expect(error?.code).toBe('download-failed');
        expect(ranges.length).toBe(4);
        expect(left).toEqual(['b.bin.part', 'b.bin.part.json']);
      },
    ));

  it('unpacks what a server packs unasked', () => fetchOnce({ gzip: true, etag: () => '"v"' }, {}, isThere));

  it('follows redirects', () => {
    server.files.set('/moved', { content });
    return fetchOnce({ redirect: '/moved' }, {}, isThere);
  });
});

describe('a download is refused', () => {
  const refused = (
    served: Partial<ServedFile>,
    options: Partial<DownloadOptions>,
    code: string,
    look?: (o: Outcome) => void,
  ) =>
    fetchOnce(served, options, (outcome) => {
      expect(outcome.error?.code).toBe(code);
      expect(outcome.left).toEqual([]);
      look?.(outcome);
    });

  it('for a wrong hash or size, with both named', async () => {
    const wrong = Uint8Array.of(1, 2, 3);
    await refused({ content: wrong }, {}, 'hash-mismatch', ({ error }) => {
      expect(error?.message).toContain(right.sha256);
      expect(error?.message).toContain(hashBytes(wrong).sha256);
      expect(error?.data).toMatchObject({ want: `SHA-256 ${right.sha256}` });
    });
    await refused({ content: wrong }, { pin: { gitBlobSha1: right.gitBlobSha1 } }, 'hash-mismatch');
    await refused({ content: wrong }, { pin: { bytes: 50_000 } }, 'hash-mismatch');
    await refused({ content: new Uint8Array(0) }, { pin: {} }, 'download-failed');
  });

  it('for its size, announced, sent or unpacked', async () => {
    await refused({}, { maxBytes: 49_999 }, 'too-large', ({ progress }) => expect(progress).toEqual([]));
    await refused({ chunked: true }, { maxBytes: 49_999 }, 'too-large');
    await refused({ content: new Uint8Array(1_000_000), gzip: true }, { pin: {} }, 'too-large');
  });

  it('for an answer that says no', () =>
    refused({ statuses: [404] }, {}, 'download-failed', ({ error, ranges }) => {
      expect(error?.data.status).toBe(404);
      expect(ranges.length).toBe(1);
    }));

  it('for an address that is not https', async () => {
    await refused({}, { allowLoopback: false }, 'download-failed', ({ ranges }) =>
      expect(ranges).toEqual([]),
    );
    await refused({}, { url: 'http://example.com/a' }, 'download-failed');
    await refused({}, { url: 'file:///etc/passwd' }, 'download-failed');
    await refused({}, { url: 'nonsense' }, 'download-failed');
    await refused({ redirect: 'http://example.com/a' }, {}, 'download-failed', ({ ranges }) =>
      expect(ranges.length).toBe(1),
    );
    await refused({ redirect: '/a/b.bin' }, {}, 'download-failed', ({ error }) =>
      expect(error?.message).toContain('redirects'),
    );
  });

  it('without network, and out of its folder', async () => {
    await refused({}, { offline: true }, 'offline', ({ ranges }) => expect(ranges).toEqual([]));
    for (const outside of ['../x', '/etc/x', 'a/../../x', 'a\\..\\..\\x', 'C:/x', 'a//x', 'a\0b']) {
      await refused({}, { path: outside }, 'usage', ({ ranges }) => expect(ranges).toEqual([]));
    }
    await withTemporaryFolder((elsewhere) =>
      withTemporaryFolder(async (folder) => {
        symlinkSync(elsewhere, path.join(folder, 'link'));
        mkdirSync(path.join(folder, 'plain'));
        await refused({}, { folder, path: 'link/x' }, 'usage');
        expect(readdirSync(elsewhere)).toEqual([]);
      }),
    );
  });

  it('when it is called off', async () => {
    const controller = new AbortController();
    await fetchOnce(
      { pauseMs: 20 },
      { signal: controller.signal, onProgress: ({ bytes }) => bytes > 0 && controller.abort() },
      ({ error, left }) => {
        expect((error as unknown as Error).name).toBe('AbortError');
        expect(left).not.toContain('b.bin');
      },
    );
  });

  it('and never shows what an address hides', () =>
    refused({}, { url: 'http://user:secret@example.com/a?key=secret' }, 'download-failed', ({ error }) => {
      expect(error?.describe()).not.toContain('secret');
    }));
});
