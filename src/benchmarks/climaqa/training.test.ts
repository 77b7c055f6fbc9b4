import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSource } from '../../data/source.ts';
import { csvOf, madeRows, writeMade } from '../../testing/climaqa-files.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import { leakCheck } from './leak.ts';
import { dataPath } from './sets.ts';
import { trainingPairs } from './training.ts';

const sourceOf = (data: string) =>
  openSource({ data, benchmark: 'climaqa', dataFolder: 'none', samplesFolder: 'none' });
const SMALL = {
  gold: { mcq: [4, 1], cloze: [4, 0], freeform: [4, 1] },
  silver: { mcq: [5, 0], cloze: [5, 0], freeform: [5, 0] },
} as const;

describe('training pairs', () => {
  it('are one chat an item, without what stands in Gold', () =>
    withTemporaryFolder(async (folder) => {
      writeMade(folder, SMALL);
      const rows = madeRows('freeform', 'silver', 5);
      const copied = rows.map((row, at) =>
        at === 3 ? new Map([...row, ['Question', 'what GROWS, in case gold mcq 0']]) : row,
      );
      writeFileSync(path.join(folder, dataPath('silver', 'freeform')), csvOf(copied));
      const { pairs, leftOut } = await trainingPairs(sourceOf(folder), 'silver', ['mcq', 'freeform']);
      expect(pairs.length).toBe(9);
      // A rejected row of Gold counts, too.
      expect(leftOut).toEqual([{ id: 'silver/freeform/3', like: 'gold/mcq/0', why: 'same-words' }]);
      expect(pairs[0]?.id).toBe('silver/mcq/0');
      expect(pairs[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant']);
      expect(pairs[0]?.messages[2]?.content).toBe('a');
      expect(pairs.at(-1)?.messages[1]?.content).toBe('What grows in case silver freeform 4?');
    }));

  it('are made of Silver only, and need Gold for the check', () =>
    withTemporaryFolder(async (folder) => {
      writeMade(folder, SMALL);
      await expect(trainingPairs(sourceOf(folder), 'gold', ['mcq'])).rejects.toMatchObject({ code: 'usage' });
      rmSync(path.join(folder, dataPath('gold', 'cloze')));
      await expect(trainingPairs(sourceOf(folder), 'silver', ['mcq'])).rejects.toMatchObject({
        code: 'data-missing',
      });
    }));
});

describe('the leak check', () => {
  const words = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `w${from + at}`).join(' ');
  const check = leakCheck([
    { id: 'g', question: words(0, 40) },
    { id: 'h', question: 'Why snow?' },
  ]);

  it('finds the same words and long overlaps', () => {
    expect(check.find('WHY — snow')).toEqual({ id: 'h', why: 'same-words' });
    expect(check.find(`${words(0, 37)} x y z`)).toEqual({ id: 'g', why: '8-gram-overlap' });
  });

  it('lets other questions pass', () => {
    expect(check.find('Why snow and rain?')).toBeUndefined();
    expect(check.find(`${words(0, 20)} ${words(100, 120)}`)).toBeUndefined();
  });
});
