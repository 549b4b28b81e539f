import { studentChance } from '../../models/shared/distributions.ts';

/** Where a shoreline crosses a transect: metres from the baseline, towards the sea. */
export type ShorelinePosition = {
  /** Decimal year. */
  readonly year: number;
  readonly meters: number;
  /** Uncertainty of the position in metres, one standard error. */
  readonly uncertainty: number;
};

/** A rate in metres a year; the half widths of its 90 and 95 % intervals are null with fewer than three dates. */
export type FittedRate = {
  readonly rate: number;
  /** Position in metres at the year 0 of the fit, `origin`. */
  readonly intercept: number;
  readonly origin: number;
  readonly standardError: number | null;
  readonly half90: number | null;
  readonly half95: number | null;
  /** Share of the variance that the line explains; null where the positions do not vary. */
  readonly rSquared: number | null;
};

export type ShorelineChange = {
  readonly dates: number;
  /** Shoreline change envelope: the greatest distance between any two positions, metres. */
  readonly sce: number;
  /** Net shoreline movement: the newest position less the oldest, metres. */
  readonly nsm: number;
  /** End point rate, metres a year, and its uncertainty √(σ₁² + σₙ²) ÷ years. */
  readonly epr: number;
  readonly eprUncertainty: number;
  /** Linear regression rate, and the one weighted by 1 ÷ σ². */
  readonly lrr: FittedRate;
  readonly wlr: FittedRate;
};

/**
 * Measures of change along one transect; null with fewer than two dates. Source: Himmelstoss et al. (2018), Digital
 * Shoreline Analysis System (DSAS) 5.0 User Guide, USGS Open-File Report 2018–1179.
 */
export function shorelineChange(positions: readonly ShorelinePosition[]): ShorelineChange | null {
  const sorted = positions.toSorted((a, b) => a.year - b.year);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || last.year === first.year) return null;
  for (const { year, meters, uncertainty } of sorted) {
    if (!(Number.isFinite(year) && Number.isFinite(meters) && uncertainty > 0))
      throw new RangeError(
        `shorelineChange: received ${year}, ${meters} ± ${uncertainty}, expected numbers, ± above 0`,
      );
  }
  const meters = sorted.map((position) => position.meters);
  const years = last.year - first.year;
  return {
    dates: sorted.length,
    sce: Math.max(...meters) - Math.min(...meters),
    nsm: last.meters - first.meters,
    epr: (last.meters - first.meters) / years,
    eprUncertainty: Math.hypot(first.uncertainty, last.uncertainty) / years,
    lrr: fitted(sorted, () => 1),
    wlr: fitted(sorted, ({ uncertainty }) => 1 / uncertainty ** 2),
  };
}

function fitted(
  positions: readonly ShorelinePosition[],
  weightOf: (position: ShorelinePosition) => number,
): FittedRate {
  let [weights, x, y] = [0, 0, 0];
  for (const position of positions) {
    const weight = weightOf(position);
    weights += weight;
    x += weight * position.year;
    y += weight * position.meters;
  }
  const [meanX, meanY] = [x / weights, y / weights];
  let [xx, xy, yy] = [0, 0, 0];
  for (const position of positions) {
    const weight = weightOf(position);
    xx += weight * (position.year - meanX) ** 2;
    xy += weight * (position.year - meanX) * (position.meters - meanY);
    yy += weight * (position.meters - meanY) ** 2;
  }
  const rate = xy / xx;
  const freedom = positions.length - 2;
  const residual = Math.max(0, yy - rate * xy);
  const standardError = freedom > 0 ? Math.sqrt(residual / freedom / xx) : null;
  const half = (level: number) => (standardError === null ? null : studentQuantile(level, freedom) * standardError);
  return {
    ...{ rate, intercept: meanY, origin: meanX, standardError },
    ...{ half90: half(0.9), half95: half(0.95), rSquared: yy > 0 ? Math.min(1, (rate * xy) / yy) : null },
  };
}

/** Value that Student's t stays within, on both sides of 0, with a chance of `level`. */
export function studentQuantile(level: number, degrees: number): number {
  const upper = 0.5 + level / 2;
  let [low, high] = [0, 1];
  while (studentChance(high, degrees) < upper) high *= 2;
  for (let step = 0; step < 100 && high - low > 1e-12 * high; step += 1) {
    const middle = (low + high) / 2;
    if (studentChance(middle, degrees) < upper) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** From the fastest loss of land to its gain. */
export const erosionClasses = ['extreme', 'severe', 'intense', 'erosion', 'stable', 'accretion'] as const;
export type ErosionClass = (typeof erosionClasses)[number];

/**
 * Class of a rate in metres a year. Limits: Luijendijk et al. (2018), Sci. Rep. 8:6641, after Esteves and Finkl (1998):
 * −5, −3, −1, −0.5 and +0.5 m a year.
 */
export function erosionClass(rate: number): ErosionClass {
  if (rate < -5) return 'extreme';
  if (rate < -3) return 'severe';
  if (rate < -1) return 'intense';
  if (rate < -0.5) return 'erosion';
  return rate <= 0.5 ? 'stable' : 'accretion';
}

/** Decimal year of an instant: 1 January is the whole number. */
export function decimalYear(timeMs: number): number {
  const year = new Date(timeMs).getUTCFullYear();
  const start = Date.UTC(year, 0, 1);
  return year + (timeMs - start) / (Date.UTC(year + 1, 0, 1) - start);
}
