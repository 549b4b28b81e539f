/**
 * At most so many of the values, the first one among them and all equally far apart: a long series keeps its whole length,
 * where its newest part alone would pass for all of it.
 */
export function evenlySpread<T>(values: readonly T[], most: number): T[] {
  const step = Math.max(1, Math.ceil(values.length / most));
  return values.filter((_, place) => place % step === 0);
}
