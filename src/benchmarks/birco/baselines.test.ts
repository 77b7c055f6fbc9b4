import { describe, expect, test } from 'vitest';
import { baselinesOf } from './baselines.ts';
import { madeItem } from './made-items.ts';
import { MEASURES } from './measures.ts';

const items = [madeItem('q1', '010000000000'), madeItem('q2', '002100000000')];
const baselines = baselinesOf(items, []);
const value = (name: string, protocol: string, id: string) =>
  baselines.find((one) => one.name === name && one.protocol === protocol && one.id === id)?.value;

describe.each(['standard', 'paper', 'card'] as const)('protocol %s', (protocol) => {
  const ids = MEASURES.filter((measure) => measure.protocol === protocol).map(
    ({ description }) => description.id,
  );

  test.each(['echo', 'echo-reversed'])('has %s beside each of its measures', (name) => {
    const own = baselines.filter((one) => one.name === name && one.protocol === protocol);
    expect(own.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });
});

test('random is what chance gives, in the protocols that grade', () => {
  const discounts = Array.from({ length: 10 }, (_, at) => 1 / Math.log2(at + 2)).reduce((a, b) => a + b);
  const expected = ((1 / 12) * discounts + ((3 / 12) * discounts) / (2 + 1 / Math.log2(3))) / 2;
  for (const protocol of ['standard', 'paper'])
    expect(value('random', protocol, 'ndcg@10')).toBeCloseTo(expected, 12);
  expect(value('random', 'card', 'ndcg@10')).toBeUndefined();
});

test('the two MRR differ where grades do', () => {
  expect(value('echo', 'standard', 'mrr@10')).toBeCloseTo((1 / 2 + 1 / 3) / 2, 12);
  expect(value('echo-reversed', 'standard', 'mrr@10')).toBeCloseTo((0 + 1 / 9) / 2, 12);
  expect(value('echo-reversed', 'paper', 'mrr@10')).toBeCloseTo((0 + 1 / 10) / 2, 12);
});
