import { type Generated, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { RouteSample } from '../../../platform/http/request-metrics.ts';
import type { HealthReport } from '../../../platform/module.ts';
import type { ObservationGap } from './availability.rules.ts';

export type SampleRow = {
  step_seconds: number;
  at: Date;
  instance: string;
  cpu_percent: number | null;
  memory_percent: number | null;
  disk_percent: number | null;
  network_in: number | null;
  network_out: number | null;
  active_connections: number | null;
  uptime_seconds: number;
  process_memory_bytes: number | null;
  event_loop_delay_ms: number | null;
  database_bytes: number | null;
  database_connections: number | null;
  requests_per_second: number | null;
  latency_p50_ms: number | null;
  latency_p95_ms: number | null;
  latency_p99_ms: number | null;
  error_rate: number | null;
};

type Tables = {
  'health.observation_gaps': { from_at: Date; to_at: Date; kind: ObservationGap['kind'] };
  'health.metric_samples': SampleRow;
  'health.route_samples': {
    at: Date;
    instance: string;
    endpoint_id: string;
    requests: number;
    server_errors: number;
    p50_ms: number;
    p95_ms: number;
    p99_ms: number;
    last_accessed: Date;
  };
  'health.checks': {
    component_id: string;
    at: Date;
    state: HealthReport['state'];
    detail: string;
    latency_ms: number | null;
  };
  'health.client_errors': {
    fingerprint: string;
    id: string;
    error: string;
    stack: string | null;
    component_stack: string | null;
    url: string;
    user_agent: string;
    account_id: string | null;
    occurrences: Generated<number>;
    first_at: Date;
    last_at: Date;
  };
};

/** Retention of the samples of each step. */
const retentionMs: Readonly<Record<number, number>> = { 10: 6 * 3_600_000, 60: 48 * 3_600_000, 900: 35 * 86_400_000 };

const connect = (database: Database) => database.for<Tables>();
type Db = ReturnType<typeof connect>;

const mean = (column: string) => sql<number | null>`avg(${sql.ref(column)})`;
const worst = (column: string) => sql<number | null>`max(${sql.ref(column)})`;

function sampleTable(db: Db) {
  return {
    async addSample(row: SampleRow): Promise<void> {
      await db
        .insertInto('health.metric_samples')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Condenses the samples of `from`..`to` of one step into one of a coarser step. */
    async condense(fromStep: number, toStep: number, from: Date, to: Date): Promise<void> {
      await sql`
        INSERT INTO health.metric_samples
        SELECT ${toStep}::int, ${to}::timestamptz, instance, ${mean('cpu_percent')}, ${mean('memory_percent')},
          ${mean('disk_percent')}, ${mean('network_in')}, ${mean('network_out')}, round(${mean('active_connections')}),
          ${worst('uptime_seconds')}, ${mean('process_memory_bytes')}, ${worst('event_loop_delay_ms')},
          ${worst('database_bytes')}, round(${mean('database_connections')}), ${mean('requests_per_second')},
          ${mean('latency_p50_ms')}, ${worst('latency_p95_ms')}, ${worst('latency_p99_ms')}, ${mean('error_rate')}
        FROM health.metric_samples
        WHERE step_seconds = ${fromStep} AND at > ${from} AND at <= ${to}
        GROUP BY instance
        ON CONFLICT DO NOTHING`.execute(db);
    },

    async prune(now: Date): Promise<void> {
      for (const [step, milliseconds] of Object.entries(retentionMs)) {
        await db
          .deleteFrom('health.metric_samples')
          .where('step_seconds', '=', Number(step))
          .where('at', '<', new Date(now.getTime() - milliseconds))
          .execute();
      }
      const month = new Date(now.getTime() - 35 * 86_400_000);
      await db.deleteFrom('health.route_samples').where('at', '<', month).execute();
      await db
        .deleteFrom('health.checks')
        .where('at', '<', new Date(now.getTime() - 91 * 86_400_000))
        .execute();
      await db
        .deleteFrom('health.observation_gaps')
        .where('to_at', '<', new Date(now.getTime() - 91 * 86_400_000))
        .execute();
    },

    samples: (stepSeconds: number, from: Date) =>
      db
        .selectFrom('health.metric_samples')
        .selectAll()
        .where('step_seconds', '=', stepSeconds)
        .where('at', '>=', from)
        .orderBy('at')
        .execute(),

    /** Samples of a step after one instant, up to another. */
    samplesBetween: (stepSeconds: number, after: Date, to: Date) =>
      db
        .selectFrom('health.metric_samples')
        .selectAll()
        .where('step_seconds', '=', stepSeconds)
        .where('at', '>', after)
        .where('at', '<=', to)
        .orderBy('at')
        .execute(),
  };
}

function routeTable(db: Db) {
  return {
    async addRouteSamples(at: Date, instance: string, samples: readonly RouteSample[]): Promise<void> {
      if (samples.length === 0) return;
      await db
        .insertInto('health.route_samples')
        .values(
          samples.map((sample) => ({
            at,
            instance,
            endpoint_id: sample.endpointId,
            requests: sample.requests,
            server_errors: sample.serverErrors,
            p50_ms: sample.p50Ms,
            p95_ms: sample.p95Ms,
            p99_ms: sample.p99Ms,
            last_accessed: new Date(sample.lastAccessedMs),
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Per endpoint since `from`: percentiles are request-weighted means of the minutes'. */
    routes: (from: Date) =>
      db
        .selectFrom('health.route_samples')
        .where('at', '>=', from)
        .select((eb) => [
          'endpoint_id',
          eb.fn.sum<number>('requests').as('requests'),
          eb.fn.sum<number>('server_errors').as('server_errors'),
          sql<number>`sum(p50_ms * requests) / sum(requests)`.as('p50_ms'),
          sql<number>`sum(p95_ms * requests) / sum(requests)`.as('p95_ms'),
          sql<number>`max(p99_ms)`.as('p99_ms'),
          sql<Date>`max(last_accessed)`.as('last_accessed'),
        ])
        .groupBy('endpoint_id')
        .orderBy('requests', 'desc')
        .execute(),
  };
}

function checkTable(db: Db) {
  return {
    async addChecks(at: Date, reports: readonly { id: string; report: HealthReport }[]): Promise<void> {
      if (reports.length === 0) return;
      await db
        .insertInto('health.checks')
        .values(
          reports.map(({ id, report }) => ({
            component_id: id,
            at,
            state: report.state,
            detail: report.detail,
            latency_ms: report.latencyMs,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Checks of every component after an instant, oldest first. */
    checksAfter: (after: Date) =>
      db
        .selectFrom('health.checks')
        .select(['component_id', 'at', 'state', 'latency_ms'])
        .where('at', '>', after)
        .orderBy('at')
        .execute(),

    /** The newest `limit` checks of each of these components, oldest first. */
    async newestChecks(componentIds: readonly string[], limit: number) {
      const newest = (id: string) =>
        db
          .selectFrom('health.checks')
          .select(['at', 'state', 'latency_ms'])
          .where('component_id', '=', id)
          .orderBy('at', 'desc')
          .limit(limit)
          .execute();
      return Promise.all(componentIds.map(async (id) => ({ id, checks: (await newest(id)).toReversed() })));
    },

    /** Share (0–100) of recorded checks that were not offline, and the oldest of them; null without checks. */
    async availability(from: Date): Promise<{ readonly share: number; readonly first: Date } | null> {
      const row = await db
        .selectFrom('health.checks')
        .where('at', '>=', from)
        .select([
          sql<number | null>`100.0 * count(*) filter (where state <> 'offline') / nullif(count(*), 0)`.as('share'),
          sql<Date | null>`min(at)`.as('first'),
        ])
        .executeTakeFirst();
      return row?.share == null || row.first === null ? null : { share: Number(row.share), first: row.first };
    },

    /** When any process last recorded a round. */
    async newestCheckAt(): Promise<Date | null> {
      const row = await db.selectFrom('health.checks').select('at').orderBy('at', 'desc').limit(1).executeTakeFirst();
      return row?.at ?? null;
    },

    async addGap({ kind, fromMs, toMs }: ObservationGap): Promise<void> {
      await db
        .insertInto('health.observation_gaps')
        .values({ kind, from_at: new Date(fromMs), to_at: new Date(toMs) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Times without checks that reach into the time after `from`. */
    async gaps(from: Date): Promise<readonly ObservationGap[]> {
      const rows = await db.selectFrom('health.observation_gaps').selectAll().where('to_at', '>', from).execute();
      return rows.map(({ kind, from_at, to_at }) => ({ kind, fromMs: from_at.getTime(), toMs: to_at.getTime() }));
    },
  };
}

function clientErrorTable(db: Db) {
  return {
    /** Stores a browser error once per fingerprint, counting repeats. */
    async addClientError(
      row: Omit<Tables['health.client_errors'], 'occurrences'>,
    ): Promise<{ id: string; occurrences: number }> {
      return db
        .insertInto('health.client_errors')
        .values({ ...row, occurrences: 1 })
        .onConflict((conflict) =>
          conflict.column('fingerprint').doUpdateSet({
            occurrences: sql`health.client_errors.occurrences + 1`,
            last_at: row.last_at,
            url: row.url,
          }),
        )
        .returning(['id', 'occurrences'])
        .executeTakeFirstOrThrow();
    },

    /** Errors of browsers, the latest first. */
    clientErrors: (limit: number) =>
      db.selectFrom('health.client_errors').selectAll().orderBy('last_at', 'desc').limit(limit).execute(),
  };
}

function databaseQueries(db: Db) {
  return {
    /** Size (bytes) and connections of the whole database, and whether it answers. */
    async databaseFigures(): Promise<{ bytes: number; connections: number }> {
      const result = await sql<{ bytes: number; connections: number }>`
        SELECT pg_database_size(current_database()) AS bytes,
          (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()) AS connections`.execute(db);
      const [row] = result.rows;
      if (row === undefined) throw new Error('pg_database_size returned no row');
      return row;
    },

    /** Connections of the database, without its size, for which the server looks at every file. */
    async connectionCount(): Promise<number> {
      const result = await sql<{ connections: number }>`
        SELECT count(*) AS connections FROM pg_stat_activity WHERE datname = current_database()`.execute(db);
      return result.rows[0]?.connections ?? 0;
    },
  };
}

/** The SQL on samples, checks and browser errors of the `health` schema. */
export function createHealthRepository(database: Database) {
  const db = connect(database);
  return { ...sampleTable(db), ...routeTable(db), ...checkTable(db), ...clientErrorTable(db), ...databaseQueries(db) };
}

export type HealthRepository = ReturnType<typeof createHealthRepository>;
