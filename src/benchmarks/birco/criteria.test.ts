import { expect, test } from 'vitest';
import { parseCriteria } from './criteria.ts';

const two = ['theme: the same theme', 'place: the same place'];

test.each([
  ['numbered lines', '1. theme: the same theme\n2. place: the same place'],
  ['numbers in other dress', 'Here they are:\n1) theme: the same theme\n2: place: the same place'],
  ['bullets', '- theme: the same theme\n* place: the same place'],
  ['bold titles', '1. **theme**: the same theme\n2. __place__: the same place'],
  ['a JSON list', '["theme: the same theme", "place: the same place"]'],
  [
    'JSON objects',
    '```json\n[{"title":"theme","description":"the same theme"},{"title":"place","description":"the same place"}]\n```',
  ],
  ['a list in a JSON object', '{"criteria": ["theme: the same theme", "place: the same place"]}'],
  ['a JSON object', '{"theme": "the same theme", "place": "the same place"}'],
  [
    'after a reasoning block',
    '<think>1. no: not this</think>\n1. theme: the same theme\n2. place: the same place',
  ],
])('criteria are read from %s', (_, text) => {
  expect(parseCriteria(text)).toEqual(two);
});

test('lines of title and description without marks are criteria from three on', () => {
  const lines = 'theme: the same theme\nplace: the same place\ntime: the same time';
  expect(parseCriteria(lines)).toEqual(lines.split('\n'));
  // A score, or a sentence with a colon, is no list.
  expect(parseCriteria('SCORE: 7')).toEqual([]);
  expect(parseCriteria('Here is what I think: nothing.\nSCORE: 7')).toEqual([]);
});

test.each(['', 'I cannot name any.', '<think>1. theme: x', '[]', '[1, 2]', '{"a": 1}'])(
  'none from %j',
  (text) => {
    expect(parseCriteria(text)).toEqual([]);
  },
);

test('five at most', () => {
  const lines = Array.from({ length: 9 }, (_, at) => `${at + 1}. c${at}: about ${at}`);
  expect(parseCriteria(lines.join('\n'))).toHaveLength(5);
  expect(parseCriteria(JSON.stringify(lines))).toEqual(lines.slice(0, 5));
});
