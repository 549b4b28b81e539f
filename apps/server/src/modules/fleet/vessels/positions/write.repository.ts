import type { VesselPositionRecord } from '@kianda/connectors';
import { dayMs, hourMs } from '@kianda/geo';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Origin } from '../../../ingestion/connectors/index.ts';
import { lockDirectory, noteHeard } from '../directory.repository.ts';
import { arrayLiteral } from './columns.ts';
import type { Partitions } from './partitions.ts';
import type { Registers } from './registers.ts';
import { countSatelliteDays, type ShipDay } from './stations.repository.ts';
import type { PositionTables } from './tables.ts';

/** Rows of one statement: larger ones gain nothing and hold their locks longer. */
const rowsPerStatement = 25_000;

/**
 * Ships of a file wait for its end. A page takes seconds: after so long nobody reads on, and what is stored counts as it
 * is.
 */
const fileWaitMs = 2 * 60_000;

/** A position ready to be stored. */
export type PositionRow = {
  readonly shipId: number;
  readonly record: VesselPositionRecord;
  /** Bits of the feeds that brought it. */
  sources: number;
};

type Db = Kysely<PositionTables>;
type Trx = Transaction<PositionTables>;

/** Writes positions: each once, whatever their order and however many feeds bring them. */
export function createPositionWriter(db: Db, partitions: Partitions, registers: Registers) {
  /** Ships that have a last position, which is never removed. */
  const heard = new Set<number>();

  async function write(rows: readonly PositionRow[], originId: number, origin: Origin): Promise<number> {
    const storedAt = new Date(origin.retrievedAtMs);
    return db.transaction().execute(async (trx) => {
      const written = await insert(trx, rows, originId);
      const noted = written < rows.length ? await noteSources(trx, rows) : 0;
      if (written > 0) {
        await lockForUnheard(trx, rows, heard);
        await advanceLatest(trx, rows, originId, storedAt);
        await markShips(trx, rows, origin);
      }
      if (written + noted > 0) {
        await noteReception(trx, rows);
        await markHours(trx, rows);
      }
      return written;
    });
  }

  /** The partition of a late position may have gone since it was made: its day was archived. */
  async function writeInPartitions(rows: readonly PositionRow[], originId: number, origin: Origin): Promise<number> {
    const times = rows.map(({ record }) => record.timeMs);
    await partitions.ensure(times);
    try {
      return await write(rows, originId, origin);
    } catch (error) {
      if (!isWithoutPartition(error)) throw error;
      partitions.forget();
      await partitions.ensure(times);
      return write(rows, originId, origin);
    }
  }

  /** Counts what came by satellite; nothing where no antenna is on one. */
  async function noteReception(trx: Trx, rows: readonly PositionRow[]): Promise<void> {
    const bits = [...registers.satelliteFeeds].map((feed) => 2 ** feed);
    if (bits.length === 0) return;
    const touched = new Map<string, ShipDay>();
    for (const { shipId, record, sources } of rows) {
      if (!bits.some((bit) => Math.floor(sources / bit) % 2 === 1)) continue;
      const day = Math.floor(record.timeMs / dayMs) * dayMs;
      touched.set(`${shipId}/${day}`, { shipId, dayMs: day });
    }
    const sum = bits.reduce((all, bit) => all + bit, 0);
    if (touched.size > 0) await countSatelliteDays(trx, [...touched.values()], sum);
  }

  return {
    /** Stores what is not there yet and notes further feeds of what is; how many are new. */
    async store(records: readonly VesselPositionRecord[], origin: Origin): Promise<number> {
      if (records.length === 0) return 0;
      const ships = await registers.shipIds(records);
      const feeds = await registers.feedIds(origin.connectorId, new Set(records.map(({ feed }) => feed)));
      const originId = await registers.originId(origin);
      const rows = uniqueRows(records, ships, feeds);
      let written = 0;
      for (let start = 0; start < rows.length; start += rowsPerStatement)
        written += await writeInPartitions(rows.slice(start, start + rowsPerStatement), originId, origin);
      if (origin.file === 'end') await releaseShips(db, origin);
      return written;
    },
  };
}

export type PositionWriter = ReturnType<typeof createPositionWriter>;

/** PostgreSQL says so of a row that no partition takes: a violation of the check that the partitions are. */
const isWithoutPartition = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23514' && error.message.includes('no partition');

/** One row a key with the bits of its feeds, in the order of the key: writers that meet take their locks alike. */
function uniqueRows(
  records: readonly VesselPositionRecord[],
  ships: ReadonlyMap<string, number>,
  feeds: ReadonlyMap<string, number>,
): PositionRow[] {
  const rows = records.map((record): PositionRow => {
    const shipId = ships.get(record.vesselKey);
    const feed = feeds.get(record.feed);
    if (shipId === undefined || feed === undefined)
      throw new Error(`${record.vesselKey} by ${record.feed}: expected both registered, received ${shipId}, ${feed}`);
    return { shipId, record, sources: 2 ** feed };
  });
  rows.sort(
    (a, b) =>
      a.shipId - b.shipId ||
      a.record.timeMs - b.record.timeMs ||
      a.record.lon - b.record.lon ||
      a.record.lat - b.record.lat,
  );
  const unique: PositionRow[] = [];
  for (const row of rows) {
    const last = unique.at(-1);
    const isSame =
      last !== undefined &&
      last.shipId === row.shipId &&
      last.record.timeMs === row.record.timeMs &&
      last.record.lon === row.record.lon &&
      last.record.lat === row.record.lat;
    if (!isSame) unique.push(row);
    else if (Math.floor(last.sources / row.sources) % 2 === 0) last.sources += row.sources;
  }
  return unique;
}

const shipIds = (rows: readonly PositionRow[]) => arrayLiteral(rows, (row) => row.shipId);
const seconds = (rows: readonly PositionRow[]) => arrayLiteral(rows, (row) => row.record.timeMs / 1000);
const lons = (rows: readonly PositionRow[]) => arrayLiteral(rows, (row) => row.record.lon);
const lats = (rows: readonly PositionRow[]) => arrayLiteral(rows, (row) => row.record.lat);
const sources = (rows: readonly PositionRow[]) => arrayLiteral(rows, (row) => row.sources);

/** The given columns as a table `g`. */
function given(rows: readonly PositionRow[]) {
  return sql`unnest(
    ${shipIds(rows)}::int4[], ${seconds(rows)}::float8[], ${lons(rows)}::float8[], ${lats(rows)}::float8[],
    ${sources(rows)}::int8[], ${arrayLiteral(rows, ({ record }) => record.speedKnots)}::float4[],
    ${arrayLiteral(rows, ({ record }) => record.courseDegrees)}::float4[],
    ${arrayLiteral(rows, ({ record }) => record.headingDegrees)}::int2[],
    ${arrayLiteral(rows, ({ record }) => record.navigationStatus)}::int2[]
  ) AS g (ship_id, at, lon, lat, sources, speed_knots, course_degrees, heading_degrees, navigation_status)`;
}

async function insert(trx: Trx, rows: readonly PositionRow[], originId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO vessels.positions (ship_id, time, lon, lat, sources, origin_id, speed_knots, course_degrees,
      heading_degrees, navigation_status)
    SELECT ship_id, to_timestamp(at), lon, lat, sources, ${originId}::int4, speed_knots, course_degrees,
      heading_degrees, navigation_status
    FROM ${given(rows)}
    ON CONFLICT (ship_id, time, lon, lat) DO NOTHING`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

/** Adds the feed to rows that were there already; answers how many gained it. The bounds of time keep the search within a few partitions. */
async function noteSources(trx: Trx, rows: readonly PositionRow[]): Promise<number> {
  let fromMs = Number.POSITIVE_INFINITY;
  let toMs = Number.NEGATIVE_INFINITY;
  for (const { record } of rows) {
    fromMs = Math.min(fromMs, record.timeMs);
    toMs = Math.max(toMs, record.timeMs);
  }
  const { numAffectedRows } = await sql`
    UPDATE vessels.positions AS p SET sources = p.sources | g.sources
    FROM unnest(${shipIds(rows)}::int4[], ${seconds(rows)}::float8[], ${lons(rows)}::float8[],
      ${lats(rows)}::float8[], ${sources(rows)}::int8[]) AS g (ship_id, at, lon, lat, sources)
    WHERE p.ship_id = g.ship_id AND p.time = to_timestamp(g.at) AND p.lon = g.lon AND p.lat = g.lat
      AND p.time BETWEEN ${new Date(fromMs)} AND ${new Date(toMs)}
      AND p.sources & g.sources <> g.sources`.execute(trx);
  return Number(numAffectedRows ?? 0n);
}

/** Takes the directory's lock where a ship may be heard for the first time, before the rows that others change under it. */
async function lockForUnheard(trx: Trx, rows: readonly PositionRow[], heard: Set<number>): Promise<void> {
  const unheard = [...new Set(rows.map(({ shipId }) => shipId))].filter((shipId) => !heard.has(shipId));
  if (unheard.length === 0) return;
  const { rows: known } = await sql<{ ship_id: number }>`
    SELECT ship_id FROM vessels.latest_positions WHERE ship_id = ANY (${unheard}::int4[])`.execute(trx);
  for (const { ship_id: shipId } of known) heard.add(shipId);
  if (known.length < unheard.length) await lockDirectory(trx);
}

/** Notes ships that were never heard before. */
async function advanceLatest(trx: Trx, rows: readonly PositionRow[], originId: number, storedAt: Date): Promise<void> {
  // Rows come by vessel and time: the last of each vessel is its newest.
  const newest = rows.filter((row, index) => rows[index + 1]?.shipId !== row.shipId);
  // A row that was put there, not changed, has never had a transaction that locked it.
  const { rows: heard } = await sql<{ ship_id: number; is_first: boolean }>`
    INSERT INTO vessels.latest_positions AS l (ship_id, origin_id, time, stored_at, lon, lat, sources, speed_knots,
      course_degrees, heading_degrees, navigation_status)
    SELECT ship_id, ${originId}::int4, to_timestamp(at), ${storedAt}::timestamptz, lon, lat, sources, speed_knots,
      course_degrees, heading_degrees, navigation_status
    FROM ${given(newest)}
    ON CONFLICT (ship_id) DO UPDATE SET origin_id = excluded.origin_id, time = excluded.time,
      stored_at = excluded.stored_at, lon = excluded.lon, lat = excluded.lat, sources = excluded.sources,
      speed_knots = excluded.speed_knots, course_degrees = excluded.course_degrees,
      heading_degrees = excluded.heading_degrees, navigation_status = excluded.navigation_status
    WHERE excluded.time > l.time
    RETURNING ship_id, xmax = 0 AS is_first`.execute(trx);
  await noteHeard(
    trx,
    heard.filter(({ is_first: isFirst }) => isFirst).map(({ ship_id: id }) => id),
  );
}

const fileStreamOf = ({ connectorId, streamId }: Origin): string => `${connectorId}/${streamId}`;

/** Notes the ships whose tracks have to be worked on again, and from when on. Rows come by vessel and time. */
async function markShips(trx: Trx, rows: readonly PositionRow[], origin: Origin): Promise<void> {
  const storedAt = new Date(origin.retrievedAtMs);
  const isPart = origin.file === 'part';
  const fileStream = isPart ? fileStreamOf(origin) : null;
  const waitsUntil = isPart ? new Date(origin.retrievedAtMs + fileWaitMs) : null;
  const oldest = rows.filter((row, index) => rows[index - 1]?.shipId !== row.shipId);
  await sql`
    INSERT INTO vessels.changed_ships AS c (ship_id, oldest_at, changed_at, version, file_stream, waits_until)
    SELECT ship_id, to_timestamp(at), ${storedAt}::timestamptz, 1, ${fileStream}::text, ${waitsUntil}::timestamptz
    FROM unnest(${shipIds(oldest)}::int4[], ${seconds(oldest)}::float8[]) AS g (ship_id, at)
    ON CONFLICT (ship_id) DO UPDATE
      SET oldest_at = least(c.oldest_at, excluded.oldest_at), version = c.version + 1,
        file_stream = coalesce(excluded.file_stream, c.file_stream),
        waits_until = coalesce(excluded.waits_until, c.waits_until)`.execute(trx);
}

/** Lets the ships of a file that is whole be worked on. */
async function releaseShips(db: Db, origin: Origin): Promise<void> {
  await sql`UPDATE vessels.changed_ships SET file_stream = NULL, waits_until = NULL
    WHERE file_stream = ${fileStreamOf(origin)}`.execute(db);
}

async function markHours(trx: Trx, rows: readonly PositionRow[]): Promise<void> {
  const hours = [...new Set(rows.map(({ record }) => Math.floor(record.timeMs / hourMs) * (hourMs / 1000)))].sort(
    (a, b) => a - b,
  );
  // Last in the transaction: the row of the present hour is everybody's, and locked until the end.
  await sql`
    INSERT INTO vessels.changed_hours AS c (hour, version)
    SELECT to_timestamp(at), 1 FROM unnest(${arrayLiteral(hours, (hour) => hour)}::float8[]) AS g (at)
    ON CONFLICT (hour) DO UPDATE SET version = c.version + 1`.execute(trx);
}
