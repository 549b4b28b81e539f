import type { Position } from '@kianda/geo';
import type { OceanWorld } from '../../world/types.ts';

type Variable = {
  readonly unit: string;
  /** Null where the model has nothing. */
  readonly value: (ocean: OceanWorld, position: Position, timeMs: number) => number | null;
};

const metresASecondToKmh = 3.6;

function rounded(value: number | null, digits: number): number | null {
  return value === null ? null : Number(value.toFixed(digits));
}

/** Direction in integer degrees, [0, 360). */
function degrees(value: number | null): number | null {
  return value === null ? null : ((Math.round(value) % 360) + 360) % 360;
}

function current(ocean: OceanWorld, position: Position, timeMs: number): { east: number; north: number } | null {
  const east = ocean.sample('currentEast', position, timeMs);
  const north = ocean.sample('currentNorth', position, timeMs);
  return east === null || north === null ? null : { east, north };
}

function wind(ocean: OceanWorld, position: Position, timeMs: number): { east: number; north: number } | null {
  const east = ocean.sample('windEast', position, timeMs);
  const north = ocean.sample('windNorth', position, timeMs);
  return east === null || north === null ? null : { east, north };
}

export const speedUnits = {
  kmh: { label: 'km/h', factor: metresASecondToKmh },
  ms: { label: 'm/s', factor: 1 },
} as const;
export type SpeedUnit = keyof typeof speedUnits;

/** Variables of a service, by the provider's name. */
export type Catalogue = {
  readonly kind: 'Marine' | 'Forecast';
  readonly hourly: Readonly<Record<string, Variable>>;
  readonly daily: Readonly<Record<string, { readonly of: string; readonly dominant: boolean }>>;
};

/** Hourly variables, by the provider's name. */
export const hourly: Readonly<Record<string, Variable>> = {
  wave_height: { unit: 'm', value: (ocean, ...at) => rounded(ocean.sample('waveHeight', ...at), 2) },
  wave_direction: { unit: '°', value: (ocean, ...at) => degrees(ocean.sample('waveDirection', ...at)) },
  wave_period: { unit: 's', value: (ocean, ...at) => rounded(ocean.sample('wavePeriod', ...at), 2) },
  wind_wave_height: { unit: 'm', value: (ocean, ...at) => rounded(ocean.sample('windWaveHeight', ...at), 2) },
  swell_wave_height: { unit: 'm', value: (ocean, ...at) => rounded(ocean.sample('swellWaveHeight', ...at), 2) },
  swell_wave_direction: { unit: '°', value: (ocean, ...at) => degrees(ocean.sample('swellWaveDirection', ...at)) },
  swell_wave_period: { unit: 's', value: (ocean, ...at) => rounded(ocean.sample('swellWavePeriod', ...at), 2) },
  sea_surface_temperature: { unit: '°C', value: (ocean, ...at) => rounded(ocean.sample('sst', ...at), 1) },
  sea_level_height_msl: { unit: 'm', value: (ocean, ...at) => rounded(ocean.sample('seaLevel', ...at), 2) },
  ocean_current_velocity: {
    unit: 'km/h',
    value: (ocean, ...at) => {
      const flow = current(ocean, ...at);
      return flow === null ? null : rounded(Math.hypot(flow.east, flow.north) * metresASecondToKmh, 1);
    },
  },
  ocean_current_direction: {
    unit: '°',
    value: (ocean, ...at) => {
      const flow = current(ocean, ...at);
      return flow === null ? null : degrees((Math.atan2(flow.east, flow.north) * 180) / Math.PI);
    },
  },
};

/** Hourly variables of the weather forecast; speeds in the unit that is asked for. */
export function windHourly(unit: SpeedUnit): Readonly<Record<string, Variable>> {
  const { label, factor } = speedUnits[unit];
  return {
    wind_speed_10m: {
      unit: label,
      value: (ocean, ...at) => {
        const flow = wind(ocean, ...at);
        return flow === null ? null : rounded(Math.hypot(flow.east, flow.north) * factor, 2);
      },
    },
    wind_direction_10m: {
      unit: '°',
      value: (ocean, ...at) => {
        const flow = wind(ocean, ...at);
        return flow === null ? null : degrees((Math.atan2(-flow.east, -flow.north) * 180) / Math.PI);
      },
    },
  };
}

/** Daily variables: the greatest of the day, or the direction of its highest hour. */
export const daily: Catalogue['daily'] = {
  wave_height_max: { of: 'wave_height', dominant: false },
  wave_direction_dominant: { of: 'wave_direction', dominant: true },
  wave_period_max: { of: 'wave_period', dominant: false },
  swell_wave_height_max: { of: 'swell_wave_height', dominant: false },
};

const stepDegrees = 1 / 12;

/** Centre of the model cell of a place: with `sea`, the nearest within five cells that holds water. Null when none does. */
export function modelCell(
  ocean: OceanWorld,
  lon: number,
  lat: number,
  selection: string,
): { readonly lon: number; readonly lat: number } | null {
  const column = Math.round(lon / stepDegrees);
  const row = Math.round(lat / stepDegrees);
  const reach = selection === 'nearest' ? 0 : 5;
  let best: { lon: number; lat: number; distance: number } | null = null;
  for (let dy = -reach; dy <= reach; dy += 1) {
    for (let dx = -reach; dx <= reach; dx += 1) {
      const distance = dx * dx + dy * dy;
      if (best !== null && distance >= best.distance) continue;
      const cell = { lon: (column + dx) * stepDegrees, lat: (row + dy) * stepDegrees };
      if (ocean.seabedMeters(cell.lon, cell.lat) !== null) best = { ...cell, distance };
    }
  }
  return best;
}
