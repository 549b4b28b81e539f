import { type Random, seededRandom } from '@kianda/geo';
import { centralOf, type Distribution, draw } from './distribution.ts';
import { type Interval, intervalOf } from './interval.ts';

/** Parameters of the woody biomass of the land, each as its source has it. */
export type LandParameters = {
  /** NDVI of bare ground, where the line begins at no biomass. */
  readonly bareNdvi: Distribution;
  /** NDVI, mean of a year, of woodland that has the biomass below. */
  readonly woodlandNdvi: Distribution;
  /** Living biomass of that woodland, tonnes of dry matter a hectare. */
  readonly woodlandTonnesPerHectare: Distribution;
  /** True biomass over the line's, for the whole area alike. */
  readonly modelFactor: Distribution;
};

/**
 * A line from bare ground to miombo woodland.
 * - Woodland: 81 t/ha with 74 to 88 as 95 % (Gizachew et al. 2016, Carbon Balance Manag. 11:13: 500 plots in Tanzania), and the
 *   error of their line on NDVI, 49 % of the mean, here as one deviation of a log-normal that the whole area shares.
 * - Bare ground: 0.05 (Carlson & Ripley 1997, Remote Sens. Environ. 62:241–252) to 0.2 (Montandon & Small 2008, Remote Sens.
 *   Environ. 112:1835–1845).
 * - NDVI of the woodland, 0.55 to 0.75 over a year: this platform's working range, not a published one. Their abstracts give the
 *   error and the mean of a line on NDVI, not its coefficients.
 */
export const anchoredLand: LandParameters = {
  bareNdvi: { kind: 'triangular', low: 0.05, mode: 0.1, high: 0.2 },
  woodlandNdvi: { kind: 'triangular', low: 0.55, mode: 0.65, high: 0.75 },
  woodlandTonnesPerHectare: { kind: 'normal', mean: 81, deviation: 3.57 },
  modelFactor: { kind: 'lognormal', low: 1 / 2.2, high: 2.2 },
};

/** One set of the parameters. */
export type LandValues = { readonly [K in keyof LandParameters]: number };

/** Places at which the vegetation was seen: mean NDVI of the period, and the area that each stands for. */
export type LandCells = { readonly ndvi: Float64Array; readonly area: Float64Array };

export type LandEstimate = {
  /** Dry matter with the central value of each parameter: what the arithmetic shows. */
  readonly tonnes: number;
  /** Share of the way from bare ground to woodland, by area; over 1 where it is greener. */
  readonly woodiness: number;
  readonly meanNdvi: number;
  readonly values: LandValues;
  readonly interval: Interval;
};

const squareMetersAHectare = 10_000;

/** Share of the way from bare ground to woodland; nothing is below bare ground. */
const woodinessOf = (ndvi: number, { bareNdvi, woodlandNdvi }: LandValues): number =>
  Math.max(0, (ndvi - bareNdvi) / (woodlandNdvi - bareNdvi));

/** Tonnes of an area: woodiness × tonnes a hectare × hectares × factor of the model. */
export function landTonnes(woodiness: number, areaSquareMeters: number, values: LandValues): number {
  const hectares = areaSquareMeters / squareMetersAHectare;
  return woodiness * values.woodlandTonnesPerHectare * hectares * values.modelFactor;
}

/**
 * Estimate of an area by Monte Carlo: each draw takes a value of every parameter, and places at random, with replacement (what
 * was seen is a sample of the area). Null where no place was seen. The same seed gives the same numbers.
 */
export function estimateLand(
  cells: LandCells,
  areaSquareMeters: number,
  parameters: LandParameters,
  { draws, seed }: { readonly draws: number; readonly seed: number | string },
): LandEstimate | null {
  const seen = Uint32Array.from(cells.ndvi.keys()).filter((cell) => Number.isFinite(cells.ndvi[cell]));
  if (seen.length === 0) return null;
  const values = valuesOf(parameters, centralOf);
  const woodiness = meanOver(cells, seen, (ndvi) => woodinessOf(ndvi, values));
  const random = seededRandom(seed);
  const drawn = Float64Array.from({ length: draws }, () => {
    const one = valuesOf(parameters, (distribution) => draw(distribution, random));
    const mean = meanOver(cells, resample(seen, random), (ndvi) => woodinessOf(ndvi, one));
    return landTonnes(mean, areaSquareMeters, one);
  });
  return {
    tonnes: landTonnes(woodiness, areaSquareMeters, values),
    ...{ woodiness, values, interval: intervalOf(drawn) },
    meanNdvi: meanOver(cells, seen, (ndvi) => ndvi),
  };
}

function meanOver({ ndvi, area }: LandCells, chosen: Uint32Array, value: (ndvi: number) => number): number {
  let [sum, weights] = [0, 0];
  for (const cell of chosen) {
    const weight = area[cell] ?? 0;
    sum += value(ndvi[cell] ?? Number.NaN) * weight;
    weights += weight;
  }
  return sum / weights;
}

const resample = (cells: Uint32Array, random: Random): Uint32Array =>
  cells.map(() => cells[Math.floor(random() * cells.length)] ?? 0);

function valuesOf(parameters: LandParameters, value: (distribution: Distribution) => number): LandValues {
  return {
    bareNdvi: value(parameters.bareNdvi),
    woodlandNdvi: value(parameters.woodlandNdvi),
    woodlandTonnesPerHectare: value(parameters.woodlandTonnesPerHectare),
    modelFactor: value(parameters.modelFactor),
  };
}
