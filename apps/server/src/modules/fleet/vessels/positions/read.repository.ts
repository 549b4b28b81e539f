import { type Kysely, sql } from 'kysely';
import type { ArchiveReader } from '../archive/reader.ts';
import { joined } from '../archive/reader.ts';
import { shownFlag } from './shown-flag.ts';
import type { PositionTables } from './tables.ts';

export type Bbox = readonly [west: number, south: number, east: number, north: number];

export type LatestFilter = {
  readonly bbox: Bbox | null;
  readonly storedAfter: Date | null;
  readonly heardAfter: Date | null;
  readonly after: number;
  readonly limit: number;
};

/** A ship in a period, both ends inclusive. */
export type Stay = { readonly shipId: number; readonly from: Date; readonly to: Date };

type Database = Kysely<PositionTables>;

/** Stored positions, vessels and their sources, as screens ask for them. */
export const createPositionReader = (db: Database, archive: ArchiveReader) => ({
  ...vesselQueries(db),
  ...trackQueries(db, archive),
  ...originQueries(db, archive),
});

export type PositionReader = ReturnType<typeof createPositionReader>;

const vesselQueries = (db: Database) => ({
  /** Latest positions by vessel, in the order of their numbers. */
  async latest({ bbox, storedAfter, heardAfter, after, limit }: LatestFilter) {
    let query = db
      .selectFrom('vessels.latest_positions as l')
      .innerJoin('vessels.ships as s', 's.id', 'l.ship_id')
      .selectAll('s')
      .select(shownFlag.as('shown_flag'))
      .select([
        'l.time',
        'l.stored_at',
        'l.origin_id',
        'l.lon',
        'l.lat',
        'l.sources',
        'l.speed_knots',
        'l.course_degrees',
        'l.heading_degrees',
        'l.navigation_status',
      ])
      .where('l.ship_id', '>', after)
      .orderBy('l.ship_id')
      .limit(limit);
    if (storedAfter !== null) query = query.where('l.stored_at', '>', storedAfter);
    if (heardAfter !== null) query = query.where('l.time', '>=', heardAfter);
    if (bbox !== null) {
      const [west, south, east, north] = bbox;
      query = query
        .where('l.lat', '>=', south)
        .where('l.lat', '<=', north)
        .where((eb) => eb[west <= east ? 'and' : 'or']([eb('l.lon', '>=', west), eb('l.lon', '<=', east)]));
    }
    return query.execute();
  },

  ship: (id: number) =>
    db
      .selectFrom('vessels.ships as s')
      .selectAll('s')
      .select(shownFlag.as('shown_flag'))
      .where('s.id', '=', id)
      .executeTakeFirst(),

  identities: (shipId: number) =>
    db
      .selectFrom('vessels.identity_periods as p')
      .innerJoin('vessels.feeds as f', 'f.id', 'p.feed_id')
      .selectAll('p')
      .select(sql<string>`coalesce(f.title, f.name)`.as('feed'))
      .where('p.ship_id', '=', shipId)
      .orderBy('p.from_at')
      .orderBy('p.id')
      .limit(500)
      .execute(),
});

const trackQueries = (db: Database, archive: ArchiveReader) => ({
  /** Newest positions of a vessel in a period, newest first. */
  track: (shipId: number, from: Date, to: Date, limit: number) =>
    archive.across(from, to, async (paths) => {
      const stored = await db
        .selectFrom('vessels.positions')
        .selectAll()
        .where('ship_id', '=', shipId)
        .where('time', '>=', from)
        .where('time', '<=', to)
        .orderBy('time', 'desc')
        .orderBy('lon')
        .orderBy('lat')
        .limit(limit)
        .execute();
      const archived = await archive.places(paths, { ships: [shipId], from, to }, limit);
      if (archived.length === 0) return stored;
      return joined(stored, archived)
        .sort((a, b) => b.time.getTime() - a.time.getTime() || a.lon - b.lon || a.lat - b.lat)
        .slice(0, limit);
    }),
});

const originQueries = (db: Database, archive: ArchiveReader) => ({
  feeds: () => db.selectFrom('vessels.feeds').selectAll().orderBy('id').execute(),

  /** Streams of the first and the last position of each of these stays, each stream with its newest instant. */
  async streamsOf(stays: readonly Stay[]) {
    if (stays.length === 0) return [];
    const [from, to] = [stays.map((stay) => stay.from), stays.map((stay) => stay.to)];
    // The bounds of all stays, beside those of each, let the planner skip the partitions of other days.
    const [first, last] = [new Date(Math.min(...from.map(Number))), new Date(Math.max(...to.map(Number)))];
    const within = sql`ship_id = s.ship_id AND time >= s.from_at AND time <= s.to_at AND time >= ${first} AND time <= ${last}`;
    return archive.across(first, last, async (paths) => {
      const archived = [...(await archive.originsOf(paths, stays))];
      const { rows } = await sql<{
        connector_id: string;
        stream_id: string;
        simulated_seed: number | null;
        time: Date;
      }>`
        SELECT o.connector_id, o.stream_id, o.simulated_seed, max(p.time) AS time
        FROM (
          SELECT p.* FROM unnest(${stays.map(({ shipId }) => shipId)}::int4[], ${from}::timestamptz[], ${to}::timestamptz[])
            AS s (ship_id, from_at, to_at)
          CROSS JOIN LATERAL (
            (SELECT origin_id, time FROM vessels.positions WHERE ${within} ORDER BY time LIMIT 1)
            UNION ALL
            (SELECT origin_id, time FROM vessels.positions WHERE ${within} ORDER BY time DESC LIMIT 1)
          ) AS p
          UNION ALL
          SELECT * FROM unnest(${archived.map(([origin]) => origin)}::int4[], ${archived.map(([, time]) => time)}::timestamptz[])
        ) AS p (origin_id, time)
        JOIN vessels.position_origins AS o ON o.id = p.origin_id
        GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(db);
      return rows;
    });
  },

  origins: (ids: readonly number[]) =>
    ids.length === 0
      ? Promise.resolve([])
      : db.selectFrom('vessels.position_origins').selectAll().where('id', 'in', ids).execute(),
});
