import { expect, test } from 'vitest';
import { createBodyProgress } from './body-progress.ts';

/** Whether each part moves the body forward. */
function progress(...parts: readonly string[]): boolean[] {
  const seen = createBodyProgress();
  return parts.map((part) => seen(Buffer.from(part)));
}

test('content moves a body forward, white space and comments do not', () => {
  expect(progress('{"a"', ':1', '\n', '  ', '}')).toEqual([true, true, false, false, true]);
  expect(progress(': keep-alive\n\n', ': keep', '-alive', '\n', '\r\n', 'data: x')).toEqual([
    ...[false, false, false, false, false],
    true,
  ]);
  expect(progress('data: a\n: ping', ' again', '\n', ': b\ndata: c\n', ': d')).toEqual([
    ...[true, false, false, true],
    false,
  ]);
  expect(progress('a\n', ': b', '\nc')).toEqual([true, false, true]);
});
