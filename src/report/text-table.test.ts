import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStyle } from './style.ts';
import { type Column, tableFits, textTable } from './text-table.ts';
import { displayWidth } from './width.ts';

const COLUMNS: Column[] = [
  { header: 'task', wraps: true },
  { header: 'value', align: 'right' },
];

describe('textTable', () => {
  it('aligns by columns, wide characters too', () => {
    expect(
      textTable(
        COLUMNS,
        [
          ['birco/relic', '0.1125'],
          ['涉警舆情', '1'],
        ],
        { width: 80 },
      ),
    ).toEqual(['task          value', '───────────  ──────', 'birco/relic  0.1125', '涉警舆情          1']);
  });

  it('breaks wrapping columns over lines', () => {
    const lines = textTable(COLUMNS, [['one two three four', '0.1125']], { width: 20 });
    expect(lines).toEqual([
      'task           value',
      '────────────  ──────',
      'one two       0.1125',
      'three four',
    ]);
  });

  it('keeps what a no-break space joins on one line', () => {
    const columns: Column[] = [
      { header: 'a', wraps: true },
      { header: 'b', wraps: true },
    ];
    const lines = textTable(columns, [['some words here', '0.1125 [0.0712,\u00a00.1598]']], { width: 28 });
    expect(lines.slice(2)).toEqual(['some     0.1125', 'words    [0.0712, 0.1598]', 'here']);
  });

  it('becomes a list of blocks where no table fits', () => {
    const columns: Column[] = [{ header: 'task' }, { header: 'value' }];
    const rows = [
      ['a-long-name-that-does-not-wrap', '0.1125'],
      ['b', '1'],
    ];
    expect(tableFits(columns, rows, { width: 20 })).toBe(false);
    expect(textTable(columns, rows, { width: 20, indent: 2 })).toEqual([
      '  task  a-long-name-',
      '        that-does-',
      '        not-wrap',
      '  value 0.1125',
      '',
      '  task  b',
      '  value 1',
    ]);
  });

  it('paints after it has measured', () => {
    const style = createStyle(true);
    const lines = textTable(COLUMNS, [['a', { text: '1', paint: style.bold }]], {
      width: 80,
      dim: style.dim,
    });
    expect(lines[2]).toBe('a         \u001b[1m1\u001b[22m');
  });

  it('never is wider than asked and loses no text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '公', ' ', '/', '-', '😀'), maxLength: 60 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 14, max: 60 }),
        (rows, width) => {
          const columns: Column[] = [{ header: 'x', wraps: true }, { header: 'y' }];
          const lines = textTable(columns, rows, { width });
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
          const letters = (all: string) => [...all].filter((letter) => 'a公😀'.includes(letter)).length;
          expect(letters(lines.join(''))).toBe(letters(rows.flat().join('')));
        },
      ),
    );
  });
});
