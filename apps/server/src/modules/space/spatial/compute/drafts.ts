import type { AnalysisStatistic, LayerAttribute, LegendClass } from '@kianda/contract/space/spatial/analysis-results';
import { formatQuantity } from '@kianda/format';

/** A figure of a result; null has its reason. */
export function statistic(
  id: string,
  label: string,
  value: number | string | null,
  more: { readonly unit?: string; readonly reason?: string } = {},
): AnalysisStatistic {
  const isNone = value === null || (typeof value === 'number' && !Number.isFinite(value));
  return {
    ...{ id, label, unit: more.unit || null, value: isNone ? null : value },
    reason: isNone ? (more.reason ?? 'Não se pode calcular com estas entradas.') : null,
  };
}

export const attribute = (
  name: string,
  title: string,
  type: LayerAttribute['type'],
  unit: string | null = null,
): LayerAttribute => ({ name, title, type, unit: unit || null });

/** A class of one value of the attribute of the legend. */
export const valueClass = (value: string | number, label: string, colour: string): LegendClass => ({
  ...{ value, label, colour, from: null, to: null },
});

/** The only class of a layer of one colour. */
export const oneColour = (label: string, colour: string): readonly LegendClass[] => [
  { value: null, label, colour, from: null, to: null },
];

/** Viridis at five places: light is much. Source: van der Walt & Smith (2015), matplotlib. */
const ramp = ['#440154', '#3b528b', '#21918c', '#5ec962', '#fde725'] as const;

/** Classes of equal width over the values of a raster; none where it has no value. */
export function rangeClasses(values: Float32Array | Float64Array, unit: string): readonly LegendClass[] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least > most) return [];
  const shown = (value: number) => formatQuantity(Number(value.toPrecision(4)), unit);
  if (least === most) return [{ value: null, label: shown(least), colour: ramp[2], from: least, to: most }];
  const width = (most - least) / ramp.length;
  return ramp.map((colour, place) => {
    const [from, to] = [least + place * width, place === ramp.length - 1 ? most : least + (place + 1) * width];
    return { value: null, label: `${shown(from)} a ${shown(to)}`, colour, from, to };
  });
}

export const rounded = (value: number, digits = 6): number => Number(value.toFixed(digits));

/** The same with significant digits; null of what is no number. */
export const significant = (value: number | undefined, digits = 9): number | null =>
  value === undefined || !Number.isFinite(value) ? null : Number(value.toPrecision(digits));

/** Counts of the same warnings together. */
export function joinedWarnings(
  ...all: readonly (readonly { readonly code: string; readonly count: number }[])[]
): readonly { readonly code: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { code, count } of all.flat()) counts.set(code, (counts.get(code) ?? 0) + count);
  return [...counts].map(([code, count]) => ({ code, count }));
}
