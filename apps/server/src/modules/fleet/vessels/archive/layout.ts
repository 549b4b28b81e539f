import { textOf } from './duck.ts';

/** Rows of a group: a few ships each, so that a track reads little of a day's file. */
const rowsPerGroup = 61_440;

/** Where the file of a day lies, by Hive's convention: engines read the day out of the name. */
export const archiveRoot = 'positions/';
export const keyOf = (day: string): string => `${archiveRoot}day=${day}/positions.parquet`;

/** Columns of a day as PostgreSQL hands them over, in order; `lon_hex` and `lat_hex` are the eight bytes of each number. */
const handedOver = {
  ship_id: 'INTEGER',
  micros: 'BIGINT',
  lon: 'DOUBLE',
  lat: 'DOUBLE',
  sources: 'BIGINT',
  origin_id: 'INTEGER',
  speed_knots: 'FLOAT',
  course_degrees: 'FLOAT',
  heading_degrees: 'SMALLINT',
  navigation_status: 'SMALLINT',
  lon_hex: 'VARCHAR',
  lat_hex: 'VARCHAR',
} as const;

const handedColumns = Object.entries(handedOver)
  .map(([name, type]) => `'${name}': '${type}'`)
  .join(', ');
/** Columns that tell a position; the others follow from them. */
const plain = [
  ...['ship_id', 'lon', 'lat', 'sources', 'origin_id'],
  ...['speed_knots', 'course_degrees', 'heading_degrees', 'navigation_status'],
];
const columns = plain.join(', ');

/** Eight bytes of a number the other way round: PostgreSQL sends the highest first, and WKB is read best lowest first. */
const reversed = (hex: string): string =>
  Array.from({ length: 8 }, (_, index) => `substr(${hex}, ${15 - 2 * index}, 2)`).join(' || ');

/** Well-known binary of a point from the bytes of its numbers, the lowest first. */
const point = `unhex('0101000000' || ${reversed('lon_hex')} || ${reversed('lat_hex')})`;

const geo = {
  version: '1.1.0',
  primary_column: 'geometry',
  columns: {
    geometry: {
      encoding: 'WKB',
      geometry_types: ['Point'],
      covering: {
        bbox: { xmin: ['bbox', 'xmin'], ymin: ['bbox', 'ymin'], xmax: ['bbox', 'xmax'], ymax: ['bbox', 'ymax'] },
      },
    },
  },
};

export const handedOverRows = (csv: string): string =>
  `(SELECT * EXCLUDE (micros), make_timestamptz(micros) AS time
    FROM read_csv(${textOf(csv)}, header = false, auto_detect = false, delim = ',', nullstr = '', columns = {${handedColumns}}))`;

/** An instant as DuckDB's SQL has it. */
export const stamp = (at: Date): string => `make_timestamptz(${at.getTime() * 1000})`;

const list = (files: readonly string[]): string => `[${files.map(textOf).join(', ')}]`;

/** The positions of files of days, with the columns of the database. */
export const archivedRows = (files: readonly string[]): string =>
  `(SELECT time, ${columns} FROM read_parquet(${list(files)}, hive_partitioning = false))`;

type Written = {
  readonly csv: string;
  /** The day's file so far, which its late positions join; null: it has none. */
  readonly old: string | null;
  /** Keys of ships and simulated origins: `id,key,mmsi` and `id,simulated`, without a head. */
  readonly ships: string;
  readonly origins: string;
  readonly target: string;
};

/**
 * Statement that writes a day's file: GeoParquet 1.1, by ship and time, with the ship's own number beside ours, so that
 * whoever has the file needs nothing else.
 */
export function writing({ csv, old, ships, origins, target }: Written): string {
  const news = `SELECT time, ${columns}, ${point} AS geometry, 0 AS age FROM ${handedOverRows(csv)}`;
  const before =
    old === null
      ? ''
      : `UNION ALL SELECT time, ${columns}, ST_AsWKB(geometry) AS geometry, 1 AS age
         FROM read_parquet(${textOf(old)}, hive_partitioning = false)`;
  // One row a key, with the lines of both; what the database has is the newer of the two.
  const rest = plain.filter((name) => !['ship_id', 'lon', 'lat', 'sources'].includes(name));
  const joined = `SELECT ship_id, time, lon, lat, bit_or(sources) AS sources, any_value(geometry) AS geometry,
      ${rest.map((name) => `arg_min_null(${name}, age) AS ${name}`).join(', ')}
    FROM (${news} ${before}) GROUP BY ship_id, time, lon, lat`;
  return `COPY (
    SELECT p.ship_id, s.key AS vessel, s.mmsi, p.time, p.lon, p.lat, p.speed_knots, p.course_degrees, p.heading_degrees,
      p.navigation_status, p.sources, p.origin_id, o.simulated, p.geometry,
      struct_pack(xmin := p.lon, ymin := p.lat, xmax := p.lon, ymax := p.lat) AS bbox
    FROM (${old === null ? news : joined}) AS p
    LEFT JOIN read_csv(${textOf(ships)}, header = false, auto_detect = false, delim = ',', quote = '"', nullstr = '',
      columns = {'id': 'INTEGER', 'key': 'VARCHAR', 'mmsi': 'INTEGER'}) AS s ON s.id = p.ship_id
    LEFT JOIN read_csv(${textOf(origins)}, header = false, auto_detect = false, delim = ',',
      columns = {'id': 'INTEGER', 'simulated': 'BOOLEAN'}) AS o ON o.id = p.origin_id
    ORDER BY p.ship_id, p.time, p.lon, p.lat
  ) TO ${textOf(target)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${rowsPerGroup},
    KV_METADATA {geo: ${textOf(JSON.stringify(geo))}})`;
}

/**
 * Rows of a file and ships among them, and rows handed over that are not in it, by every value (their lines at least):
 * none, or the file is not what was to be written.
 */
export const checking = (file: string, csv: string): string =>
  `SELECT (SELECT count(*) FROM ${archivedRows([file])}), (SELECT count(DISTINCT ship_id) FROM ${archivedRows([file])}),
    (SELECT count(*) FROM (
      SELECT h.ship_id FROM ${handedOverRows(csv)} AS h LEFT JOIN read_parquet(${textOf(file)}, hive_partitioning = false) AS f
        ON f.ship_id = h.ship_id AND f.time = h.time AND f.lon = h.lon AND f.lat = h.lat
        AND f.sources & h.sources = h.sources AND f.origin_id = h.origin_id
        AND f.speed_knots IS NOT DISTINCT FROM h.speed_knots AND f.course_degrees IS NOT DISTINCT FROM h.course_degrees
        AND f.heading_degrees IS NOT DISTINCT FROM h.heading_degrees
        AND f.navigation_status IS NOT DISTINCT FROM h.navigation_status
        AND f.bbox.xmin = h.lon AND f.bbox.ymax = h.lat
      WHERE f.ship_id IS NULL))`;

/** Rows of an old file whose keys a new one does not have. */
export const losing = (old: string, file: string): string =>
  `SELECT count(*) FROM ${archivedRows([old])} AS a LEFT JOIN ${archivedRows([file])} AS b
    ON b.ship_id = a.ship_id AND b.time = a.time AND b.lon = a.lon AND b.lat = a.lat
    AND b.sources & a.sources = a.sources WHERE b.ship_id IS NULL`;
