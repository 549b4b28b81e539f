import type { IngestJob } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { z } from 'zod';

/** A run of a connector that is waiting or under way. */
export type LiveRun = {
  readonly id: string;
  readonly connectorId: string;
  readonly streamId: string;
  readonly isBackfill: boolean;
  readonly state: 'queued' | 'running' | 'waiting_provider';
  /** Share done, 0–1; null while unknown. */
  readonly progress: number | null;
  readonly message: string | null;
};

export type LiveState = {
  readonly runs: ReadonlyMap<string, LiveRun>;
  /** Runs that ended since the last answer of the server: it may still list them as running. */
  readonly ended: ReadonlySet<string>;
};

export const noLiveRuns: LiveState = { runs: new Map(), ended: new Set() };

const payloadSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  state: z.string().optional(),
  progress: z.number().nullable().optional(),
  message: z.string().nullable().optional(),
});
const endedSchema = z.looseObject({ runId: z.string() });

type JobEvent = { readonly name: string; readonly payload: Readonly<Record<string, unknown>> };

/** Connector of a job named `ingest.<connector>.<stream>` or `backfill.<connector>.<stream>`; null for other work. */
function ownerOf(name: string, streamId: string): { connectorId: string; isBackfill: boolean } | null {
  const match = /^(ingest|backfill)\.(.+)$/.exec(name);
  const rest = match?.[2];
  if (rest === undefined || !rest.endsWith(`.${streamId}`)) return null;
  return { connectorId: rest.slice(0, -streamId.length - 1), isBackfill: match?.[1] === 'backfill' };
}

/** State after one event of the channel `jobs`; the same object where the event is not of a connector. */
export function applyJobEvent(state: LiveState, event: JobEvent): LiveState {
  if (event.name === 'run.ended') {
    const ended = endedSchema.safeParse(event.payload);
    return ended.success ? withoutRun(state, ended.data.runId) : state;
  }
  if (event.name !== 'job.progress' && event.name !== 'job.state') return state;
  const parsed = payloadSchema.safeParse(event.payload);
  if (!parsed.success) return state;
  const { id, name, key, progress = null, message = null } = parsed.data;
  const owner = ownerOf(name, key);
  if (owner === null) return state;
  const jobState = event.name === 'job.progress' ? 'running' : parsed.data.state;
  if (jobState !== 'queued' && jobState !== 'running') return withoutRun(state, id);
  // Progress that was under way when its run ended must not bring the run back.
  if (event.name === 'job.progress' && state.ended.has(id)) return state;
  const runs = new Map(state.runs).set(id, { id, streamId: key, ...owner, state: jobState, progress, message });
  return { ...state, runs };
}

function withoutRun(state: LiveState, id: string): LiveState {
  const runs = new Map(state.runs);
  runs.delete(id);
  return { runs, ended: new Set(state.ended).add(id) };
}

/** Runs under way: those of the last answer, corrected by what was heard since. */
export function mergeRuns(listed: readonly IngestJob[], live: LiveState): readonly LiveRun[] {
  const merged = new Map<string, LiveRun>();
  for (const job of listed) {
    const { status } = job;
    if (status !== 'running' && status !== 'queued' && status !== 'waiting_provider') continue;
    // A task that ends while its provider prepares the answer has not ended its run.
    if (status !== 'waiting_provider' && live.ended.has(job.id)) continue;
    merged.set(job.id, {
      id: job.id,
      connectorId: job.connectorId,
      streamId: job.stream,
      isBackfill: job.mode === 'backfill',
      state: status,
      progress: job.progress,
      message: job.message,
    });
  }
  for (const [id, run] of live.runs) merged.set(id, run);
  return [...merged.values()];
}
