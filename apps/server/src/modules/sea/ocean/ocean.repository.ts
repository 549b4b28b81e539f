import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { latestByKey } from '../../../platform/db/latest-by-key.ts';
import type { ObservationRow, OceanTables, SliceRow, StationRow } from './ocean.types.ts';

/** Rows of one INSERT; PostgreSQL takes at most 65,535 parameters. */
const rowsPerInsert = 2_000;

function naturalKey({ station_id, variable, dataset, observed_at }: ObservationRow): string {
  return [station_id, variable, dataset, observed_at.toISOString()].join('\n');
}

/** The only SQL that touches the `ocean` schema. */
export function createOceanRepository(database: Database) {
  const db = database.for<OceanTables>();
  const partitions = new Set<string>();

  /** Month partitions appear with their first row: history of any year may arrive. */
  async function ensurePartition(observedAt: Date): Promise<void> {
    const year = observedAt.getUTCFullYear();
    const month = observedAt.getUTCMonth();
    const name = `observations_${year}_${String(month + 1).padStart(2, '0')}`;
    if (partitions.has(name)) return;
    const from = new Date(Date.UTC(year, month, 1)).toISOString();
    const to = new Date(Date.UTC(year, month + 1, 1)).toISOString();
    // Two writers may meet the same new month: the lock makes the second find it there.
    await db.transaction().execute(async (trx) => {
      await sql`SELECT pg_advisory_xact_lock(hashtext('ocean.observations'))`.execute(trx);
      await sql`CREATE TABLE IF NOT EXISTS ${sql.table(`ocean.${name}`)} PARTITION OF ocean.observations
        FOR VALUES FROM (${sql.lit(from)}) TO (${sql.lit(to)})`.execute(trx);
    });
    partitions.add(name);
  }

  return {
    /** Inserts or replaces one slice; false when the same content was already there. */
    async upsertSlice(row: SliceRow): Promise<boolean> {
      const result = await db
        .insertInto('ocean.field_slices')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['dataset', 'variable', 'depth_meters', 'observed_at'])
            .doUpdateSet({
              unit: row.unit,
              storage_key: row.storage_key,
              content_hash: row.content_hash,
              zee_mean: row.zee_mean,
              zee_median: row.zee_median,
              zee_min: row.zee_min,
              zee_max: row.zee_max,
              coverage: row.coverage,
              run_id: row.run_id,
              retrieved_at: row.retrieved_at,
              simulated_seed: row.simulated_seed,
            })
            .where('ocean.field_slices.content_hash', '<>', row.content_hash),
        )
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /** Newest slice of a variable at the surface, at or before an instant. */
    sliceAt: (variable: string, notAfter: Date) =>
      db
        .selectFrom('ocean.field_slices')
        .selectAll()
        .where('variable', '=', variable)
        .where('depth_meters', '<', 2)
        .where('observed_at', '<=', notAfter)
        .orderBy('observed_at', 'desc')
        .limit(1)
        .executeTakeFirst(),

    async slices(filter: { variable?: string; from?: Date; to?: Date; limit: number }): Promise<SliceRow[]> {
      let query = db
        .selectFrom('ocean.field_slices')
        .selectAll()
        .where('depth_meters', '<', 2)
        .orderBy('observed_at', 'desc')
        .limit(filter.limit);
      if (filter.variable !== undefined) query = query.where('variable', '=', filter.variable);
      if (filter.from !== undefined) query = query.where('observed_at', '>=', filter.from);
      if (filter.to !== undefined) query = query.where('observed_at', '<=', filter.to);
      return query.execute();
    },

    async replaceStations(rows: readonly StationRow[]): Promise<void> {
      await db
        .insertInto('ocean.stations')
        .values([...rows])
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((eb) => ({
            name: eb.ref('excluded.name'),
            kind: eb.ref('excluded.kind'),
            lon: eb.ref('excluded.lon'),
            lat: eb.ref('excluded.lat'),
            depth_meters: eb.ref('excluded.depth_meters'),
            ordinal: eb.ref('excluded.ordinal'),
          })),
        )
        .execute();
    },

    stations: () => db.selectFrom('ocean.stations').selectAll().orderBy('ordinal').execute(),

    /** Inserts observations or corrects revised ones; returns how many rows changed. */
    async upsertObservations(given: readonly ObservationRow[]): Promise<number> {
      const rows = latestByKey(given, naturalKey);
      for (const month of new Set(rows.map((row) => row.observed_at.toISOString().slice(0, 7)))) {
        await ensurePartition(new Date(`${month}-01T00:00:00Z`));
      }
      let changed = 0n;
      for (let start = 0; start < rows.length; start += rowsPerInsert) {
        const result = await db
          .insertInto('ocean.observations')
          .values(rows.slice(start, start + rowsPerInsert))
          .onConflict((conflict) =>
            conflict
              .columns(['station_id', 'variable', 'dataset', 'observed_at'])
              .doUpdateSet((eb) => ({
                value: eb.ref('excluded.value'),
                run_id: eb.ref('excluded.run_id'),
                retrieved_at: eb.ref('excluded.retrieved_at'),
                simulated_seed: eb.ref('excluded.simulated_seed'),
              }))
              .whereRef('ocean.observations.value', '<>', 'excluded.value'),
          )
          .executeTakeFirst();
        changed += result.numInsertedOrUpdatedRows ?? 0n;
      }
      return Number(changed);
    },

    /** Last observation of each station and variable in the week before `notAfter`. */
    latestObservations: (notAfter: Date) =>
      db
        .selectFrom('ocean.observations')
        .distinctOn(['station_id', 'variable'])
        .selectAll()
        .where('observed_at', '<=', notAfter)
        .where('observed_at', '>', new Date(notAfter.getTime() - 7 * 86_400_000))
        // Gauges of providers are no stations of ours: their origin must not colour these.
        .where('station_id', 'in', (eb) => eb.selectFrom('ocean.stations').select('id'))
        .orderBy('station_id')
        .orderBy('variable')
        .orderBy('observed_at', 'desc')
        .execute(),

    series: (stationId: string, variable: string, from: Date, to: Date) =>
      db
        .selectFrom('ocean.observations')
        .selectAll()
        .where('station_id', '=', stationId)
        .where('variable', '=', variable)
        .where('observed_at', '>=', from)
        .where('observed_at', '<=', to)
        .orderBy('observed_at')
        .execute(),
  };
}

export type OceanRepository = ReturnType<typeof createOceanRepository>;
