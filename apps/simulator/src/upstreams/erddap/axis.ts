/** One axis of a griddap dataset. Values are degrees, metres, or epoch seconds for `time`. */
export type Axis = {
  readonly name: string;
  readonly units: string;
  readonly size: number;
  at(index: number): number;
  /** Index of the nearest value. */
  nearest(value: number): number;
  /** Half of the average spacing: how far beyond its ends a value is still taken for the end. */
  readonly tolerance: number;
};

/** `size` values from `first`, `step` apart (negative for a descending axis). */
export function evenAxis(
  name: string,
  units: string,
  { first, step, size }: { readonly first: number; readonly step: number; readonly size: number },
): Axis {
  return {
    name,
    units,
    size,
    at: (index) => first + index * step,
    nearest: (value) => Math.min(size - 1, Math.max(0, Math.round((value - first) / step))),
    tolerance: Math.abs(step) / 2,
  };
}

/** An axis with gaps, ascending. */
export function listedAxis(name: string, units: string, values: readonly number[]): Axis {
  const at = (index: number): number => values[index] ?? Number.NaN;
  const spacing = values.length < 2 ? 0 : (at(values.length - 1) - at(0)) / (values.length - 1);
  return {
    name,
    units,
    size: values.length,
    at,
    nearest(value) {
      let low = 0;
      let high = values.length - 1;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (at(middle) <= value) low = middle;
        else high = middle;
      }
      return Math.abs(at(low) - value) <= Math.abs(at(high) - value) ? low : high;
    },
    tolerance: spacing / 2,
  };
}

export function axisMin(axis: Axis): number {
  return Math.min(axis.at(0), axis.at(axis.size - 1));
}

export function axisMax(axis: Axis): number {
  return Math.max(axis.at(0), axis.at(axis.size - 1));
}
