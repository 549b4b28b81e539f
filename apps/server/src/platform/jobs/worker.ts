import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import type { Kysely } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { EventBus, PlatformEvent } from '../events/events.ts';
import type { Logger } from '../log/log.ts';
import { currentInstance } from './instance.ts';
import type { JobTables } from './jobs.repository.ts';
import * as repository from './jobs.repository.ts';
import type { Job } from './jobs.ts';
import { recoverRuns } from './recovery.ts';
import { executeRun, JobStopped } from './runner.ts';
import { deliveryOptions, deliverySchema, type Transitions } from './transitions.ts';

const heartbeatEveryMs = 5_000;
const recoverEveryMs = 10_000;
const stopPatienceMs = 10_000;
const stopGraceSeconds = 30;
const defaultConcurrency = 2;

type Held = {
  readonly runId: string;
  readonly jobName: string;
  readonly controller: AbortController;
  readonly done: Promise<void>;
  claimed: boolean;
};

/** The part of the queue that does the work: claims runs, keeps their leases, recovers those of dead processes. */
export function createJobWorker(deps: {
  kysely: Kysely<JobTables>;
  boss: PgBoss;
  jobs: ReadonlyMap<string, Job>;
  transitions: Transitions;
  events: EventBus;
  log: Logger;
}) {
  const { kysely, boss, jobs, transitions, events, log } = deps;
  const self = currentInstance();
  /** By lease. A lease is entered before its row is claimed, so that recovery never takes it for an orphan. */
  const held = new Map<string, Held>();
  const workerIds = new Map<string, string>();
  const wakeUps = new Set<NodeJS.Timeout>();
  const intervals: NodeJS.Timeout[] = [];
  let unsubscribe: (() => void) | null = null;
  let stopping = false;
  let started = false;
  let isPaused: (jobName: string) => boolean = () => false;
  /** Changes of what works follow each other: two at once would leave one job working twice. */
  let changing: Promise<void> = Promise.resolve();

  async function handle(job: Job, messageId: string, data: unknown): Promise<void> {
    // Thrown, not returned: the queue then keeps the message for whoever comes next.
    if (stopping || isPaused(job.name)) throw new Error('the worker is stopping');
    const delivery = deliverySchema.parse(data);
    if (delivery.kind === 'schedule') {
      await transitions.adopt({
        id: messageId,
        name: job.name,
        key: job.key(delivery.input),
        input: JSON.stringify(delivery.input ?? null),
        trigger: 'schedule',
        actor_id: null,
      });
    }
    const runId = delivery.kind === 'run' ? delivery.runId : messageId;
    await claimAndExecute(job, runId, messageId);
  }

  async function claimAndExecute(job: Job, runId: string, deliveryId: string): Promise<void> {
    const lease = randomUUID();
    const controller = new AbortController();
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const entry: Held = { runId, jobName: job.name, controller, done, claimed: false };
    held.set(lease, entry);
    try {
      const run = await transitions.claim({ id: runId, deliveryId, lease, instance: self });
      if (run === undefined) {
        log.debug({ job: job.name, runId }, 'mensagem ultrapassada, nada a começar');
        return;
      }
      entry.claimed = true;
      const runner = {
        transitions,
        events,
        log,
        stopGraceSeconds,
        writeProgress: (id: string, progress: { progress: number | null; message: string }) =>
          repository.writeProgress(kysely, id, progress),
        onRequeued: wakeAfter,
      };
      await executeRun(runner, job, run, lease, controller);
    } finally {
      held.delete(lease);
      resolve();
    }
  }

  /** The queue announces new messages, not those that become due. */
  function wakeAfter(name: string, delaySeconds: number): void {
    const timer = setTimeout(
      () => {
        wakeUps.delete(timer);
        const workerId = workerIds.get(name);
        if (workerId !== undefined) boss.notifyWorker(workerId);
      },
      delaySeconds * 1000 + 50,
    );
    timer.unref();
    wakeUps.add(timer);
  }

  async function keepLeases(): Promise<void> {
    const leases = [...held].filter(([, run]) => run.claimed).map(([lease]) => lease);
    if (leases.length === 0) return;
    const renewed = new Map(
      (await repository.renewLeases(kysely, leases)).map((row) => [row.lease, row.cancel_requested_at !== null]),
    );
    for (const lease of leases) {
      const cancelRequested = renewed.get(lease);
      if (cancelRequested === true) stopRun(lease, 'cancelled', 'Cancelada por um operador.');
      // Also for a run that ended just now, where stopping it changes nothing any more.
      if (cancelRequested === undefined) stopRun(lease, 'lease-lost', 'Outro processo tomou conta desta tarefa.');
    }
  }

  function stopRun(lease: string, kind: JobStopped['kind'], message: string): void {
    held.get(lease)?.controller.abort(new JobStopped(kind, message));
  }

  function onEvent(event: PlatformEvent): void {
    if (event.type !== 'job.cancel-requested') return;
    for (const [lease, { runId }] of held) {
      if (runId === event.payload.id) stopRun(lease, 'cancelled', 'Cancelada por um operador.');
    }
  }

  const recover = () => recoverRuns({ kysely, transitions, self, held: new Set(held.keys()), log });

  /** Repeats a task, never beside itself. */
  function repeat(everyMs: number, what: string, task: () => Promise<unknown>): void {
    let busy = false;
    const interval = setInterval(() => {
      if (busy) return;
      busy = true;
      task()
        .catch((error: unknown) => log.error({ err: error }, `falhou: ${what}`))
        .finally(() => {
          busy = false;
        });
    }, everyMs);
    intervals.push(interval);
  }

  async function keepSchedules(): Promise<void> {
    for (const { name } of await boss.getSchedules()) {
      // A paused job that kept its schedule would pile up runs.
      if (jobs.get(name)?.schedule === undefined || isPaused(name)) await boss.unschedule(name);
    }
    for (const job of jobs.values()) {
      if (job.schedule === undefined || isPaused(job.name)) continue;
      const message = { kind: 'schedule', input: job.schedule.input };
      await boss.schedule(job.name, job.schedule.cron, message, { tz: 'UTC', missed: 'once', ...deliveryOptions(job) });
    }
  }

  /** Makes what works equal to what should. */
  async function alterWork(): Promise<void> {
    for (const job of jobs.values()) {
      const workerId = workerIds.get(job.name);
      if (isPaused(job.name)) {
        if (workerId === undefined) continue;
        workerIds.delete(job.name);
        await boss.offWork(job.name, { wait: false });
        continue;
      }
      if (workerId !== undefined) continue;
      const newId = await boss.work(
        job.name,
        {
          localConcurrency: job.concurrency ?? defaultConcurrency,
          pollingIntervalSeconds: 2,
          notifyPollingIntervalSeconds: 10,
        },
        async ([message]) => {
          if (message !== undefined) await handle(job, message.id, message.data);
        },
      );
      workerIds.set(job.name, newId);
    }
  }

  async function writeWorker(): Promise<void> {
    await repository.writeWorker(kysely, {
      instance: self.id,
      machine: self.machine,
      pid: self.pid,
      load_average: loadavg(),
      slots: [...jobs.values()].reduce((sum, job) => sum + (job.concurrency ?? defaultConcurrency), 0),
    });
  }

  async function applyPause(next: (jobName: string) => boolean): Promise<void> {
    isPaused = next;
    if (!started || stopping) return;
    await keepSchedules();
    await alterWork();
    for (const [lease, run] of held) {
      if (isPaused(run.jobName)) stopRun(lease, 'shutdown', 'O serviço desta tarefa foi parado.');
    }
  }

  return {
    setPaused(next: (jobName: string) => boolean): Promise<void> {
      changing = changing.then(() => applyPause(next));
      return changing;
    },

    async start(): Promise<void> {
      await recover();
      await keepSchedules();
      unsubscribe = events.subscribe(onEvent);
      started = true;
      await alterWork();
      await writeWorker();
      repeat(heartbeatEveryMs, 'dizer que este processo trabalha', writeWorker);
      repeat(heartbeatEveryMs, 'manter as reservas das tarefas em curso', keepLeases);
      repeat(recoverEveryMs, 'procurar tarefas interrompidas', recover);
    },

    async stop(): Promise<void> {
      stopping = true;
      unsubscribe?.();
      for (const interval of intervals) clearInterval(interval);
      for (const timer of wakeUps) clearTimeout(timer);
      for (const name of workerIds.keys()) await boss.offWork(name, { wait: false });
      for (const lease of held.keys()) stopRun(lease, 'shutdown', 'O servidor está a parar.');
      await within(stopPatienceMs, Promise.all([...held.values()].map((run) => run.done)));
      for (const [lease, { jobName, runId }] of held) {
        log.warn({ job: jobName, runId }, 'a tarefa não parou a tempo, volta à fila');
        await transitions.requeue(lease, { delaySeconds: 0, error: null, reason: 'shutdown' });
      }
      if (started) await repository.removeWorker(kysely, self.id);
    },
  };
}

/** Waits for `work`, but no longer than `limitMs`. */
async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
