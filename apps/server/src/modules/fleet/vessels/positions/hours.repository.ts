import { hourMs } from '@kianda/geo';
import { type Kysely, sql } from 'kysely';
import { countHourQuality, forgetHourQuality } from './hour-quality.repository.ts';
import type { Partitions } from './partitions.ts';
import type { PositionTables } from './tables.ts';

/** Sums up hours of positions; an hour that got late positions is summed up anew. */
export function createHourSummaries(
  db: Kysely<PositionTables>,
  partitions: Partitions,
  /** Sums up an hour by cell, too. */
  byCell: (hour: Date) => Promise<void>,
  /** Puts the positions of an hour that lie in files beside its late ones. */
  putHour: (hour: Date) => Promise<void> = async () => undefined,
) {
  async function summarise(hour: Date): Promise<void> {
    const end = new Date(hour.getTime() + hourMs);
    await sql`
      INSERT INTO vessels.position_hours (hour, ship_id, positions, first_at, last_at, last_lon, last_lat, west, south,
        east, north, mean_speed_knots, max_speed_knots)
      SELECT ${hour}::timestamptz, ship_id, count(*), min(time), max(time),
        (array_agg(lon ORDER BY time DESC, lon))[1], (array_agg(lat ORDER BY time DESC, lon))[1],
        min(lon), min(lat), max(lon), max(lat), avg(speed_knots), max(speed_knots)
      FROM vessels.positions WHERE time >= ${hour} AND time < ${end} GROUP BY ship_id
      ON CONFLICT (hour, ship_id) DO UPDATE SET positions = excluded.positions, first_at = excluded.first_at,
        last_at = excluded.last_at, last_lon = excluded.last_lon, last_lat = excluded.last_lat, west = excluded.west,
        south = excluded.south, east = excluded.east, north = excluded.north,
        mean_speed_knots = excluded.mean_speed_knots, max_speed_knots = excluded.max_speed_knots`.execute(db);
  }

  return {
    /** Brings up to `limit` changed hours up to date, oldest first; how many. */
    async update(limit: number): Promise<number> {
      const changed = await db.selectFrom('vessels.changed_hours').selectAll().orderBy('hour').limit(limit).execute();
      await partitions.ensure(changed.map(({ hour }) => hour.getTime()));
      let failure: { readonly error: unknown } | null = null;
      for (const { hour, version } of changed) {
        try {
          await putHour(hour);
        } catch (error) {
          // An hour without its file would be summed up to its late positions alone: it waits, and the others do not.
          failure ??= { error };
          continue;
        }
        await summarise(hour);
        await countHourQuality(db, hour, new Date(hour.getTime() + hourMs));
        await byCell(hour);
        // Positions that came while it was summed up have raised the version: the hour stays for the next turn.
        await db.deleteFrom('vessels.changed_hours').where('hour', '=', hour).where('version', '=', version).execute();
      }
      if (failure !== null) throw failure.error;
      return changed.length;
    },
    async forgetBefore(before: Date): Promise<void> {
      await db.deleteFrom('vessels.changed_hours').where('hour', '<', before).execute();
      await forgetHourQuality(db, before);
    },
  };
}

export type HourSummaries = ReturnType<typeof createHourSummaries>;
