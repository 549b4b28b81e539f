import { coastLongitude, dayMs, gradientNoise3, hash32, isAtSea, type Position, yearFraction } from '@kianda/geo';
import type { LandWorld } from '../types.ts';

type Stop = readonly [lat: number, mean: number, swing: number];

/** NDVI inland by latitude: its mean over the year, and how far the seasons take it. Forest in the north, dry savanna in the south. */
const stops: readonly Stop[] = [
  [-18.5, 0.34, 0.11],
  [-16, 0.44, 0.15],
  [-13, 0.56, 0.16],
  [-10, 0.58, 0.14],
  [-7, 0.64, 0.1],
  [-4, 0.74, 0.04],
];
/** Day of the year, as a share of it, on which it is greenest: at the end of the rains, which fall from October to April. */
const greenest = 0.19;
/** Bare ground of the coastal desert. */
const bare = 0.11;

/** Vegetation of a seed: green in the wet north, bare at the coast of Namibe, and with the rains in between. */
export function createLand(seed: number): LandWorld {
  const [weather, ground] = [hash32(seed, 'rain'), hash32(seed, 'ground')];
  return {
    ndvi(position, timeMs) {
      const [lon, lat] = position;
      if (isAtSea(position) || !Number.isFinite(timeMs)) return null;
      const [mean, swing] = inland(lat);
      const moist = moisture(position);
      const season = Math.cos(2 * Math.PI * (yearFraction(timeMs) - greenest));
      const years = timeMs / (365 * dayMs);
      const rains = 0.05 * gradientNoise3(weather, lon / 3, lat / 3, years * 2);
      const relief = 0.06 * gradientNoise3(ground, lon / 0.7, lat / 0.7, 0);
      const value = bare + (mean + swing * season + rains + relief - bare) * moist;
      return Math.min(0.92, Math.max(0.04, value));
    },
  };
}

function inland(lat: number): readonly [mean: number, swing: number] {
  const above = Math.max(
    1,
    stops.findIndex(([at]) => at >= lat),
  );
  const [low, high] = [stops[above - 1], stops[above]];
  if (low === undefined || high === undefined) return [0.5, 0.1];
  const share = Math.min(1, Math.max(0, (lat - low[0]) / (high[0] - low[0])));
  return [low[1] + (high[1] - low[1]) * share, low[2] + (high[2] - low[2]) * share];
}

/** Share of the inland greenness: the cold current keeps the coast dry, the farther inland the farther south. */
function moisture([lon, lat]: Position): number {
  const south = Math.min(1, Math.max(0, (-lat - 5) / 11));
  const dryDegrees = 0.15 + 2.2 * south;
  return 1 - (0.35 + 0.6 * south) * Math.exp(-(lon - coastLongitude(lat)) / dryDegrees);
}
