import { hashUnit } from '@kianda/geo';
import type { OceanWorld } from '../../world/types.ts';

const hourMs = 3_600_000;
export const stepMs = hourMs / 4;
/** Readings reach the facility so long after they are made. */
const delayMs = 6 * 60_000;

export type Gauge = {
  readonly code: string;
  readonly location: string;
  readonly country: string;
  readonly lon: number;
  readonly lat: number;
  readonly firstMs: number;
  readonly sensors: readonly { readonly name: string; readonly zeroMeters: number }[];
};

/** Gauges of the simulated facility: two in Angola, its neighbours, and one far away. */
export const gauges: readonly Gauge[] = [
  {
    code: 'lobi',
    location: 'Lobito',
    country: 'AGO',
    lon: 13.548,
    lat: -12.345,
    firstMs: Date.UTC(2016, 4, 1),
    sensors: [{ name: 'rad', zeroMeters: 1.87 }],
  },
  {
    code: 'luan',
    location: 'Luanda',
    country: 'AGO',
    lon: 13.279,
    lat: -8.748,
    firstMs: Date.UTC(2014, 9, 1),
    sensors: [
      { name: 'prs', zeroMeters: 3.42 },
      { name: 'rad', zeroMeters: 2.11 },
    ],
  },
  {
    code: 'poin',
    location: 'Pointe Noire',
    country: 'COG',
    lon: 11.828,
    lat: -4.783,
    firstMs: Date.UTC(2008, 6, 1),
    sensors: [{ name: 'rad', zeroMeters: 1.52 }],
  },
  {
    code: 'valp',
    location: 'Valparaiso',
    country: 'CHL',
    lon: -71.627,
    lat: -33.027,
    firstMs: Date.UTC(2010, 0, 1),
    sensors: [{ name: 'prs', zeroMeters: 2.02 }],
  },
  {
    code: 'walv',
    location: 'Walvis Bay',
    country: 'NAM',
    lon: 14.505,
    lat: -22.951,
    firstMs: Date.UTC(2006, 0, 1),
    sensors: [{ name: 'rad', zeroMeters: 1.64 }],
  },
];

/** Angular speed in degrees an hour, amplitude in metres and phase at Luanda: semidiurnal, spring range about 1.5 m. */
const constituents = [
  { speed: 28.9841042, amplitude: 0.48, phase: 108 },
  { speed: 30, amplitude: 0.17, phase: 134 },
  { speed: 28.4397295, amplitude: 0.1, phase: 92 },
  { speed: 15.0410686, amplitude: 0.06, phase: 355 },
  { speed: 13.9430356, amplitude: 0.015, phase: 250 },
] as const;

export type Reading = { readonly timeMs: number; readonly level: number; readonly sensor: string };

/** Readings of a gauge in `[fromMs, toMs]` that have arrived at `nowMs`, oldest first. */
export function readingsOf(
  gauge: Gauge,
  ocean: OceanWorld,
  span: { readonly fromMs: number; readonly toMs: number },
  nowMs: number,
): Reading[] {
  const readings: Reading[] = [];
  const first = Math.ceil(Math.max(span.fromMs, gauge.firstMs) / stepMs) * stepMs;
  const last = Math.min(span.toMs, nowMs - delayMs);
  const residual = residualAround(gauge, ocean);
  for (let timeMs = first; timeMs <= last; timeMs += stepMs) {
    const level = tide(gauge, timeMs) + residual(timeMs);
    for (const { name, zeroMeters } of gauge.sensors) {
      // A radio now and then fails for an hour or two.
      if (hashUnit('slsmf-gap', gauge.code, name, Math.floor(timeMs / (2 * hourMs))) < 0.01) continue;
      const noise = (hashUnit('slsmf', gauge.code, name, timeMs / stepMs) - 0.5) * 0.02;
      readings.push({ timeMs, level: Math.round((zeroMeters + level + noise) * 1000) / 1000, sensor: name });
    }
  }
  return readings;
}

function tide(gauge: Gauge, timeMs: number): number {
  const hours = timeMs / hourMs;
  // The tide comes from the south-west and reaches the north later: some minutes over the whole coast.
  const lagHours = (gauge.lat + 18) / 40;
  return constituents.reduce(
    (sum, { speed, amplitude, phase }) =>
      sum + amplitude * Math.cos(((speed * (hours - lagHours) - phase) * Math.PI) / 180),
    0,
  );
}

/** Slow level of the sea off the gauge, once a day: currents and season. */
function residualAround(gauge: Gauge, ocean: OceanWorld): (timeMs: number) => number {
  const days = new Map<number, number>();
  return (timeMs) => {
    const day = Math.floor(timeMs / (24 * hourMs));
    let level = days.get(day);
    if (level === undefined) {
      level = 0;
      // In the model the gauge is on land: the nearest sea to the west counts.
      for (let offset = 0; offset <= 1; offset += 0.1) {
        const found = ocean.sample('seaLevel', [gauge.lon - offset, gauge.lat], day * 24 * hourMs);
        if (found === null) continue;
        level = found;
        break;
      }
      days.set(day, level);
    }
    return level;
  };
}
