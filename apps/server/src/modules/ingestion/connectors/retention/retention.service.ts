import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { defineJob, type Job, type JobContext, usualRetries } from '../../../../platform/jobs/jobs.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import type { ConnectorTables } from '../connectors.tables.ts';

const dayMs = 86_400_000;
/** Rows dealt with at a time: objects are deleted one by one, and a stop must not lose much. */
const batch = 200;

/** How long raw pages and runs are stored. Observations are never removed by it. */
export type ConnectorRetention = {
  readonly rawPagesDays: number;
  /** Runs with their log, quality results and rejected rows; never less than their raw pages. */
  readonly runsDays: number;
};

type RetentionContext = {
  readonly db: Kysely<ConnectorTables>;
  readonly storage: ObjectStorage;
  readonly clock: Clock;
  /** Read each time: administrators change both while the process runs. */
  readonly keep: ConnectorRetention;
};

/** Removal of old raw pages and runs, and an overview of the raw pages that are stored. */
export function createRetention(options: Omit<RetentionContext, 'db'> & { readonly database: Database }) {
  const context: RetentionContext = {
    db: options.database.for<ConnectorTables>(),
    storage: options.storage,
    clock: options.clock,
    keep: options.keep,
  };
  const { db, clock, keep } = context;

  return {
    async removeExpired({ signal, progress }: Pick<JobContext, 'signal' | 'progress'>) {
      await progress(null, 'A remover páginas originais antigas');
      const { pages, bytes } = await expireRawPages(context, signal);
      await progress(0.5, 'A remover execuções antigas');
      const runs = await removeRuns(context, signal);
      await db
        .insertInto('connectors.sweeps')
        .values({ at: new Date(clock.nowMs()), raw_pages: pages, bytes, runs })
        .onConflict((conflict) => conflict.column('at').doNothing())
        .execute();
      return { rawPages: pages, bytes, runs };
    },

    async overview() {
      const [perConnector, newest] = await Promise.all([
        rawPagesPerConnector(db),
        db.selectFrom('connectors.sweeps').selectAll().orderBy('at', 'desc').limit(1).executeTakeFirst(),
      ]);
      const oldest = perConnector.map((row) => row.oldest.getTime());
      return {
        rawPagesDays: keep.rawPagesDays,
        runsDays: runsDaysOf(keep),
        rawPages: perConnector.reduce((sum, row) => sum + Number(row.pages), 0),
        rawBytes: perConnector.reduce((sum, row) => sum + Number(row.bytes), 0),
        oldestRawPage: oldest.length === 0 ? null : new Date(Math.min(...oldest)).toISOString(),
        lastSweep:
          newest === undefined
            ? null
            : { at: newest.at.toISOString(), rawPages: newest.raw_pages, bytes: newest.bytes, runs: newest.runs },
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

function runsDaysOf({ runsDays, rawPagesDays }: ConnectorRetention): number {
  return Math.max(runsDays, rawPagesDays);
}

function daysAgo(clock: Clock, days: number): Date {
  return new Date(clock.nowMs() - days * dayMs);
}

/** Removes the bodies that are too old. The row stays, so that a trace can say when its page went. */
async function expireRawPages(
  { db, storage, clock, keep }: RetentionContext,
  signal: AbortSignal,
): Promise<{ pages: number; bytes: number }> {
  let [pages, bytes] = [0, 0];
  for (;;) {
    signal.throwIfAborted();
    const old = await db
      .selectFrom('connectors.raw_pages')
      .select(['run_id', 'seq', 'storage_key', 'bytes'])
      .where('expired_at', 'is', null)
      .where('stored_at', '<', daysAgo(clock, keep.rawPagesDays))
      // A file handed over belongs to the module that took it in; a run owns only the pages it fetched.
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
async function removeRuns({ db, clock, keep }: RetentionContext, signal: AbortSignal): Promise<number> {
  for (let removed = 0; ; ) {
    signal.throwIfAborted();
    const { numDeletedRows } = await db
      .deleteFrom('connectors.runs')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('connectors.runs as r')
          .select('r.id')
          .where('r.created_at', '<', daysAgo(clock, runsDaysOf(keep)))
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

function rawPagesPerConnector(db: Kysely<ConnectorTables>) {
  return db
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
    .execute();
}

export type ConnectorRetentionService = ReturnType<typeof createRetention>;

/** The job runs every night, when the providers' own schedules are quiet. */
export function retentionJob(retention: ConnectorRetentionService): Job {
  return defineJob({
    name: 'connectors.retention',
    label: 'Retenção das páginas originais e das execuções',
    input: z.object({}),
    schedule: { cron: '25 3 * * *', input: {} },
    retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
    timeoutSeconds: 3_600,
    key: () => 'retention',
    run: (_input, job) => retention.removeExpired(job),
  });
}
