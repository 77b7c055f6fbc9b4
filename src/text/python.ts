/**
 * Python's `round(value, places)` for floats: to the nearest decimal of the exact binary value, ties to even.
 * `Number.prototype.toFixed` differs from it at exact ties only (`2.5` gives `3`, Python gives `2`).
 *
 * @param value any double; NaN and infinities come back as they are
 * @param places decimal places; negative ones round to tens, hundreds, …
 * @returns the double nearest to the rounded decimal; a negative value that rounds to zero gives -0, as in Python
 */
export function roundPython(value: number, places = 0): number {
  if (!Number.isFinite(value) || value === 0) return value;
  if (places > 323) return value;
  const { mantissa, exponent } = decompose(Math.abs(value));
  // |value| × 10^places as the fraction numerator / denominator, exactly.
  let numerator = mantissa;
  let denominator = 1n;
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  if (places >= 0) numerator *= 10n ** BigInt(places);
  else denominator *= 10n ** BigInt(-places);
  let digits = numerator / denominator;
  const twiceRest = (numerator % denominator) * 2n;
  if (twiceRest > denominator || (twiceRest === denominator && digits % 2n === 1n)) digits += 1n;
  return Number(`${value < 0 ? '-' : ''}${digits}e${-places}`);
}

/** A positive finite double as mantissa × 2^exponent, exactly. */
function decompose(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const stored = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  // Subnormal numbers have no hidden bit.
  return stored === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | (1n << 52n), exponent: stored - 1075 };
}
