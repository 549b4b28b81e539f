import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../platform/db/testing.ts';
import { healthMigrations } from './health.migrations.ts';
import { createHealthRepository, type SampleRow } from './health.repository.ts';
import { queueCheck } from './platform.checks.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  database = await createTestDatabase([{ name: 'health', migrations: healthMigrations }]);
});
afterAll(() => database.drop());

test('the newest checks of each component come oldest first, and a component without checks has none', async () => {
  const repository = createHealthRepository(database.database);
  const start = Date.parse('2026-08-31T09:00:00Z');
  for (const minute of [0, 1, 2, 3]) {
    const state = minute === 2 ? ('offline' as const) : ('online' as const);
    const report = { state, detail: 'verificada', latencyMs: minute === 2 ? null : 4 };
    await repository.addChecks(new Date(start + minute * 60_000), [{ id: 'database', report }]);
  }
  const newest = await repository.newestChecks(['database', 'tasks'], 3);
  expect(newest).toEqual([
    {
      id: 'database',
      checks: [
        { at: new Date(start + 60_000), state: 'online', latency_ms: 4 },
        { at: new Date(start + 120_000), state: 'offline', latency_ms: null },
        { at: new Date(start + 180_000), state: 'online', latency_ms: 4 },
      ],
    },
    { id: 'tasks', checks: [] },
  ]);
});

test('a queue in which tasks wait and none begins is offline', async () => {
  const kind = { name: 'a', label: 'A', waiting: 1, waitP50Seconds: null, waitP95Seconds: null };
  const latency = { ...kind, runP50Seconds: null, runP95Seconds: null };
  const judge = (begun: number, oldestWaitSeconds: number | null) =>
    queueCheck(
      { list: async () => [], monitor: { latency: async () => [{ ...latency, begun, oldestWaitSeconds }] } },
      { nowMs: () => Date.parse('2026-08-31T09:00:00Z') },
    ).check(AbortSignal.timeout(1_000));
  expect(await judge(0, 600)).toMatchObject({ state: 'offline', detail: expect.stringMatching(/há 10.minutos/) });
  expect(await judge(3, 600)).toMatchObject({ state: 'online' });
  expect(await judge(0, null)).toMatchObject({ state: 'online' });
});

const dayMs = 86_400_000;
const atMs = Date.parse('2026-08-31T09:00:00Z');
const sample = (step: number, ms: number): SampleRow => ({
  ...{ step_seconds: step, at: new Date(ms), instance: 'a', cpu_percent: 1, memory_percent: 1, disk_percent: 1 },
  ...{ network_in: 1, network_out: 1, active_connections: 1, uptime_seconds: 1, process_memory_bytes: 1 },
  ...{ event_loop_delay_ms: 1, database_bytes: 1, database_connections: 1, requests_per_second: 1 },
  ...{ latency_p50_ms: 1, latency_p95_ms: 1, latency_p99_ms: 1, error_rate: 0 },
});

test('samples go after their time, the finer ones sooner; checks after three months, requests after one', async () => {
  const repository = createHealthRepository(database.database);
  const db = database.database.for<never>();
  const kept = [
    [10, dayMs / 4],
    [60, 2 * dayMs],
    [900, 35 * dayMs],
  ] as const;
  for (const [step, ms] of kept) for (const late of [0, 1]) await repository.addSample(sample(step, atMs - ms - late));
  const report = { state: 'online' as const, detail: 'verificada', latencyMs: 4 };
  for (const late of [0, 1]) {
    await repository.addChecks(new Date(atMs - 91 * dayMs - late), [{ id: 'pruned', report }]);
    await repository.addRouteSamples(new Date(atMs - 35 * dayMs - late), 'a', [
      {
        ...{ endpointId: `e${late}`, requests: 3, serverErrors: 1, p50Ms: 5, p95Ms: 9, p99Ms: 10 },
        lastAccessedMs: atMs,
      },
    ]);
    const at = new Date(atMs - 91 * dayMs - late);
    await sql`INSERT INTO health.observation_gaps VALUES (${at}, ${at}, 'outage')`.execute(db);
  }
  await repository.prune(new Date(atMs));
  for (const [step, ms] of kept) {
    expect((await repository.samples(step, new Date(0))).map(({ at }) => at)).toEqual([new Date(atMs - ms)]);
    expect(await repository.samplesBetween(step, new Date(atMs - ms), new Date(atMs))).toEqual([]);
    expect(await repository.samplesBetween(step, new Date(atMs - ms - 1), new Date(atMs - ms))).toHaveLength(1);
  }
  const [checks] = await repository.newestChecks(['pruned'], 9);
  expect(checks?.checks.map(({ at }) => at)).toEqual([new Date(atMs - 91 * dayMs)]);
  expect(await repository.routes(new Date(0))).toMatchObject([{ endpoint_id: 'e0', requests: 3, server_errors: 1 }]);
  const gaps = await sql<{ to_at: Date }>`SELECT to_at FROM health.observation_gaps`.execute(db);
  expect(gaps.rows.map(({ to_at }) => to_at)).toEqual([new Date(atMs - 91 * dayMs)]);
});
