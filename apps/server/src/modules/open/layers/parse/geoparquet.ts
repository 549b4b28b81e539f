import type { LayerColumn } from '@kianda/contract/open/layers/layers.contract';
import { type FileMetaData, parquetMetadata, parquetReadObjects, parquetSchema, type SchemaElement } from 'hyparquet';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import { type SourceCrs, type SourceFile, type SourceRow, type SourceTable, wgs84 } from './source.ts';
import { shapeOfWkb } from './wkb-shape.ts';

type GeoColumn = {
  readonly encoding?: string;
  readonly crs?: { readonly id?: { authority?: string; code?: number }; readonly name?: string } | null;
};
type Geo = { readonly primary_column?: string; readonly columns?: Readonly<Record<string, GeoColumn>> };

const rowsAtOnce = 2_000;

/** The rows of a GeoParquet 1.0 or 1.1 whose geometry is well-known binary. */
export async function geoparquetTables(file: SourceFile): Promise<readonly SourceTable[]> {
  const bytes = await file.bytes();
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const metadata = parquetMetadata(buffer, { geoparquet: false });
  const geo = geoOf(metadata);
  const primary = geo.primary_column ?? 'geometry';
  const described = geo.columns?.[primary];
  if (described === undefined)
    throw new UnreadableFile('O ficheiro Parquet não diz qual é a sua coluna de geometria: não é GeoParquet.');
  if (described.encoding !== undefined && described.encoding !== 'WKB') {
    throw new UnreadableFile(`A geometria está em «${described.encoding}»: grave o GeoParquet com geometria em WKB.`);
  }
  const fields = parquetSchema(metadata).children.filter(
    ({ element }) => element.name !== primary && isPlain(element, geo),
  );
  const names = fields.map(({ element }) => element.name);
  const total = Number(metadata.num_rows);
  return [
    {
      name: file.name.replace(/\.[^.]*$/, ''),
      features: total,
      crs: crsOf(described),
      columns: fields.map(({ element }) => ({ name: element.name, type: typeOf(element) })),
      async *rows() {
        for (let rowStart = 0; rowStart < total; rowStart += rowsAtOnce) {
          const rows = await parquetReadObjects({
            file: { byteLength: buffer.byteLength, slice: (start, end) => buffer.slice(start, end) },
            ...{ metadata, rowStart, rowEnd: Math.min(total, rowStart + rowsAtOnce), geoparquet: false },
            columns: [primary, ...names],
            // Texts come from their own type; a geometry must stay bytes.
            utf8: false,
          });
          for (const row of rows) yield rowOf(row, primary, names);
        }
      },
    },
  ];
}

function rowOf(row: Readonly<Record<string, unknown>>, primary: string, names: readonly string[]): SourceRow {
  const values = names.map((name) => textIn(row[name]));
  const wkb = row[primary];
  if (!(wkb instanceof Uint8Array)) return { geometry: null, values };
  try {
    return { geometry: shapeOfWkb(wkb), values };
  } catch (error) {
    return { geometry: null, geometryFault: error instanceof RangeError ? error.message : String(error), values };
  }
}

const textIn = (value: unknown): unknown =>
  value instanceof Uint8Array ? new TextDecoder().decode(value) : (value ?? null);

function geoOf({ key_value_metadata: pairs }: FileMetaData): Geo {
  const text = pairs?.find(({ key }) => key === 'geo')?.value;
  if (text === undefined) throw new UnreadableFile('O ficheiro Parquet não traz a descrição «geo»: não é GeoParquet.');
  return JSON.parse(text) as Geo;
}

/** Not the box that GeoParquet 1.1 keeps beside each geometry, nor another geometry. */
function isPlain({ name, num_children: children }: SchemaElement, geo: Geo): boolean {
  return (children ?? 0) === 0 && geo.columns?.[name] === undefined;
}

function crsOf({ crs }: GeoColumn): SourceCrs {
  if (crs === undefined) return wgs84;
  if (crs === null) return { code: null, definition: null, name: 'desconhecido' };
  const { id, name = 'sem nome' } = crs;
  if (id?.authority === 'OGC' && String(id.code) === 'CRS84') return wgs84;
  return { code: id?.authority === 'EPSG' ? Number(id.code) : null, definition: crs, name };
}

function typeOf({ type, converted_type: converted, logical_type: logical }: SchemaElement): LayerColumn['type'] {
  if (logical?.type === 'DATE' || converted === 'DATE') return 'date';
  if (logical?.type === 'TIMESTAMP' || converted?.startsWith('TIMESTAMP') === true || type === 'INT96')
    return 'timestamp';
  if (logical?.type === 'DECIMAL' || converted === 'DECIMAL') return 'number';
  if (type === 'BOOLEAN') return 'boolean';
  if (type === 'INT32' || type === 'INT64') return 'integer';
  return type === 'FLOAT' || type === 'DOUBLE' ? 'number' : 'string';
}
