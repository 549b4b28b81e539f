import { type Column, rowsOf } from '../shared/columns.ts';
import { quantileOfSorted } from '../shared/statistics.ts';
import { report, type Watch } from '../shared/watch.ts';

/** Four edges of a response: 0 up to `min` and from `max` on, 1 from `preferredMin` to `preferredMax`, straight between. */
export type Trapezoid = {
  readonly min: number;
  readonly preferredMin: number;
  readonly preferredMax: number;
  readonly max: number;
};

/** Values that a variable may take at all, and the least width of its preferred range, in its unit. */
export type EnvelopeLimits = { readonly lowest: number; readonly highest: number; readonly leastWidth: number };

/**
 * Limits as published, by variable: depth in m, temperatures in °C, practical salinity, primary production in
 * mg C m⁻² d⁻¹, ice concentration as a share, distance to land in km. Source: Kaschner et al. (2006), Mar. Ecol. Prog. Ser.
 * 316:285–310; openModeller 1.5, AquaMaps.
 */
export const aquamapsLimits = {
  depth: { lowest: 0, highest: 9_999, leastWidth: 0 },
  surfaceTemperature: { lowest: -2, highest: 30, leastWidth: 1 },
  bottomTemperature: { lowest: -2, highest: 30, leastWidth: 1 },
  surfaceSalinity: { lowest: 3.56, highest: 40.2, leastWidth: 1 },
  bottomSalinity: { lowest: 3.5, highest: 40.9, leastWidth: 1 },
  primaryProduction: { lowest: 0, highest: 6_000, leastWidth: 2 },
  iceConcentration: { lowest: 0, highest: 1.5, leastWidth: 0 },
  landDistance: { lowest: 0, highest: 4_200, leastWidth: 2 },
} as const satisfies Readonly<Record<string, EnvelopeLimits>>;

export type EnvelopeOptions = {
  /** By the name of the column; one without has no limits. */
  readonly limits?: Readonly<Record<string, EnvelopeLimits>>;
  /** Cells that a variable needs at least: fewer say nothing of a range. */
  readonly leastCells?: number;
};

/** A fitted envelope, as plain data that JSON keeps unchanged. */
export type EnvelopeModel = {
  readonly kind: 'envelope';
  readonly variables: readonly (Trapezoid & {
    readonly name: string;
    /** Cells with a value of this variable. */
    readonly cells: number;
  })[];
};

const unlimited: EnvelopeLimits = {
  lowest: Number.NEGATIVE_INFINITY,
  highest: Number.POSITIVE_INFINITY,
  leastWidth: 0,
};

/**
 * Envelope of the cells in which a species was found, one row a cell; NaN where a variable is not known there. The
 * preferred range runs from the 10th to the 90th percentile; the outer edges are the extremes found, or 1.5 times the
 * interquartile range beyond the quartiles where that lies further out and within the limits. Ranges that are too narrow
 * are widened within the limits. Throws a RangeError for a category, or a variable with fewer than 10 cells, by its name.
 * Source: Kaschner et al. (2006), Mar. Ecol. Prog. Ser. 316:285–310; Ready et al. (2010), Ecol. Model. 221:467–478.
 */
export function fitEnvelope(
  cells: readonly Column[],
  { limits = {}, leastCells = 10 }: EnvelopeOptions = {},
): EnvelopeModel {
  rowsOf(cells);
  const variables = cells.map(({ name, kind, values }) => {
    if (kind === 'categorical') throw new RangeError(`${name}: received a category, expected a continuous variable`);
    const sorted = values.filter((value) => !Number.isNaN(value)).sort();
    if (sorted.length < leastCells) {
      throw new RangeError(`${name}: received ${sorted.length} cells with a value, expected at least ${leastCells}`);
    }
    return { name, cells: sorted.length, ...trapezoidOf(sorted, limits[name] ?? unlimited) };
  });
  return { kind: 'envelope', variables };
}

function trapezoidOf(sorted: Float64Array, limits: EnvelopeLimits): Trapezoid {
  const { lowest, highest, leastWidth } = limits;
  const at = (share: number) => quantileOfSorted(sorted, share);
  let [min, max] = [at(0), at(1)];
  let [preferredMin, preferredMax] = [at(0.1), at(0.9)];
  const fence = 1.5 * (at(0.75) - at(0.25));
  const [below, above] = [at(0.25) - fence, at(0.75) + fence];
  if (below > lowest && below < min) min = below;
  if (above < highest && above > max) max = above;
  const half = leastWidth / 2;
  if (preferredMax - preferredMin < leastWidth) {
    const centre = (preferredMin + preferredMax) / 2;
    if (centre - half >= min) preferredMin = centre - half;
    if (centre + half <= max) preferredMax = centre + half;
  }
  if (preferredMin - min < half) min = Math.max(lowest, preferredMin - half);
  if (max - preferredMax < half) max = Math.min(highest, preferredMax + half);
  return { min, preferredMin, preferredMax, max };
}

/** Response to one value, 0–1; NaN for NaN. */
export function trapezoidAt({ min, preferredMin, preferredMax, max }: Trapezoid, value: number): number {
  if (Number.isNaN(value)) return Number.NaN;
  if (value < min || value > max) return 0;
  if (value < preferredMin) return (value - min) / (preferredMin - min);
  if (value > preferredMax) return (max - value) / (max - preferredMax);
  return 1;
}

export type EnvelopePrediction = {
  /** Product of the responses, 0–1; NaN where a variable is. */
  readonly suitability: Float64Array;
  /** Place of the variable with the least response, −1 where all are 1 or one is missing. */
  readonly limiting: Int32Array;
};

/**
 * Suitability of each row as the product of the responses to its variables. Columns are found by name; throws a
 * RangeError for one that is not there.
 */
export function predictEnvelope(
  { variables }: EnvelopeModel,
  columns: readonly Column[],
  watch: Watch = {},
): EnvelopePrediction {
  const rows = rowsOf(columns);
  const suitability = new Float64Array(rows).fill(1);
  const least = new Float64Array(rows).fill(1);
  const limiting = new Int32Array(rows).fill(-1);
  variables.forEach((variable, place) => {
    report(watch, place / variables.length);
    const found = columns.find(({ name }) => name === variable.name);
    if (found === undefined) throw new RangeError(`predictEnvelope: no column ${variable.name}`);
    for (let row = 0; row < rows; row += 1) {
      const response = trapezoidAt(variable, found.values[row] ?? Number.NaN);
      suitability[row] = (suitability[row] ?? 1) * response;
      if (!(response < (least[row] ?? 1))) continue;
      least[row] = response;
      limiting[row] = place;
    }
  });
  for (let row = 0; row < rows; row += 1) if (Number.isNaN(suitability[row] ?? 0)) limiting[row] = -1;
  report(watch, 1);
  return { suitability, limiting };
}
