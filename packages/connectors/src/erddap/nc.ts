import { NetCDFReader } from 'netcdfjs';
import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import { evenAxis, flipRows, roundDegrees } from '../core/grid.ts';
import type { GridReader } from '../core/grid-reader.ts';
import type { RawBody } from '../core/http.ts';
import { readNetcdf3Header } from '../core/netcdf3-header.ts';
import type { GridSlice } from '../core/records.ts';
import { addressOf } from '../core/status.ts';
import type { GriddapDataset, GriddapVariable } from './query.ts';

const CLASSIC_MAGIC = [0x43, 0x44, 0x46];

/**
 * The variables of a griddap NetCDF-3 answer as slices, rows south → north whatever the provider's order, missing as NaN.
 * Throws `schema` for anything unlike the dataset, `network` for a file cut short.
 */
export function readGridSlices(body: RawBody, dataset: GriddapDataset): GridSlice[] {
  const slices = readGridDays(body, dataset);
  const instants = slices.length / dataset.variables.length;
  if (instants === 1) return slices;
  throw new ProviderError('schema', `${addressOf(body.url)}: esperado um instante, recebidos ${instants}`);
}

/** As `readGridSlices`, of an answer with any number of instants, oldest first. */
export function readGridDays(body: RawBody, dataset: GriddapDataset): GridSlice[] {
  const fail = (message: string): never => {
    throw new ProviderError('schema', `${addressOf(body.url)}: ${message}`);
  };
  if (!CLASSIC_MAGIC.every((byte, index) => body.bytes[index] === byte))
    return fail(`esperado NetCDF-3, recebido ${body.contentType || 'sem tipo'} (${body.bytes.length} bytes)`);
  return reading(body, () => {
    refuseMoreThanItHolds(body.bytes);
    const file = new NetCDFReader(body.bytes);
    const timesSeconds = numbers(file, 'time', fail);
    const latitudes = numbers(file, 'latitude', fail);
    const longitudes = numbers(file, 'longitude', fail);
    const lat = evenAxis(latitudes) ?? fail(`latitude de passo irregular (${latitudes.length} valores)`);
    const lon = evenAxis(longitudes) ?? fail(`longitude de passo irregular (${longitudes.length} valores)`);
    if (lon.step < 0) fail('longitude decrescente; esperada crescente');
    if (text(file, 'time', 'units')?.startsWith('seconds since 1970-01-01') !== true)
      fail(`unidade de tempo ${text(file, 'time', 'units')}; esperado seconds since 1970-01-01`);
    const rows = latitudes.length;
    const columns = longitudes.length;
    const cells = rows * columns;
    const descending = lat.step < 0;
    const all = dataset.variables.map((wanted) => unpacked(file, wanted, cells * timesSeconds.length, fail));
    const sliceOf = (wanted: GriddapVariable, whole: Float32Array | undefined, instant: number): GridSlice => {
      const values = whole?.slice(instant * cells, (instant + 1) * cells) ?? new Float32Array(0);
      return {
        kind: 'grid-slice',
        dataset: dataset.id,
        variable: wanted.variable,
        unit: wanted.unit,
        timeMs: Math.round((timesSeconds[instant] ?? Number.NaN) * 1000),
        depthMeters: 0,
        west: roundDegrees(lon.first),
        south: roundDegrees(descending ? lat.first + (rows - 1) * lat.step : lat.first),
        lonStepDegrees: roundDegrees(lon.step),
        latStepDegrees: roundDegrees(Math.abs(lat.step)),
        columns,
        rows,
        values: descending ? flipRows(values, rows, columns) : values,
      };
    };
    return timesSeconds.flatMap((_, instant) =>
      dataset.variables.map((wanted, index) => sliceOf(wanted, all[index], instant)),
    );
  });
}

/** The reader of `readGridSlices`: what is wanted is the dataset. */
export const griddapReader: GridReader<GriddapDataset> = {
  name: 'griddap',
  read: async (body, dataset) => readGridSlices(body, dataset),
};

/** The reader of `readGridDays`. */
export const griddapDaysReader: GridReader<GriddapDataset> = {
  name: 'griddap-days',
  read: async (body, dataset) => readGridDays(body, dataset),
};

type Fail = (message: string) => never;

/**
 * Refuses a header that claims more data than the file has, because the reader allocates memory by the header alone.
 * Throws RangeError.
 */
function refuseMoreThanItHolds(bytes: Uint8Array): void {
  const { records, variables } = readNetcdf3Header(bytes);
  const claimed = Math.max(records, ...variables.map(({ sizeBytes }) => sizeBytes));
  if (claimed > bytes.length) throw new RangeError(`NetCDF-3: ${claimed} claimed of ${bytes.length} bytes`);
}

/** The reader runs off the end of a file cut short: that is a broken transfer, worth another run. */
function reading<T>(body: RawBody, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof ProviderError) throw cause;
    if (cause instanceof RangeError)
      throw new ProviderError('network', `${addressOf(body.url)}: NetCDF truncado (${body.bytes.length} bytes)`, {
        cause,
      });
    throw new ProviderError('schema', `${addressOf(body.url)}: NetCDF ilegível`, { cause });
  }
}

function numbers(file: NetCDFReader, name: string, fail: Fail): number[] {
  if (!file.dataVariableExists(name))
    fail(`sem a variável ${name}; recebidas ${file.variables.map((variable) => variable.name).join(', ')}`);
  const values = file.getDataVariable(name).flat();
  return values.map((value) => (typeof value === 'number' ? value : fail(`${name} contém texto`)));
}

/** netcdfjs types every attribute list as empty, so that its content is checked here. */
const attributeList = z.array(z.object({ name: z.string(), value: z.unknown() }));

function attribute(file: NetCDFReader, variable: string, name: string): string | number | null {
  const found = file.variables.find((candidate) => candidate.name === variable);
  const value = attributeList.parse(found?.attributes ?? []).find((candidate) => candidate.name === name)?.value;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

function text(file: NetCDFReader, variable: string, name: string): string | null {
  const value = attribute(file, variable, name);
  return typeof value === 'string' ? value.replace(/\0+$/, '') : null;
}

function numeric(file: NetCDFReader, variable: string, name: string): number | null {
  const value = attribute(file, variable, name);
  return typeof value === 'number' ? value : null;
}

/** ERDDAP unpacks most datasets but leaves the fill value; a packed one is unpacked here by CF's scale and offset. */
function unpacked(file: NetCDFReader, wanted: GriddapVariable, size: number, fail: Fail): Float32Array {
  const packed = numbers(file, wanted.name, fail);
  if (packed.length !== size) fail(`${wanted.name} tem ${packed.length} valores; esperados ${size}`);
  const unit = text(file, wanted.name, 'units');
  if (unit === null || !wanted.providerUnits.includes(unit))
    fail(`${wanted.name} em ${unit ?? 'unidade desconhecida'}; esperado ${wanted.providerUnits.join(' ou ')}`);
  const fills = [numeric(file, wanted.name, '_FillValue'), numeric(file, wanted.name, 'missing_value')];
  const scale = numeric(file, wanted.name, 'scale_factor') ?? 1;
  const offset = numeric(file, wanted.name, 'add_offset') ?? 0;
  return Float32Array.from(packed, (value) => (fills.includes(value) ? Number.NaN : value * scale + offset));
}
