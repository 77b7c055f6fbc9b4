import { describe, expect, it } from 'vitest';
import { markdownCode, markdownText, safeBlock, safeCell, safeLine } from './safe.ts';

const HOSTILE = [
  '\u001b[31mred\u001b[0m',
  '\u001b]8;;http://x.example\u0007click\u001b]8;;\u0007',
  '\u009b2J',
  'a\rb',
  'a\bb',
  'a\u0000b',
  'left \u202e right',
  '\u2066isolate\u2069',
  'rtl \u200f mark',
  'zero\u200bwidth',
  'line\u2028separator',
  'tag\u{e0041}s',
  'lone \ud83d surrogate',
  'not a character \ufffe',
];

describe('safeLine', () => {
  it.each(HOSTILE)('%j has nothing left that acts', (text) => {
    const shown = safeLine(text);
    for (const character of shown) {
      const code = character.codePointAt(0)!;
      expect(code >= 0x20 && !(code >= 0x7f && code < 0xa0)).toBe(true);
      expect(code >= 0x202a && code <= 0x202e).toBe(false);
      expect(code >= 0xd800 && code <= 0xdfff).toBe(false);
    }
    expect(shown).toContain('\\');
    expect(shown).not.toContain('\n');
  });

  it('shows what stood there', () => {
    expect(safeLine('\u001b[31mred')).toBe('\\u{1b}[31mred');
    expect(safeLine('a\nb\tc\r')).toBe('a\\nb\\tc\\r');
    expect(safeLine('\ud800')).toBe('\\u{d800}');
  });

  it('leaves languages, emoji and joiners alone', () => {
    for (const text of ['公安机关依法处理', 'مرحبا', '👩‍👩‍👧‍👦 ❤️', 'e\u0301', 'می‌خواهم'])
      expect(safeLine(text)).toBe(text);
  });
});

describe('safeBlock', () => {
  it('keeps line breaks only', () => {
    expect(safeBlock('a\r\nb\rc\n\td\u001b[2J')).toBe('a\nb\nc\n  d\\u{1b}[2J');
  });
});

describe('safeCell', () => {
  it.each([
    ['=HYPERLINK("http://x.example","open")', '\'=HYPERLINK("http://x.example","open")'],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1+1', "'\t=1+1"],
    ['\r=1+1', "'\r=1+1"],
    ['+49 30 1234', "'+49 30 1234"],
    ['-cmd', "'-cmd"],
    ['-', "'-"],
    [' =1+1', "' =1+1"],
    ['\ufeff=1+1', '\\u{feff}=1+1'],
    ['＝1+1', "'＝1+1"],
    ['+3', "'+3"],
  ])('%j is defused', (text, want) => {
    const cell = safeCell(text);
    expect(/^[=+\-@\t\r]/.test(cell)).toBe(false);
    expect(cell).toBe(want);
  });

  it.each(['-3.5', '-3', '0.1125', '-1e-7', '-.5', '3', 'He said "no", then\nleft', 'a=b', '公安', ''])(
    '%j stays as it is',
    (text) => expect(safeCell(text)).toBe(text),
  );

  it('shows escapes', () => expect(safeCell('a\u001b[2Jb')).toBe('a\\u{1b}[2Jb'));
});

describe('markdown', () => {
  it('escapes what would be markup', () => {
    expect(markdownText('a|b`c*d_ e_f <b>&amp;')).toBe('a\\|b\\`c\\*d\\_ e_f &lt;b&gt;&amp;amp;');
    expect(markdownText('<img src=x onerror=alert(1)>')).not.toMatch(/[<>]/);
    expect(markdownText('[text](javascript:alert(1))')).toBe('\\[text\\](javascript:alert(1))');
    expect(markdownText('a\nb')).toBe('a\\\\nb');
    expect(markdownText('# title')).toBe('\\# title');
    expect(markdownText('- item')).toBe('\\- item');
    expect(markdownText('1. item')).toBe('1\\. item');
    expect(markdownText('===')).toBe('\\===');
    expect(markdownText('$x$ ~~y~~')).toBe('\\$x\\$ \\~\\~y\\~\\~');
    expect(markdownText('http://x.example www.x.example')).toBe('http\\://x.example www\\.x.example');
    expect(markdownText('\nwww.x.example')).toBe('\\\\nwww\\.x.example');
    expect(markdownText('a@b.example ndcg@10')).toBe('a\\@b.example ndcg@10');
    expect(markdownText('    code ')).toBe('code');
    expect(markdownText('GPT-4_score_O')).toBe('GPT-4_score_O');
    expect(markdownText('snake__case')).toBe('snake\\_\\_case');
  });

  it('sets plain ids as code and escapes the others', () => {
    expect(markdownCode('ranks/e5_rank.pickle')).toBe('`ranks/e5_rank.pickle`');
    expect(markdownCode('数据/排名.json')).toBe('`数据/排名.json`');
    expect(markdownCode('a`b|c')).toBe('a\\`b\\|c');
    expect(markdownCode('<b>')).toBe('&lt;b&gt;');
    expect(markdownCode(' x')).toBe('x');
    expect(markdownCode('')).toBe('');
    expect(markdownCode('a\u202eb')).toBe('a\\\\u{202e}b');
  });
});
