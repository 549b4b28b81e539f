import type { Kysely } from 'kysely';
import type { PositionTables } from './tables.ts';

export type Bbox = readonly [west: number, south: number, east: number, north: number];

export type LatestFilter = {
  readonly bbox: Bbox | null;
  readonly storedAfter: Date | null;
  readonly heardAfter: Date | null;
  readonly after: number;
  readonly limit: number;
};

/** What is stored of positions, as screens ask for it. */
export function createPositionReader(db: Kysely<PositionTables>) {
  return {
    /** Latest positions by vessel, in the order of their numbers. */
    async latest({ bbox, storedAfter, heardAfter, after, limit }: LatestFilter) {
      let query = db
        .selectFrom('vessels.latest_positions as l')
        .innerJoin('vessels.ships as s', 's.id', 'l.ship_id')
        .selectAll('s')
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

    ship: (id: number) => db.selectFrom('vessels.ships').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Newest positions of a vessel in a period, newest first. */
    track: (shipId: number, from: Date, to: Date, limit: number) =>
      db
        .selectFrom('vessels.positions')
        .selectAll()
        .where('ship_id', '=', shipId)
        .where('time', '>=', from)
        .where('time', '<=', to)
        .orderBy('time', 'desc')
        .orderBy('lon')
        .orderBy('lat')
        .limit(limit)
        .execute(),

    identities: (shipId: number) =>
      db
        .selectFrom('vessels.identity_periods as p')
        .innerJoin('vessels.feeds as f', 'f.id', 'p.feed_id')
        .selectAll('p')
        .select('f.name as feed')
        .where('p.ship_id', '=', shipId)
        .orderBy('p.from_at')
        .orderBy('p.id')
        .limit(500)
        .execute(),

    feeds: () => db.selectFrom('vessels.feeds').selectAll().orderBy('id').execute(),

    origins: (ids: readonly number[]) =>
      ids.length === 0
        ? Promise.resolve([])
        : db.selectFrom('vessels.position_origins').selectAll().where('id', 'in', ids).execute(),
  };
}

export type PositionReader = ReturnType<typeof createPositionReader>;
