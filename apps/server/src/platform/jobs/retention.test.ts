import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { JobTables } from './jobs.repository.ts';
import { jobRetentionJob } from './retention.ts';
import { ended, type Harness, openTestDatabase, startQueue, testJob } from './testing/harness.ts';

let base: Awaited<ReturnType<typeof openTestDatabase>>;
let harness: Harness | undefined;
beforeAll(async () => {
  base = await openTestDatabase();
});
afterEach(() => harness?.queue.stop());
afterAll(() => base.drop());

test('removes what ended long ago, except the newest of each job, and twice changes nothing', async () => {
  const clock = { nowMs: () => Date.now() };
  const job = jobRetentionJob(base.database, clock, () => 30);
  harness = await startQueue(base.database, [testJob(async () => 'feito'), job]);
  const { queue } = harness;
  const ids: string[] = [];
  for (const key of ['a', 'b', 'c']) {
    const id = await queue.enqueue('test.job', { key });
    await ended(queue, id);
    ids.push(id);
  }
  const longAgo = new Date(Date.now() - 40 * 86_400_000);
  await base.database.for<JobTables>().updateTable('jobs.job_runs').set({ ended_at: longAgo }).execute();
  for (const removed of [2, 0]) {
    const id = await queue.enqueue('jobs.retention', {});
    expect((await ended(queue, id)).state).toBe('succeeded');
    expect((await queue.get(id))?.result).toEqual({ removed });
  }
  expect((await queue.list({ name: 'test.job', limit: 10 })).map(({ id }) => id)).toEqual([ids[2]]);
});
