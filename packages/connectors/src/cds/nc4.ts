import { ProviderError } from '../core/failures.ts';
import { evenAxis, flipRows, roundDegrees } from '../core/grid.ts';
import type { GridReader } from '../core/grid-reader.ts';
import type { RawBody } from '../core/http.ts';
import type { GridSlice } from '../core/records.ts';
import { addressOf } from '../core/status.ts';
import { WIND_SPEED, WIND_UNIT, winds } from './wire.ts';

const HDF5_MAGIC = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];
/** GRIB's mark for a missing value is the largest float; whatever is near it is no wind. */
const IMPOSSIBLE = 1e30;

type Library = typeof import('h5wasm');
type H5File = InstanceType<Library['File']>;

let opened = 0;

/**
 * The winds of a NetCDF-4 file as slices (m/s, rows south → north, missing as NaN): both components and the speed of each
 * instant. Throws `schema` for a file other than the requested one.
 */
async function readWinds(body: RawBody, timeStepHours: number): Promise<GridSlice[]> {
  const fail: Fail = (message) => {
    throw new ProviderError('schema', `${addressOf(body.url)}: ${message}`);
  };
  // The library prints pages of errors for a file that is no HDF5, so that it is recognised here.
  if (!HDF5_MAGIC.every((byte, index) => body.bytes[index] === byte))
    return fail(`esperado NetCDF-4, recebido ${body.contentType || 'sem tipo'} (${body.bytes.length} bytes)`);
  // Loaded when first needed: it brings a WebAssembly machine of some megabytes.
  const library = await import('h5wasm');
  const { FS } = await library.ready;
  opened += 1;
  const path = `/winds-${opened}.nc`;
  FS.writeFile(path, body.bytes);
  try {
    const file = new library.File(path, 'r');
    try {
      return slicesOf(library, file, timeStepHours, fail);
    } finally {
      file.close();
    }
  } catch (cause) {
    if (cause instanceof ProviderError) throw cause;
    throw new ProviderError('schema', `${addressOf(body.url)}: NetCDF-4 ilegível`, { cause });
  } finally {
    FS.unlink(path);
  }
}

/** The reader of `readWinds`: what is wanted is the time step in hours. */
export const windsReader: GridReader<number> = { name: 'winds', read: readWinds };

type Fail = (message: string) => never;

function slicesOf(library: Library, file: H5File, timeStepHours: number, fail: Fail): GridSlice[] {
  const dataset = (name: string) => {
    const found = file.keys().includes(name) ? file.get(name) : null;
    return found instanceof library.Dataset
      ? found
      : fail(`sem a variável ${name}; recebidas ${file.keys().join(', ')}`);
  };
  const text = (name: string, attribute: string): string | null => {
    const value = dataset(name).attrs[attribute]?.value;
    return typeof value === 'string' ? value : null;
  };
  const numbers = (name: string): number[] => {
    const { value } = dataset(name);
    if (!ArrayBuffer.isView(value) || value instanceof DataView) return fail(`${name} não é uma lista de números`);
    return Array.from(value as ArrayLike<number | bigint>, Number);
  };

  if (text('valid_time', 'units')?.startsWith('seconds since 1970-01-01') !== true)
    fail(`unidade de tempo ${text('valid_time', 'units')}; esperado seconds since 1970-01-01`);
  const times = numbers('valid_time');
  const latitudes = numbers('latitude');
  const longitudes = numbers('longitude');
  const lat = evenAxis(latitudes) ?? fail(`latitude de passo irregular (${latitudes.length} valores)`);
  const lon = evenAxis(longitudes) ?? fail(`longitude de passo irregular (${longitudes.length} valores)`);
  if (lon.step < 0) fail('longitude decrescente; esperada crescente');
  const rows = latitudes.length;
  const columns = longitudes.length;
  const cells = rows * columns;
  const descending = lat.step < 0;

  const components = winds.map(({ name, variable }) => {
    const unit = text(name, 'units');
    if (unit !== WIND_UNIT) fail(`${name} em ${unit ?? 'unidade desconhecida'}; esperado ${WIND_UNIT}`);
    const all = numbers(name);
    if (all.length !== times.length * cells)
      fail(`${name} tem ${all.length} valores; esperados ${times.length} × ${rows} × ${columns}`);
    return times.map((seconds, index): GridSlice => {
      const values = Float32Array.from(all.slice(index * cells, (index + 1) * cells), (value) =>
        Math.abs(value) < IMPOSSIBLE ? value : Number.NaN,
      );
      return {
        kind: 'grid-slice',
        dataset: 'era5',
        variable,
        unit: 'm/s',
        timeMs: seconds * 1000,
        depthMeters: 0,
        west: roundDegrees(lon.first),
        south: roundDegrees(descending ? lat.first + (rows - 1) * lat.step : lat.first),
        lonStepDegrees: roundDegrees(lon.step),
        latStepDegrees: roundDegrees(Math.abs(lat.step)),
        columns,
        rows,
        values: descending ? flipRows(values, rows, columns) : values,
        timeStepHours,
      };
    });
  });
  return [...components.flat(), ...speedsOf(components[0] ?? [], components[1] ?? [])];
}

/** Speed at each instant; NaN where a component is missing. */
function speedsOf(easts: readonly GridSlice[], norths: readonly GridSlice[]): GridSlice[] {
  return easts.flatMap((east, index) => {
    const north = norths[index];
    if (north === undefined) return [];
    const values = east.values.map((value, cell) => Math.hypot(value, north.values[cell] ?? Number.NaN));
    return [{ ...east, variable: WIND_SPEED, values }];
  });
}
