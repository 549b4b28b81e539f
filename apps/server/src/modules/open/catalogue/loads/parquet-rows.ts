import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type AsyncBuffer, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { fromWkb } from '../../../../platform/geometry/wkb.ts';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import type { LoadedRow } from './read-rows.ts';

/** Rows read at once. */
const rowsAtOnce = 1_000;
/** A page unpacked: more is a bomb. */
const mostBytes = 268_435_456;
const options = { maxOutputLength: mostBytes };
const compressors = {
  GZIP: (bytes: Uint8Array) => gunzipSync(bytes, options),
  ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes, options),
  BROTLI: (bytes: Uint8Array) => brotliDecompressSync(bytes, options),
};
/** Columns of stac-geoparquet that are members of the item; every other one is a property. */
const members: ReadonlySet<string> = new Set([
  'type',
  'stac_version',
  'stac_extensions',
  'id',
  'geometry',
  'bbox',
  'links',
  'assets',
  'collection',
]);

/** Items of a stac-geoparquet file, whose properties are columns of their own. */
export async function* parquetRows(file: AsyncBuffer): AsyncGenerator<LoadedRow> {
  const metadata = await parquetMetadataAsync(file).catch((error: unknown) => {
    throw new UnreadableFile('O ficheiro não se lê como Parquet.', { cause: error });
  });
  const names = new Set(metadata.schema.filter((_, at) => at > 0).map(({ name }) => name));
  for (const name of ['id', 'geometry', 'assets']) {
    if (!names.has(name)) throw new UnreadableFile(`O ficheiro não é stac-geoparquet: falta-lhe a coluna «${name}».`);
  }
  const total = Number(metadata.num_rows);
  for (let rowStart = 0; rowStart < total; rowStart += rowsAtOnce) {
    const rowEnd = Math.min(total, rowStart + rowsAtOnce);
    const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors, utf8: false });
    for (const row of rows) yield rowOf(row, rowEnd / total);
  }
}

function rowOf(row: Readonly<Record<string, unknown>>, at: number): LoadedRow {
  try {
    // Bytes, where the directory of the file does not say that the column is a geometry.
    const geometry = row.geometry instanceof Uint8Array ? fromWkb(row.geometry) : row.geometry;
    return { at, document: itemOf({ ...row, geometry }) };
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError) {
      return { at, fault: 'A geometria não se lê como WKB.' };
    }
    throw error;
  }
}

function itemOf(row: Readonly<Record<string, unknown>>): unknown {
  const plain = plainOf(row) as Record<string, unknown>;
  const properties = Object.fromEntries(Object.entries(plain).filter(([name]) => !members.has(name)));
  const { bbox, ...item } = Object.fromEntries(Object.entries(plain).filter(([name]) => members.has(name)));
  return {
    type: 'Feature',
    ...item,
    geometry: item.geometry ?? null,
    ...(bbox === undefined ? {} : { bbox: boxOf(bbox) }),
    properties: { datetime: null, ...properties },
  };
}

/** A box of named corners as STAC writes it. */
function boxOf(box: unknown): unknown {
  if (typeof box !== 'object' || box === null || Array.isArray(box)) return box;
  const corners = box as Readonly<Record<string, unknown>>;
  const names = 'zmin' in corners ? ['xmin', 'ymin', 'zmin', 'xmax', 'ymax', 'zmax'] : ['xmin', 'ymin', 'xmax', 'ymax'];
  return names.map((name) => corners[name]);
}

/** A value as JSON has it; what is null in a column is absent in the item, since all items share the columns. */
function plainOf(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === null || member === undefined ? [] : [[name, plainOf(member)]],
    ),
  );
}
