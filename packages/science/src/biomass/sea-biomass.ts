import { type Random, seededRandom } from '@kianda/geo';
import { centralOf, draw } from './distribution.ts';
import { type Interval, intervalOf } from './interval.ts';
import type { SeaParameters } from './parameters.ts';
import { atFactor, type ZoneDay } from './sea-days.ts';

export const daysAYear = 365;
/** mg to tonnes. */
const tonnesPerMilligram = 1e-9;

/** One set of the parameters. */
type SeaValues = { readonly [K in keyof SeaParameters]: number };

/** Quantities of a zone; tonnes are wet weight, of carbon where they say so. */
type SeaQuantities = {
  readonly phytoplanktonTonnes: number;
  readonly productionTonnesCarbonYear: number;
  readonly fishProductionTonnesYear: number;
  readonly fishTonnes: number;
};

/** Means of a zone over its days: mg Chl m⁻² in the lit water, mg C m⁻² d⁻¹ made; NaN where no day has any. */
type ZoneMeans = { readonly stock: number; readonly production: number };

/**
 * The arithmetic of the sea. Phytoplankton = chlorophyll × area × C:Chl × wet:C. Production a year = VGPM × area × 365.
 * Fish production = production × TE^(TL − 1) × wet:C (Pauly & Christensen 1995); their biomass, that over P/B.
 */
export function seaQuantities(means: ZoneMeans, areaSquareMeters: number, values: SeaValues): SeaQuantities {
  const { carbonPerChlorophyll, wetPerCarbon, productionFactor, transferEfficiency, trophicLevel } = values;
  const phytoplanktonTonnes = means.stock * areaSquareMeters * tonnesPerMilligram * carbonPerChlorophyll * wetPerCarbon;
  const productionTonnesCarbonYear =
    means.production * areaSquareMeters * tonnesPerMilligram * daysAYear * productionFactor;
  const fishProductionTonnesYear = productionTonnesCarbonYear * transferEfficiency ** (trophicLevel - 1) * wetPerCarbon;
  return {
    phytoplanktonTonnes,
    productionTonnesCarbonYear,
    fishProductionTonnesYear,
    fishTonnes: fishProductionTonnesYear / values.productionPerBiomass,
  };
}

/** Mean of a zone's days at a factor of chlorophyll, of the days named (one may be named more than once). */
export function meansAt(days: readonly ZoneDay[], factor: number, chosen: Uint32Array): ZoneMeans {
  let [stock, stockDays, production, productionDays] = [0, 0, 0, 0];
  for (const index of chosen) {
    const day = days[index];
    if (day === undefined) continue;
    if (day.seenArea > 0) {
      stock += atFactor(day.stock, factor);
      stockDays += 1;
    }
    if (day.producingArea > 0) {
      production += atFactor(day.production, factor);
      productionDays += 1;
    }
  }
  return { stock: stock / stockDays, production: production / productionDays };
}

export type SeaEstimate = {
  /** With the central value of each parameter: what the arithmetic shows. */
  readonly central: SeaQuantities;
  readonly means: ZoneMeans;
  readonly values: SeaValues;
  readonly phytoplankton: Interval;
  readonly production: Interval;
  readonly fishProduction: Interval;
  readonly fish: Interval;
};

type Options = { readonly draws: number; readonly seed: number | string };

/**
 * Estimate of a zone by Monte Carlo: each draw takes a value of every parameter and days at random, with replacement (a
 * bootstrap of the period). Days count alike, however much was seen of them; those without any are left out. Null where
 * no day has chlorophyll and temperature. The same seed gives the same numbers.
 */
export function estimateSea(
  days: readonly ZoneDay[],
  areaSquareMeters: number,
  parameters: SeaParameters,
  { draws, seed }: Options,
): SeaEstimate | null {
  const seen = days.filter(({ producingArea }) => producingArea > 0);
  if (seen.length === 0) return null;
  const values = mapParameters(parameters, centralOf);
  const all = Uint32Array.from(seen, (_, index) => index);
  const means = meansAt(seen, values.chlorophyllFactor, all);
  const random = seededRandom(seed);
  const drawn = Array.from({ length: draws }, () => {
    const one = mapParameters(parameters, (distribution) => draw(distribution, random));
    return seaQuantities(meansAt(seen, one.chlorophyllFactor, resample(seen.length, random)), areaSquareMeters, one);
  });
  const interval = (of: (quantities: SeaQuantities) => number) => intervalOf(Float64Array.from(drawn, of));
  return {
    ...{ central: seaQuantities(means, areaSquareMeters, values), means, values },
    phytoplankton: interval((one) => one.phytoplanktonTonnes),
    production: interval((one) => one.productionTonnesCarbonYear),
    fishProduction: interval((one) => one.fishProductionTonnesYear),
    fish: interval((one) => one.fishTonnes),
  };
}

function mapParameters(
  parameters: SeaParameters,
  value: (distribution: SeaParameters[keyof SeaParameters]) => number,
): SeaValues {
  return {
    chlorophyllFactor: value(parameters.chlorophyllFactor),
    productionFactor: value(parameters.productionFactor),
    carbonPerChlorophyll: value(parameters.carbonPerChlorophyll),
    wetPerCarbon: value(parameters.wetPerCarbon),
    transferEfficiency: value(parameters.transferEfficiency),
    trophicLevel: value(parameters.trophicLevel),
    productionPerBiomass: value(parameters.productionPerBiomass),
  };
}

const resample = (count: number, random: Random): Uint32Array =>
  Uint32Array.from({ length: count }, () => Math.floor(random() * count));
