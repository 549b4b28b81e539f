import { distanceMeters, type Position } from '@kianda/geo';
import { distancesAlong } from './temporal.rules.ts';

/** Levels of one cast, depths growing. */
type Levels = { readonly depthsMeters: readonly number[]; readonly values: readonly number[] };
type Place = { readonly lon: number; readonly lat: number };

/** A first level no deeper than this stands for the water above it, as in the list of profiles. */
const surfaceMeters = 12;
/** Levels farther apart than this, and than half the depth of the lower one, leave a gap between them. */
const leastGapMeters = 50;

/** Depths from the surface down to `deep`, equally far from each other. */
export function depthsTo(deep: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => (deep * index) / (count - 1));
}

/** A cast at other depths, linear between its levels; NaN below the last, and in gaps between levels. */
export function valuesAtDepths({ depthsMeters, values }: Levels, depths: readonly number[]): Float64Array {
  return Float64Array.from(depths, (depth) => {
    const below = depthsMeters.findIndex((level) => level >= depth);
    const [lower, lowerValue] = [depthsMeters[below], values[below]];
    if (lower === undefined || lowerValue === undefined) return Number.NaN;
    const [upper, upperValue] = [depthsMeters[below - 1], values[below - 1]];
    if (upper === undefined || upperValue === undefined)
      return lower === depth || lower <= surfaceMeters ? lowerValue : Number.NaN;
    if (lower === depth) return lowerValue;
    if (lower - upper > Math.max(leastGapMeters, lower / 2)) return Number.NaN;
    return upperValue + ((depth - upper) / (lower - upper)) * (lowerValue - upperValue);
  });
}

/** The place of a line that is nearest to a position: kilometres from its start, and how far off it is. */
export function nearestOnLine(line: readonly Position[], position: Position) {
  const starts = distancesAlong(line);
  const candidates = line.slice(1).map((to, index) => {
    const from = line[index] ?? to;
    // Degrees of longitude shrink towards the poles: the foot of the perpendicular is looked for on the flat ground about the position.
    const shrink = Math.cos((position[1] * Math.PI) / 180);
    const [dx, dy] = [(to[0] - from[0]) * shrink, to[1] - from[1]];
    const [px, py] = [(position[0] - from[0]) * shrink, position[1] - from[1]];
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
    const foot: Position = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    return {
      distanceKm: (starts[index] ?? 0) + share * ((starts[index + 1] ?? 0) - (starts[index] ?? 0)),
      offsetKm: distanceMeters(foot, position) / 1000,
    };
  });
  const nearest = candidates.toSorted((a, b) => a.offsetKm - b.offsetKm)[0];
  if (nearest === undefined) throw new RangeError(`line: expected two positions or more, received ${line.length}`);
  return nearest;
}

/**
 * Section by weighted means: the value at a place and a depth is the mean of the casts within `reachKm` of the place
 * that have one there, each weighted by exp(−d²/2σ²) with σ half the reach. Rows are depths, columns places; NaN where no
 * cast reaches. The method of gridding of Barnes (1964, J. Appl. Meteorol. 3, 396–409), in one pass.
 */
export function sectionValues(
  places: readonly Position[],
  depths: readonly number[],
  casts: readonly (Levels & Place)[],
  reachKm: number,
): Float32Array {
  const columns = casts.map((cast) => valuesAtDepths(cast, depths));
  const sigmaKm = reachKm / 2;
  const section = new Float32Array(depths.length * places.length).fill(Number.NaN);
  places.forEach((place, x) => {
    const near = casts.flatMap(({ lon, lat }, index) => {
      const km = distanceMeters(place, [lon, lat]) / 1000;
      const column = columns[index];
      if (km > reachKm || column === undefined) return [];
      return [{ column, weight: Math.exp(-0.5 * (km / sigmaKm) ** 2) }];
    });
    depths.forEach((_, y) => {
      const known = near.filter(({ column }) => !Number.isNaN(column[y]));
      const weights = known.reduce((sum, { weight }) => sum + weight, 0);
      const sum = known.reduce((total, { column, weight }) => total + weight * (column[y] ?? 0), 0);
      if (weights > 0) section[y * places.length + x] = sum / weights;
    });
  });
  return section;
}

/** A section without the cells that lie below the bottom, in place; null is a bottom that is not known. */
export function cutAtSeabed(
  section: Float32Array,
  depths: readonly number[],
  bottoms: readonly (number | null)[],
): Float32Array {
  depths.forEach((depth, y) => {
    bottoms.forEach((bottom, x) => {
      if (bottom !== null && depth > bottom) section[y * bottoms.length + x] = Number.NaN;
    });
  });
  return section;
}
