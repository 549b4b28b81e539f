import type { VesselDetection } from '@kianda/connectors';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Origin } from '../../ingestion/connectors/index.ts';

type RadarTables = {
  'vessels.radar_detections': {
    day: string;
    lon: number;
    lat: number;
    detections: number;
    connector_id: string;
    stream_id: string;
    run_id: string;
    retrieved_at: Date;
    simulated_seed: number | null;
  };
};

/** Detections by radar of vessels without AIS. Days are `YYYY-MM-DD`, UTC. */
export function createRadarRepository(database: Database) {
  const db = database.for<RadarTables>();
  return {
    /** Inserts or corrects cells of days; returns how many changed. */
    async upsert(records: readonly VesselDetection[], origin: Origin): Promise<number> {
      if (records.length === 0) return 0;
      const { numAffectedRows } = await sql`
        INSERT INTO vessels.radar_detections AS r
          (day, lon, lat, detections, connector_id, stream_id, run_id, retrieved_at, simulated_seed)
        SELECT d.*, ${origin.connectorId}, ${origin.streamId}, ${origin.runId}::uuid,
          ${new Date(origin.retrievedAtMs)}::timestamptz, ${origin.simulatedSeed}::int4
        FROM unnest(${records.map(({ date }) => date)}::date[], ${records.map(({ lon }) => lon)}::float8[],
          ${records.map(({ lat }) => lat)}::float8[], ${records.map(({ detections }) => detections)}::int4[]) AS d
        ON CONFLICT (day, lon, lat) DO UPDATE SET detections = excluded.detections, run_id = excluded.run_id,
          retrieved_at = excluded.retrieved_at, simulated_seed = excluded.simulated_seed
          WHERE r.detections <> excluded.detections`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },

    /** Newest day with detections, none later than `until`, and the origin of its rows. */
    newestDay: (until: string | undefined) =>
      db
        .selectFrom('vessels.radar_detections')
        .select(['day', 'retrieved_at', 'simulated_seed', 'connector_id', 'stream_id'])
        .$if(until !== undefined, (query) => query.where('day', '<=', until ?? ''))
        .orderBy('day', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** Cells of days `from`..`to`, inclusive, the newest first. */
    cells: (from: string, to: string, limit: number) =>
      db
        .selectFrom('vessels.radar_detections')
        .where('day', '>=', from)
        .where('day', '<=', to)
        .select(['day', 'lon', 'lat', 'detections'])
        .orderBy('day', 'desc')
        .orderBy('lon')
        .orderBy('lat')
        .limit(limit)
        .execute(),

    async total(from: string, to: string): Promise<number> {
      const row = await db
        .selectFrom('vessels.radar_detections')
        .where('day', '>=', from)
        .where('day', '<=', to)
        .select(sql<number>`coalesce(sum(detections), 0)::int`.as('total'))
        .executeTakeFirstOrThrow();
      return row.total;
    },
  };
}

export type RadarRepository = ReturnType<typeof createRadarRepository>;
