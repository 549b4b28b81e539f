import { gradientNoise3, valueNoise2 } from '@kianda/geo';
import { atLatitude, smoothOffshoreKm } from './shore.ts';
import type { Moment } from './water.ts';

const tradeNorthward = [
  [-18, 7.5],
  [-15, 5.8],
  [-12, 4.4],
  [-8, 3.4],
  [-4, 2.6],
] as const;
const tradeEastward = [
  [-18, -1.2],
  [-12, -0.4],
  [-8, 0.8],
  [-4, 1.6],
] as const;

/** South-east trades that turn south-west towards the equator, weakest in winter, with passing weather. m s⁻¹ */
export function windNorth({ seed, climate }: Moment, lon: number, lat: number): number {
  const season = 1.1 - 0.25 * climate.winter;
  const weather = 3 * gradientNoise3(seed ^ 0x2201, lon / 5, lat / 5, climate.days / 2.2);
  return atLatitude(tradeNorthward, lat) * season + weather;
}

/** Eastward wind at 10 m with the sea breeze of the afternoon near the coast, m s⁻¹. */
export function windEast({ seed, climate }: Moment, lon: number, lat: number): number {
  const weather = 2.7 * gradientNoise3(seed ^ 0x2202, lon / 5, lat / 5, climate.days / 2.2);
  const solarHour = (climate.days - Math.floor(climate.days)) * 24 + lon / 15;
  const breeze = 1.6 * Math.cos((2 * Math.PI * (solarHour - 15.5)) / 24) * Math.exp(-smoothOffshoreKm(lon, lat) / 70);
  return atLatitude(tradeEastward, lat) + breeze + weather;
}

export type Waves = {
  readonly waveHeight: number;
  readonly waveDirection: number;
  readonly wavePeriod: number;
  readonly windWaveHeight: number;
  readonly swellWaveHeight: number;
  readonly swellWaveDirection: number;
  readonly swellWavePeriod: number;
};

/**
 * Significant heights in metres, periods in seconds, directions waves come FROM. The swell is born in the Southern
 * Ocean: highest in winter, arriving from the south-south-west in trains of some days that reach the south first.
 */
export function waves(moment: Moment, lon: number, lat: number): Waves {
  const { seed, climate } = moment;
  // A train of 14 s runs about 950 km a day: the north sees the same train somewhat later.
  const arrival = climate.days + (lat + 18) / -8.5;
  const train = valueNoise2(seed ^ 0x3301, arrival / 3.1, lon / 30);
  const swellWaveHeight = Math.max(0.35, (1.15 + 0.55 * climate.winter) * (1 + 0.012 * (-11 - lat)) + 0.6 * train);
  const swellWavePeriod = 12.2 + 1.2 * climate.winter + 1.8 * valueNoise2(seed ^ 0x3302, arrival / 3.1, 0);
  const swellWaveDirection = 206 + 9 * valueNoise2(seed ^ 0x3303, arrival / 4, lat / 12);

  const east = windEast(moment, lon, lat);
  const north = windNorth(moment, lon, lat);
  const speed = Math.hypot(east, north);
  const windWaveHeight = Math.min(5, 0.016 * speed * speed);
  const windWavePeriod = 1.5 + 0.55 * speed;
  const windDirection = (Math.atan2(-east, -north) * 180) / Math.PI;

  const swellEnergy = swellWaveHeight ** 2;
  const windEnergy = windWaveHeight ** 2;
  const energy = swellEnergy + windEnergy;
  const radians = Math.PI / 180;
  const x = swellEnergy * Math.sin(swellWaveDirection * radians) + windEnergy * Math.sin(windDirection * radians);
  const y = swellEnergy * Math.cos(swellWaveDirection * radians) + windEnergy * Math.cos(windDirection * radians);
  return {
    waveHeight: Math.sqrt(energy),
    waveDirection: (((Math.atan2(x, y) / radians) % 360) + 360) % 360,
    wavePeriod: (swellEnergy * swellWavePeriod + windEnergy * windWavePeriod) / energy,
    windWaveHeight,
    swellWaveHeight,
    swellWaveDirection: (swellWaveDirection + 360) % 360,
    swellWavePeriod,
  };
}
