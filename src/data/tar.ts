import { QuadratError } from '../core/errors.ts';

const BLOCK = 512;

export interface TarEntry {
  /** Path in the archive, with `/`. */
  readonly name: string;
  readonly content: Uint8Array;
}

/**
 * The files of a tar archive (ustar, with the long names of pax and GNU). Links and folders are left out; nothing is
 * written anywhere.
 *
 * @param file its name, for messages
 * @throws QuadratError `invalid-format` for an archive that is cut or has a size that is no number
 */
export function* tarEntries(bytes: Uint8Array, file: string): Generator<TarEntry> {
  let longName: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const size = Number.parseInt(field(header, 124, 12).trim(), 8);
    const start = at + BLOCK;
    if (!Number.isSafeInteger(size) || size < 0 || start + size > bytes.length) {
      throw new QuadratError('invalid-format', 'the archive is cut or damaged', {
        file,
        next: 'Fetch it again.',
      });
    }
    const content = bytes.subarray(start, start + size);
    const type = String.fromCharCode(header[156] ?? 0);
    if (type === 'x') longName = paxPath(content) ?? longName;
    else if (type === 'L') longName = field(content, 0, content.length);
    else {
      if (type === '0' || type === '\0') {
        const prefix = field(header, 345, 155);
        const short = field(header, 0, 100);
        yield { name: longName ?? (prefix === '' ? short : `${prefix}/${short}`), content };
      }
      if (type !== 'g') longName = undefined;
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** A text that ends at the first zero byte. */
function field(bytes: Uint8Array, start: number, length: number): string {
  const part = bytes.subarray(start, start + length);
  const end = part.indexOf(0);
  return Buffer.from(end < 0 ? part : part.subarray(0, end)).toString('utf8');
}

/** `path` of a pax header: records `length key=value` of which the length counts bytes. */
function paxPath(content: Uint8Array): string | undefined {
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const length =
      space < 0 ? Number.NaN : Number(Buffer.from(content.subarray(at, space)).toString('latin1'));
    if (!Number.isSafeInteger(length) || length <= 0) return undefined;
    const record = Buffer.from(content.subarray(space + 1, at + length - 1)).toString('utf8');
    if (record.startsWith('path=')) return record.slice('path='.length);
    at += length;
  }
  return undefined;
}
