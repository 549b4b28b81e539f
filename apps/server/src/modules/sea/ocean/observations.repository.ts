import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { latestByKey } from '../../../platform/db/latest-by-key.ts';
import type { ObservationRow, OceanTables, StationRow } from './ocean.types.ts';

/** Rows of one INSERT; PostgreSQL takes at most 65,535 parameters. */
const rowsPerInsert = 2_000;

/** SQL of stations and of what they observe. */
export function createObservationRepository(database: Database) {
  const db = database.for<OceanTables>();
  /** Months whose partition exists already. */
  const partitions = new Set<string>();

  return {
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
        if (partitions.has(month)) continue;
        await createPartition(db, month);
        partitions.add(month);
      }
      return insertObservations(db, rows);
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

async function insertObservations(db: Kysely<OceanTables>, rows: readonly ObservationRow[]): Promise<number> {
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
}

/** Creates the partition of a month (`2026-08`) with its first row: history of any year may arrive. */
async function createPartition(db: Kysely<OceanTables>, month: string): Promise<void> {
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1));
  const name = `observations_${month.replace('-', '_')}`;
  // Two writers may meet the same new month: the lock makes the second find it there.
  await db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('ocean.observations'))`.execute(trx);
    await sql`CREATE TABLE IF NOT EXISTS ${sql.table(`ocean.${name}`)} PARTITION OF ocean.observations
      FOR VALUES FROM (${sql.lit(from.toISOString())}) TO (${sql.lit(to.toISOString())})`.execute(trx);
  });
}

function naturalKey({ station_id, variable, dataset, observed_at }: ObservationRow): string {
  return [station_id, variable, dataset, observed_at.toISOString()].join('\n');
}
