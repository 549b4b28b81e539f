import { dayMs, valueNoise1, yearFraction } from '@kianda/geo';
import { atLatitude } from './shore.ts';

/**
 * Monthly surface temperature at the coast, °C, January to December. Derived, not published: shaped by the seasons of
 * Berrit (FAO), the mean front of Shannon et al. (1987) and the austral-winter upwelling of Körner et al. (2023).
 */
export const coastalSstByMonth: readonly { readonly lat: number; readonly months: readonly number[] }[] = [
  { lat: -17, months: [18.5, 19.5, 20.0, 19.0, 17.2, 15.6, 14.6, 14.3, 14.5, 15.3, 16.3, 17.5] },
  { lat: -15, months: [21.5, 22.8, 23.5, 22.5, 20.0, 17.8, 16.2, 15.8, 16.2, 17.5, 19.0, 20.3] },
  { lat: -12.5, months: [24.5, 25.8, 26.5, 25.5, 23.0, 20.3, 18.5, 18.0, 18.8, 20.8, 22.5, 23.5] },
  { lat: -9, months: [26.5, 27.8, 28.5, 27.8, 25.5, 22.5, 20.5, 20.0, 21.3, 23.5, 25.0, 25.8] },
  { lat: -5, months: [26.5, 27.8, 28.2, 27.8, 26.0, 22.5, 20.0, 19.8, 21.0, 23.5, 25.0, 25.5] },
];

/** Chlorophyll at the coast out of season and at its August peak, mg m⁻³. */
const chlorophyllBase = [
  [-17, 2],
  [-15, 2],
  [-12.5, 1],
  [-9, 0.6],
  [-5, 0.6],
] as const;
const chlorophyllPeak = [
  [-17, 8],
  [-15, 8],
  [-12.5, 4],
  [-9, 2],
  [-5, 2],
] as const;

/** Congo discharge relative to its mean of 45,000 m³ s⁻¹: highest in December, a second time in May. */
const congoByMonth = [1.25, 1.0, 0.85, 0.95, 1.1, 0.95, 0.72, 0.7, 0.82, 1.0, 1.25, 1.45];

/** Warm and cold years of the Angola–Benguela system: centre (decimal year), peak anomaly °C, half-width in years. */
const anomalousYears = [
  [1963.2, 1.8, 0.22],
  [1984.2, 2.2, 0.22],
  [1995.2, 2.0, 0.2],
  [1997.1, -1.6, 0.25],
  [2011.1, 2.0, 0.2],
] as const;

/** Smooth value between the middles of months, cyclic (Catmull–Rom). `month` is 0 in the middle of January. */
function monthly(values: readonly number[], month: number): number {
  const i = Math.floor(month);
  const t = month - i;
  const at = (k: number) => values[(((i + k) % 12) + 12) % 12] ?? Number.NaN;
  const [a, b, c, d] = [at(-1), at(0), at(1), at(2)];
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

/** State of the climate at one moment, computed once for a map. */
export type Climate = {
  readonly timeMs: number;
  readonly days: number;
  readonly yearFraction: number;
  /** Coastal temperatures by rising latitude. */
  readonly coastalSst: readonly (readonly [lat: number, celsius: number])[];
  /** 0 in late summer, 1 in mid-August. */
  readonly winter: number;
  readonly chlorophyllSeason: number;
  readonly congo: number;
  /** Latitude of the middle of the Angola–Benguela Front without its meanders. */
  readonly frontLat: number;
  /** Departure of the year from the mean year, °C. */
  readonly interannual: number;
};

function interannual(seed: number, year: number): number {
  let sum = Math.min(0.8, Math.max(-0.8, 0.02 * (year - 2005)));
  for (const [center, peak, halfWidth] of anomalousYears) {
    sum += peak * Math.exp(-(((year - center) / halfWidth) ** 2));
  }
  return sum + 0.6 * valueNoise1(seed ^ 0x1f3a, year * 0.9) + 0.3 * valueNoise1(seed ^ 0x77c1, year * 3.1);
}

/** The state of the seasons at a time. */
export function climateAt(seed: number, timeMs: number): Climate {
  const fraction = yearFraction(timeMs);
  const month = fraction * 12 - 0.5;
  const winter = 0.5 + 0.5 * Math.cos(2 * Math.PI * (fraction - 0.62));
  const days = timeMs / dayMs;
  return {
    timeMs,
    days,
    yearFraction: fraction,
    coastalSst: coastalSstByMonth.map(({ lat, months }) => [lat, monthly(months, month)] as const),
    winter,
    chlorophyllSeason: winter ** 1.5,
    congo: monthly(congoByMonth, month),
    // North in the cold season, south in the warm one.
    frontLat: -16.3 + 0.55 * winter + 0.15 * valueNoise1(seed ^ 0x2b1d, days / 25),
    interannual: interannual(seed, 1970 + days / 365.2425),
  };
}

const frontWidthDegrees = 0.3;

/**
 * Temperature at the coast, °C. Between 15° S and 17° S the whole difference is drawn together into the front at
 * `frontLat`, while the values at both latitudes stay those of the table.
 */
export function coastalSst(climate: Climate, lat: number, frontLat: number): number {
  const nodes = climate.coastalSst;
  const southEnd = nodes[0]?.[1] ?? Number.NaN;
  if (lat < -17) return Math.max(11, southEnd + 0.5 * (lat + 17));
  if (lat > -5) return atLatitude(nodes, -5) + 0.1 * Math.min(5, lat + 5);
  if (lat >= -15) return atLatitude(nodes, lat);
  const northEnd = nodes[1]?.[1] ?? Number.NaN;
  const low = Math.tanh((-17 - frontLat) / frontWidthDegrees);
  const high = Math.tanh((-15 - frontLat) / frontWidthDegrees);
  const share = (Math.tanh((lat - frontLat) / frontWidthDegrees) - low) / (high - low);
  return southEnd + (northEnd - southEnd) * share;
}

/** Warming off the coast, °C: up to 2.5 at 200 km in winter, 0.5 in summer. */
export function offshoreWarming(climate: Climate, km: number): number {
  return (0.5 + 2 * climate.winter) * (1.12 * (1 - Math.exp(-km / 90)));
}

/** Chlorophyll of the season at the coast, mg m⁻³. */
export function coastalChlorophyll(climate: Climate, lat: number): number {
  const base = atLatitude(chlorophyllBase, lat);
  return base + (atLatitude(chlorophyllPeak, lat) - base) * climate.chlorophyllSeason;
}
