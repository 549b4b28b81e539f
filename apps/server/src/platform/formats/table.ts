import { stringify } from 'csv-stringify/sync';
import { parquetWriteBuffer } from 'hyparquet-writer';

export type Cell = string | number | boolean | null;

/** Rows with a position each, or none: `lon` and `lat` name the columns that hold it. */
export type Table = {
  readonly columns: readonly { readonly name: string; readonly kind: 'text' | 'number' | 'boolean' }[];
  readonly rows: readonly Readonly<Record<string, Cell>>[];
  readonly position: { readonly lon: string; readonly lat: string } | null;
};

export const tableFormats = {
  csv: { mediaType: 'text/csv', label: 'CSV' },
  geojson: { mediaType: 'application/geo+json', label: 'GeoJSON' },
  parquet: { mediaType: 'application/vnd.apache.parquet', label: 'Parquet' },
} as const;
export type TableFormat = keyof typeof tableFormats;

/** A table as a file. A CSV cell that a spreadsheet would run as a formula is written with an apostrophe before it. */
export function tableFile(table: Table, format: TableFormat): Uint8Array {
  if (format === 'csv') return csvOf(table);
  if (format === 'geojson') return geojsonOf(table);
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: table.columns.map(({ name, kind }) => ({
        name,
        data: table.rows.map((row) => row[name] ?? null),
        type: parquetTypes[kind],
        nullable: true,
      })),
    }),
  );
}

const parquetTypes = { text: 'STRING', number: 'DOUBLE', boolean: 'BOOLEAN' } as const;

function csvOf({ columns, rows }: Table): Uint8Array {
  const names = columns.map(({ name }) => name);
  return Buffer.from(
    stringify(
      rows.map((row) => names.map((name) => harmless(row[name] ?? null))),
      { header: true, columns: names, cast: { boolean: String } },
    ),
  );
}

/** Text alone: a negative number must stay one. */
function harmless(cell: Cell): Cell {
  return typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}

function geojsonOf({ rows, position }: Table): Uint8Array {
  const features = rows.map((row) => {
    const [lon, lat] = position === null ? [null, null] : [row[position.lon], row[position.lat]];
    const placed = typeof lon === 'number' && typeof lat === 'number';
    return {
      type: 'Feature',
      geometry: placed ? { type: 'Point', coordinates: [lon, lat] } : null,
      properties: row,
    };
  });
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
}
