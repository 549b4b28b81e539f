import { DatabaseSync } from 'node:sqlite';
import type { LayerColumn } from '@kianda/contract/open/layers/layers.contract';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import type { SourceCrs, SourceFile, SourceRow, SourceTable } from './source.ts';
import { shapeOfWkb } from './wkb-shape.ts';

type Content = { readonly table_name: string; readonly column_name: string; readonly srs_id: number };
type Column = { readonly name: string; readonly type: string; readonly pk: number };

/** The tables of features of a GeoPackage (OGC 12-128r19), read by SQLite itself. */
export async function geopackageTables(file: SourceFile): Promise<readonly SourceTable[]> {
  const database = new DatabaseSync(await file.path(), { readOnly: true });
  // A view of the file may call functions; none of ours may be reached, and none loads code.
  database.exec('PRAGMA trusted_schema = off; PRAGMA cell_size_check = on');
  const contents = database
    .prepare(
      `SELECT g.table_name, g.column_name, g.srs_id FROM gpkg_geometry_columns g
       JOIN gpkg_contents c ON c.table_name = g.table_name AND c.data_type = 'features' ORDER BY c.rowid`,
    )
    .all() as unknown as readonly Content[];
  if (contents.length === 0) throw new UnreadableFile('O GeoPackage não tem tabelas de elementos.');
  return contents.map((content) => tableOf(database, content));
}

function tableOf(database: DatabaseSync, { table_name, column_name, srs_id }: Content): SourceTable {
  const table = quoted(table_name);
  const all = database.prepare(`PRAGMA table_info(${table})`).all() as unknown as readonly Column[];
  // A geometry column is named without regard to case.
  const geometryName = all.find(({ name }) => name.toLowerCase() === column_name.toLowerCase())?.name ?? column_name;
  const own = all.filter(({ name, pk }) => name !== geometryName && pk === 0);
  const columns = own.map(({ name, type }) => ({ name, type: columnType(type) }));
  const counted = database.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { readonly n: number };
  return {
    name: table_name,
    features: counted.n,
    crs: crsOf(database, srs_id),
    columns,
    *rows() {
      const wanted = [quoted(geometryName), ...own.map(({ name }) => quoted(name))];
      const key = all.find(({ pk }) => pk !== 0)?.name;
      const statement = database.prepare(
        `SELECT ${wanted.join(', ')} FROM ${table} ${key === undefined ? '' : `ORDER BY ${quoted(key)}`}`,
      );
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      for (const row of statement.iterate() as unknown as Iterable<readonly unknown[]>) yield rowOf(row);
    },
  };
}

function rowOf([blob, ...values]: readonly unknown[]): SourceRow {
  if (!(blob instanceof Uint8Array)) return { geometry: null, values };
  try {
    return { geometry: shapeOfWkb(wkbOf(blob)), values };
  } catch (error) {
    const geometryFault = error instanceof RangeError ? error.message : String(error);
    return { geometry: null, geometryFault, values };
  }
}

const envelopeBytes = [0, 32, 48, 48, 64] as const;

/** The well-known binary behind the header of GeoPackage: magic, version, flags, SRS and an envelope of several sizes. */
function wkbOf(blob: Uint8Array): Uint8Array {
  if (blob[0] !== 0x47 || blob[1] !== 0x50) throw new RangeError('a geometria não começa como as de um GeoPackage');
  const envelope = envelopeBytes[((blob[3] ?? 0) >> 1) & 7];
  if (envelope === undefined) throw new RangeError('o envelope da geometria não é de um tipo conhecido');
  return blob.subarray(8 + envelope);
}

function crsOf(database: DatabaseSync, srsId: number): SourceCrs {
  const found = database
    .prepare(
      'SELECT srs_name, organization, organization_coordsys_id AS code, definition FROM gpkg_spatial_ref_sys WHERE srs_id = ?',
    )
    .get(srsId) as
    | { readonly srs_name: string; readonly organization: string; readonly code: number; readonly definition: string }
    | undefined;
  if (found === undefined) return { code: null, definition: null, name: `SRS ${srsId}` };
  const isEpsg = found.organization.toUpperCase() === 'EPSG';
  const definition = found.definition === 'undefined' ? null : found.definition;
  return { code: isEpsg ? Number(found.code) : null, definition, name: found.srs_name };
}

function columnType(declared: string): LayerColumn['type'] {
  const [type = ''] = declared.toUpperCase().split('(');
  if (type === 'BOOLEAN') return 'boolean';
  if (['TINYINT', 'SMALLINT', 'MEDIUMINT', 'INT', 'INTEGER', 'BIGINT'].includes(type)) return 'integer';
  if (['FLOAT', 'DOUBLE', 'REAL', 'NUMERIC'].includes(type)) return 'number';
  if (type === 'DATE') return 'date';
  return type === 'DATETIME' ? 'timestamp' : 'string';
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
