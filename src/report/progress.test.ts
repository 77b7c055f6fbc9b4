import { describe, expect, it } from 'vitest';
import { createProgress, type ProgressState, progressLine } from './progress.ts';

const STATE: ProgressState = { label: 'birco/relic', done: 1204, total: 5062 };

describe('progressLine', () => {
  it.each([
    [STATE, 'birco/relic 1,204 of 5,062 (23.8 %)'],
    [
      { ...STATE, rate: 12.08, etaMs: 319_000, failed: 3, inFlight: 16, costUsd: 0.1203 },
      'birco/relic 1,204 of 5,062 (23.8 %), 12.1/s, 5 min 19 s left, 3 failed, 16 in flight, $0.1203',
    ],
    [{ ...STATE, total: null, rate: 0.2, etaMs: null, costUsd: null }, 'birco/relic 1,204, 12.0/min'],
    [{ ...STATE, rate: 1234.4, costUsd: 0, failed: 0 }, 'birco/relic 1,204 of 5,062 (23.8 %), 1,234/s'],
    [{ label: 'a\u001b[2J\n', done: 0, total: 0, rate: 0 }, 'a\\u{1b}[2J\\n 0 of 0'],
  ])('%o', (state, want) => expect(progressLine(state)).toBe(want));
});

function recorder(isTty: boolean, quiet = false, width = 80) {
  let nowMs = 5000;
  const written: string[] = [];
  const progress = createProgress({
    write: (text) => written.push(text),
    isTty,
    now: () => nowMs,
    quiet,
    width,
  });
  return {
    written,
    progress,
    at(timeMs: number, done: number) {
      nowMs = 5000 + timeMs;
      progress.update({ label: 'x', done, total: 100 });
    },
  };
}

describe('createProgress on a terminal', () => {
  it('writes over one line, at most five times a second, after the first second', () => {
    const { at, written } = recorder(true);
    for (let timeMs = 0; timeMs <= 3000; timeMs += 10) at(timeMs, timeMs / 100);
    expect(written).toHaveLength(11);
    expect(written.every((text) => text.startsWith('\r\u001b[2K'))).toBe(true);
    expect(written[0]).toBe('\r\u001b[2Kx 10 of 100 (10.0 %)');
  });

  it('ends with the last state, whatever the time', () => {
    const { at, progress, written } = recorder(true);
    at(1000, 10);
    at(1010, 100);
    progress.done();
    expect(written.slice(1)).toEqual(['\r\u001b[2Kx 100 of 100 (100.0 %)', '\n']);
    progress.done();
    expect(written).toHaveLength(3);
  });

  it('does not write the same line twice', () => {
    const { at, written } = recorder(true);
    at(1000, 10);
    at(2000, 10);
    expect(written).toHaveLength(1);
  });

  it('cuts a line that is too long, so that it can be written over', () => {
    const { at, written } = recorder(true, false, 10);
    at(1000, 10);
    expect(written).toEqual(['\r\u001b[2Kx 10 of …']);
  });

  it('puts a message above the line', () => {
    const { at, progress, written } = recorder(true);
    progress.message('early');
    at(1000, 10);
    progress.message('a warning');
    expect(written).toEqual([
      'early\n',
      '\r\u001b[2Kx 10 of 100 (10.0 %)',
      '\r\u001b[2Ka warning\n',
      '\r\u001b[2Kx 10 of 100 (10.0 %)',
    ]);
  });
});

describe('createProgress elsewhere', () => {
  it('writes a plain line every five seconds', () => {
    const { at, progress, written } = recorder(false);
    for (let timeMs = 0; timeMs <= 12_000; timeMs += 100) at(timeMs, timeMs / 200);
    progress.message('a warning');
    progress.done();
    expect(written).toEqual([
      'x 5 of 100 (5.0 %)\n',
      'x 30 of 100 (30.0 %), 14.0 s left\n',
      'x 55 of 100 (55.0 %), 9.0 s left\n',
      'a warning\n',
      'x 60 of 100 (60.0 %), 8.0 s left\n',
    ]);
  });

  it('estimates the rest from the last minutes, not from what was done before', () => {
    const { at, written } = recorder(false);
    // An earlier session did 40; then one every 10 s, and from 300 s on one every 20 s.
    for (let timeMs = 0; timeMs < 300_000; timeMs += 5000) at(timeMs, 40 + Math.floor(timeMs / 10_000));
    for (let timeMs = 300_000; timeMs <= 500_000; timeMs += 5000)
      at(timeMs, 70 + Math.floor((timeMs - 300_000) / 20_000));
    expect(written.find((line) => line.startsWith('x 60 '))).toMatch(/, 6 min \d+ s left\n$/);
    expect(written.at(-1)).toMatch(/^x 80 of 100 .*, 6 min \d+ s left\n$/);
  });

  it('writes nothing for what is over within a second, and nothing when quiet', () => {
    const short = recorder(false);
    short.at(900, 100);
    short.progress.done();
    const quiet = recorder(true, true);
    quiet.at(2000, 50);
    quiet.progress.message('m');
    quiet.progress.done();
    expect([...short.written, ...quiet.written]).toEqual([]);
  });
});
