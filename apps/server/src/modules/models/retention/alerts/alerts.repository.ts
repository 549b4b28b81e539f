import type { RetentionAlertSettings } from '@kianda/contract/models/retention/statistics.contract';
import { sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { AlertRow, RetentionTables } from '../retention.tables.ts';
import type { Raised } from './alerts.rules.ts';

/** Alerts of retention and their limits. */
export function createAlertsRepository(database: Database) {
  const db = database.for<RetentionTables>();
  return {
    async settings(): Promise<RetentionAlertSettings | undefined> {
      return (await db.selectFrom('retention.alert_settings').select('settings').executeTakeFirst())?.settings;
    },

    async saveSettings(settings: RetentionAlertSettings): Promise<void> {
      const text = JSON.stringify(settings);
      await db
        .insertInto('retention.alert_settings')
        .values({ settings: text })
        .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ settings: text }))
        .execute();
    },

    open: (): Promise<AlertRow[]> =>
      db
        .selectFrom('retention.alerts')
        .selectAll()
        .where('closed_at', 'is', null)
        .orderBy('created_at', 'desc')
        .execute(),

    /** Makes what is raised the open alerts, and closes the others. One that comes back soon is the same alert. */
    reconcile: (raised: readonly Raised[], now: Date, cooldownMs: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        // Two processes that judge at once raise each alert once.
        await sql`SELECT pg_advisory_xact_lock(hashtext('retention alerts'))`.execute(transaction);
        const types = raised.map(({ type }) => type);
        await sql`UPDATE retention.alerts SET closed_at = ${now} WHERE closed_at IS NULL AND type <> ALL(${types})`.execute(
          transaction,
        );
        for (const { type, severity, message } of raised) {
          const { rows } = await sql<{ alert_id: string }>`
            UPDATE retention.alerts SET severity = ${severity}, message = ${message}, closed_at = NULL
            WHERE alert_id = (SELECT alert_id FROM retention.alerts WHERE type = ${type}
              AND (closed_at IS NULL OR closed_at > ${new Date(now.getTime() - cooldownMs)})
              ORDER BY created_at DESC LIMIT 1)
            RETURNING alert_id`.execute(transaction);
          if (rows.length > 0) continue;
          await transaction
            .insertInto('retention.alerts')
            .values({ type, severity, message, created_at: now })
            .execute();
        }
      }),

    change: (
      id: string,
      change: { readonly acknowledged_by: string } | { readonly muted_until: Date },
    ): Promise<AlertRow | undefined> =>
      db.updateTable('retention.alerts').set(change).where('alert_id', '=', id).returningAll().executeTakeFirst(),
  };
}

export type AlertsRepository = ReturnType<typeof createAlertsRepository>;
