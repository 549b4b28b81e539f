import { valueNoise2, valueNoise3 } from '@kianda/geo';
import { type Climate, coastalChlorophyll, coastalSst, offshoreWarming } from './climate.ts';
import { coriolis, streamFunction } from './currents.ts';
import { type Eddies, eddyStream } from './eddies.ts';
import { atLatitude, kmPerDegree, smoothOffshoreKm } from './shore.ts';

/** What the water at a place is made of, at one moment. */
export type Moment = { readonly seed: number; readonly climate: Climate; readonly eddies: Eddies };

/** Strength 0..1 of a cold filament of upwelled water at a place. */
function filament({ seed, climate }: Moment, lon: number, lat: number, km: number): number {
  if (km > 350) return 0;
  const tongue = valueNoise3(seed ^ 0x51f1, lat * 1.4 + lon * 0.35, lon * 0.25, climate.days / 11);
  return Math.max(0, tongue + 0.12) * Math.exp(-km / 75);
}

function meander({ seed, climate }: Moment, lon: number): number {
  return 0.45 * valueNoise2(seed ^ 0x0ab5, lon * 0.9, climate.days / 18);
}

/** Surface temperature of the mean year, °C. */
export function sstClimatology({ climate }: Moment, lon: number, lat: number): number {
  const mean = -16.3 + 0.55 * climate.winter;
  return coastalSst(climate, lat, mean) + offshoreWarming(climate, smoothOffshoreKm(lon, lat));
}

/** Surface temperature, °C. */
export function sst(moment: Moment, lon: number, lat: number): number {
  const { seed, climate, eddies } = moment;
  const km = smoothOffshoreKm(lon, lat);
  const front = Math.min(-15.35, Math.max(-16.75, climate.frontLat + meander(moment, lon)));
  return (
    coastalSst(climate, lat, front) +
    offshoreWarming(climate, km) -
    (0.4 + 2 * climate.winter) * filament(moment, lon, lat, km) -
    eddyStream(eddies, lon, lat) / 45_000 +
    0.3 * valueNoise3(seed ^ 0x3c3c, lon * 1.7, lat * 1.7, climate.days / 7) +
    climate.interannual * (0.7 + 0.3 * Math.exp(-km / 300))
  );
}

/** Departure of the surface temperature from that of the mean year, °C. */
export function sstAnomaly(moment: Moment, lon: number, lat: number): number {
  return sst(moment, lon, lat) - sstClimatology(moment, lon, lat);
}

const congoMouth = { lon: 12.3, lat: -6.05 } as const;

/**
 * Share 0..1 of river water: a plume that leaves the mouth of the Congo to the west-north-west for most of the year and
 * bends south along the coast in late summer, to about 1000 km at high water.
 */
export function congoPlume({ seed, climate }: Moment, lon: number, lat: number): number {
  const x = (congoMouth.lon - lon) * kmPerDegree * Math.cos((lat * Math.PI) / 180);
  const y = (lat - congoMouth.lat) * kmPerDegree;
  if (x < -60 || Math.abs(y) > 600) return 0;
  const summer = 0.5 + 0.5 * Math.cos(2 * Math.PI * (climate.yearFraction - 0.16));
  const angle = 0.35 - 0.75 * summer + 0.25 * valueNoise2(seed ^ 0x7171, x / 220, climate.days / 14);
  const along = x * Math.cos(angle) + y * Math.sin(angle);
  const across = -x * Math.sin(angle) + y * Math.cos(angle);
  const width = 45 + 0.22 * Math.max(0, along);
  const length = 190 * climate.congo;
  const fade = along < 0 ? Math.exp(along / 15) : Math.exp(-along / length);
  return fade * Math.exp(-0.5 * (across / width) ** 2) * Math.min(1, 0.35 + 0.6 * climate.congo);
}

/** Surface chlorophyll a, mg m⁻³. */
export function chlorophyll(moment: Moment, lon: number, lat: number): number {
  const { seed, climate } = moment;
  const km = smoothOffshoreKm(lon, lat);
  const decayKm = lat < -13 ? 105 : 75;
  const upwelled = 0.16 + coastalChlorophyll(climate, lat) * Math.exp(-km / decayKm);
  const patches =
    0.45 * valueNoise3(seed ^ 0x1e2d, lon * 2.1, lat * 2.1, climate.days / 5) +
    0.9 * filament(moment, lon, lat, km) * (0.3 + climate.winter) -
    0.15 * climate.interannual;
  const value = upwelled * Math.exp(patches) + 2.2 * congoPlume(moment, lon, lat);
  return Math.min(60, Math.max(0.03, value));
}

const surfaceSalinity = [
  [-18, 35.2],
  [-16, 35.4],
  [-13, 35.75],
  [-10, 35.85],
  [-7, 35.6],
  [-5, 35.3],
] as const;

/** Surface salinity of the sea without the river. */
function seaSalinity({ seed, climate }: Moment, lon: number, lat: number): number {
  return (
    atLatitude(surfaceSalinity, lat) +
    0.25 * (1 - Math.exp(-smoothOffshoreKm(lon, lat) / 250)) +
    0.15 * (climate.winter - 0.5) +
    0.06 * valueNoise3(seed ^ 0x5a17, lon * 1.3, lat * 1.3, climate.days / 9)
  );
}

/** Depth of the mixed layer in metres, never below the given seabed. */
export function mixedLayerDepth(moment: Moment, lon: number, lat: number, seabed: number): number {
  const { seed, climate } = moment;
  const open = 1 - Math.exp(-smoothOffshoreKm(lon, lat) / 120);
  const patches = 1 + 0.25 * valueNoise3(seed ^ 0x0dd1, lon, lat, climate.days / 4);
  return Math.min(seabed * 0.9, (9 + (10 + 26 * climate.winter) * open) * patches);
}

const backgroundCelsius = [
  [0, 18],
  [100, 15],
  [200, 12],
  [500, 8],
  [1000, 4.4],
  [2000, 3.2],
  [4000, 2.4],
] as const;
const backgroundSalinity = [
  [0, 35.6],
  [100, 35.5],
  [200, 35.1],
  [500, 34.65],
  [800, 34.5],
  [1500, 34.85],
  [4000, 34.9],
] as const;

/** Share of the surface's departure from the deep profile that is left at a depth. */
function surfaceShare(depth: number, mixedLayer: number): number {
  return depth <= mixedLayer ? 1 : Math.exp(-(depth - mixedLayer) / 55);
}

/** Temperature at a depth, °C: mixed layer, thermocline, then the South Atlantic profile. */
export function temperatureAt(moment: Moment, lon: number, lat: number, depth: number, seabed: number): number {
  const layer = mixedLayerDepth(moment, lon, lat, seabed);
  const deep = atLatitude(backgroundCelsius, depth);
  const share = surfaceShare(depth, layer);
  return deep * (1 - share) + (sst(moment, lon, lat) - 0.004 * Math.min(depth, layer)) * share;
}

/** Salinity (practical scale) at a depth. River water is a skin of some metres, whatever the layer below it does. */
export function salinityAt(moment: Moment, lon: number, lat: number, depth: number, seabed: number): number {
  const share = surfaceShare(depth, mixedLayerDepth(moment, lon, lat, seabed));
  const sea = atLatitude(backgroundSalinity, depth) * (1 - share) + seaSalinity(moment, lon, lat) * share;
  return Math.max(24, sea - 9 * congoPlume(moment, lon, lat) * Math.exp(-depth / 8));
}

/** Sea level above the mean without tides, metres: geostrophic height of the currents and the seasons. */
export function seaLevel(moment: Moment, lon: number, lat: number): number {
  const { climate, eddies } = moment;
  const geostrophic = (coriolis(lat) * streamFunction(climate, eddies, lon, lat)) / 9.81;
  return geostrophic + 0.05 * (1 - 2 * climate.winter) + 0.02 * climate.interannual;
}
