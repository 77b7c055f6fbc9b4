import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './json.ts';

describe('parseJson', () => {
  it.each<[string, string, unknown]>([
    ['as it is', ' {"a": [1, "x"]}\n', { a: [1, 'x'] }],
    ['a plain value', '"yes"', 'yes'],
    ['in a fence', '```json\n{"labels": ["tax"], "n": 1}\n```', { labels: ['tax'], n: 1 }],
    ['in a fence without end', '```json\n{"ok": true}', { ok: true }],
    [
      'in a fence with prose',
      'Here you go:\n```\n[{"name": "张三"}]\n```\nDone {really}.',
      [{ name: '张三' }],
    ],
    ['in a fence of tildes', '~~~\n{"a": 1}\n~~~', { a: 1 }],
    ['behind prose', 'The result is {"a": {"b": "}"}} as asked.', { a: { b: '}' } }],
    ['behind prose with braces', 'For {project} it is {"n": 2}', { n: 2 }],
    ['the last of two', 'First {"n": 1}, no: {"n": 2}', { n: 2 }],
    [
      'with a fence in a string',
      '{"r": "Use ```json {\\"x\\":1} ``` as shown", "v": "pass"}',
      { r: 'Use ```json {"x":1} ``` as shown', v: 'pass' },
    ],
    ['behind reasoning', '<think>{"n": 1}</think>\n{"n": 2}', { n: 2 }],
    ['a list of numbers behind a colon', 'Ranking: [3, 1, 2].', [3, 1, 2]],
    ['a list of numbers on its line', 'See [1].\n[3, 1, 2]\n', [3, 1, 2]],
    ['with __proto__ as a plain key', '{"__proto__": {"a": 1}}', JSON.parse('{"__proto__": {"a": 1}}')],
    ['emoji and lone surrogates', 'so: {"a": "😀\ud800"}', { a: '😀\ud800' }],
    ['behind a bracket that never closes', 'As [1 shows: {"a": 1}', { a: 1 }],
    ['inside a template', '{{ {"a": 1} }}', { a: 1 }],
  ])('finds valid JSON %s', (_name, text, value) => {
    expect(parseJson(text)).toEqual({ ok: true, value, repaired: false, open: false });
  });

  it.each<[string, string, unknown]>([
    [
      'commas',
      'For {project} it is {"labels": ["tax", "trade",], "n": 2,}',
      { labels: ['tax', 'trade'], n: 2 },
    ],
    [
      'a comma, not the one in a string',
      '{"note": "ends with ,}", "ok": true,}',
      { note: 'ends with ,}', ok: true },
    ],
    ['an inner object is not taken for the whole', 'So: {"a": {"x": 1}, "n": 2,}', { a: { x: 1 }, n: 2 }],
    ['single quotes', "{'verdict': 'pass'}", { verdict: 'pass' }],
    ['bare keys', 'Answer: {verdict: "pass"}', { verdict: 'pass' }],
    [
      'a fence in a string',
      '{"r": "Use ```json {\\"x\\":1} ``` here", "v": 1,}',
      { r: 'Use ```json {"x":1} ``` here', v: 1 },
    ],
    ['Python words', '{"ok": True, "why": None}', { ok: true, why: null }],
    ['a line break in a string', '{"a": "x\ny"}', { a: 'x\ny' }],
  ])('repairs %s', (_name, text, value) => {
    expect(parseJson(text)).toEqual({ ok: true, value, repaired: true, open: false });
  });

  it('says when the text ended within the block', () => {
    expect(parseJson('Sure: {"verdict": "pass", "why": "it is')).toEqual({
      ok: true,
      value: { verdict: 'pass', why: 'it is' },
      repaired: true,
      open: true,
    });
    expect(parseJson('[{"a": 1}, {"a": 2}')).toMatchObject({
      ok: true,
      open: true,
      value: [{ a: 1 }, { a: 2 }],
    });
  });

  it.each([
    '',
    'no structure here',
    'I cannot answer that, sorry.',
    'As [1] and [2, 3] show, {project} is [sic] fine.',
    'Use { and } with care.',
    '<think>{"a": 1}',
    '```json\n```',
    '"quoted" words, true or null',
    '我不能回答这个问题。',
    '\ud83d',
  ])('finds no value in %j', (text) => {
    expect(parseJson(text)).toEqual({ ok: false });
  });

  it('never changes what is valid, and never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text), repaired: false, open: false });
        if (typeof value === 'object' && value !== null && !/^\[[\s\d,.–-]*\]$/u.test(text)) {
          expect(parseJson(`Here: ${text} (done)`)).toMatchObject({
            ok: true,
            value: JSON.parse(text),
            repaired: false,
          });
        }
      }),
    );
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      'a',
      '1',
      "'",
      '\\',
      '```',
      '\n',
      '</think>',
      ' ',
      '\udc00',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(typeof parseJson(pieces.join('')).ok).toBe('boolean');
      }),
      { numRuns: 2000 },
    );
  });

  it('takes time in proportion to the text', () => {
    for (const part of ['{', '[', '{"a":', '[1', '"', '```\n', '{x} ', '[1] ']) {
      const started = performance.now();
      parseJson(part.repeat(20_000));
      expect(performance.now() - started).toBeLessThan(5000);
    }
  });
});
