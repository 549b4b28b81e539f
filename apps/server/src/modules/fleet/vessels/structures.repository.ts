import type { FixedStructure } from '@kianda/connectors';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Origin } from '../../ingestion/connectors/index.ts';

export type StructureRow = {
  structure_id: string;
  lon: number;
  lat: number;
  label: FixedStructure['label'];
  confidence: FixedStructure['confidence'];
  started_at: Date | null;
  ended_at: Date | null;
  connector_id: string;
  stream_id: string;
  run_id: string;
  /** When it was last in what the provider publishes. */
  retrieved_at: Date;
  simulated_seed: number | null;
};

const table = 'vessels.fixed_structures';
type StructureTables = { [table]: StructureRow };

/** A structure that the last answers no longer had for so long is withdrawn. */
const withdrawnAfter = sql`interval '2 days'`;

/** Structures that stand in the sea, each with the newest of what the provider says of it. */
export function createStructureRepository(database: Database) {
  const db = database.for<StructureTables>();
  const current = () =>
    db
      .selectFrom(table)
      .selectAll()
      .where(sql<boolean>`retrieved_at > (SELECT max(retrieved_at) FROM vessels.fixed_structures) - ${withdrawnAfter}`);
  return {
    /** Inserts or corrects structures; returns how many are new or changed. */
    async upsert(records: readonly FixedStructure[], origin: Origin): Promise<number> {
      if (records.length === 0) return 0;
      const instant = (ms: number | null) => (ms === null ? null : new Date(ms));
      const rows = records.map((record) => ({
        structure_id: record.structureId,
        lon: record.lon,
        lat: record.lat,
        label: record.label,
        confidence: record.confidence,
        started_at: instant(record.startMs),
        ended_at: instant(record.endMs),
        connector_id: origin.connectorId,
        stream_id: origin.streamId,
        run_id: origin.runId,
        retrieved_at: new Date(origin.retrievedAtMs),
        simulated_seed: origin.simulatedSeed,
      }));
      const facts = ['lon', 'lat', 'label', 'confidence', 'started_at', 'ended_at', 'simulated_seed'] as const;
      const before = await db
        .selectFrom(table)
        .select(['structure_id', ...facts])
        .where(
          'structure_id',
          'in',
          rows.map((row) => row.structure_id),
        )
        .execute();
      const known = new Map(
        before.map(({ structure_id: id, ...values }) => [id, JSON.stringify(facts.map((name) => values[name]))]),
      );
      await db
        .insertInto(table)
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .column('structure_id')
            .doUpdateSet((eb) =>
              Object.fromEntries(
                [
                  ...facts,
                  'connector_id' as const,
                  'stream_id' as const,
                  'run_id' as const,
                  'retrieved_at' as const,
                ].map((name) => [name, eb.ref(`excluded.${name}`)]),
              ),
            ),
        )
        .execute();
      return rows.filter((row) => known.get(row.structure_id) !== JSON.stringify(facts.map((name) => row[name])))
        .length;
    },

    /** Structures that stood at an instant, of those that are still published. */
    standing: (at: Date): Promise<StructureRow[]> =>
      current()
        .where((eb) => eb.or([eb('started_at', 'is', null), eb('started_at', '<=', at)]))
        .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', at)]))
        .orderBy('structure_id')
        .execute(),

    /** Structures that any answer ever had. */
    all: (): Promise<StructureRow[]> => db.selectFrom(table).selectAll().orderBy('structure_id').execute(),
  };
}

export type StructureRepository = ReturnType<typeof createStructureRepository>;
