/**
 * Difference of a field and its climatology, cell by cell, in the unit of both; NaN where either is missing. Throws when
 * they differ in size.
 */
export function anomaly(values: Float32Array, climatology: Float32Array): Float32Array {
  sameSize(values, climatology);
  return values.map((value, index) => value - (climatology[index] ?? Number.NaN));
}

/**
 * Geometric mean, cell by cell, of fields of one size (chlorophyll is log-normal: Campbell 1995), NaN where fewer than
 * `leastValues` are known. Values that are not positive do not count. Throws when the fields differ in size.
 */
export function geometricMeanField(fields: readonly Float32Array[], leastValues = 3): Float32Array {
  const [first] = fields;
  if (first === undefined) return new Float32Array(0);
  const sum = new Float64Array(first.length);
  const count = new Uint16Array(first.length);
  for (const field of fields) {
    sameSize(field, first);
    field.forEach((value, index) => {
      if (!(value > 0)) return;
      sum[index] = (sum[index] ?? 0) + Math.log(value);
      count[index] = (count[index] ?? 0) + 1;
    });
  }
  return Float32Array.from(sum, (total, index) => {
    const known = count[index] ?? 0;
    return known < leastValues ? Number.NaN : Math.exp(total / known);
  });
}

/** Departure of a log-normal field from its geometric mean, percent: 100 · (value / climatology − 1); NaN where either is missing. */
export function relativeAnomaly(values: Float32Array, climatology: Float32Array): Float32Array {
  sameSize(values, climatology);
  return values.map((value, index) => 100 * (value / (climatology[index] ?? Number.NaN) - 1));
}

function sameSize(a: Float32Array, b: Float32Array): void {
  if (a.length !== b.length) throw new RangeError(`fields: expected ${b.length} cells, received ${a.length}`);
}
