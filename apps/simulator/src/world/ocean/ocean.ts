import type { OceanVariable, OceanWorld } from '../types.ts';
import { nitrateAt, oxygenAt, phAt, phytoplanktonAt } from './chemistry.ts';
import { climateAt } from './climate.ts';
import { currentEast, currentNorth } from './currents.ts';
import { eddiesAt } from './eddies.ts';
import { altitudeMeters, seabedMeters } from './shore.ts';
import {
  chlorophyll,
  type Moment,
  mixedLayerDepth,
  type Place,
  salinityAt,
  seaLevel,
  sst,
  sstAnomaly,
  temperatureAt,
} from './water.ts';
import { waves, windEast, windNorth } from './weather.ts';

/** Currents fade with depth; half is left at 100 m. */
const currentShare = (depth: number) => Math.exp(-depth / 145);

const samplers: Record<OceanVariable, (moment: Moment, place: Place) => number> = {
  sst: (m, p) => sst(m, p.lon, p.lat),
  sstAnomaly: (m, p) => sstAnomaly(m, p.lon, p.lat),
  chlorophyll: (m, p) => chlorophyll(m, p.lon, p.lat),
  salinity: (m, p) => salinityAt(m, p),
  temperature: (m, p) => temperatureAt(m, p),
  currentEast: (m, p) => currentEast(m.climate, m.eddies, p.lon, p.lat) * currentShare(p.depth),
  currentNorth: (m, p) => currentNorth(m.climate, m.eddies, p.lon, p.lat) * currentShare(p.depth),
  seaLevel: (m, p) => seaLevel(m, p.lon, p.lat),
  mixedLayerDepth: (m, p) => mixedLayerDepth(m, p.lon, p.lat, p.seabed),
  waveHeight: (m, p) => waves(m, p.lon, p.lat).waveHeight,
  waveDirection: (m, p) => waves(m, p.lon, p.lat).waveDirection,
  wavePeriod: (m, p) => waves(m, p.lon, p.lat).wavePeriod,
  windWaveHeight: (m, p) => waves(m, p.lon, p.lat).windWaveHeight,
  swellWaveHeight: (m, p) => waves(m, p.lon, p.lat).swellWaveHeight,
  swellWaveDirection: (m, p) => waves(m, p.lon, p.lat).swellWaveDirection,
  swellWavePeriod: (m, p) => waves(m, p.lon, p.lat).swellWavePeriod,
  windEast: (m, p) => windEast(m, p.lon, p.lat),
  windNorth: (m, p) => windNorth(m, p.lon, p.lat),
  oxygen: oxygenAt,
  ph: phAt,
  nitrate: nitrateAt,
  phytoplankton: phytoplanktonAt,
};

/** Moments in memory: a map samples one of them 33,033 times, a series alternates between a few. */
const rememberedMoments = 64;

/** The simulated South-East Atlantic of a seed. */
export function createOcean(seed: number): OceanWorld {
  const moments = new Map<number, Moment>();
  let latest: Moment | null = null;

  function momentAt(timeMs: number): Moment {
    if (latest?.climate.timeMs === timeMs) return latest;
    let moment = moments.get(timeMs);
    if (moment === undefined) {
      moment = { seed, climate: climateAt(seed, timeMs), eddies: eddiesAt(seed, timeMs) };
      if (moments.size >= rememberedMoments) moments.clear();
      moments.set(timeMs, moment);
    }
    latest = moment;
    return moment;
  }

  return {
    sample(variable, [lon, lat], timeMs, depthMeters = 0) {
      const seabed = seabedMeters(lon, lat);
      if (seabed === null || !Number.isFinite(timeMs) || depthMeters < 0 || depthMeters > seabed) return null;
      return samplers[variable](momentAt(timeMs), { lon, lat, depth: depthMeters, seabed });
    },
    seabedMeters,
    altitudeMeters,
  };
}
