import { type Kysely, sql } from 'kysely';
import type { LicenceRow, SurveillanceTables } from '../surveillance.tables.ts';
import { insertedLicence } from './licences.repository.ts';

/** Licences of the simulated registry of a demonstration. */
export const simulatedLicences = (db: Kysely<SurveillanceTables>) => ({
  /** Vessels among these that the simulated registry has not dealt with; empty where the registry has real licences. */
  async newHolders(mmsis: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ mmsi: string }>`
        SELECT mmsi FROM unnest(${[...mmsis]}::text[]) AS g (mmsi)
        WHERE NOT EXISTS (SELECT 1 FROM surveillance.licences WHERE simulated_seed IS NULL)
        EXCEPT SELECT mmsi FROM surveillance.simulated_holders`.execute(db);
    return new Set(rows.map(({ mmsi }) => mmsi));
  },
  /** Writes simulated licences, and the vessels that were dealt with, with a licence or without. */
  async putSimulated(rows: readonly LicenceRow[], holders: readonly string[]): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const dealt = await trx
        .insertInto('surveillance.simulated_holders')
        .values(holders.map((mmsi) => ({ mmsi })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('mmsi')
        .execute();
      // Another process may have dealt with some of them meanwhile.
      const claimed = new Set(dealt.map(({ mmsi }) => mmsi));
      const claimedRows = rows.filter(({ mmsi }) => mmsi !== null && claimed.has(mmsi));
      if (claimedRows.length === 0) return;
      await trx
        .insertInto('surveillance.licences')
        .values(claimedRows.map(insertedLicence))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  },
});
