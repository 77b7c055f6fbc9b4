import { describe, expect, test } from 'vitest';
import { QuadratError } from '../../core/index.ts';
import { type Picklable, writePickle } from '../../testing/pickle-writer.ts';
import { contextOf, madeItem, settingsOf } from './made-items.ts';
import { readInitial, readRankings } from './rankings.ts';

const items = [madeItem('20141', '0120'), madeItem('201410', '0120')];
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (content: string | Uint8Array, path = 'ranks.json', settings = {}) =>
  readRankings(
    { path, bytes: typeof content === 'string' ? bytesOf(content) : content },
    items,
    settingsOf(settings),
    contextOf(),
  );
/** Query to order, in the order read. */
const orders = (...given: Parameters<typeof read>) => {
  const [repeat] = read(...given)?.repeats ?? [];
  return [...(repeat ?? [])].map(([id, parsed]) => [id, parsed.value?.ranking.join('')]);
};
function refusal(...given: Parameters<typeof read>): QuadratError {
  try {
    read(...given);
  } catch (error) {
    if (error instanceof QuadratError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
const pickled = (lists: [string, Picklable][], numpyStringKeys = false) =>
  writePickle(new Map(lists), { numpyStringKeys });

describe('a ranking is one, whatever its form', () => {
  const want = [
    ['201410', 'bcad'],
    ['20141', 'dcba'],
  ];
  const scores = '{"d": 4, "c": 3.5, "b": 1e0, "a": -1}';
  const forms: [string, string | Uint8Array, string][] = [
    [
      'rank pickle',
      pickled([
        ['201410', [...'bcad']],
        ['20141', [...'dcba']],
      ]),
      'ranks.pickle',
    ],
    [
      'numpy ids',
      pickled(
        [
          ['201410', [...'bcad']],
          ['20141', [...'dcba']],
        ],
        true,
      ),
      'ranks.pkl',
    ],
    [
      'pickle without its name',
      pickled([
        ['201410', [...'bcad']],
        ['20141', [...'dcba']],
      ]),
      'ranks',
    ],
    ['JSON lists', '{"201410": ["b","c","a","d"], "20141": ["d","c","b","a"]}', 'ranks.json'],
    ['JSON scores', `{"201410": {"a": 2, "b": 9, "c": 3, "d": 0}, "20141": ${scores}}`, 'ranks.json'],
    [
      'TREC run',
      [
        ...['201410 Q0 a 1 2.5 me', '20141 Q0 a 1 -1 me', '201410 Q0 d 2 0 me', '201410 Q0 b 9 9e0 me'],
        ...['201410 Q0 c 0 3 me', '20141 Q0 c 9 3.5 me', '20141 Q0 d 0 4 me', '20141 Q0 b 1 1 me'],
      ].join('\n'),
      'me.run',
    ],
    [
      'JSONL lists',
      '{"id": 201410, "answer": ["b","c","a","d"]}\n\n{"id": "20141", "answer": ["d","c","b","a"]}\n',
      'x.jsonl',
    ],
    [
      'JSONL scores',
      `\n{"id":"201410","answer":{"a":2,"b":9,"c":3,"d":0}}\r\n{"id":"20141","answer":${scores}}`,
      'x.jsonl',
    ],
  ];
  test.each(forms)('%s', (_, content, path) => {
    expect(orders(content, path)).toEqual(want);
  });

  test('with a byte order mark', () => {
    expect(orders('\ufeff{"20141": ["a"]}')).toEqual([['20141', 'a']]);
  });
});

describe('equal scores', () => {
  const ids = ['9', '10', 'Z', 'a', 'é', '😀', '\uff5e'];
  // UTF-8 bytes: 31 < 39 < 5a < 61 < c3 < ef < f0; as UTF-16 the last two would change places.
  const want = ['😀', '\uff5e', 'é', 'a', 'Z', '9', '10'];

  test('go by document id, descending in byte order', () => {
    const pool = Object.fromEntries(ids.map((id) => [id, 1]));
    const [list] = read(JSON.stringify({ 20141: pool }))?.repeats ?? [];
    expect(list?.get('20141')?.value?.ranking).toEqual(want);
    const run = ids.map((id, at) => `20141 Q0 ${id} ${at} 1 me`).join('\n');
    expect(read(run, 'x.run')?.repeats[0]?.get('20141')?.value?.ranking).toEqual(want);
  });

  test('0 and -0 are equal', () => {
    expect(orders('{"20141": {"a": 0, "b": -0.0, "c": 0}}')).toEqual([['20141', 'cba']]);
  });
});

describe('ids', () => {
  test('that are numbers are texts; large ones keep their digits', () => {
    const [list] = read('{"20141": [10, "11", 9007199254740993]}')?.repeats ?? [];
    expect(list?.get('20141')?.value?.ranking).toEqual(['10', '11', '9007199254740993']);
  });

  test('that are not in the data are surplus; __proto__ is an id', () => {
    expect(read('{"20141": ["a"], "q9": [], "__proto__": ["b"]}')?.surplus).toEqual(['q9', '__proto__']);
    expect(orders('{"__proto__": ["b"]}')).toEqual([['__proto__', 'b']]);
  });
});

describe('repeats', () => {
  test('are told apart by their number', () => {
    const lines = [
      { id: '20141', answer: ['a'], repeat: 1 },
      { id: '20141', answer: ['b'], repeat: 2 },
      { id: 'q9', answer: ['b'], repeat: 2 },
    ];
    const predictions = read(lines.map((line) => JSON.stringify(line)).join('\n'), 'x.jsonl');
    expect(predictions?.repeats.map((map) => map.get('20141')?.value?.ranking)).toEqual([['a'], ['b']]);
    expect(predictions?.surplus).toEqual(['q9']);
  });
});

describe('a file is refused, with the place', () => {
  test.each([
    ['', 'x.json', 'invalid-format', /empty/],
    ['{"20141": ["a"', 'x.json', 'invalid-json', /./],
    ['{"20141": "a"}', 'x.json', 'invalid-format', /a ranking is a list/],
    ['{"20141": [["a", 1]]}', 'x.json', 'invalid-format', /a ranking is a list/],
    ['{"20141": {"a": "high"}}', 'x.json', 'invalid-score', /score of document a/],
    ['{"20141": {"a": NaN}}', 'x.json', 'invalid-score', /./],
    ['{"20141": {"a": 1, "a": 2}}', 'x.json', 'duplicate-item', /./],
    ['{"20141": ["a"], "20141": ["b"]}', 'x.json', 'duplicate-item', /./],
    ['[["a"]]', 'x.json', 'invalid-format', /names no queries/],
    ['20141 Q0 a 1 high me', 'x.run', 'invalid-score', /./],
    ['20141 Q0 a 1', 'x.run', 'invalid-trec', /./],
    ['20141 Q0 a 1 nan me', 'x.run', 'invalid-score', /./],
    ['{"id":"1","answer":["a"]}\n{"id":"1","answer":["b"]}', 'x.jsonl', 'duplicate-item', /stands twice/],
    ['{"id":"1","answer":["a"]}\n{"id":"2"}', 'x.jsonl', 'invalid-format', /neither `output` nor `answer`/],
    ['{"id":"1","answer":["a"]}\n{"id":"2","output":"x"}', 'x.jsonl', 'invalid-format', /mixes/],
    ['{"id":"1","answer":["a"]}\n{"id":"2","answer"', 'x.jsonl', 'invalid-json', /./],
    ['\u0080\u0004]', 'x.pickle', 'invalid-pickle', /./],
  ])('%j', (content, path, code, message) => {
    const error = refusal(content, path);
    expect(error).toMatchObject({ code, place: { file: path } });
    expect(error.message).toMatch(message);
  });

  test('a pickle that names a function', () => {
    const bytes = Buffer.concat([Buffer.from([0x80, 4]), Buffer.from('cos\nsystem\n.')]);
    expect(refusal(new Uint8Array(bytes), 'x.pickle')).toMatchObject({
      code: 'unsafe-pickle',
      message: expect.stringContaining('os.system'),
    });
  });

  test('a pickle that holds something else', () => {
    expect(refusal(writePickle([1]), 'x.pickle').code).toBe('invalid-format');
    expect(refusal(pickled([['q', 7]]), 'x.pickle')).toMatchObject({ place: { item: 'q' } });
  });
});

test('a first ranking is read in any of the forms', () => {
  const initial = (content: string) =>
    readInitial({ path: 'first.json', bytes: bytesOf(content) }, settingsOf(), contextOf());
  expect([...initial('{"20141": ["a","b"]}')]).toEqual([['20141', ['a', 'b']]]);
  expect([...initial('20141 Q0 a 1 1 me\n20141 Q0 b 2 3 me')]).toEqual([['20141', ['b', 'a']]]);
  expect(() => initial('nonsense')).toThrow(expect.objectContaining({ code: 'invalid-trec' }));
});
