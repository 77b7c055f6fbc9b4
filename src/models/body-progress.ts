const NEWLINE = 0x0a;
const COLON = 0x3a;

/**
 * Tells the bytes of a body that move it forward from those that only keep a connection open: white space, and
 * comments of event streams (lines that begin with a colon).
 */
export function createBodyProgress(): (chunk: Uint8Array) => boolean {
  /** What the line that a chunk begins in has so far: nothing, a comment, or content. */
  let line: 'start' | 'comment' | 'content' = 'start';
  return (chunk) => {
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === NEWLINE) line = 'start';
      else if (line === 'start' && byte === COLON) line = 'comment';
      else if (line !== 'comment' && !isSpace(byte)) {
        const last = chunk.lastIndexOf(NEWLINE);
        // Only the line that is open at the end matters for the next chunk.
        line = last < at ? 'content' : lineStart(chunk, last + 1);
        return true;
      }
    }
    return false;
  };
}

function lineStart(chunk: Uint8Array, from: number): 'start' | 'comment' | 'content' {
  const first = chunk[from];
  if (first === undefined) return 'start';
  return first === COLON ? 'comment' : 'content';
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}
