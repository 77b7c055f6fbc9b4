import { expect, test } from 'vitest';
import { openSource } from '../../data/source.ts';
import { readFileBytes } from '../../data/text-file.ts';
import { sharedPath } from '../../testing/shared.ts';
import { load } from './data.ts';

const file = sharedPath('data/birco/relic/test_set.pickle');

test.runIf(file !== undefined)('a published file of one set is refused as gold of another', async () => {
  const data = file ?? '';
  const source = openSource({ data, benchmark: 'birco', dataFolder: '', samplesFolder: '' });
  const context = { split: 'test', seed: 42, abilities: new Set<never>(), read: readFileBytes };
  await expect(load('wtb', source, context)).rejects.toMatchObject({
    code: 'wrong-dataset',
    message: 'this is the published file of birco/relic, not of birco/wtb',
    place: { file: data },
  });
  expect((await load('relic', source, context)).items).toHaveLength(100);
});
