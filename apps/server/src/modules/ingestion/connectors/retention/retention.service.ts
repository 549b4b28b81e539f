import { sql } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { defineJob, type Job, type JobContext } from '../../../../platform/jobs/jobs.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import type { ConnectorTables } from '../connectors.tables.ts';

const dayMs = 86_400_000;
/** Rows dealt with at a time: objects are deleted one by one, and a stop must not lose much. */
const batch = 200;

/** How long what runs leave behind is kept. Stored observations are not of this: they stay. */
export type ConnectorRetention = {
  readonly rawPagesDays: number;
  /** Runs with their log, quality results and rejected rows; never less than their raw pages. */
  readonly runsDays: number;
};

/** What there is of raw pages, and what the last sweep removed. */
export function createRetention(database: Database, storage: ObjectStorage, clock: Clock, keep: ConnectorRetention) {
  const db = database.for<ConnectorTables>();
  // Read each time: administrators change both while the process runs.
  const runsDays = () => Math.max(keep.runsDays, keep.rawPagesDays);
  const before = (days: number) => new Date(clock.nowMs() - days * dayMs);

  /** Removes the bodies that are too old. The row stays, so that a trace can say when its page went. */
  async function expireRawPages(signal: AbortSignal): Promise<{ pages: number; bytes: number }> {
    let [pages, bytes] = [0, 0];
    for (;;) {
      signal.throwIfAborted();
      const old = await db
        .selectFrom('connectors.raw_pages')
        .select(['run_id', 'seq', 'storage_key', 'bytes'])
        .where('expired_at', 'is', null)
        .where('stored_at', '<', before(keep.rawPagesDays))
        // A file handed over belongs to whoever took it in; only what a run fetched is its own.
        .where('storage_key', 'like', 'raw/%')
        .orderBy('stored_at')
        .limit(batch)
        .execute();
      for (const page of old) {
        // First the object, then the row: a stop in between deletes an object that is no longer there.
        await storage.delete(page.storage_key);
        await db
          .updateTable('connectors.raw_pages')
          .set({ expired_at: new Date(clock.nowMs()) })
          .where('run_id', '=', page.run_id)
          .where('seq', '=', page.seq)
          .execute();
        pages += 1;
        bytes += page.bytes;
      }
      if (old.length < batch) return { pages, bytes };
    }
  }

  /** Removes runs that are too old and left nothing open; the newest success of a stream stays, whatever its age. */
  async function removeRuns(signal: AbortSignal): Promise<number> {
    for (let removed = 0; ; ) {
      signal.throwIfAborted();
      const { numDeletedRows } = await db
        .deleteFrom('connectors.runs')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('connectors.runs as r')
            .select('r.id')
            .where('r.created_at', '<', before(runsDays()))
            .where('r.state', 'not in', ['queued', 'running', 'waiting_provider'])
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('connectors.streams as s')
                    .select('s.stream_id')
                    .whereRef('s.last_success_run_id', '=', 'r.id'),
                ),
              ),
            )
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('connectors.raw_pages as p')
                    .select('p.seq')
                    .whereRef('p.run_id', '=', 'r.id')
                    .where('p.expired_at', 'is', null)
                    .where('p.storage_key', 'like', 'raw/%'),
                ),
              ),
            )
            .limit(batch),
        )
        .executeTakeFirstOrThrow();
      removed += Number(numDeletedRows);
      if (numDeletedRows < BigInt(batch)) return removed;
    }
  }

  return {
    async sweep({ signal, progress }: Pick<JobContext, 'signal' | 'progress'>) {
      await progress(null, 'A remover páginas originais antigas');
      const { pages, bytes } = await expireRawPages(signal);
      await progress(0.5, 'A remover execuções antigas');
      const runs = await removeRuns(signal);
      await db
        .insertInto('connectors.sweeps')
        .values({ at: new Date(clock.nowMs()), raw_pages: pages, bytes, runs })
        .onConflict((conflict) => conflict.column('at').doNothing())
        .execute();
      return { rawPages: pages, bytes, runs };
    },

    async overview() {
      const [perConnector, sweep] = await Promise.all([
        db
          .selectFrom('connectors.raw_pages as p')
          .innerJoin('connectors.runs as r', 'r.id', 'p.run_id')
          .where('p.expired_at', 'is', null)
          .select((eb) => [
            'r.connector_id',
            eb.fn.countAll<number>().as('pages'),
            sql<number>`sum(p.bytes)::bigint`.as('bytes'),
            sql<Date>`min(p.stored_at)`.as('oldest'),
          ])
          .groupBy('r.connector_id')
          .orderBy('r.connector_id')
          .execute(),
        db.selectFrom('connectors.sweeps').selectAll().orderBy('at', 'desc').limit(1).executeTakeFirst(),
      ]);
      const oldest = perConnector.map((row) => row.oldest.getTime());
      return {
        rawPagesDays: keep.rawPagesDays,
        runsDays: runsDays(),
        rawPages: perConnector.reduce((sum, row) => sum + Number(row.pages), 0),
        rawBytes: perConnector.reduce((sum, row) => sum + Number(row.bytes), 0),
        oldestRawPage: oldest.length === 0 ? null : new Date(Math.min(...oldest)).toISOString(),
        lastSweep:
          sweep === undefined
            ? null
            : { at: sweep.at.toISOString(), rawPages: sweep.raw_pages, bytes: sweep.bytes, runs: sweep.runs },
        perConnector: perConnector.map((row) => ({
          connectorId: row.connector_id,
          rawPages: Number(row.pages),
          bytes: Number(row.bytes),
          oldest: row.oldest.toISOString(),
        })),
      };
    },
  };
}

export type ConnectorRetentionService = ReturnType<typeof createRetention>;

/** Every night, when the providers' own schedules are quiet. */
export function retentionJob(retention: ConnectorRetentionService): Job {
  return defineJob({
    name: 'connectors.retention',
    label: 'Retenção das páginas originais e das execuções',
    input: z.object({}),
    schedule: { cron: '25 3 * * *', input: {} },
    retry: { limit: 2, delaySeconds: 60, backoff: true },
    timeoutSeconds: 3_600,
    key: () => 'retention',
    run: (_input, job) => retention.sweep(job),
  });
}
