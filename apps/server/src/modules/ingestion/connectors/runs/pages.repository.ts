import type { RejectedRow } from '@kianda/connectors';
import { type Kysely, sql } from 'kysely';
import type { ConnectorTables } from '../connectors.tables.ts';

/** A value as JSON text; null for an absent one. */
export const jsonText = (value: unknown): string => JSON.stringify(value ?? null);

export type PageAcknowledgement = {
  readonly runId: string;
  readonly page: number;
  readonly written: number;
  readonly duplicates: number;
  readonly rejected: readonly RejectedRow[];
  readonly newestObservedMs: number | null;
  /** As every row of the page carries it. */
  readonly retrievedAtMs: number;
  /** Absent for backfills: history does not move the cursor. */
  readonly cursor?: unknown;
  readonly progress: number | null;
  readonly message: string;
  readonly http: { requests: number; bytes: number; retries: number; throttled: number };
  readonly raw: readonly { storageKey: string; url: string; status: number; contentType: string; bytes: number }[];
};

/** SQL of the pages of a run. */
export function pageQueries(db: Kysely<ConnectorTables>) {
  return {
    /** One transaction: counters, rejected rows, raw pages and the cursor stand or fall together. */
    async acknowledge(connectorId: string, streamId: string, page: PageAcknowledgement, at: Date): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('connectors.runs')
          .set((eb) => ({
            pages: eb('pages', '+', 1),
            records_written: eb('records_written', '+', page.written),
            records_duplicate: eb('records_duplicate', '+', page.duplicates),
            records_rejected: eb('records_rejected', '+', page.rejected.length),
            requests: page.http.requests,
            bytes: page.http.bytes,
            retries: page.http.retries,
            throttled: page.http.throttled,
            progress: page.progress,
            message: page.message,
            ...(page.cursor === undefined ? {} : { cursor_after: jsonText(page.cursor) }),
          }))
          .where('id', '=', page.runId)
          .execute();
        await trx
          .insertInto('connectors.pages')
          .values({
            run_id: page.runId,
            page: page.page,
            retrieved_at: new Date(page.retrievedAtMs),
            written: page.written,
            duplicates: page.duplicates,
            rejected: page.rejected.length,
          })
          .onConflict((conflict) => conflict.columns(['run_id', 'page']).doNothing())
          .execute();
        if (page.rejected.length > 0) {
          await trx
            .insertInto('connectors.rejected_rows')
            .values(
              page.rejected.map((row, ordinal) => ({
                run_id: page.runId,
                page: page.page,
                ordinal,
                reason: row.reason,
                raw: jsonText({ row: row.raw }),
                created_at: at,
              })),
            )
            .onConflict((conflict) => conflict.columns(['run_id', 'page', 'ordinal']).doNothing())
            .execute();
        }
        await insertRawPages(trx, { runId: page.runId, page: page.page, raw: page.raw, at });
        await trx
          .insertInto('connectors.streams')
          .values({
            connector_id: connectorId,
            stream_id: streamId,
            cursor: jsonText(page.cursor),
            newest_observed_at: page.newestObservedMs === null ? null : new Date(page.newestObservedMs),
            updated_at: at,
          })
          .onConflict((conflict) =>
            conflict.columns(['connector_id', 'stream_id']).doUpdateSet({
              ...(page.cursor === undefined ? {} : { cursor: jsonText(page.cursor) }),
              newest_observed_at: sql`greatest(connectors.streams.newest_observed_at, excluded.newest_observed_at)`,
              updated_at: at,
            }),
          )
          .execute();
      });
    },

    /** Raw bodies that could not be read as a page. They are numbered apart, because the page may yet come. */
    addRawPages: (runId: string, page: number, raw: PageAcknowledgement['raw'], at: Date) =>
      insertRawPages(db, { runId, page, raw, at, firstIndex: 900 }),
  };
}

async function insertRawPages(
  db: Kysely<ConnectorTables>,
  pages: {
    readonly runId: string;
    readonly page: number;
    readonly raw: PageAcknowledgement['raw'];
    readonly at: Date;
    readonly firstIndex?: number;
  },
): Promise<void> {
  const { runId, page, raw, at, firstIndex = 0 } = pages;
  if (raw.length === 0) return;
  await db
    .insertInto('connectors.raw_pages')
    .values(
      raw.map((body, index) => ({
        run_id: runId,
        seq: page * 1000 + firstIndex + index,
        storage_key: body.storageKey,
        url: body.url,
        status: body.status,
        content_type: body.contentType,
        bytes: body.bytes,
        stored_at: at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['run_id', 'seq']).doNothing())
    .execute();
}
