import { z } from 'zod';
import { AppError } from '../../platform/http/errors.ts';
import { defineJob, type Job, type JobQueue } from '../../platform/jobs/jobs.ts';
import type { EngineDependencies } from './connectors.engine.ts';
import { backfillJobName, ingestJobName } from './connectors.jobs.ts';
import type { ConfiguredConnector } from './connectors.types.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** A provider that failed is asked again after 1, 2, 4 … minutes, at most every 30 (half-open probe). */
const longestRetryMs = 30 * minuteMs;

/** How much history each stream is given without being asked, and in windows of how many days. */
export type HistoryPlan = Readonly<Record<string, { readonly days: number; readonly windowDays: number }>>;

/**
 * Keeps every stream moving: first run of a new installation, retry of a failed provider, next window of history.
 * Runs each minute; all it knows is in the database, so a crash costs at most a minute.
 */
export function conductorJob(
  connectors: readonly ConfiguredConnector[],
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
    run: () => conduct(connectors, queue(), plan, dependencies),
  });
}

/** One turn of the conductor; also called at start, so that the first data do not wait for the next minute. */
export async function conduct(
  connectors: readonly ConfiguredConnector[],
  queue: JobQueue,
  plan: HistoryPlan,
  { repository, clock }: EngineDependencies,
): Promise<{ enqueued: readonly string[] }> {
  const states = new Map((await repository.streams()).map((row) => [`${row.connector_id}/${row.stream_id}`, row]));
  const enqueued: string[] = [];
  const enqueue = async (name: string, input: unknown) => {
    try {
      await queue.enqueue(name, input, { trigger: 'conductor' });
      enqueued.push(name);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'already_running')) throw error;
    }
  };

  for (const { connector, disabledReason } of connectors) {
    if (disabledReason !== null) continue;
    for (const stream of connector.streams) {
      const id = `${connector.id}/${stream.id}`;
      const state = states.get(id);
      if (isDue(state, clock.nowMs())) {
        const trigger = state?.last_success_at == null ? 'arranque' : 'recuperação';
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
      const window = await repository.nextBackfillWindow(connector.id, stream.id);
      if (window === undefined) continue;
      const range = { fromMs: window.from_at.getTime(), toMs: window.to_at.getTime() };
      await enqueue(backfillJobName(connector.id, stream.id), range);
    }
  }
  return { enqueued };
}

type StreamState = { consecutive_failures: number; last_failure_at: Date | null; last_success_at: Date | null };

function isDue(state: StreamState | undefined, nowMs: number): boolean {
  if (state === undefined) return true;
  if (state.consecutive_failures === 0) return state.last_success_at === null;
  const waitMs = Math.min(longestRetryMs, minuteMs * 2 ** (state.consecutive_failures - 1));
  return nowMs - (state.last_failure_at?.getTime() ?? 0) >= waitMs;
}

/** Whole days back from the day of the first success, cut in windows; the same windows on every call of that day. */
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
