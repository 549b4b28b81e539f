import { hexToRgb } from '../../../colour/oklab.ts';
import { type ColourScale, createColourScale } from '../../../colour/scale.ts';
import type { MapScheme } from '../../colours.ts';

/** Values read for a colour scale: enough to know a tail, few enough to sort between two frames. */
const mostSampled = 10_000;

/** Value below which a share (0–1) of the numbers above zero lies; 0 where there is none. */
export function quantileOf(values: ArrayLike<number>, share: number): number {
  const every = Math.max(1, Math.ceil(values.length / mostSampled));
  const sample: number[] = [];
  for (let at = 0; at < values.length; at += every) {
    const value = values[at] ?? 0;
    if (value > 0) sample.push(value);
  }
  sample.sort((a, b) => a - b);
  return sample[Math.min(sample.length - 1, Math.floor(share * sample.length))] ?? 0;
}

/** The next of 1, 2, 5 × 10ⁿ that is not below a value above zero. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5].find((one) => one * power >= value * 0.999_999) ?? 10;
  return factor * power;
}

/**
 * Share of a ramp that is used: its dark end is invisible on a dark sea, and would hide the highest values. The legend
 * extends to the value of the whole ramp.
 */
const reach: Readonly<Record<MapScheme, number>> = { light: 1, dark: 0.7 };

/**
 * Scale of hours of presence: logarithmic, since a few cells have most of the hours; its ends are round and follow the
 * 10th and 98th percentile, so that it changes only when the data change much.
 */
export function hoursScale(values: ArrayLike<number>, scheme: MapScheme): ColourScale {
  const most = roundUp(Math.max(0.2, quantileOf(values, 0.98)));
  const low = Math.min(roundUp(Math.max(0.01, quantileOf(values, 0.1))), most / 10);
  const high = roundUp(low * (most / low) ** (1 / reach[scheme]));
  return createColourScale({ ramp: 'matter', range: [low, high], log: true });
}

/** Scale of a difference: zero in the middle, ends at the 98th percentile of its size. */
export function changeScale(differences: ArrayLike<number>, scheme: MapScheme): ColourScale {
  const sizes = Float64Array.from(differences, (value) => Math.abs(value));
  const most = roundUp(Math.max(0.2, quantileOf(sizes, 0.98)) / reach[scheme]);
  return createColourScale({ ramp: 'balance', range: [-most, most], log: false });
}

/** Difference of two sets of cells; 0 where neither has any. */
export const differences = (after: Float64Array, before: Float64Array): Float64Array =>
  after.map((value, at) => value - (before[at] ?? Number.NaN));

/**
 * Colours of two amounts at once, rows by the second from low to high, columns by the first: blue for the one, red for
 * the other, violet for both. Light: "DkViolet" of Grossenbacher and Zehr, as in biscale by Prener; dark: the same hues
 * with the brightest where there is most.
 */
export const pairColours = {
  light: [
    ['#cabed0', '#89a1c8', '#4885c1'],
    ['#bc7c8f', '#806a8a', '#435786'],
    ['#ae3a4e', '#77324c', '#3f2949'],
  ],
  dark: [
    ['#4a4558', '#4f6f9f', '#56b4e9'],
    ['#8d5065', '#9080b0', '#9cc4f5'],
    ['#e0607a', '#e59ac0', '#f4e3ff'],
  ],
} as const;

/** Limits of two amounts between low and middle, and between middle and high. */
export type PairBreaks = { readonly first: readonly [number, number]; readonly second: readonly [number, number] };

/** Thirds of each amount's cells above zero, at round numbers. */
export function pairBreaks(first: Float64Array, second: Float64Array): PairBreaks {
  const thirds = (values: Float64Array): readonly [number, number] => {
    const low = roundUp(Math.max(0.05, quantileOf(values, 1 / 3)));
    const high = roundUp(Math.max(0.05, quantileOf(values, 2 / 3)));
    return [low, high > low ? high : roundUp(low * 1.5)];
  };
  return { first: thirds(first), second: thirds(second) };
}

export const classOf = (value: number, [low, high]: readonly [number, number]): 0 | 1 | 2 =>
  value < low ? 0 : value < high ? 1 : 2;

type Rgba = readonly [number, number, number, number];
const clear: Rgba = [0, 0, 0, 0];

/** Pixels of cells, four bytes each. */
export function paintCells(count: number, colourAt: (at: number) => Rgba): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(count * 4);
  for (let at = 0; at < count; at += 1) pixels.set(colourAt(at), at * 4);
  return pixels;
}

/** Cells by a scale; those without any presence show the sea. */
export const paintValues = (values: Float64Array, scale: ColourScale): Uint8ClampedArray<ArrayBuffer> =>
  paintCells(values.length, (at) => {
    const value = values[at] ?? Number.NaN;
    return value === 0 ? clear : scale.rgba(value);
  });

/** Cells by two amounts; those with neither show the sea. */
export function paintPair(
  first: Float64Array,
  second: Float64Array,
  breaks: PairBreaks,
  scheme: MapScheme,
): Uint8ClampedArray<ArrayBuffer> {
  const table = pairColours[scheme].map((row) => row.map(rgbaOf));
  return paintCells(first.length, (at) => {
    const [a, b] = [first[at] ?? Number.NaN, second[at] ?? Number.NaN];
    if (Number.isNaN(a) || Number.isNaN(b) || (a === 0 && b === 0)) return clear;
    return table[classOf(b, breaks.second)]?.[classOf(a, breaks.first)] ?? clear;
  });
}

function rgbaOf(hex: string): Rgba {
  const [red, green, blue] = hexToRgb(hex);
  return [red, green, blue, 255];
}
