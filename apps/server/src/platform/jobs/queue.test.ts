import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEvents } from '../events/distributed.ts';
import type { JobTables } from './jobs.repository.ts';
import type { Job } from './jobs.ts';
import { wakeDue } from './subscriptions.ts';
import {
  ended,
  type Harness,
  log,
  openTestDatabase,
  startQueue,
  stopQueues,
  testJob,
  untilAborted,
} from './testing/harness.ts';

let test: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.drop());

afterEach(stopQueues);

const start = (jobs: readonly Job[], options?: Parameters<typeof startQueue>[2]): Promise<Harness> =>
  startQueue(test.database, jobs, options);

describe('job queue', () => {
  it('does a job, twice, and keeps what it got and gave', async () => {
    const { queue, events } = await start([testJob(async ({ key }) => ({ length: key.length }))]);
    for (let round = 0; round < 2; round += 1) {
      const id = await queue.enqueue('test.job', { key: 'maré' }, { actorId: 'someone', trigger: 'manual' });
      expect(await ended(queue, id)).toMatchObject({
        id,
        name: 'test.job',
        label: 'Teste',
        key: 'maré',
        state: 'succeeded',
        progress: 1,
        attempt: 1,
        error: null,
        actorId: 'someone',
        trigger: 'manual',
        input: { key: 'maré' },
        result: { length: 4 },
      });
    }
    const states = events.filter(({ type }) => type === 'job.state').map(({ payload }) => payload.state);
    // Whoever asked may be told that it waits only after the worker has begun.
    expect(states.filter((state) => state !== 'queued')).toEqual(['running', 'succeeded', 'running', 'succeeded']);
    expect(states.length).toBe(6);
    expect((await queue.list({ limit: 10, name: 'test.job' })).length).toBe(2);
    expect(await queue.list({ limit: 10, name: 'other' })).toEqual([]);
  });

  it('refuses a second run of a key that is queued or running, and allows another key', async () => {
    const { queue } = await start([testJob((_, { signal }) => untilAborted(signal))]);
    const first = await queue.enqueue('test.job', { key: 'a' });
    await expect(queue.enqueue('test.job', { key: 'a' })).rejects.toMatchObject({ code: 'already_running' });
    await expect.poll(async () => (await queue.get(first))?.state).toBe('running');
    await expect(queue.enqueue('test.job', { key: 'a' })).rejects.toMatchObject({ code: 'already_running' });
    const second = await queue.enqueue('test.job', { key: 'b' });
    for (const id of [first, second]) {
      expect(await queue.cancel(id)).toBe(true);
      expect((await ended(queue, id)).state).toBe('cancelled');
    }
    const third = await queue.enqueue('test.job', { key: 'a' });
    await queue.cancel(third);
    await ended(queue, third);
  });

  it('lets exactly one of many simultaneous requests through', async () => {
    const { queue } = await start([testJob((_, { signal }) => untilAborted(signal))]);
    const answers = await Promise.allSettled(
      Array.from({ length: 12 }, () => queue.enqueue('test.job', { key: 'same' })),
    );
    const accepted = answers.filter((answer) => answer.status === 'fulfilled');
    expect(accepted.length).toBe(1);
    await queue.cancel(accepted[0]?.value ?? '');
  });

  it('refuses a bad input and an unknown job', async () => {
    const { queue } = await start([testJob(async () => null)]);
    await expect(queue.enqueue('test.job', { key: 3 })).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'key' }],
    });
    await expect(queue.enqueue('nope', {})).rejects.toThrow('"nope" is not one of: test.job');
  });

  it('refuses two jobs of one name, and a time limit that the queue cannot keep', async () => {
    const job = (overrides = {}) => testJob(async () => null, overrides);
    await expect(start([job(), job()])).rejects.toThrow('two jobs are named "test.job"');
    for (const timeoutSeconds of [0, Number.NaN, 86_400]) {
      await expect(start([job({ timeoutSeconds })])).rejects.toThrow('expected up to 82800');
    }
  });

  it('tries again after a failure, then succeeds', async () => {
    let tries = 0;
    const job = testJob(
      async () => {
        tries += 1;
        if (tries < 3) throw new Error(`falha ${tries}`);
      },
      { retry: { limit: 2, delaySeconds: 0.2, backoff: true } },
    );
    const { queue, events } = await start([job]);
    const id = await queue.enqueue('test.job', { key: 'retry' });
    expect(await ended(queue, id)).toMatchObject({ state: 'succeeded', attempt: 3, error: null });
    const errors = events.filter(({ payload }) => payload.state === 'queued').map(({ payload }) => payload.error);
    expect(errors).toEqual([null, 'falha 1', 'falha 2']);
  });

  it('fails for good after the last try, with the reason', async () => {
    const job = testJob(() => Promise.reject(new Error('sem rede')), {
      retry: { limit: 1, delaySeconds: 0, backoff: false },
    });
    const { queue } = await start([job]);
    const id = await queue.enqueue('test.job', { key: 'fail' });
    expect(await ended(queue, id)).toMatchObject({ state: 'failed', attempt: 2, error: 'sem rede' });
  });

  it('stops a job at its time limit, by its signal', async () => {
    const job = testJob((_, { signal }) => untilAborted(signal), { timeoutSeconds: 0.2 });
    const { queue } = await start([job]);
    const id = await queue.enqueue('test.job', { key: 'slow' });
    expect(await ended(queue, id)).toMatchObject({ state: 'failed', error: 'Excedeu o limite de 0.2 s.' });
  });

  it('removes a run once it has ended, and none before', async () => {
    const { queue } = await start([testJob((_, { signal }) => untilAborted(signal))]);
    const id = await queue.enqueue('test.job', { key: 'removed' });
    await expect.poll(async () => (await queue.get(id))?.state).toBe('running');
    expect(await queue.remove(id)).toBe(false);
    await queue.cancel(id);
    await ended(queue, id);
    expect([await queue.remove(id), await queue.get(id), await queue.remove(id)]).toEqual([true, null, false]);
  });

  it('cancels a queued run without ever beginning it, and nothing that has ended', async () => {
    let begun = 0;
    const { queue: asking } = await start(
      [
        testJob(async () => {
          begun += 1;
        }),
      ],
      { roles: ['api'] },
    );
    const id = await asking.enqueue('test.job', { key: 'early' });
    expect(await asking.cancel(id)).toBe(true);
    expect(await asking.get(id)).toMatchObject({ state: 'cancelled', attempt: 0 });
    expect(await asking.cancel(id)).toBe(false);
    expect(await asking.cancel('00000000-0000-4000-8000-000000000000')).toBe(false);
    const { queue } = await start([
      testJob(async () => {
        begun += 1;
      }),
    ]);
    await ended(queue, await queue.enqueue('test.job', { key: 'later' }));
    expect(begun).toBe(1);
  });

  it('cancels a run of another process', async () => {
    const [apiBus, workerBus] = [createEvents(test.database, log), createEvents(test.database, log)];
    await Promise.all([apiBus.start(), workerBus.start()]);
    const job = testJob((_, { signal }) => untilAborted(signal));
    const { queue: api, events: heard } = await start([job], { roles: ['api'], bus: apiBus });
    await start([job], { roles: ['worker'], bus: workerBus });
    const id = await api.enqueue('test.job', { key: 'far' });
    await expect.poll(async () => (await api.get(id))?.state).toBe('running');
    await api.cancel(id);
    expect(await ended(api, id, 4_000)).toMatchObject({ state: 'cancelled', cancelRequested: false });
    await expect.poll(() => heard.at(-1)?.payload.state).toBe('cancelled');
    await stopQueues();
    await Promise.all([apiBus.stop(), workerBus.stop()]);
  });

  it('shows progress, at most twice a second, the last of it always', async () => {
    const job = testJob(async (_, { progress }) => {
      for (let step = 1; step <= 40; step += 1) {
        await progress(step / 80, `Passo ${step}`);
        await sleep(25);
      }
      await progress(null, 'A terminar');
      throw new Error('parou');
    });
    const { queue, events } = await start([job]);
    const id = await queue.enqueue('test.job', { key: 'progress' });
    const run = await ended(queue, id);
    expect(run).toMatchObject({ state: 'failed', progress: null, message: 'A terminar' });
    const shown = events.filter(({ type }) => type === 'job.progress').map(({ payload }) => payload);
    expect(shown[0]).toMatchObject({ id, name: 'test.job', key: 'progress', progress: 1 / 80, message: 'Passo 1' });
    expect(shown.length).toBeGreaterThanOrEqual(2);
    const seconds = (Date.parse(run.endedAt ?? '') - Date.parse(run.startedAt ?? '')) / 1000;
    expect(shown.length).toBeLessThanOrEqual(Math.floor(seconds * 2) + 1);
  });

  it('registers schedules in UTC and forgets those that are gone', async () => {
    const schedules = () =>
      sql<{ name: string; cron: string; timezone: string }>`select name, cron, timezone from pgboss.schedule`.execute(
        test.database.for<unknown>(),
      );
    const schedule = { cron: '30 4 * * *', input: { key: 'daily' } };
    const first = await startQueue(test.database, [testJob(async () => null, { schedule })]);
    expect((await schedules()).rows).toEqual([{ name: 'test.job', cron: '30 4 * * *', timezone: 'UTC' }]);
    expect(first.queue.nextRun('test.job')).toMatch(/T04:30:00.000Z$/);
    await first.queue.stop();
    const { queue } = await start([testJob(async () => null)]);
    expect((await schedules()).rows).toEqual([]);
    expect(queue.nextRun('test.job')).toBeNull();
  });

  it('without the clock no schedule is written, not after a pause either, and what is asked for runs', async () => {
    const schedule = { cron: '* * * * *', input: { key: 'minutely' } };
    const { queue } = await start([testJob(async () => ({}), { schedule })], { isScheduled: false });
    const schedules = async () => (await sql`select name from pgboss.schedule`.execute(test.database.for())).rows;
    expect(await schedules()).toEqual([]);
    await queue.setPaused(() => true);
    await queue.setPaused(() => false);
    expect(await schedules()).toEqual([]);
    expect((await ended(queue, await queue.enqueue('test.job', { key: 'asked' }))).state).toBe('succeeded');
  });

  it('a pause writes the schedule of the paused job alone, and takes it back afterwards', async () => {
    const schedule = { cron: '30 4 * * *', input: { key: 'daily' } };
    const { queue } = await start(
      ['test.paused', 'test.other'].map((name) => testJob(async () => null, { name, schedule })),
    );
    // A row that is written has another transaction, whatever its content.
    const written = async () =>
      (
        await sql<{ name: string; written: string }>`
        select name, xmin::text as written from pgboss.schedule order by name`.execute(test.database.for())
      ).rows;
    const before = await written();
    expect(before.map(({ name }) => name)).toEqual(['test.other', 'test.paused']);
    await queue.setPaused((name) => name === 'test.paused');
    expect(await written()).toEqual([before[0]]);
    await queue.setPaused(() => false);
    const after = await written();
    expect(after.map(({ name }) => name)).toEqual(['test.other', 'test.paused']);
    expect(after[0]).toEqual(before[0]);
  });

  it('what a person asked for has a greater priority than what a schedule did', async () => {
    const { queue } = await start([testJob(async () => null)], { roles: [] });
    await queue.enqueue('test.job', { key: 'a' }, { trigger: 'start' });
    await queue.enqueue('test.job', { key: 'b' }, { trigger: 'manual' });
    const { rows } = await sql<{ trigger: string; priority: number }>`
      select r.trigger, j.priority from jobs.job_runs r join pgboss.job j on j.id = r.delivery_id
      where r.state = 'queued' order by j.priority`.execute(test.database.for());
    expect(rows).toEqual([
      { trigger: 'start', priority: 0 },
      { trigger: 'manual', priority: 1 },
    ]);
    for (const { id } of await queue.list({ limit: 2 })) await queue.cancel(id);
  });

  it('wakes the workers of the queues that have something due, and no others', async () => {
    const jobs = ['test.due', 'test.later', 'test.empty'].map((name) => testJob(async () => null, { name }));
    await (await start(jobs, { roles: [] })).queue.stop();
    // Written without a word to whoever listens.
    await sql`insert into pgboss.job (name, start_after)
      values ('test.due', now()), ('test.due', now()), ('test.later', now() + interval '1 hour')`.execute(
      test.database.for<unknown>(),
    );
    const woken: string[] = [];
    const workers = ['test.due', 'test.due', 'test.later', 'test.empty'].map((name, place) => ({
      id: `${name} ${place}`,
      name,
    }));
    const boss = { getWipData: () => workers, notifyWorker: (id: string) => woken.push(id) };
    await wakeDue({ kysely: test.database.for<JobTables>(), boss: boss as unknown as PgBoss });
    expect(woken).toEqual(['test.due 0', 'test.due 1']);
    await sql`delete from pgboss.job where name like 'test.%' and state = 'created'`.execute(
      test.database.for<unknown>(),
    );
  });

  it('begins one run for a scheduled instant, none while its key runs', async () => {
    const schedule = { cron: '* * * * *', input: { key: 'tick' } };
    const job = testJob((_, { signal }) => untilAborted(signal), { name: 'test.tick', schedule });
    await (await startQueue(test.database, [job])).queue.stop();
    // The next look at the schedules comes with the next start, not half a minute later.
    await sql`update pgboss.version set cron_on = null`.execute(test.database.for<unknown>());
    const { queue } = await start([job]);
    const states = async () => (await queue.list({ name: 'test.tick', limit: 5 })).map((run) => run.state);
    await expect.poll(states).toEqual(['running']);
    const [run] = await queue.list({ name: 'test.tick', limit: 5 });
    expect(run).toMatchObject({ key: 'tick', trigger: 'schedule', attempt: 1 });
    await expect(queue.enqueue('test.tick', { key: 'tick' })).rejects.toMatchObject({ code: 'already_running' });
    await queue.cancel(run?.id ?? '');
  });
});
