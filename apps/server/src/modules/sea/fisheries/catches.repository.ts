import type { CatchRecord } from '@kianda/connectors';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { latestByKey } from '../../../platform/db/latest-by-key.ts';
import type { Origin } from '../../ingestion/connectors/index.ts';

export type Tables = {
  'fisheries.catches': {
    source: string;
    landed_on: string;
    port: string;
    segment: string;
    gear: string;
    species_code: string;
    province: string | null;
    common_name: string | null;
    scientific_name: string | null;
    tonnes: number;
    effort_days: number | null;
    vessels: number | null;
    notes: string | null;
    connector_id: string;
    stream_id: string;
    run_id: string;
    retrieved_at: Date;
    simulated_seed: number | null;
  };
};

export type CatchFilter = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly port?: string | undefined;
  readonly species?: string | undefined;
  readonly segment?: string | undefined;
};

const rowsPerInsert = 1_000;

export type CatchRepository = ReturnType<typeof createCatchRepository>;

/** SQL of the catches that the national institute reports. */
export function createCatchRepository(database: Database) {
  const db = database.for<Tables>();

  return {
    /** Inserts or corrects catches by day, port, segment, gear and species; resolves with how many changed. */
    upsert: (source: string, records: readonly CatchRecord[], origin: Origin): Promise<number> =>
      upsertCatches(db, { source, records, origin }),

    /** Catch and rows of one grouping, the largest catch first; by month, the newest month first. */
    async groups(filter: CatchFilter, by: 'species_code' | 'port' | 'segment' | 'month', limit: number) {
      const column = by === 'month' ? sql<string>`to_char(landed_on, 'YYYY-MM')` : sql<string>`${sql.ref(by)}`;
      return filtered(db, filter)
        .select((eb) => [
          column.as('key'),
          eb.fn.max('common_name').as('name'),
          eb.fn.sum<number>('tonnes').as('tonnes'),
          eb.fn.countAll<number>().as('rows'),
        ])
        .groupBy(column)
        .orderBy(by === 'month' ? 'key' : 'tonnes', 'desc')
        .limit(limit)
        .execute();
    },

    total: (filter: CatchFilter) =>
      filtered(db, filter)
        .select((eb) => [
          eb.fn.sum<number | null>('tonnes').as('tonnes'),
          eb.fn.countAll<number>().as('rows'),
          sql<string | null>`to_char(min(landed_on), 'YYYY-MM-DD')`.as('first'),
          sql<string | null>`to_char(max(landed_on), 'YYYY-MM-DD')`.as('last'),
        ])
        .executeTakeFirstOrThrow(),

    newest: (filter: CatchFilter) =>
      filtered(db, filter)
        .select([
          'connector_id',
          'stream_id',
          'simulated_seed',
          'retrieved_at',
          sql<string>`to_char(landed_on, 'YYYY-MM-DD')`.as('landed_on'),
        ])
        .orderBy('landed_on', 'desc')
        .orderBy('retrieved_at', 'desc')
        .limit(1)
        .executeTakeFirst(),

    /** Seed of a simulated row, null where none is: a figure with one simulated row in it is simulated. */
    async simulatedSeed(filter: CatchFilter): Promise<number | null> {
      const row = await filtered(db, filter)
        .select('simulated_seed')
        .where('simulated_seed', 'is not', null)
        .limit(1)
        .executeTakeFirst();
      return row?.simulated_seed ?? null;
    },
  };
}

async function upsertCatches(
  db: Kysely<Tables>,
  catches: { readonly source: string; readonly records: readonly CatchRecord[]; readonly origin: Origin },
): Promise<number> {
  const { source, origin } = catches;
  const key = (record: CatchRecord) =>
    [record.date, record.port, record.segment, record.gear, record.speciesCode].join('\n');
  const records = latestByKey(catches.records, key);
  let changed = 0n;
  for (let start = 0; start < records.length; start += rowsPerInsert) {
    const rows = records.slice(start, start + rowsPerInsert).map((record) => rowOf(source, record, origin));
    const result = await db
      .insertInto('fisheries.catches')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['source', 'landed_on', 'port', 'segment', 'gear', 'species_code'])
          .doUpdateSet((eb) => ({
            province: eb.ref('excluded.province'),
            common_name: eb.ref('excluded.common_name'),
            scientific_name: eb.ref('excluded.scientific_name'),
            tonnes: eb.ref('excluded.tonnes'),
            effort_days: eb.ref('excluded.effort_days'),
            vessels: eb.ref('excluded.vessels'),
            notes: eb.ref('excluded.notes'),
            run_id: eb.ref('excluded.run_id'),
            retrieved_at: eb.ref('excluded.retrieved_at'),
            simulated_seed: eb.ref('excluded.simulated_seed'),
          }))
          .where(
            sql<boolean>`(fisheries.catches.tonnes, fisheries.catches.effort_days, fisheries.catches.vessels,
                  fisheries.catches.province, fisheries.catches.common_name, fisheries.catches.scientific_name,
                  fisheries.catches.notes, fisheries.catches.simulated_seed)
                  is distinct from (excluded.tonnes, excluded.effort_days, excluded.vessels, excluded.province,
                  excluded.common_name, excluded.scientific_name, excluded.notes, excluded.simulated_seed)`,
          ),
      )
      .executeTakeFirst();
    changed += result.numInsertedOrUpdatedRows ?? 0n;
  }
  return Number(changed);
}

function rowOf(source: string, record: CatchRecord, origin: Origin) {
  return {
    source,
    landed_on: record.date,
    port: record.port,
    segment: record.segment,
    gear: record.gear,
    species_code: record.speciesCode,
    province: record.province,
    common_name: record.commonName,
    scientific_name: record.scientificName,
    tonnes: record.tonnes,
    effort_days: record.effortDays,
    vessels: record.vessels,
    notes: record.notes,
    connector_id: origin.connectorId,
    stream_id: origin.streamId,
    run_id: origin.runId,
    retrieved_at: new Date(origin.retrievedAtMs),
    simulated_seed: origin.simulatedSeed,
  };
}

function filtered(db: Kysely<Tables>, filter: CatchFilter) {
  let query = db.selectFrom('fisheries.catches');
  if (filter.from !== undefined) query = query.where('landed_on', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('landed_on', '<=', filter.to);
  if (filter.port !== undefined) query = query.where('port', '=', filter.port);
  if (filter.species !== undefined) query = query.where('species_code', '=', filter.species);
  if (filter.segment !== undefined) query = query.where('segment', '=', filter.segment);
  return query;
}
