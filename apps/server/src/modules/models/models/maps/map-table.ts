import { gridPosition } from '@kianda/geo';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { MapRaster } from './map-file.ts';

/** Cells with a value: where they are, and what each layer has there. */
type Cells = {
  readonly longitude: Float64Array;
  readonly latitude: Float64Array;
  readonly value: Float64Array;
  readonly uncertainty: Float64Array;
  readonly novelty: Float64Array;
};

/** Digits of a 32-bit number, and those of a place. */
const [digits, placeDigits] = [7, 6];

function cellsOf({ grid, bands }: MapRaster): Cells {
  const told = Array.from(bands.value.keys()).filter((cell) => !Number.isNaN(bands.value[cell] ?? Number.NaN));
  const at = (cell: number) => gridPosition(grid, cell % grid.columns, Math.floor(cell / grid.columns));
  const short = (value: number) => Number(value.toFixed(placeDigits));
  const from = (values: Float32Array) => Float64Array.from(told, (cell) => values[cell] ?? Number.NaN);
  return {
    longitude: Float64Array.from(told, (cell) => short(at(cell)[0])),
    latitude: Float64Array.from(told, (cell) => short(at(cell)[1])),
    ...{ value: from(bands.value), uncertainty: from(bands.uncertainty), novelty: from(bands.novelty) },
  };
}

/** A map as CSV, a cell a line; what is not known is empty. `classes` are written by their names. */
export function mapCsv(raster: MapRaster, classes: readonly string[]): Uint8Array {
  const { longitude, latitude, value, uncertainty, novelty } = cellsOf(raster);
  const number = (one: number | undefined) =>
    one === undefined || Number.isNaN(one) ? '' : String(Number(one.toPrecision(digits)));
  const told = (one: number | undefined) =>
    classes.length === 0 ? number(one) : `"${(classes[one ?? -1] ?? '').replaceAll('"', '""')}"`;
  const lines = Array.from(longitude, (lon, row) =>
    [lon, latitude[row], told(value[row]), number(uncertainty[row]), number(novelty[row])].join(','),
  );
  return Buffer.from(`${['longitude,latitude,value,uncertainty,novelty', ...lines].join('\n')}\n`);
}

/** A map as GeoParquet: a point a cell, in longitude and latitude. */
export function mapGeoParquet(raster: MapRaster, classes: readonly string[]): Uint8Array {
  const { longitude, latitude, value, uncertainty, novelty } = cellsOf(raster);
  const optional = (values: Float64Array) => Array.from(values, (one) => (Number.isNaN(one) ? null : one));
  const number = (name: string, values: Float64Array) => ({
    ...{ name, data: optional(values), type: 'DOUBLE' as const, nullable: true },
  });
  const points = Array.from(longitude, (lon, row) => pointBytes(lon, latitude[row] ?? Number.NaN));
  const geo = {
    ...{ version: '1.1.0', primary_column: 'geometry' },
    columns: { geometry: { encoding: 'WKB', geometry_types: ['Point'] } },
  };
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'geometry', data: points, type: 'BYTE_ARRAY', nullable: false },
        number('longitude', longitude),
        number('latitude', latitude),
        classes.length === 0
          ? number('value', value)
          : { name: 'value', data: Array.from(value, (code) => classes[code] ?? null), type: 'STRING', nullable: true },
        number('uncertainty', uncertainty),
        number('novelty', novelty),
      ],
      kvMetadata: [{ key: 'geo', value: JSON.stringify(geo) }],
    }),
  );
}

/** Well-known binary of a point, the lowest byte first. */
function pointBytes(lon: number, lat: number): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(21));
  bytes.setUint8(0, 1);
  bytes.setUint32(1, 1, true);
  bytes.setFloat64(5, lon, true);
  bytes.setFloat64(13, lat, true);
  return new Uint8Array(bytes.buffer);
}
