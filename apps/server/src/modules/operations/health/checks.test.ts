import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../platform/db/testing.ts';
import { healthMigrations } from './health.migrations.ts';
import { createHealthRepository } from './health.repository.ts';
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
