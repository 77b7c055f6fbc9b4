import { describe, expect, it } from 'vitest';
import { reproduceMarkdown, reproduceTerminal } from './reproduce.ts';
import type { ReproduceCell, ReproduceTable } from './reproduce-cells.ts';
import { displayWidth } from './width.ts';

const cell = (change: Partial<ReproduceCell> = {}): ReproduceCell => ({
  value: 0.112466583195,
  n: 100,
  interval: {
    level: 0.95,
    low: 0.0712,
    high: 0.1598,
    method: 'bootstrap-percentile',
    resamples: 1000,
    seed: 42,
  },
  authors: 'none held',
  ...change,
});

const table = (change: Partial<ReproduceTable> = {}): ReproduceTable => ({
  title: 'BIRCO: published rank files, scored again',
  columns: [
    { measure: 'ndcg@10', protocol: 'paper', unit: 'proportion', gain: 'linear' },
    { measure: 'recall@5', protocol: 'paper', unit: 'proportion' },
  ],
  rows: [
    { set: 'relic', method: 'e5_rank', cells: [cell(), cell({ value: 0.15, interval: null })], faults: [] },
    {
      set: 'clinical-trial',
      method: 'Tart_O',
      cells: [cell({ value: null, n: null, interval: null }), cell({ value: null, n: null, interval: null })],
      faults: [{ code: 'wrong-dataset', protocol: null, message: 'its queries are those of doris-mae' }],
    },
    {
      set: 'arguana',
      method: 'Rankgpt_llama70b',
      cells: [
        cell({ value: 0.391343, authors: { value: 0.391343, source: 'a list' } }),
        cell({ n: 96, authors: { value: 0.112466583195, source: 'a list' } }),
      ],
      faults: [
        { code: 'duplicate-id', protocol: 'standard', message: 'one id stands twice' },
        { code: 'missing-document', protocol: 'standard', message: 'one document is missing' },
      ],
    },
  ],
  notes: ['2 entries have no file: relic/gone, wtb/gone.'],
  ...change,
});

describe('reproduceTerminal', () => {
  const text = reproduceTerminal(table(), { color: false, width: 140 });

  it('has a row a file with n, interval, gain and protocol', () => {
    expect(text).toMatch(
      /set +method +n +ndcg@10 \(paper, linear gain\) +authors’ value +recall@5 \(paper\) +authors’ value/,
    );
    expect(text).toMatch(/relic +e5_rank +100 +0\.1125 \[0\.0712, 0\.1598\] +none held +0\.1500 +none held/);
    expect(text).toContain('(n 96)');
  });

  it('marks faulty entries and explains each mark under the table', () => {
    expect(text).toMatch(/Tart_O \[1\] +— +none held +— +none held/);
    expect(text).toContain('Rankgpt_llama70b [2][3]');
    expect(text).toContain(
      '[1] clinical-trial/Tart_O: its queries are those of doris-mae [wrong-dataset], no protocol scores it',
    );
    expect(text).toContain(
      '[3] arguana/Rankgpt_llama70b: one document is missing [missing-document], refused by standard',
    );
    expect(text).toContain('2 entries have no file: relic/gone, wtb/gone.');
  });

  it('gives rows and protocols with one fault in common one mark', () => {
    const faults = (['standard', 'paper'] as const).map((protocol) => ({
      code: 'data-missing',
      protocol,
      message: 'm',
    }));
    const row = { set: 'a', cells: [cell(), cell()], faults };
    const rows = [
      { ...row, method: 'x' },
      { ...row, method: 'y' },
    ];
    const shared = reproduceTerminal(table({ rows, notes: [] }), { color: false, width: 140 });
    expect(shared).toContain('x [1] ');
    expect(shared).toContain('y [1] ');
    expect(shared.trimEnd().split('\n').at(-2)).toBe(
      '[1] a/x, a/y: m [data-missing], refused by standard, paper',
    );
  });

  it('puts measures that do not fit into a table below', () => {
    const narrow = reproduceTerminal(table(), { color: false, width: 90 });
    expect(narrow.split('\n').filter((line) => line.startsWith('set '))).toHaveLength(2);
    expect(narrow).toMatch(/relic +e5_rank +100 +0\.1500 +none held/);
  });

  it.each([30, 60, 80, 120])('keeps to %d columns', (width) => {
    for (const line of reproduceTerminal(table(), { color: false, width }).split('\n')) {
      expect(displayWidth(line)).toBeLessThanOrEqual(width);
    }
  });
});

describe('the authors’ values', () => {
  const compared = table({
    columns: [{ measure: 'f1.macro', protocol: 'paper', unit: 'proportion', places: 2 }],
    rows: [
      {
        set: 'long',
        method: 'same',
        cells: [cell({ interval: null, authors: { value: 0.11, source: 'Table 3' } })],
        faults: [],
      },
      {
        set: 'long',
        method: 'other',
        cells: [
          cell({ interval: null, authors: { value: 0.2, source: 'Table 3' }, explanation: 'another seed' }),
        ],
        faults: [],
      },
      { set: 'long', method: 'unheld', cells: [cell({ interval: null })], faults: [] },
    ],
    notes: [],
  });

  it('stand beside ours with agreement, difference and its explanation, or the words none held', () => {
    const markdown = reproduceMarkdown(compared);
    expect(markdown).toContain('| set | method | n | f1.macro (paper) | authors’ value |');
    expect(markdown).toContain('| long | same | 100 | 0.11 | 0.11 ≈ |');
    expect(markdown).toContain('| long | other | 100 | 0.11 | 0.20 (-0.0875) \\[1\\] |');
    expect(markdown).toContain('| long | unheld | 100 | 0.11 | none held |');
    expect(markdown).toContain('- \\[1\\] long/other: f1.macro (paper): another seed');
    expect(markdown).toContain('- ≈ says that they are the same as far as the authors’ is given.');
    expect(markdown).toContain('- Authors’ values: Table 3.');
    expect(markdown).not.toContain('= says');
  });

  it('stand out where they differ and no one has said why', () => {
    const unexplained = (value: number, times100 = false) => {
      const cells = [cell({ value, interval: null, authors: { value: 0.5, source: 's' } })];
      const columns = [{ measure: 'map', protocol: 'paper', unit: 'proportion' }] as const;
      return reproduceMarkdown(
        { ...compared, columns, rows: [{ set: 'a', method: 'b', cells, faults: [] }] },
        { times100 },
      );
    };
    expect(unexplained(0.5)).toContain('| 0.5000 | 0.5000 = |');
    expect(unexplained(0.5 + 2 ** -50)).toContain('| 0.5000 | 0.5000 = |');
    expect(unexplained(0.500001)).toContain('| 0.5000 | **0.5000 (+1.0e-6)** |');
    expect(unexplained(0.4)).toContain('| 0.4000 | **0.5000 (-0.1000)** |');
    expect(unexplained(0.4, true)).toContain('| 40.00 | **50.00 (-10.0000)** |');
  });

  it('stand alone where we have no value', () => {
    const [row] = compared.rows;
    const cells = [cell({ value: null, n: null, authors: { value: 0.2, source: 'Table 3' } })];
    expect(reproduceMarkdown({ ...compared, rows: [{ ...row!, cells }] })).toContain('| — | 0.20 |');
  });
});

describe('what is not there takes no place', () => {
  const none = () => cell({ value: null, n: null, interval: null });
  const columns = [
    { measure: 'map', protocol: 'paper', unit: 'proportion' },
    { measure: 'em', protocol: 'paper', unit: 'proportion' },
    { measure: 'ndcg@10', protocol: 'standard', unit: 'proportion' },
  ] as const;
  const held = { value: 0.112466583195, source: 's' };
  const rows = [
    { set: 'a', method: 'x', cells: [cell({ authors: held }), none(), none()], faults: [] },
    { set: 'b', method: 'y', cells: [none(), none(), cell()], faults: [] },
    { set: 'c', method: 'z', cells: [none(), none(), none()], faults: [] },
  ];
  const markdown = reproduceMarkdown(table({ columns, rows, notes: [] }));

  it('neither empty columns, nor rows, nor a column of the words none held', () => {
    expect(markdown).toContain('| set | method | n | map (paper) | authors’ value | ndcg@10 (standard) |');
    expect(markdown).not.toContain('em (paper)');
    expect(markdown).not.toContain('| c |');
    expect(markdown).toContain('- Authors’ values: none held for ndcg@10 (standard).');
    expect(markdown).toMatch(/\| b \| y \| 100 \| +\| +\| 0\.1125/);
  });
});

describe('a mean of the authors’ rounded values', () => {
  const derived = 'mean of six rounded values';
  const of = (value: number) => {
    const authors = { value: 0.44633, source: 's', derived };
    return reproduceMarkdown(
      table({
        columns: [{ measure: 'Average', protocol: 'paper', unit: 'proportion', places: 4 }],
        rows: [{ set: 'a', method: 'b', cells: [cell({ value, interval: null, authors })], faults: [] }],
        notes: [],
      }),
    );
  };

  it('is named, and agrees within half of the last place on either side of a rounding border', () => {
    expect(of(0.44633)).toContain(`| Average (paper) | ${derived} |`);
    expect(of(0.446352)).toContain('| 0.4463 ≈ |');
    expect(of(0.44638)).toContain('≈');
    expect(of(0.44639)).toContain('**0.4463 (+6.0e-5)**');
    expect(of(0.44633)).toContain(`- Average (paper), authors’ value: ${derived}.`);
  });
});

describe('hostile names', () => {
  const hostile = '\u001b[2J|<b>`x`\n';
  const rows = [
    {
      set: hostile,
      method: hostile,
      cells: [cell(), cell()],
      faults: [{ code: 'internal', protocol: null, message: hostile }],
    },
  ];

  it('stay text', () => {
    const markdown = reproduceMarkdown(table({ title: hostile, rows, notes: [hostile] }));
    const terminal = reproduceTerminal(table({ title: hostile, rows, notes: [hostile] }), {
      color: false,
      width: 100,
    });
    expect(markdown).not.toContain('<b>');
    for (const text of [markdown, terminal]) expect(/\p{Cc}/u.test(text.replaceAll('\n', ''))).toBe(false);
    expect(markdown.split('\n').filter((line) => line.startsWith('|'))).toHaveLength(3);
  });
});
