import { sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { ConnectorTables } from '../connectors.tables.ts';
import type { RuleTally } from '../quality/quality.types.ts';

/** SQL of what operators do with connectors: look into runs, correct cursors, decide on rejected rows. */
export function createOperationsRepository(database: Database) {
  const db = database.for<ConnectorTables>();

  return {
    settings: () => db.selectFrom('connectors.settings').selectAll().execute(),

    async saveSettings(connectorId: string, values: { cron: string | null; paused: boolean }, by: string, at: Date) {
      const row = { ...values, updated_at: at, updated_by: by };
      await db
        .insertInto('connectors.settings')
        .values({ connector_id: connectorId, ...row })
        .onConflict((conflict) => conflict.column('connector_id').doUpdateSet(row))
        .execute();
    },

    credentials: () => db.selectFrom('connectors.credentials').selectAll().execute(),

    async saveCredential(connectorId: string, name: string, sealed: Buffer, by: string, at: Date) {
      const row = { sealed, updated_at: at, updated_by: by };
      await db
        .insertInto('connectors.credentials')
        .values({ connector_id: connectorId, name, ...row })
        .onConflict((conflict) => conflict.columns(['connector_id', 'name']).doUpdateSet(row))
        .execute();
    },

    run: (runId: string) => db.selectFrom('connectors.runs').selectAll().where('id', '=', runId).executeTakeFirst(),

    log: (runId: string, limit: number) =>
      db
        .selectFrom('connectors.run_logs')
        .selectAll()
        .where('run_id', '=', runId)
        .orderBy('at')
        .orderBy('seq')
        .limit(limit)
        .execute(),

    rawPages: (runId: string) =>
      db.selectFrom('connectors.raw_pages').selectAll().where('run_id', '=', runId).orderBy('seq').limit(500).execute(),

    rawPage: (runId: string, seq: number) =>
      db
        .selectFrom('connectors.raw_pages')
        .selectAll()
        .where('run_id', '=', runId)
        .where('seq', '=', seq)
        .executeTakeFirst(),

    /** Runs, rows and failures per UTC day since `from`. */
    activity: (connectorId: string, from: Date) =>
      db
        .selectFrom('connectors.runs')
        .where('connector_id', '=', connectorId)
        .where('created_at', '>=', from)
        .select([
          sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`.as('date'),
          sql<number>`count(*)`.as('runs'),
          sql<number>`sum(records_written)::bigint`.as('written'),
          sql<number>`sum(records_rejected)::bigint`.as('rejected'),
          sql<number>`count(*) filter (where state in ('failed', 'timed_out'))`.as('failed'),
          sql<number>`sum(bytes)::bigint`.as('bytes'),
        ])
        .groupBy('date')
        .orderBy('date')
        .execute(),

    async setCursor(connectorId: string, streamId: string, cursor: unknown, at: Date): Promise<void> {
      const text = JSON.stringify(cursor ?? null);
      await db
        .insertInto('connectors.streams')
        .values({ connector_id: connectorId, stream_id: streamId, cursor: text, updated_at: at })
        .onConflict((conflict) =>
          conflict.columns(['connector_id', 'stream_id']).doUpdateSet({ cursor: text, updated_at: at }),
        )
        .execute();
    },

    /** True while a run of the stream is open: its next page would overwrite a corrected cursor. */
    async isRunning(connectorId: string, streamId: string): Promise<boolean> {
      const row = await db
        .selectFrom('connectors.runs')
        .select('id')
        .where('connector_id', '=', connectorId)
        .where('stream_id', '=', streamId)
        .where('mode', '<>', 'backfill')
        .where('state', 'in', ['running', 'waiting_provider'])
        .executeTakeFirst();
      return row !== undefined;
    },

    backfillWindows: (connectorId: string) =>
      db
        .selectFrom('connectors.backfill_windows')
        .selectAll()
        .where('connector_id', '=', connectorId)
        .orderBy('stream_id')
        .orderBy('from_at', 'desc')
        .limit(2_000)
        .execute(),

    async cancelBackfill(connectorId: string, streamId: string, at: Date): Promise<number> {
      const result = await db
        .updateTable('connectors.backfill_windows')
        .set({ state: 'cancelled', updated_at: at })
        .where('connector_id', '=', connectorId)
        .where('stream_id', '=', streamId)
        .where('state', 'in', ['pending', 'failed'])
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },

    /** Windows an operator asks for again come back, whatever became of them. */
    async reopenBackfill(connectorId: string, streamId: string, starts: readonly Date[], at: Date): Promise<void> {
      if (starts.length === 0) return;
      await db
        .updateTable('connectors.backfill_windows')
        .set({ state: 'pending', attempts: 0, error: null, requested: true, updated_at: at })
        .where('connector_id', '=', connectorId)
        .where('stream_id', '=', streamId)
        .where('from_at', 'in', [...starts])
        .execute();
    },

    async saveQuality(
      { connectorId, streamId, runId }: { connectorId: string; streamId: string; runId: string },
      tallies: readonly RuleTally[],
      at: Date,
    ): Promise<void> {
      if (tallies.length === 0) return;
      await db
        .insertInto('connectors.quality_results')
        .values(
          tallies.map((tally) => ({
            connector_id: connectorId,
            stream_id: streamId,
            rule: tally.rule,
            run_id: runId,
            evaluated: tally.evaluated,
            failing: tally.failing,
            samples: JSON.stringify(tally.samples),
            evaluated_at: at,
          })),
        )
        .onConflict((conflict) =>
          conflict.columns(['connector_id', 'stream_id', 'rule', 'run_id']).doUpdateSet((eb) => ({
            evaluated: eb.ref('excluded.evaluated'),
            failing: eb.ref('excluded.failing'),
            samples: eb.ref('excluded.samples'),
            evaluated_at: eb.ref('excluded.evaluated_at'),
          })),
        )
        .execute();
    },

    /** Rows that a run read, when it is incremental, and those of the stream's incremental runs since then. */
    async rowsOfRuns(connectorId: string, streamId: string, runId: string, since: Date) {
      const runs = await db
        .selectFrom('connectors.runs')
        .select(['id', sql<number>`(records_written + records_duplicate)::int`.as('rows')])
        .where('connector_id', '=', connectorId)
        .where('stream_id', '=', streamId)
        .where('mode', '=', 'incremental')
        .where('created_at', '>=', since)
        .where((eb) => eb.or([eb('id', '=', runId), eb('state', 'in', ['succeeded', 'succeeded_with_rejects'])]))
        .execute();
      return {
        rows: runs.find(({ id }) => id === runId)?.rows ?? 0,
        earlier: runs.flatMap(({ id, rows }) => (id === runId ? [] : [rows])),
      };
    },

    /** Newest result of each rule and stream. */
    latestQuality: () =>
      db
        .selectFrom('connectors.quality_results')
        .distinctOn(['connector_id', 'stream_id', 'rule'])
        .selectAll()
        .orderBy('connector_id')
        .orderBy('stream_id')
        .orderBy('rule')
        .orderBy('evaluated_at', 'desc')
        .execute(),
  };
}

export type OperationsRepository = ReturnType<typeof createOperationsRepository>;
