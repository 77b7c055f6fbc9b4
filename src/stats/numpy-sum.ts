/** Numbers in order, typed or plain. */
export type Numbers = ArrayLike<number>;

/**
 * Sum in the order in which numpy adds a contiguous array of doubles: under 8 values one by one, up to 128 in eight
 * running sums, beyond that in halves. Bit for bit.
 *
 * @param values doubles
 * @param start first position
 * @param count how many values from there
 * @returns the sum; 0 for no value
 * @source numpy 2.4, `pairwise_sum` of `loops_utils.h`
 */
export function pairwiseSum(values: Numbers, start = 0, count = values.length - start): number {
  if (count < 8) {
    let sum = 0;
    for (let index = start; index < start + count; index += 1) sum += values[index] ?? Number.NaN;
    return sum;
  }
  if (count <= 128) return eightSums(values, start, count);
  const half = Math.floor(count / 2);
  const left = half - (half % 8);
  return pairwiseSum(values, start, left) + pairwiseSum(values, start + left, count - left);
}

function eightSums(values: Numbers, start: number, count: number): number {
  const at = (index: number): number => values[index] ?? Number.NaN;
  let r0 = at(start);
  let r1 = at(start + 1);
  let r2 = at(start + 2);
  let r3 = at(start + 3);
  let r4 = at(start + 4);
  let r5 = at(start + 5);
  let r6 = at(start + 6);
  let r7 = at(start + 7);
  const end = start + count;
  const whole = end - (count % 8);
  let index = start + 8;
  for (; index < whole; index += 8) {
    r0 += at(index);
    r1 += at(index + 1);
    r2 += at(index + 2);
    r3 += at(index + 3);
    r4 += at(index + 4);
    r5 += at(index + 5);
    r6 += at(index + 6);
    r7 += at(index + 7);
  }
  let sum = r0 + r1 + (r2 + r3) + (r4 + r5 + (r6 + r7));
  for (; index < end; index += 1) sum += at(index);
  return sum;
}

/** Mean as `numpy.mean` gives it. @returns NaN for no value */
export function numpyMean(values: Numbers): number {
  return pairwiseSum(values) / values.length;
}

/** Standard deviation divided by n as `numpy.std` gives it. @returns NaN for no value */
export function numpyStd(values: Numbers): number {
  const mean = numpyMean(values);
  const squares = new Float64Array(values.length);
  for (let index = 0; index < values.length; index += 1) {
    const deviation = (values[index] ?? Number.NaN) - mean;
    squares[index] = deviation * deviation;
  }
  return Math.sqrt(pairwiseSum(squares) / values.length);
}
