import { DatabaseSync } from 'node:sqlite';
import { boundsOf } from '../../../../platform/geometry/wkb.ts';
import type { FileAbout, FileFeature, FileLayer } from './file.types.ts';

const wgs84Code = 4326;
/** `GPKG`, and version 1.3.0. Source: OGC 12-128r17, 1.1.1. */
const [applicationId, userVersion] = [0x47504b47, 10_300];
const wgs84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]';
const columnTypes = { string: 'TEXT', number: 'DOUBLE', integer: 'INTEGER', boolean: 'BOOLEAN' } as const;
const geometryTypes = { point: 'POINT', line: 'LINESTRING', polygon: 'MULTIPOLYGON' } as const;

/** GeoPackage (OGC 12-128r17) with a table for each layer. */
export function geoPackageFile(layers: readonly FileLayer[], about: FileAbout): Uint8Array {
  const database = new DatabaseSync(':memory:');
  try {
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${userVersion}; BEGIN;`);
    database.exec(schema);
    for (const layer of layers) addLayer(database, layer, about);
    database.exec('COMMIT');
    return database.serialize();
  } finally {
    database.close();
  }
}

const schema = `
  CREATE TABLE gpkg_spatial_ref_sys (
    srs_name TEXT NOT NULL, srs_id INTEGER NOT NULL PRIMARY KEY, organization TEXT NOT NULL,
    organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT
  );
  INSERT INTO gpkg_spatial_ref_sys VALUES
    ('Undefined cartesian SRS', -1, 'NONE', -1, 'undefined', NULL),
    ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', NULL),
    ('WGS 84 geodetic', ${wgs84Code}, 'EPSG', ${wgs84Code}, '${wgs84}', NULL);
  CREATE TABLE gpkg_contents (
    table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
    last_change DATETIME NOT NULL, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
    srs_id INTEGER REFERENCES gpkg_spatial_ref_sys (srs_id)
  );
  CREATE TABLE gpkg_geometry_columns (
    table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
    z TINYINT NOT NULL, m TINYINT NOT NULL, PRIMARY KEY (table_name, column_name)
  );`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function addLayer(database: DatabaseSync, { layer, features }: FileLayer, about: FileAbout): void {
  const table = quoted(layer.id);
  const columns = layer.attributes.map(({ name, type }) => `${quoted(name)} ${columnTypes[type]}`);
  database.exec(
    `CREATE TABLE ${table} (${['fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL', 'geom BLOB', ...columns].join(', ')})`,
  );
  const [west, south, east, north] = layer.bbox ?? [null, null, null, null];
  const description = `${about.methods.join(' ')} ${about.citation}${about.isSimulated ? ' Dados simulados.' : ''}`;
  database
    .prepare('INSERT INTO gpkg_contents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    .run(
      ...([layer.id, 'features', layer.title, description, about.madeAt] as const),
      ...([west ?? null, south ?? null, east ?? null, north ?? null, wgs84Code] as const),
    );
  const kinds = new Set(features.map(({ geometry }) => geometry.type));
  const [only] = kinds;
  const kind =
    kinds.size === 1 && only !== undefined
      ? only.toUpperCase()
      : kinds.size === 0
        ? geometryTypes[layer.geometryType ?? 'point']
        : 'GEOMETRY';
  database
    .prepare('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, 0, 0)')
    .run(layer.id, 'geom', kind, wgs84Code);
  const marks = layer.attributes.map(() => '?');
  const insert = database.prepare(
    `INSERT INTO ${table} (${['fid', 'geom', ...layer.attributes.map(({ name }) => quoted(name))].join(', ')}) VALUES (${['?', '?', ...marks].join(', ')})`,
  );
  for (const feature of features) {
    insert.run(feature.id, blobOf(feature), ...layer.attributes.map(({ name }) => cellOf(feature.properties[name])));
  }
}

const cellOf = (value: unknown): string | number | null =>
  typeof value === 'boolean' ? Number(value) : typeof value === 'number' || typeof value === 'string' ? value : null;

const headBytes = 40;

/** A place with the head of the format: magic, little-endian with an envelope of four numbers, reference system. */
function blobOf({ wkb, geometry }: FileFeature): Uint8Array {
  const blob = new Uint8Array(headBytes + wkb.length);
  const view = new DataView(blob.buffer);
  blob.set([0x47, 0x50, 0, 0b11]);
  view.setInt32(4, wgs84Code, true);
  const [west, south, east, north] = boundsOf(geometry);
  [west, east, south, north].forEach((side, place) => {
    view.setFloat64(8 + 8 * place, side, true);
  });
  blob.set(wkb, headBytes);
  return blob;
}
