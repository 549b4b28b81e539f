import { expect, test } from 'vitest';
import type { JobRun, JobState } from '../../../platform/jobs/jobs.ts';
import { serviceChecks } from './services.checks.ts';

const start = Date.parse('2026-08-31T09:00:00Z');
const minute = 60_000;

function run(endedMs: number, state: JobState = 'succeeded'): JobRun {
  return {
    ...{ id: 'r', name: 'ingest.conductor', label: '', key: 'k', state, progress: null, message: null },
    ...{ error: state === 'failed' ? 'sem rede' : null, attempt: 1, trigger: 'schedule', cancelRequested: false },
    createdAt: new Date(endedMs - 2_000).toISOString(),
    startedAt: new Date(endedMs - 1_000).toISOString(),
    endedAt: new Date(endedMs).toISOString(),
  };
}

/** Result of the check of the ingestion's tasks for these runs, some time after the start. */
async function ingestion(runs: readonly JobRun[], afterMs: number) {
  const clock = { nowMs: () => start };
  const checks = serviceChecks({
    control: { view: () => ({ stopped: null }) as never },
    addressOf: () => null,
    queue: { list: async () => runs },
    clock: { nowMs: () => clock.nowMs() },
  });
  clock.nowMs = () => start + afterMs;
  return checks.find(({ id }) => id === 'ingestion')?.check(AbortSignal.timeout(1_000));
}

test('the tasks of the ingestion are judged by their run of every minute', async () => {
  expect(await ingestion([run(start + 9 * minute)], 10 * minute)).toMatchObject({ state: 'online', latencyMs: 1_000 });
  expect(await ingestion([run(start + minute)], 10 * minute)).toMatchObject({ state: 'offline' });
  expect(await ingestion([], 10 * minute)).toMatchObject({ state: 'offline' });
  expect(await ingestion([run(start + 9 * minute, 'failed')], 10 * minute)).toMatchObject({
    state: 'warning',
    detail: 'A última execução falhou: sem rede',
  });
  // Runs that an earlier process left undone are no fault of this one.
  expect(await ingestion([run(start - 60 * minute)], minute)).toMatchObject({ state: 'online' });
});
