import { describe, expect, it } from 'vitest';
import { rotatedOrder } from './option-order.ts';

describe('rotated options', () => {
  it('are a rotation that id and seed decide', () => {
    expect(rotatedOrder('q1', 4, 7)).toEqual(rotatedOrder('q1', 4, 7));
    for (const id of ['q1', 'q2', 'q3']) {
      const order = rotatedOrder(id, 4, 7);
      expect([...order].sort()).toEqual([0, 1, 2, 3]);
      expect(order.map((place, at) => (place - at + 4) % 4)).toEqual(Array(4).fill(order[0]));
    }
    expect(rotatedOrder('q', 0, 1)).toEqual([]);
  });

  it('use every place about as often', () => {
    const counts = [0, 0, 0, 0];
    for (let item = 0; item < 2000; item += 1) {
      const first = rotatedOrder(`item ${item}`, 4, 42)[0] ?? 0;
      counts[first] = (counts[first] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 500)).toBeLessThan(80);
  });
});
