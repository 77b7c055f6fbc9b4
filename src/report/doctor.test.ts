import { describe, expect, it } from 'vitest';
import { type DoctorCheck, renderDoctor } from './doctor.ts';
import { displayWidth } from './width.ts';

const CHECKS: DoctorCheck[] = [
  { name: 'Node', ok: true, detail: '20.20.2' },
  {
    name: 'OpenAI key',
    ok: 'warn',
    detail: 'OPENAI_API_KEY is not set',
    next: 'Set it to use openai/… models.',
  },
  { name: 'data of birco', ok: false, detail: 'a\u001b[2J', next: 'Run: quadrat data get birco' },
];

describe('renderDoctor', () => {
  it('says what works, what not, and what to do', () => {
    expect(renderDoctor(CHECKS, { color: false, width: 80 })).toBe(
      [
        'ok    Node           20.20.2',
        'note  OpenAI key     OPENAI_API_KEY is not set',
        '                     Set it to use openai/… models.',
        'no    data of birco  a\\u{1b}[2J',
        '                     Run: quadrat data get birco',
        '1 ok, 1 with a note, 1 not working',
        '',
      ].join('\n'),
    );
  });

  it('colours the state', () => {
    expect(renderDoctor(CHECKS, { color: true, width: 80 })).toContain('\u001b[31mno  \u001b[39m');
  });

  it('wraps long texts', () => {
    const check: DoctorCheck = { name: 'n'.repeat(60), ok: true, detail: 'word '.repeat(60) };
    for (const line of renderDoctor([check], { color: false, width: 60 }).split('\n')) {
      expect(displayWidth(line)).toBeLessThanOrEqual(60);
    }
  });
});
