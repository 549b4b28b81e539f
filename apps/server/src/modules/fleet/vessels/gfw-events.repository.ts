import type { VesselEventRecord } from '@kianda/connectors';
import { type Kysely, sql } from 'kysely';
import { latestByKey } from '../../../platform/db/latest-by-key.ts';
import type { Origin } from '../../ingestion/connectors/index.ts';
import type { GfwTables } from './gfw.tables.ts';

const rowsPerInsert = 1_000;

export type EventFilter = {
  readonly type: VesselEventRecord['type'] | null;
  /** The provider's vessel id or an MMSI. */
  readonly vessel: string | null;
  readonly from: Date | null;
  readonly to: Date | null;
};

/** The provider's events. */
export type GfwEventRepository = ReturnType<typeof createGfwEventRepository>;

export function createGfwEventRepository(db: Kysely<GfwTables>) {
  const matching = ({ type, vessel, from, to }: EventFilter) => {
    let query = db.selectFrom('vessels.gfw_events');
    if (type !== null) query = query.where('type', '=', type);
    if (vessel !== null)
      query = query.where(
        sql<boolean>`(${vessel} IN (vessel ->> 'vesselId', vessel ->> 'mmsi')
          OR coalesce(${vessel} IN (other ->> 'vesselId', other ->> 'mmsi'), false))`,
      );
    if (from !== null) query = query.where(sql<boolean>`coalesce(end_at, 'infinity') >= ${from}`);
    if (to !== null) query = query.where('start_at', '<', to);
    return query;
  };

  return {
    /** Inserts events or replaces them by their later revisions; answers how many rows changed. */
    async upsert(given: readonly VesselEventRecord[], origin: Origin): Promise<number> {
      const records = latestByKey(given, ({ sourceId }) => sourceId);
      let changed = 0n;
      for (let start = 0; start < records.length; start += rowsPerInsert) {
        const rows = records.slice(start, start + rowsPerInsert).map((record) => ({
          id: record.sourceId,
          type: record.type,
          start_at: new Date(record.startMs),
          end_at: record.endMs === null ? null : new Date(record.endMs),
          lon: record.lon,
          lat: record.lat,
          vessel: sql<VesselEventRecord['vessel']>`${JSON.stringify(record.vessel)}::jsonb`,
          other:
            record.other === null ? null : sql<VesselEventRecord['vessel']>`${JSON.stringify(record.other)}::jsonb`,
          details: sql<VesselEventRecord['details']>`${JSON.stringify(record.details)}::jsonb`,
          connector_id: origin.connectorId,
          stream_id: origin.streamId,
          run_id: origin.runId,
          retrieved_at: new Date(origin.retrievedAtMs),
          simulated_seed: origin.simulatedSeed,
        }));
        const revisable = ['type', 'start_at', 'end_at', 'lon', 'lat', 'vessel', 'other', 'details'] as const;
        const written = [...revisable, 'run_id', 'retrieved_at', 'simulated_seed'] as const;
        const result = await db
          .insertInto('vessels.gfw_events')
          .values(rows)
          .onConflict((conflict) =>
            conflict
              .column('id')
              .doUpdateSet((eb) => Object.fromEntries(written.map((name) => [name, eb.ref(`excluded.${name}`)])))
              .where(
                sql<boolean>`(${sql.join(revisable.map((name) => sql.ref(`vessels.gfw_events.${name}`)))})
                  IS DISTINCT FROM (${sql.join(revisable.map((name) => sql.ref(`excluded.${name}`)))})`,
              ),
          )
          .executeTakeFirst();
        changed += result.numInsertedOrUpdatedRows ?? 0n;
      }
      return Number(changed);
    },

    /** One page, newest first, and how many match in all. */
    async page(filter: EventFilter, offset: number, limit: number) {
      const rows = await matching(filter)
        .selectAll()
        .orderBy('start_at', 'desc')
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .execute();
      const { total } = await matching(filter)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return { rows, total: Number(total) };
    },
  };
}
