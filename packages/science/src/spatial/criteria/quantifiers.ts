/**
 * Order weights of the quantifier "at least a share of the criteria", Q(r) = r^power: 0 asks for one criterion at least,
 * 1 for half of them (the weighted combination), infinity for all. Source: Malczewski (2006), Int. J. Appl. Earth Obs.
 * 8:270–277. Throws a RangeError for a power below 0 or no criterion.
 */
export function quantifierWeights(count: number, power: number): Float64Array {
  if (!(count >= 1 && power >= 0)) {
    throw new RangeError(
      `quantifier: received ${count} criteria and the power ${power}, expected 1 or more and 0 or more`,
    );
  }
  // 1 ** Infinity is NaN, and 0 ** 0 is 1.
  const upTo = (place: number) => (place === 0 ? 0 : place === count ? 1 : (place / count) ** power);
  return Float64Array.from({ length: count }, (_, place) => upTo(place + 1) - upTo(place));
}
