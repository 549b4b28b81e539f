import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { execPath, ppid } from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEvents } from '../events/distributed.ts';
import { currentInstance, isKnownDead } from './instance.ts';
import type { JobTables } from './jobs.repository.ts';
import { recoveryDelaySeconds } from './recovery.ts';
import { ended, log, openTestDatabase, startQueue, stopQueues, testJob, untilAborted } from './testing/harness.ts';
import { createStepsTable, stepsJob } from './testing/steps-job.ts';

const workerFile = fileURLToPath(new URL('./testing/doomed-worker.ts', import.meta.url));

let test: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  test = await openTestDatabase();
  await createStepsTable(test.database);
});
afterAll(() => test.drop());

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.length = 0;
  await stopQueues();
});

/** A worker process, and the lines it prints. */
async function spawnWorker(steps: number) {
  const child = spawn(execPath, [workerFile, test.database.url, String(steps)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  // A run that was left behind may take its first step before the worker says that it is ready.
  await expect.poll(() => lines.includes('ready')).toBe(true);
  return {
    lines,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

const stepsOf = async (run: string) =>
  (
    await sql<{ step: number }>`select step from public.steps where run = ${run} order by id`.execute(
      test.database.for<unknown>(),
    )
  ).rows.map(({ step }) => step);

describe('recovery of interrupted jobs', () => {
  it('goes on after each kill -9: no step lost, none doubled, one run', async () => {
    const steps = 60;
    const asking = await startQueue(test.database, [stepsJob(test.database, steps)], { roles: ['api'] });
    const id = await asking.queue.enqueue('test.steps', { run: 'killed' });
    for (let round = 1; round <= 3; round += 1) {
      const worker = await spawnWorker(steps);
      await expect.poll(() => worker.lines.length).toBeGreaterThan(5);
      await worker.kill();
      expect(await asking.queue.get(id)).toMatchObject({ state: 'running', attempt: round });
    }
    const { queue } = await startQueue(test.database, [stepsJob(test.database, steps)]);
    expect(await ended(queue, id)).toMatchObject({ state: 'succeeded', attempt: 4, result: { steps } });
    expect(await stepsOf('killed')).toEqual(Array.from({ length: steps }, (_, step) => step));
    expect((await queue.list({ limit: 50 })).length).toBe(1);
    await Promise.all([queue.stop(), asking.queue.stop()]);
  });

  it('leaves a run alone while its process lives, and takes it once when several look at the same time', async () => {
    const worker = await spawnWorker(10_000);
    const bystander = await startQueue(test.database, [testJob(async () => null)]);
    const asking = await startQueue(test.database, [stepsJob(test.database, 0)], { roles: ['api'] });
    const id = await asking.queue.enqueue('test.steps', { run: 'alive' });
    await expect.poll(() => worker.lines.length).toBeGreaterThan(3);
    const witness = await startQueue(test.database, [testJob(async () => null)]);
    expect(await asking.queue.get(id)).toMatchObject({ state: 'running', attempt: 1 });
    await worker.kill();
    const heirs = await Promise.all(
      Array.from({ length: 3 }, () => startQueue(test.database, [stepsJob(test.database, 0)])),
    );
    expect(await ended(asking.queue, id)).toMatchObject({ state: 'succeeded', attempt: 2 });
    const recovered = heirs.flatMap(({ events }) => events).filter(({ payload }) => payload.state === 'queued');
    expect(recovered.length).toBe(1);
    await Promise.all([...heirs, bystander, witness, asking].map(({ queue }) => queue.stop()));
  });

  it('sends the message of a queued run again when it got lost, without doubling a run that waits', async () => {
    let begun = 0;
    const job = testJob(async () => {
      begun += 1;
    });
    const asking = await startQueue(test.database, [job], { roles: ['api'] });
    const lost = await asking.queue.enqueue('test.job', { key: 'lost' });
    const waiting = await asking.queue.enqueue('test.job', { key: 'waiting' });
    const db = test.database.for<JobTables>();
    await sql`update jobs.job_runs set deliver_after = deliver_after - interval '1 minute'`.execute(db);
    await sql`delete from pgboss.job using jobs.job_runs run
      where job.name = run.name and job.id = run.delivery_id and run.id = ${lost}`.execute(db);
    const before = await db.selectFrom('jobs.job_runs').select('delivery_id').where('id', '=', waiting).execute();
    const { queue } = await startQueue(test.database, [job]);
    const after = await db.selectFrom('jobs.job_runs').select('delivery_id').where('id', '=', waiting).execute();
    expect(after).toEqual(before);
    for (const id of [lost, waiting]) expect(await ended(queue, id)).toMatchObject({ state: 'succeeded', attempt: 1 });
    expect(begun).toBe(2);
    await Promise.all([queue.stop(), asking.queue.stop()]);
  });

  it('takes the lease from a silent process: its outcome is not written, its job is told', async () => {
    const gate = Promise.withResolvers<void>();
    const reasons: unknown[] = [];
    let attempts = 0;
    const job = testJob(async (_, { signal }) => {
      attempts += 1;
      if (attempts > 1) return 'second';
      signal.addEventListener('abort', () => reasons.push(signal.reason?.kind), { once: true });
      await gate.promise;
      return 'first';
    });
    const silent = await startQueue(test.database, [job]);
    const id = await silent.queue.enqueue('test.job', { key: 'silent' });
    await expect.poll(async () => (await silent.queue.get(id))?.state).toBe('running');
    const db = test.database.for<JobTables>();
    await sql`update jobs.job_runs set heartbeat_at = heartbeat_at - interval '1 minute', instance = 'elsewhere',
      machine = 'elsewhere' where id = ${id}`.execute(db);
    const heir = await startQueue(test.database, [job]);
    expect(await ended(heir.queue, id)).toMatchObject({ state: 'succeeded', attempt: 2, result: 'second' });
    await expect.poll(() => reasons).toEqual(['lease-lost']);
    gate.resolve();
    await silent.queue.stop();
    expect(await heir.queue.get(id)).toMatchObject({ state: 'succeeded', attempt: 2, result: 'second' });
    await heir.queue.stop();
  });

  it('cancels, instead of repeating, what was cancelled while its process died', async () => {
    const bus = createEvents(test.database, log);
    const asking = await startQueue(test.database, [stepsJob(test.database, 10_000)], { roles: ['api'], bus });
    const worker = await spawnWorker(10_000);
    const id = await asking.queue.enqueue('test.steps', { run: 'unwanted' });
    await expect.poll(() => worker.lines.length).toBeGreaterThan(2);
    await worker.kill();
    // Not started: the request reaches nobody, only the row.
    expect(await asking.queue.cancel(id)).toBe(true);
    const { queue } = await startQueue(test.database, [stepsJob(test.database, 10_000)]);
    expect(await ended(queue, id)).toMatchObject({ state: 'cancelled', attempt: 1 });
    await Promise.all([queue.stop(), asking.queue.stop()]);
  });
});

describe('a database that is away for a moment', () => {
  it('costs no run: what runs goes on, what is asked for is done', async () => {
    const gate = Promise.withResolvers<void>();
    const job = testJob(async ({ key }) => {
      if (key === 'before') await gate.promise;
      return key;
    });
    const { queue } = await startQueue(test.database, [job]);
    const before = await queue.enqueue('test.job', { key: 'before' });
    await expect.poll(async () => (await queue.get(before))?.state).toBe('running');
    const cut = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'kianda-jobs'`.execute(test.database.for<unknown>());
    expect(cut.rows.length).toBeGreaterThanOrEqual(2);
    gate.resolve();
    expect(await ended(queue, before)).toMatchObject({ state: 'succeeded', attempt: 1, result: 'before' });
    const after = await queue.enqueue('test.job', { key: 'after' });
    expect(await ended(queue, after)).toMatchObject({ state: 'succeeded', attempt: 1, result: 'after' });
    await queue.stop();
  });
});

describe('stop', () => {
  it('tells running jobs, gives them back to the queue, and the next worker ends them', async () => {
    const reasons: unknown[] = [];
    const inside = Promise.withResolvers<void>();
    const first = await startQueue(test.database, [
      testJob((_, { signal }) => {
        signal.addEventListener('abort', () => reasons.push(signal.reason?.kind), { once: true });
        inside.resolve();
        return untilAborted(signal);
      }),
    ]);
    const id = await first.queue.enqueue('test.job', { key: 'stopped' });
    // The row says «running» a moment before the job's own code is entered.
    await inside.promise;
    await first.queue.stop();
    expect(reasons).toEqual(['shutdown']);
    const second = await startQueue(test.database, [testJob(async () => 'done')]);
    expect(await ended(second.queue, id)).toMatchObject({ state: 'succeeded', attempt: 2, result: 'done' });
    await second.queue.stop();
  });

  it('lets a job finish that only needs a moment', async () => {
    const { queue } = await startQueue(test.database, [
      testJob(async (_, { signal }) => {
        await untilAborted(signal).catch(() => sleep(300));
        return 'tidied up';
      }),
    ]);
    const id = await queue.enqueue('test.job', { key: 'tidy' });
    await expect.poll(async () => (await queue.get(id))?.state).toBe('running');
    await queue.stop();
    const asking = await startQueue(test.database, [testJob(async () => null)], { roles: ['api'] });
    expect(await asking.queue.get(id)).toMatchObject({ state: 'succeeded', result: 'tidied up' });
    await asking.queue.stop();
  });

  it('gives back to the queue what does not stop in 10 s, and ignores what it does later', async () => {
    const gate = Promise.withResolvers<void>();
    const first = await startQueue(test.database, [testJob(() => gate.promise)]);
    const id = await first.queue.enqueue('test.job', { key: 'stubborn' });
    await expect.poll(async () => (await first.queue.get(id))?.state).toBe('running');
    await first.queue.stop();
    const second = await startQueue(test.database, [testJob(async () => 'second')]);
    expect(await ended(second.queue, id)).toMatchObject({ state: 'succeeded', attempt: 2 });
    gate.resolve();
    await sleep(50);
    expect(await second.queue.get(id)).toMatchObject({ result: 'second' });
    await second.queue.stop();
  });
});

describe('instance', () => {
  const self = currentInstance();

  it('knows as dead only a process that certainly is', async () => {
    const child = spawn(execPath, ['-e', '']);
    const pid = child.pid ?? 0;
    await once(child, 'exit');
    expect(isKnownDead({ ...self, id: 'other', pid }, self)).toBe(true);
    expect(isKnownDead({ ...self, id: 'other' }, self)).toBe(true);
    expect(isKnownDead({ ...self, id: 'other', pid: ppid }, self)).toBe(false);
    expect(isKnownDead({ id: 'other', machine: 'elsewhere', pid }, self)).toBe(false);
    expect(isKnownDead(self, self)).toBe(false);
    // Another queue of this very process.
    expect(isKnownDead(currentInstance(), self)).toBe(false);
  });

  it('makes a run wait that was interrupted again and again', () => {
    expect([0, 24, 25, 26, 27, 28, 29, 99].map(recoveryDelaySeconds)).toEqual([0, 0, 2, 4, 8, 16, 30, 30]);
  });
});
