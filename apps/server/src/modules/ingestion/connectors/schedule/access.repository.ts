import { type Kysely, sql } from 'kysely';
import type { ConnectorTables } from '../connectors.tables.ts';

/** SQL of the checks of credentials. */
export function accessQueries(db: Kysely<ConnectorTables>) {
  return {
    /** Per connector, when its credential was last checked and why it was refused, and when a run last reached the provider. */
    accessStates: () =>
      db
        .selectFrom(
          db
            .selectFrom('connectors.runs')
            .select(['connector_id', sql<Date | null>`max(ended_at)`.as('contact_at')])
            .where('state', 'in', ['succeeded', 'succeeded_with_rejects'])
            .where('requests', '>', 0)
            .groupBy('connector_id')
            .as('contacts'),
        )
        .fullJoin('connectors.access_checks as checks', 'checks.connector_id', 'contacts.connector_id')
        .select([
          sql<string>`coalesce(checks.connector_id, contacts.connector_id)`.as('connector_id'),
          'contacts.contact_at',
          'checks.checked_at',
          'checks.failure',
        ])
        .execute(),

    async saveAccess(connectorId: string, failure: string | null, at: Date): Promise<void> {
      await db
        .insertInto('connectors.access_checks')
        .values({ connector_id: connectorId, checked_at: at, failure })
        .onConflict((conflict) => conflict.column('connector_id').doUpdateSet({ checked_at: at, failure }))
        .execute();
    },

    /** After a new credential: what was found of the old one says nothing of it. */
    async forgetAccess(connectorId: string): Promise<void> {
      await db.deleteFrom('connectors.access_checks').where('connector_id', '=', connectorId).execute();
    },
  };
}
