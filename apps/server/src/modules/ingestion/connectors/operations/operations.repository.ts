import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import type { ConnectorTables } from '../connectors.tables.ts';
import type { ChangeAuthor } from '../connectors.types.ts';
import { qualityQueries } from '../quality/quality.repository.ts';
import type { MeasuredWindow } from './backfill-cost.rules.ts';

/** SQL of the operators' work on connectors: settings, runs in detail, cursors, history, quality. */
export function createOperationsRepository(database: Database) {
  const db = database.for<ConnectorTables>();
  return {
    ...settingQueries(db),
    ...runDetailQueries(db),
    ...cursorQueries(db),
    ...historyQueries(db),
    ...qualityQueries(db),
  };
}

export type OperationsRepository = ReturnType<typeof createOperationsRepository>;

function settingQueries(db: Kysely<ConnectorTables>) {
  return {
    settings: () => db.selectFrom('connectors.settings').selectAll().execute(),

    async saveSettings(
      connectorId: string,
      values: { cron: string | null; paused: boolean },
      { by, at }: ChangeAuthor,
    ) {
      const row = { ...values, updated_at: at, updated_by: by };
      await db
        .insertInto('connectors.settings')
        .values({ connector_id: connectorId, ...row })
        .onConflict((conflict) => conflict.column('connector_id').doUpdateSet(row))
        .execute();
    },

    credentials: () => db.selectFrom('connectors.credentials').selectAll().execute(),

    async saveCredential(
      { connectorId, name, sealed }: { connectorId: string; name: string; sealed: Buffer },
      { by, at }: ChangeAuthor,
    ) {
      const row = { sealed, updated_at: at, updated_by: by };
      await db
        .insertInto('connectors.credentials')
        .values({ connector_id: connectorId, name, ...row })
        .onConflict((conflict) => conflict.columns(['connector_id', 'name']).doUpdateSet(row))
        .execute();
    },
  };
}

function runDetailQueries(db: Kysely<ConnectorTables>) {
  return {
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
  };
}

function cursorQueries(db: Kysely<ConnectorTables>) {
  return {
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
  };
}

function historyQueries(db: Kysely<ConnectorTables>) {
  return {
    backfillWindows: (connectorId: string) =>
      db
        .selectFrom('connectors.backfill_windows')
        .selectAll()
        .where('connector_id', '=', connectorId)
        .orderBy('stream_id')
        .orderBy('from_at', 'desc')
        .limit(2_000)
        .execute(),

    /** The newest windows of a stream that were obtained, and what each took. */
    async obtainedWindows(connectorId: string, streamId: string, limit: number): Promise<MeasuredWindow[]> {
      const { rows } = await sql<MeasuredWindow>`
        SELECT extract(epoch FROM window_to - window_from)::float8 / 86400 AS days, requests, bytes::float8 AS bytes,
          extract(epoch FROM ended_at - started_at)::float8 AS seconds
        FROM connectors.runs
        WHERE connector_id = ${connectorId} AND stream_id = ${streamId} AND mode = 'backfill'
          AND state IN ('succeeded', 'succeeded_with_rejects') AND window_to > window_from
          AND started_at IS NOT NULL AND ended_at IS NOT NULL AND requests > 0
        ORDER BY created_at DESC LIMIT ${limit}`.execute(db);
      return rows;
    },

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

    /** Puts windows that an operator asks for again back among those to be fetched, whatever their state. */
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
  };
}
