import { gradientNoise3 } from '@kianda/geo';
import { type Climate, coastalChlorophyll, coastalSst, offshoreWarming } from './climate.ts';
import { coriolis, streamFunction } from './currents.ts';
import { type Eddies, eddyStream } from './eddies.ts';
import { atLatitude, kmPerDegree, smoothOffshoreKm } from './shore.ts';

/** State of the sea of a seed at one moment. */
export type Moment = { readonly seed: number; readonly climate: Climate; readonly eddies: Eddies };

/** A point in the water; depth and seabed in metres. */
export type Place = { readonly lon: number; readonly lat: number; readonly depth: number; readonly seabed: number };

/**
 * Position that the water of a place would have in a sea at rest: currents draw the lines of equal temperature out into swirls,
 * and this draws the place back by up to some 40 km. Degrees of longitude and latitude.
 */
function atRest({ seed, climate }: Moment, lon: number, lat: number): readonly [lon: number, lat: number] {
  const time = climate.days / 16;
  return [
    lon + 0.36 * gradientNoise3(seed ^ 0x0ab5, lon * 1.1, lat * 1.1, time),
    lat + 0.22 * gradientNoise3(seed ^ 0x0ab6, lon * 1.3, lat * 1.3, time),
  ];
}

/** Small patches of water in [-1, 1], two sizes of them, that live for about a week. */
function patches({ seed, climate }: Moment, name: number, lon: number, lat: number): number {
  const time = climate.days / 7;
  const small = gradientNoise3(seed ^ name ^ 0x5bd1, lon * 4.3, lat * 4.3, time * 2);
  return 0.8 * gradientNoise3(seed ^ name, lon * 1.7, lat * 1.7, time) + 0.35 * small;
}

/** Strength 0..1 of a cold filament of upwelled water at a place. */
function filament({ seed, climate }: Moment, lon: number, lat: number, km: number): number {
  if (km > 350) return 0;
  // Much longer across the coast than along it.
  const tongue = gradientNoise3(seed ^ 0x51f1, lat * 1.9 + lon * 0.5, lon * 0.3, climate.days / 11);
  return Math.max(0, 1.5 * tongue + 0.1) * Math.exp(-km / 75);
}

/** Surface temperature of the mean year, °C. */
export function sstClimatology({ climate }: Moment, lon: number, lat: number): number {
  const mean = -16.3 + 0.55 * climate.winter;
  return coastalSst(climate, lat, mean) + offshoreWarming(climate, smoothOffshoreKm(lon, lat));
}

/** Surface temperature, °C. */
export function sst(moment: Moment, lon: number, lat: number): number {
  const { climate, eddies } = moment;
  const km = smoothOffshoreKm(lon, lat);
  const [restLon, restLat] = atRest(moment, lon, lat);
  const restKm = smoothOffshoreKm(restLon, restLat);
  return (
    coastalSst(climate, restLat, climate.frontLat) +
    // At the coast itself nothing can be drawn back: there is only land behind.
    offshoreWarming(climate, km + (restKm - km) * (1 - Math.exp(-km / 40))) -
    (0.4 + 2 * climate.winter) * filament(moment, lon, lat, km) -
    eddyStream(eddies, lon, lat) / 45_000 +
    0.4 * patches(moment, 0x3c3c, lon, lat) +
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
 * bends south along the coast in late summer, felt for hundreds of kilometres at high water.
 */
export function congoPlume(moment: Moment, lon: number, lat: number): number {
  if (lon > congoMouth.lon + 0.8 || lat < congoMouth.lat - 6) return 0;
  const { seed, climate } = moment;
  const [restLon, restLat] = atRest(moment, lon, lat);
  const x = (congoMouth.lon - restLon) * kmPerDegree * Math.cos((lat * Math.PI) / 180);
  const y = (restLat - congoMouth.lat) * kmPerDegree;
  const summer = 0.5 + 0.5 * Math.cos(2 * Math.PI * (climate.yearFraction - 0.16));
  const wobble = 0.5 * gradientNoise3(seed ^ 0x7171, x / 260, 0.5, climate.days / 14);
  const angle = 0.3 - 0.75 * summer + wobble;
  const along = x * Math.cos(angle) + y * Math.sin(angle);
  const across = -x * Math.sin(angle) + y * Math.cos(angle);
  const width = 38 + 0.24 * Math.max(0, along);
  const length = 240 * climate.congo;
  const fade = along < 0 ? Math.exp(-((along / 30) ** 2)) : Math.exp(-along / length);
  return fade * Math.exp(-0.5 * (across / width) ** 2) * Math.min(1, 0.35 + 0.6 * climate.congo);
}

/** Distance over which the bloom falls to a third, km: wider where the shelf water is drawn out by the Benguela. */
const bloomKm = [
  [-17, 110],
  [-14, 100],
  [-11, 75],
] as const;

/** Surface chlorophyll a, mg m⁻³. */
export function chlorophyll(moment: Moment, lon: number, lat: number): number {
  const { climate } = moment;
  const km = smoothOffshoreKm(lon, lat);
  const [restLon, restLat] = atRest(moment, lon, lat);
  const upwelled =
    0.16 +
    coastalChlorophyll(climate, restLat) * Math.exp(-smoothOffshoreKm(restLon, restLat) / atLatitude(bloomKm, lat));
  const growth =
    0.6 * patches(moment, 0x1e2d, lon, lat) +
    0.9 * filament(moment, lon, lat, km) * (0.3 + climate.winter) -
    0.15 * climate.interannual;
  const value = upwelled * Math.exp(growth) + 2.2 * congoPlume(moment, lon, lat);
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
function seaSalinity(moment: Moment, lon: number, lat: number): number {
  const { climate } = moment;
  return (
    atLatitude(surfaceSalinity, lat) +
    0.25 * (1 - Math.exp(-smoothOffshoreKm(lon, lat) / 250)) +
    0.15 * (climate.winter - 0.5) +
    0.07 * patches(moment, 0x5a17, lon, lat)
  );
}

/** Depth of the mixed layer in metres, never below the given seabed. */
export function mixedLayerDepth(moment: Moment, lon: number, lat: number, seabed: number): number {
  const { seed, climate } = moment;
  const open = 1 - Math.exp(-smoothOffshoreKm(lon, lat) / 120);
  const uneven = 1 + 0.35 * gradientNoise3(seed ^ 0x0dd1, lon, lat, climate.days / 4);
  return Math.min(seabed * 0.9, (9 + (10 + 26 * climate.winter) * open) * uneven);
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
export function temperatureAt(moment: Moment, { lon, lat, depth, seabed }: Place): number {
  const layer = mixedLayerDepth(moment, lon, lat, seabed);
  const deep = atLatitude(backgroundCelsius, depth);
  const share = surfaceShare(depth, layer);
  return deep * (1 - share) + (sst(moment, lon, lat) - 0.004 * Math.min(depth, layer)) * share;
}

/** Salinity (practical scale) at a depth. River water is a skin of some metres, whatever the layer below it does. */
export function salinityAt(moment: Moment, { lon, lat, depth, seabed }: Place): number {
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
