import { describe, expect, test } from 'vitest';
import type { Ask, RankRequest } from '../../core/index.ts';
import { LABELS } from './labels.ts';
import { nearestLabels, passagesOf } from './nearest.ts';

/** A ranker to which the definition of every label that a passage names by its first word is near. */
function askWith(score: (request: RankRequest) => readonly number[]): Ask {
  return Object.assign(async () => Promise.reject(new Error('no text is asked for')), {
    planning: false,
    rank: async (request: RankRequest) => score(request),
    embed: async () => [],
  }) as unknown as Ask;
}

const byName = askWith(({ query, documents }) =>
  documents.map(({ id }) => (query.includes(id) ? 1 : id === 'none' ? 0.5 : 0)),
);

describe('judging by definitions', () => {
  test('a text has the label whose definition is nearest, and none where no impact is as near', async () => {
    expect(await nearestLabels('Financial loss', byName)).toEqual(
      LABELS.map((label) => Number(label === 'Financial')),
    );
    expect(await nearestLabels('nothing', byName)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(
      await nearestLabels(
        '',
        askWith(({ documents }) => documents.map(() => 0)),
      ),
    ).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('a long text has the labels of more passages than one in seven', async () => {
    const passage = (word: string) => [word, ...Array.from({ length: 99 }, () => 'x')].join(' ');
    const once = ['Political', ...Array.from({ length: 6 }, () => 'x')].map(passage).join(' ');
    const twice = ['Political', 'Political', ...Array.from({ length: 5 }, () => 'x')].map(passage).join(' ');
    expect(passagesOf(once)).toHaveLength(7);
    expect(await nearestLabels(once, byName)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await nearestLabels(twice, byName)).toEqual([0, 1, 0, 0, 0, 0]);
  });
});
