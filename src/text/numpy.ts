/**
 * NumPy's `round(value, places)`: the product with 10^places, rounded to a whole number with ties to even, divided
 * again. Unlike Python's `round` it decides on the rounded product, not on the exact decimal: 0.66875 gives 0.6688.
 *
 * @param places decimal places, from 0 up
 */
export function roundNumpy(value: number, places = 0): number {
  const factor = 10 ** places;
  return roundHalfEven(value * factor) / factor;
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest < 0.5) return floor;
  const above = rest > 0.5 || floor % 2 !== 0 ? floor + 1 : floor;
  // A negative number that rounds to zero keeps its sign.
  return above === 0 && value < 0 ? -0 : above;
}
