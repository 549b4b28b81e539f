import { type ExecutionWire, WIND_UNIT, winds } from '@kianda/connectors/cds/wire';
import { hourMs, type Position } from '@kianda/geo';
import type { OceanWorld } from '../../world/types.ts';

const STEP = 0.25;
let written = 0;

/** The file of a request, as the store writes it: NetCDF-4, latitudes from the north, times as seconds since 1970. */
export async function windsFile(inputs: ExecutionWire['inputs'], ocean: OceanWorld): Promise<Uint8Array> {
  const times = timesOf(inputs);
  const [north, west, south, east] = inputs.area ?? [90, -180, -90, 180];
  const latitudes = steps(Math.ceil(south / STEP), Math.floor(north / STEP)).reverse();
  const longitudes = steps(Math.ceil(west / STEP), Math.floor(east / STEP));
  const shape = [times.length, latitudes.length, longitudes.length];
  // Loaded when first asked for, so that the other providers start without it.
  const library = await import('h5wasm');
  const { FS } = await library.ready;
  written += 1;
  const path = `/era5-${written}.nc`;
  const file = new library.File(path, 'w');
  file.create_attribute('GRIB_centre', 'ecmf');
  file.create_attribute('Conventions', 'CF-1.7');
  file.create_attribute('institution', 'European Centre for Medium-Range Weather Forecasts');
  const seconds = BigInt64Array.from(times, (timeMs) => BigInt(timeMs / 1000));
  const time = file.create_dataset({ name: 'valid_time', data: seconds, shape: [times.length], dtype: '<q' });
  time.create_attribute('units', 'seconds since 1970-01-01');
  time.create_attribute('calendar', 'proleptic_gregorian');
  for (const [name, values, units] of [
    ['latitude', latitudes, 'degrees_north'],
    ['longitude', longitudes, 'degrees_east'],
  ] as const) {
    const axis = file.create_dataset({ name, data: Float64Array.from(values), shape: [values.length], dtype: '<d' });
    axis.create_attribute('units', units);
  }
  for (const { asked: requested, name, variable } of winds) {
    if (!inputs.variable.includes(requested)) continue;
    const data = new Float32Array(times.length * latitudes.length * longitudes.length);
    let next = 0;
    for (const timeMs of times)
      for (const lat of latitudes)
        for (const lon of longitudes) data[next++] = windAt(ocean, variable, [lon, lat], timeMs);
    const dataset = file.create_dataset({
      name,
      data,
      shape,
      dtype: '<f',
      chunks: [1, latitudes.length, longitudes.length],
      compression: 'gzip',
      compression_opts: 1,
    });
    dataset.create_attribute('units', WIND_UNIT);
    dataset.create_attribute('long_name', requested.replaceAll('_', ' '));
    dataset.create_attribute('_FillValue', new Float32Array([Number.NaN]), [1], '<f');
  }
  file.close();
  const bytes = FS.readFile(path);
  FS.unlink(path);
  return bytes;
}

/** Instants of a request that exist (31 of a month of 30 days is passed over), oldest first. */
export function timesOf(inputs: ExecutionWire['inputs']): number[] {
  return daysOf(inputs)
    .flatMap((midnightMs) => inputs.time.map((time) => midnightMs + Number(time.slice(0, 2)) * hourMs))
    .sort((a, b) => a - b);
}

/** Midnights of the days of a request that exist. */
function daysOf(inputs: ExecutionWire['inputs']): number[] {
  return inputs.year.flatMap((year) =>
    inputs.month.flatMap((month) =>
      inputs.day.flatMap((day) => {
        const midnightMs = Date.UTC(Number(year), Number(month) - 1, Number(day));
        return new Date(midnightMs).getUTCDate() === Number(day) ? [midnightMs] : [];
      }),
    ),
  );
}

function steps(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * STEP);
}

/** Over land the wind of the nearest sea to the west, weaker: the reanalysis covers both. */
function windAt(ocean: OceanWorld, variable: 'windEast' | 'windNorth', [lon, lat]: Position, timeMs: number): number {
  const here = ocean.sample(variable, [lon, lat], timeMs);
  if (here !== null) return here;
  for (let offset = STEP; offset <= 8; offset += STEP) {
    const sea = ocean.sample(variable, [lon - offset, lat], timeMs);
    if (sea !== null) return sea * 0.6;
  }
  return Number.NaN;
}
