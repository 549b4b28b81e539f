import { deflateSync } from 'node:zlib';
import type { OceanWorld } from '../../world/types.ts';
import {
  ANGOLA_WINDOW,
  CHUNK,
  type DatasetVersion,
  ELEVATIONS,
  FILL,
  type GlobalGrid,
  latitudeOf,
  longitudeOf,
  type SimulatedVariable,
  timesMs,
} from './datasets.ts';

const COMPRESSOR = { id: 'zlib', level: 1 } as const;
const CACHED_CHUNKS = 16;

type Array2 = {
  readonly shape: readonly number[];
  readonly chunks: readonly number[];
  readonly dtype: '<f4' | '<i8';
  readonly fill: number | null;
  readonly attributes: Readonly<Record<string, unknown>>;
};

/** One `timeChunked.zarr` (Zarr v2): metadata as they stand now, chunks computed when asked for. */
export function createZarrStores(ocean: OceanWorld) {
  const cache = new Map<string, Buffer>();

  /** Bytes or JSON text of a key of the store; null when there is no such key. */
  function read(version: DatasetVersion, key: string, nowMs: number): Buffer | string | null {
    const times = timesMs(nowMs);
    const arrays = arraysOf(version, times);
    if (key === '.zgroup') return json({ zarr_format: 2 });
    if (key === '.zattrs') return json(groupAttributes(version));
    if (key === '.zmetadata') return json(consolidated(version, arrays));
    const [name, part] = key.split('/');
    const array = name === undefined ? undefined : arrays.get(name);
    if (name === undefined || array === undefined || part === undefined) return null;
    if (part === '.zarray') return json(zarray(array));
    if (part === '.zattrs') return json(array.attributes);
    if (array.shape.length === 1) return part === '0' ? axisChunk(name, version.dataset.product.grid, times) : null;
    const variable = version.dataset.variables.find((found) => found.name === name);
    const indexes = chunkIndexes(part, array);
    if (variable === undefined || indexes === null) return null;
    const { grid } = version.dataset.product;
    const [time, level, row, column] = indexes;
    const timeMs = times[time];
    const elevation = ELEVATIONS[level];
    if (timeMs === undefined || elevation === undefined) return null;
    return cached(`${variable.name}/${timeMs}/${level}/${row}/${column}`, () =>
      fieldChunk(ocean, variable, { ...{ timeMs, row, column }, grid, depthMeters: -elevation }),
    );
  }

  function cached(key: string, make: () => Buffer): Buffer {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const made = make();
    cache.set(key, made);
    const oldest = cache.keys().next().value;
    if (cache.size > CACHED_CHUNKS && oldest !== undefined) cache.delete(oldest);
    return made;
  }

  return { read };
}

function arraysOf(version: DatasetVersion, times: readonly number[]): Map<string, Array2> {
  const { latitudes, longitudes } = version.dataset.product.grid;
  const axis = (name: string, size: number, dtype: Array2['dtype'], attributes: object): [string, Array2] => [
    name,
    { shape: [size], chunks: [size], dtype, fill: null, attributes: { _ARRAY_DIMENSIONS: [name], ...attributes } },
  ];
  const fields = version.dataset.variables.map((variable): [string, Array2] => [
    variable.name,
    {
      shape: [times.length, ELEVATIONS.length, latitudes, longitudes],
      chunks: [1, 1, CHUNK.latitude, CHUNK.longitude],
      dtype: '<f4',
      fill: FILL,
      attributes: {
        _ARRAY_DIMENSIONS: ['time', 'elevation', 'latitude', 'longitude'],
        standard_name: variable.standardName,
        units: variable.units,
        missing_value: FILL,
      },
    },
  ]);
  return new Map([
    axis('time', times.length, '<i8', { units: 'milliseconds since 1970-01-01 00:00:00Z', calendar: 'gregorian' }),
    axis('elevation', ELEVATIONS.length, '<f4', { units: 'm', positive: 'up' }),
    axis('latitude', latitudes, '<f4', { units: 'degrees_north' }),
    axis('longitude', longitudes, '<f4', { units: 'degrees_east' }),
    ...fields,
  ]);
}

function consolidated(version: DatasetVersion, arrays: ReadonlyMap<string, Array2>): object {
  const metadata: Record<string, unknown> = { '.zgroup': { zarr_format: 2 }, '.zattrs': groupAttributes(version) };
  for (const [name, array] of arrays) {
    metadata[`${name}/.zarray`] = zarray(array);
    metadata[`${name}/.zattrs`] = array.attributes;
  }
  return { metadata, zarr_consolidated_format: 1 };
}

function groupAttributes({ id, dataset }: DatasetVersion): object {
  return { Conventions: 'CF-1.8', source: dataset.product.source, title: id };
}

function zarray(array: Array2): object {
  return {
    chunks: array.chunks,
    compressor: COMPRESSOR,
    dtype: array.dtype,
    fill_value: array.fill,
    filters: null,
    order: 'C',
    shape: array.shape,
    zarr_format: 2,
  };
}

/** The indexes of a chunk named `t.z.y.x`; null when the array has no such chunk. */
function chunkIndexes(part: string, array: Array2): [number, number, number, number] | null {
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(part)) return null;
  const [time = 0, level = 0, row = 0, column = 0] = part.split('.').map(Number);
  const exists = [time, level, row, column].every(
    (index, axis) => index < Math.ceil((array.shape[axis] ?? 0) / (array.chunks[axis] ?? 1)),
  );
  return exists ? [time, level, row, column] : null;
}

function axisChunk(name: string, grid: GlobalGrid, times: readonly number[]): Buffer | null {
  if (name === 'time') {
    const bytes = Buffer.alloc(times.length * 8);
    for (const [index, timeMs] of times.entries()) bytes.writeBigInt64LE(BigInt(timeMs), index * 8);
    return deflateSync(bytes, COMPRESSOR);
  }
  if (name === 'elevation') return floats(ELEVATIONS);
  if (name === 'latitude') return floats(Array.from({ length: grid.latitudes }, (_, row) => latitudeOf(grid, row)));
  if (name === 'longitude')
    return floats(Array.from({ length: grid.longitudes }, (_, column) => longitudeOf(grid, column)));
  return null;
}

/** Chunk of a field; `row` and `column` count chunks. */
type FieldChunk = {
  readonly grid: GlobalGrid;
  readonly timeMs: number;
  readonly depthMeters: number;
  readonly row: number;
  readonly column: number;
};

/** 512 × 2048 floats, rows south → north; cells beyond the edge of the array and outside of the window are fill. */
function fieldChunk(ocean: OceanWorld, variable: SimulatedVariable, chunk: FieldChunk): Buffer {
  const values = new Float32Array(CHUNK.latitude * CHUNK.longitude).fill(FILL);
  for (let row = 0; row < CHUNK.latitude; row += 1) {
    const lat = latitudeOf(chunk.grid, chunk.row * CHUNK.latitude + row);
    if (lat < ANGOLA_WINDOW.south || lat > ANGOLA_WINDOW.north) continue;
    for (let column = 0; column < CHUNK.longitude; column += 1) {
      const lon = longitudeOf(chunk.grid, chunk.column * CHUNK.longitude + column);
      if (lon < ANGOLA_WINDOW.west || lon > ANGOLA_WINDOW.east) continue;
      const value = ocean.sample(variable.ocean, [lon, lat], chunk.timeMs, chunk.depthMeters);
      if (value !== null) values[row * CHUNK.longitude + column] = value;
    }
  }
  return floats(values);
}

function floats(values: ArrayLike<number>): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (let index = 0; index < values.length; index += 1) bytes.writeFloatLE(values[index] ?? 0, index * 4);
  return deflateSync(bytes, COMPRESSOR);
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
