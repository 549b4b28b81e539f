type Areal = { readonly type: string; readonly coordinates: readonly unknown[] };

/** Middle of the box around an area. */
export function middleOf({ coordinates }: Areal): readonly [number, number] {
  const numbers = coordinates.flat(Number.POSITIVE_INFINITY) as number[];
  const lons = numbers.filter((_, index) => index % 2 === 0);
  const lats = numbers.filter((_, index) => index % 2 === 1);
  return [(min(lons) + max(lons)) / 2, (min(lats) + max(lats)) / 2];
}

/** A coast has more positions than a call has arguments. */
const min = (values: readonly number[]) =>
  values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
const max = (values: readonly number[]) =>
  values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
