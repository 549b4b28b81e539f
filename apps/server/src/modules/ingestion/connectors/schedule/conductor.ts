import type { RecordKind } from '@kianda/connectors';
import { z } from 'zod';
import { AppError } from '../../../../platform/http/errors.ts';
import { defineJob, type Job, type JobQueue } from '../../../../platform/jobs/jobs.ts';
import type { ConnectorRegistry } from '../registry/connector-registry.ts';
import type { EngineDependencies } from '../runs/run.types.ts';
import { backfillJobName, ingestJobName } from '../runs/runs.jobs.ts';
import { circuitOf } from './circuit.ts';
import { nextRunOf } from './cron.ts';

const dayMs = 86_400_000;
/** Wait of a continuous connector between the end of a run and the next. */
const relistenMs = 5_000;

/** How much history each stream is given without being asked, and in windows of how many days. */
export type HistoryPlan = Readonly<Record<string, { readonly days: number; readonly windowDays: number }>>;

/**
 * Keeps every stream moving: first run of a new installation, its schedule, retry of a failed provider, next window of
 * history. Schedules live here, not in the queue, so that an operator's change acts at the next minute.
 * Runs each minute; its whole state is in the database, so that a crash costs at most a minute.
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

/** One pass of the conductor; also called at start, so that the first data do not wait for the next minute. */
export async function conduct(
  registry: ConnectorRegistry,
  queue: JobQueue,
  plan: HistoryPlan,
  { repository, clock }: EngineDependencies,
): Promise<{ enqueued: readonly string[] }> {
  const readStates = async () =>
    new Map((await repository.streams()).map((row) => [`${row.connector_id}/${row.stream_id}`, row]));
  const states = await readStates();
  const cancelled = new Map(
    (await repository.newestCancelled()).map((row) => [`${row.connector_id}/${row.stream_id}`, row.at]),
  );
  const enqueued: string[] = [];
  const enqueue = async (name: string, input: unknown, isContinuous = false) => {
    try {
      await queue.enqueue(name, input, { trigger: 'conductor' });
      // A start waits for the jobs named here; a continuous one lasts an hour and is not waited for.
      if (!isContinuous) enqueued.push(name);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'already_running')) throw error;
    }
  };

  await closeAbandonedRuns(queue, repository, new Date(clock.nowMs()));
  const waiting = await repository.waitingRuns();
  for (const run of waiting) {
    if (run.resume_at !== null && run.resume_at.getTime() > clock.nowMs()) continue;
    const name = run.mode === 'backfill' ? backfillJobName : ingestJobName;
    const range =
      run.window_from === null || run.window_to === null
        ? {}
        : { fromMs: run.window_from.getTime(), toMs: run.window_to.getTime() };
    const { mode, trigger, actor_id: actorId } = run;
    await enqueue(name(run.connector_id, run.stream_id), { mode, trigger, actorId, ...range, resumeRunId: run.id });
  }
  const isWaiting = (connectorId: string, streamId: string, isHistory: boolean) =>
    waiting.some(
      (run) =>
        run.connector_id === connectorId && run.stream_id === streamId && (run.mode === 'backfill') === isHistory,
    );
  const configured = await registry.all();
  for (const { connector, disabledReason, cron } of configured) {
    if (disabledReason !== null) continue;
    for (const stream of connector.streams) {
      const id = `${connector.id}/${stream.id}`;
      const state = states.get(id);
      const isAtProvider = isWaiting(connector.id, stream.id, false);
      const due = {
        ...{ cron, connectorId: connector.id, isContinuous: connector.continuous === true },
        followedAtMs: newestSuccessOf(connector.follows, configured, states),
      };
      const trigger = isAtProvider ? null : triggerOf(state, cancelled.get(id), due, clock.nowMs());
      if (trigger !== null) {
        // A run may have ended since the pass began, and made this one needless: a first run would be made twice.
        if (triggerOf((await readStates()).get(id), cancelled.get(id), due, clock.nowMs()) === null) continue;
        await enqueue(ingestJobName(connector.id, stream.id), { mode: 'incremental', trigger }, due.isContinuous);
        continue;
      }
      if (state?.last_success_at == null || state.consecutive_failures > 0) continue;
      if (isWaiting(connector.id, stream.id, true)) continue;
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
  for (const { id, job_id: jobId } of await repository.openRuns(at)) {
    const job = await queue.get(jobId ?? id);
    if (job !== null && (job.state === 'queued' || job.state === 'running')) continue;
    await repository.abandonRun(id, at);
  }
}

type StreamState = Parameters<typeof circuitOf>[0] & { readonly last_success_at: Date | null };
type Due = {
  readonly cron: string;
  readonly connectorId: string;
  readonly isContinuous: boolean;
  /** Newest success of the streams it follows; null where it follows none, or none has succeeded. */
  readonly followedAtMs: number | null;
};

/** Newest success of any stream of a kind of record; null without one. */
function newestSuccessOf(
  kind: RecordKind | undefined,
  configured: Awaited<ReturnType<ConnectorRegistry['all']>>,
  states: ReadonlyMap<string, StreamState>,
): number | null {
  if (kind === undefined) return null;
  const successes = configured.flatMap(({ connector }) =>
    connector.streams
      .filter(({ recordKind }) => recordKind === kind)
      .map(({ id }) => states.get(`${connector.id}/${id}`)?.last_success_at?.getTime() ?? 0),
  );
  const newest = Math.max(0, ...successes);
  return newest === 0 ? null : newest;
}

/**
 * Why a stream is due now, or null: first run, recovery of a failure, records of the streams it follows, or its schedule. A
 * cancelled stream waits for the next time of the schedule, or it would begin again within the minute.
 */
function triggerOf(
  state: StreamState | undefined,
  cancelledAt: Date | undefined,
  { cron, connectorId, isContinuous, followedAtMs }: Due,
  nowMs: number,
): string | null {
  const next = (sinceMs: number) => Date.parse(nextRunOf(cron, connectorId, sinceMs));
  if (cancelledAt !== undefined && next(cancelledAt.getTime()) > nowMs) return null;
  if (state === undefined) return 'arranque';
  const { retryAtMs } = circuitOf(state, cron, nowMs);
  if (retryAtMs !== null) return nowMs >= retryAtMs ? 'recuperação' : null;
  if (state.last_success_at === null) return 'arranque';
  const succeededMs = state.last_success_at.getTime();
  if (isContinuous) return nowMs - succeededMs >= relistenMs ? 'contínuo' : null;
  if (next(succeededMs) <= nowMs) return 'cron';
  return followedAtMs !== null && followedAtMs > succeededMs ? 'event' : null;
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
