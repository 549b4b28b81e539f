import { dayMs, hashUnit, hourMs } from '@kianda/geo';
import type { OceanWorld } from '../../world/types.ts';

const CYCLE_MS = 10 * dayMs;
/** Between surfacing and the provider's copy. */
const PUBLISHED_AFTER_MS = 20 * hourMs;
const FLOATS = 12;
const DEEPEST_DECIBAR = 2000;
/** The sea where floats drift: seaward of the slope. */
const AREA = { west: 8.1, east: 11.2, south: -17.6, north: -4.8 };

export type FloatProfile = {
  readonly id: string;
  readonly platform: string;
  readonly cycle: number;
  readonly timeMs: number;
  readonly updatedMs: number;
  readonly lon: number;
  readonly lat: number;
  readonly dataMode: 'R' | 'A' | 'D';
  readonly levels: readonly {
    readonly pressure: number;
    readonly temperature: number;
    readonly salinity: number;
    readonly qc: number;
  }[];
};

export type FloatSea = { readonly seed: number; readonly ocean: OceanWorld };

/** Profiles of the simulated floats with a time in `[fromMs, toMs)`, already published at `nowMs`, oldest first. */
export function profilesBetween(sea: FloatSea, fromMs: number, toMs: number, nowMs: number): FloatProfile[] {
  const found: FloatProfile[] = [];
  for (let float = 0; float < FLOATS; float += 1) {
    const launchMs = launchOf(sea.seed, float);
    const endMs = Math.min(toMs, nowMs - PUBLISHED_AFTER_MS);
    const first = Math.max(1, Math.ceil((fromMs - launchMs) / CYCLE_MS));
    for (let cycle = first; launchMs + cycle * CYCLE_MS < endMs; cycle += 1) {
      const profile = profileOf(sea, float, cycle, nowMs);
      if (profile !== null) found.push(profile);
    }
  }
  return found.sort((a, b) => a.timeMs - b.timeMs || a.id.localeCompare(b.id));
}

/** The profile with an id, or null. */
export function profileById(sea: FloatSea, id: string, nowMs: number): FloatProfile | null {
  const match = /^(\d+)_(\d+)$/.exec(id);
  for (let float = 0; float < FLOATS; float += 1) {
    if (match?.[1] !== platformOf(float)) continue;
    const profile = profileOf(sea, float, Number(match[2]), nowMs);
    return profile !== null && profile.timeMs + PUBLISHED_AFTER_MS <= nowMs ? profile : null;
  }
  return null;
}

/** Numbers of a block that no centre has been given. */
export function platformOf(float: number): string {
  return String(9_984_780 + float);
}

function launchOf(seed: number, float: number): number {
  // Floats begin on different days of their ten, so that no day brings them all.
  return Date.UTC(2021, 2, 1) + Math.round(hashUnit('argo-launch', seed, float) * 300) * dayMs + float * 5 * hourMs;
}

function profileOf(sea: FloatSea, float: number, cycle: number, nowMs: number): FloatProfile | null {
  const { seed, ocean } = sea;
  const timeMs = launchOf(seed, float) + cycle * CYCLE_MS;
  const { lon, lat } = drift(seed, float, cycle);
  const seabed = ocean.seabedMeters(lon, lat);
  if (seabed === null || seabed < 300) return null;
  const levels: FloatProfile['levels'][number][] = [];
  for (const pressure of pressures()) {
    const depth = pressure * 0.993;
    if (depth > seabed - 20) break;
    const temperature = ocean.sample('temperature', [lon, lat], timeMs, depth);
    const salinity = ocean.sample('salinity', [lon, lat], timeMs, depth);
    if (temperature === null || salinity === null) break;
    // A hundredth of the levels carries the flag of a probably bad value.
    const qc = hashUnit('argo-qc', seed, float, cycle, pressure) < 0.01 ? 3 : 1;
    levels.push({ pressure, temperature: round3(temperature), salinity: round3(salinity), qc });
  }
  const ageMs = nowMs - timeMs;
  const platform = platformOf(float);
  return {
    id: `${platform}_${String(cycle).padStart(3, '0')}`,
    platform,
    cycle,
    timeMs,
    updatedMs: timeMs + PUBLISHED_AFTER_MS,
    lon,
    lat,
    dataMode: ageMs > 365 * dayMs ? 'D' : ageMs > 30 * dayMs ? 'A' : 'R',
    levels,
  };
}

/** Slow loops around the centre of the float, never out of the area. */
function drift(seed: number, float: number, cycle: number): { lon: number; lat: number } {
  const middle = {
    lon: AREA.west + hashUnit('argo-lon', seed, float) * (AREA.east - AREA.west),
    lat: AREA.south + ((float + 0.5) / FLOATS) * (AREA.north - AREA.south),
  };
  const phase = hashUnit('argo-turn', seed, float) * 2 * Math.PI;
  const lon = middle.lon + 0.8 * Math.sin(cycle / 9 + phase) + 0.15 * Math.sin(cycle / 2 + float);
  const lat = middle.lat + 0.5 * Math.cos(cycle / 7 + phase) + 0.1 * Math.cos(cycle / 3 + float);
  return {
    lon: Number(Math.min(AREA.east, Math.max(AREA.west, lon)).toFixed(4)),
    lat: Number(Math.min(AREA.north, Math.max(AREA.south, lat)).toFixed(4)),
  };
}

/** Fine in the thermocline, coarse below, as floats are programmed to sample. */
function* pressures(): Generator<number> {
  for (let pressure = 5; pressure < 200; pressure += 5) yield pressure;
  for (let pressure = 200; pressure < 500; pressure += 20) yield pressure;
  for (let pressure = 500; pressure <= DEEPEST_DECIBAR; pressure += 50) yield pressure;
}

function round3(value: number): number {
  return Math.round(value * 1000) / 1000;
}
