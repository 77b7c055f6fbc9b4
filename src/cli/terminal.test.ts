import { afterEach, expect, test } from 'vitest';
import { openTerminal } from './terminal.ts';

const before = { out: process.stdout.listeners('error'), err: process.stderr.listeners('error') };
afterEach(() => {
  for (const [stream, known] of [
    [process.stdout, before.out],
    [process.stderr, before.err],
  ] as const) {
    for (const listener of stream.listeners('error'))
      if (!known.includes(listener)) stream.off('error', listener as () => void);
  }
});

test('a reader that goes away is no fault, any other failure is one', () => {
  openTerminal({ quiet: true, color: false });
  const gone = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  const full = Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' });
  for (const stream of [process.stdout, process.stderr]) {
    expect(() => stream.emit('error', gone)).not.toThrow();
    expect(() => stream.emit('error', full)).toThrow('ENOSPC');
  }
});
