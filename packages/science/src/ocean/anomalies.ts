/**
 * Difference of a field and its climatology, cell by cell, in the unit of both; NaN where either is missing. Throws when
 * they differ in size.
 */
export function anomaly(values: Float32Array, climatology: Float32Array): Float32Array {
  sameSize(values, climatology);
  return values.map((value, index) => value - (climatology[index] ?? Number.NaN));
}

/**
 * Geometric mean, cell by cell, of fields of `size` cells added one at a time, so that years of them need not fit in
 * memory (chlorophyll is log-normal: Campbell 1995). Values that are not positive do not count. `mean` is NaN where
 * fewer than `leastValues` are known; `add` throws on another size.
 */
export function geometricMeanOfFields(size: number) {
  const sum = new Float64Array(size);
  const count = new Uint32Array(size);
  return {
    add(field: Float32Array): void {
      sameSize(field, sum);
      for (let index = 0; index < size; index += 1) {
        const value = field[index] ?? Number.NaN;
        if (!(value > 0)) continue;
        sum[index] = (sum[index] ?? 0) + Math.log(value);
        count[index] = (count[index] ?? 0) + 1;
      }
    },
    mean(leastValues: number): Float32Array {
      return Float32Array.from(sum, (total, index) => {
        const known = count[index] ?? 0;
        return known < leastValues ? Number.NaN : Math.exp(total / known);
      });
    },
  };
}

/** Departure of a log-normal field from its geometric mean, percent: 100 · (value / climatology − 1); NaN where either is missing. */
export function relativeAnomaly(values: Float32Array, climatology: Float32Array): Float32Array {
  sameSize(values, climatology);
  return values.map((value, index) => 100 * (value / (climatology[index] ?? Number.NaN) - 1));
}

function sameSize(a: Float32Array, b: Float32Array | Float64Array): void {
  if (a.length !== b.length) throw new RangeError(`fields: expected ${b.length} cells, received ${a.length}`);
}
