import { directionFromDegrees, hashUnit, hourMs } from '@kianda/geo';
import type { OceanWorld } from '../../world/types.ts';

export type CoastStation = {
  readonly wigos: string;
  readonly name: string;
  readonly lon: number;
  readonly lat: number;
  /** A point at sea nearby, from which its weather comes. */
  readonly seaLon: number;
};

const firstMs = Date.UTC(2024, 0, 1);
/** Bulletins reach the node so long after the hour. */
const delayMs = 25 * 60_000;

/** Simulated coastal stations, and one inland that no connector of the sea should take. */
export const coastStations: readonly CoastStation[] = [
  { wigos: '0-20000-0-66104', name: 'Cabinda', lon: 12.19, lat: -5.6, seaLon: 11.9 },
  { wigos: '0-20000-0-66160', name: 'Luanda', lon: 13.23, lat: -8.86, seaLon: 12.9 },
  { wigos: '0-20000-0-66240', name: 'Sumbe', lon: 13.85, lat: -11.21, seaLon: 13.5 },
  { wigos: '0-20000-0-66305', name: 'Lobito', lon: 13.54, lat: -12.37, seaLon: 13.2 },
  { wigos: '0-20000-0-66422', name: 'Moçâmedes', lon: 12.15, lat: -15.2, seaLon: 11.8 },
  { wigos: '0-24-0-TOMBWA', name: 'Tômbwa', lon: 11.85, lat: -15.8, seaLon: 11.5 },
  { wigos: '0-20000-0-66318', name: 'Huambo', lon: 15.76, lat: -12.81, seaLon: 13.2 },
];

export type Reading = {
  readonly timeMs: number;
  readonly name: string;
  readonly value: number | null;
  readonly units: string;
};

/** Hourly readings of a station in `[fromMs, toMs]` that have arrived at `nowMs`, oldest first. */
export function readingsOf(
  station: CoastStation,
  ocean: OceanWorld,
  span: { readonly fromMs: number; readonly toMs: number },
  nowMs: number,
): Reading[] {
  const readings: Reading[] = [];
  const last = Math.min(span.toMs, nowMs - delayMs);
  for (let timeMs = Math.ceil(Math.max(span.fromMs, firstMs) / hourMs) * hourMs; timeMs <= last; timeMs += hourMs) {
    const hour = timeMs / hourMs;
    // A station now and then misses a bulletin.
    if (hashUnit('inamet-gap', station.wigos, hour) < 0.03) continue;
    const sst = ocean.sample('sst', [station.seaLon, station.lat], timeMs) ?? 22;
    const east = ocean.sample('windEast', [station.seaLon, station.lat], timeMs) ?? 1;
    const north = ocean.sample('windNorth', [station.seaLon, station.lat], timeMs) ?? 3;
    const day = Math.sin(((hour % 24) - 8) * (Math.PI / 12));
    const noise = hashUnit('inamet', station.wigos, hour) - 0.5;
    const air = sst + 1.5 + 3 * day + noise;
    const humidity = Math.min(100, Math.max(30, 82 - 10 * day + 8 * noise));
    const rain = hashUnit('inamet-rain', station.wigos, Math.floor(hour / 6)) < 0.03 ? 4 * (noise + 0.5) : 0;
    readings.push(
      // Nodes publish kelvin and pascal, as BUFR has them.
      { timeMs, name: 'air_temperature', value: round(air + 273.15), units: 'K' },
      {
        timeMs,
        name: 'pressure_reduced_to_mean_sea_level',
        value: Math.round(101_300 + 250 * day + 200 * noise),
        units: 'Pa',
      },
      { timeMs, name: 'wind_speed', value: round(Math.hypot(east, north) * 0.8), units: 'm/s' },
      { timeMs, name: 'wind_direction', value: Math.round(directionFromDegrees(east, north)) % 360, units: 'deg' },
      { timeMs, name: 'relative_humidity', value: hour % 17 === 0 ? null : round(humidity), units: '%' },
      { timeMs, name: 'total_precipitation_or_total_water_equivalent', value: round(rain), units: 'kg m-2' },
      { timeMs, name: 'horizontal_visibility', value: 10_000, units: 'm' },
    );
  }
  return readings;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
