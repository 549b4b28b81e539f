import { z } from 'zod';
import { AppError } from '../../platform/http/errors.ts';
import { defineJob, type Job, type JobQueue } from '../../platform/jobs/jobs.ts';
import type { EngineDependencies } from './connectors.engine.ts';
import { backfillJobName, ingestJobName } from './connectors.jobs.ts';
import type { ConnectorRegistry } from './connectors.registry.ts';
import { nextCronRun } from './cron.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** A provider that failed is asked again after 1, 2, 4 … minutes, at most every 30 (half-open probe). */
const longestRetryMs = 30 * minuteMs;

/** How much history each stream is given without being asked, and in windows of how many days. */
export type HistoryPlan = Readonly<Record<string, { readonly days: number; readonly windowDays: number }>>;

/**
 * Keeps every stream moving: first run of a new installation, its schedule, retry of a failed provider, next window of
 * history. Schedules live here, not in the queue, so that an operator's change acts at the next minute.
 * Runs each minute; all it knows is in the database, so a crash costs at most a minute.
 */
export function conductorJob(
  registry: ConnectorRegistry,
  queue: () => JobQueue,
  plan: HistoryPlan,
  dependencies: EngineDependencies,
): Job {
  return defineJob({
    name: 'ingest.conductor',
    label: 'Coordenação da ingestão',
    input: z.object({}),
    schedule: { cron: '* * * * *', input: {} },
    retry: { limit: 0, delaySeconds: 0, backoff: false },
    timeoutSeconds: 50,
    key: () => 'conductor',
    run: () => conduct(registry, queue(), plan, dependencies),
  });
}

/** One turn of the conductor; also called at start, so that the first data do not wait for the next minute. */
export async function conduct(
  registry: ConnectorRegistry,
  queue: JobQueue,
  plan: HistoryPlan,
  { repository, clock }: EngineDependencies,
): Promise<{ enqueued: readonly string[] }> {
  const states = new Map((await repository.streams()).map((row) => [`${row.connector_id}/${row.stream_id}`, row]));
  const cancelled = new Map(
    (await repository.newestCancelled()).map((row) => [`${row.connector_id}/${row.stream_id}`, row.at]),
  );
  const enqueued: string[] = [];
  const enqueue = async (name: string, input: unknown) => {
    try {
      await queue.enqueue(name, input, { trigger: 'conductor' });
      enqueued.push(name);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'already_running')) throw error;
    }
  };

  await closeAbandonedRuns(queue, repository, new Date(clock.nowMs()));
  for (const { connector, disabledReason, cron } of await registry.all()) {
    if (disabledReason !== null) continue;
    for (const stream of connector.streams) {
      const id = `${connector.id}/${stream.id}`;
      const state = states.get(id);
      const trigger = triggerOf(state, cancelled.get(id), cron, clock.nowMs());
      if (trigger !== null) {
        await enqueue(ingestJobName(connector.id, stream.id), { mode: 'incremental', trigger });
        continue;
      }
      if (state?.last_success_at == null || state.consecutive_failures > 0) continue;
      const history = plan[id];
      if (history !== undefined) {
        await repository.planBackfill(
          connector.id,
          stream.id,
          windowsOf(history, state.last_success_at),
          new Date(clock.nowMs()),
        );
      }
      const window = await repository.nextBackfillWindow(connector.id, stream.id, new Date(clock.nowMs()));
      if (window === undefined) continue;
      const range = { fromMs: window.from_at.getTime(), toMs: window.to_at.getTime() };
      await enqueue(backfillJobName(connector.id, stream.id), range);
    }
  }
  return { enqueued };
}

/** A run whose job ended without it (cancelled while it waited to go on) would show as running for ever. */
async function closeAbandonedRuns(
  queue: JobQueue,
  repository: EngineDependencies['repository'],
  at: Date,
): Promise<void> {
  for (const id of await repository.openRuns()) {
    const job = await queue.get(id);
    if (job !== null && (job.state === 'queued' || job.state === 'running')) continue;
    await repository.abandonRun(id, at);
  }
}

type StreamState = { consecutive_failures: number; last_failure_at: Date | null; last_success_at: Date | null };

/**
 * Why a stream is due now, or null: first run, recovery of a failure, or its schedule. What an operator cancelled waits
 * for the next time of the schedule, or it would begin again within the minute.
 */
function triggerOf(
  state: StreamState | undefined,
  cancelledAt: Date | undefined,
  cron: string,
  nowMs: number,
): string | null {
  if (cancelledAt !== undefined && Date.parse(nextCronRun(cron, cancelledAt.getTime())) > nowMs) return null;
  if (state === undefined) return 'arranque';
  if (state.consecutive_failures > 0) {
    const waitMs = Math.min(longestRetryMs, minuteMs * 2 ** (state.consecutive_failures - 1));
    return nowMs - (state.last_failure_at?.getTime() ?? 0) >= waitMs ? 'recuperação' : null;
  }
  if (state.last_success_at === null) return 'arranque';
  return Date.parse(nextCronRun(cron, state.last_success_at.getTime())) <= nowMs ? 'cron' : null;
}

/** Whole days back from the day of a success, cut in windows; the same windows on every call of that day. */
function windowsOf(history: { days: number; windowDays: number }, since: Date): { fromMs: number; toMs: number }[] {
  const endMs = Math.floor(since.getTime() / dayMs) * dayMs;
  const spanMs = history.windowDays * dayMs;
  // Windows start on multiples of their length since the epoch, so that tomorrow's plan names the same ones.
  const lastStartMs = Math.floor(endMs / spanMs) * spanMs;
  const count = Math.ceil(history.days / history.windowDays);
  return Array.from({ length: count }, (_, index) => {
    const fromMs = lastStartMs - index * spanMs;
    return { fromMs, toMs: fromMs + spanMs - 1 };
  });
}
