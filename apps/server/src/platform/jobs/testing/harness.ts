import { z } from 'zod';
import { systemClock } from '../../clock/clock.ts';
import type { Database } from '../../db/database.ts';
import { createTestDatabase } from '../../db/testing.ts';
import { eventMigrations, eventsModuleName } from '../../events/events.migrations.ts';
import { createLocalEvents, type EventBus, type PlatformEvent } from '../../events/events.ts';
import { createLogger } from '../../log/log.ts';
import { jobMigrations, jobsModuleName } from '../jobs.migrations.ts';
import type { Job, JobContext, JobDefinition, JobQueue, JobRunDetail } from '../jobs.ts';
import { defineJob } from '../jobs.ts';
import { createJobQueue, type RunnableJobQueue } from '../queue.ts';

export const log = createLogger({ level: 'silent', pretty: false });

export const openTestDatabase = () =>
  createTestDatabase([
    { name: eventsModuleName, migrations: eventMigrations },
    { name: jobsModuleName, migrations: jobMigrations },
  ]);

type Input = { readonly key: string };
type Overrides = Partial<Omit<JobDefinition<Input>, 'input' | 'run' | 'key'>>;

/** A job keyed by its input, that does what the test says. */
export function testJob(run: (input: Input, context: JobContext) => Promise<unknown>, overrides: Overrides = {}): Job {
  return defineJob<Input>({
    name: 'test.job',
    label: 'Teste',
    input: z.object({ key: z.string() }),
    retry: { limit: 0, delaySeconds: 0, backoff: false },
    timeoutSeconds: 60,
    ...overrides,
    key: ({ key }) => key,
    run,
  });
}

export type Harness = {
  readonly queue: RunnableJobQueue;
  readonly events: readonly PlatformEvent[];
};

const started = new Set<RunnableJobQueue>();

/** Ends every queue begun since: one that a failed test left would take the runs of the next. */
export async function stopQueues(): Promise<void> {
  const queues = [...started];
  started.clear();
  await Promise.all(queues.map((queue) => queue.stop()));
}

/** A started queue and everything it published. */
export async function startQueue(
  database: Database,
  jobs: readonly Job[],
  {
    roles = ['worker'],
    bus = createLocalEvents(),
    isScheduled = true,
  }: { roles?: readonly string[]; bus?: EventBus; isScheduled?: boolean } = {},
): Promise<Harness> {
  const events: PlatformEvent[] = [];
  bus.subscribe((event) => events.push(event));
  const queue = createJobQueue({ database, jobs, clock: systemClock, log, events: bus, roles, isScheduled });
  started.add(queue);
  await queue.start();
  return { queue, events };
}

/** The run once it has ended. */
export async function ended(queue: JobQueue, id: string, limitMs = 60_000): Promise<JobRunDetail> {
  for (const end = Date.now() + limitMs; Date.now() < end; ) {
    const run = await queue.get(id);
    if (run !== null && run.state !== 'queued' && run.state !== 'running') return run;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`run ${id} did not end in ${limitMs} ms: ${JSON.stringify(await queue.get(id))}`);
}

/** Never settles, unless the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
