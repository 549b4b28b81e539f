import type { Job, JobQueue } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/module.ts';
import type { ConnectorRegistry } from '../registry/connector-registry.ts';
import type { EngineDependencies } from '../runs/run.types.ts';
import { historyOf } from '../runs/runs.jobs.ts';
import { conduct, conductorJob, type HistoryPlan } from './conductor.ts';

export type Schedule = {
  readonly job: Job;
  /** Starts what is due now; resolves with the names of the jobs it enqueued. */
  conduct(): Promise<{ enqueued: readonly string[] }>;
  /** Goes on at once with history that an operator asked for, which does not wait for the conductor's minute. */
  start(): void;
  stop(): Promise<void>;
};

/** When connectors run: their schedules, retries, and the windows of their history. */
export function createSchedule(options: {
  platform: Platform;
  registry: ConnectorRegistry;
  queue: () => JobQueue;
  history: HistoryPlan;
  engine: EngineDependencies;
}): Schedule {
  const { platform, registry, queue, history, engine } = options;
  const conductNow = () => conduct(registry, queue(), history, engine);
  let conducting: Promise<unknown> = Promise.resolve();
  let unsubscribe: (() => void) | null = null;

  function continueHistory(stream?: { connectorId: string; streamId: string }): void {
    conducting = conducting
      .then(async () => {
        const isDue =
          stream === undefined || (await engine.repository.hasRequestedWindows(stream.connectorId, stream.streamId));
        if (isDue) await conductNow();
      })
      .catch((error: unknown) => platform.log.warn({ err: error }, 'histórico pedido por retomar'));
  }

  return {
    job: conductorJob(registry, queue, history, engine),
    conduct: conductNow,
    start() {
      unsubscribe = platform.events.subscribe(({ type, payload }) => {
        if (type === 'backfill.planned') continueHistory();
        const ended = type === 'job.state' && payload.state === 'succeeded' ? historyOf(String(payload.name)) : null;
        if (ended !== null) continueHistory(ended);
      });
    },
    async stop() {
      unsubscribe?.();
      await conducting;
    },
  };
}
