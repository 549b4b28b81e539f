import type { AnyStream } from '@kianda/connectors';
import { streamTitle } from '@kianda/contract/ingestion/connectors/stream-titles';
import { z } from 'zod';
import { defineJob, type Job } from '../../../../platform/jobs/jobs.ts';
import type { ConfiguredConnector } from '../connectors.types.ts';
import type { EngineDependencies } from './run.types.ts';
import { runStream } from './run-stream.ts';

const runInput = z.object({
  mode: z.enum(['incremental', 'full', 'backfill']),
  trigger: z.string(),
  actorId: z.string().nullable().default(null),
  fromMs: z.number().optional(),
  toMs: z.number().optional(),
  resumeRunId: z.uuid().optional(),
});

export function ingestJobName(connectorId: string, streamId: string): string {
  return `ingest.${connectorId}.${streamId}`;
}

/** History goes in its own queue, so that it never holds back the newest data of the same stream. */
export function backfillJobName(connectorId: string, streamId: string): string {
  return `backfill.${connectorId}.${streamId}`;
}

/** Connector and stream of a job of history; null for any other job. */
export function historyOf(jobName: string): { connectorId: string; streamId: string } | null {
  const [kind, connectorId, streamId] = jobName.split('.');
  return kind === 'backfill' && connectorId !== undefined && streamId !== undefined ? { connectorId, streamId } : null;
}

/** Jobs of one connector: per stream the run and the fetching of history. The conductor keeps their schedules. */
export function connectorJobs(configured: ConfiguredConnector, dependencies: EngineDependencies): readonly Job[] {
  return configured.connector.streams.flatMap((stream) => [
    ingestJob(configured, stream, dependencies),
    backfillJob(configured, stream, dependencies),
  ]);
}

function ingestJob(configured: ConfiguredConnector, stream: AnyStream, dependencies: EngineDependencies): Job {
  const { connector } = configured;
  return defineJob({
    name: ingestJobName(connector.id, stream.id),
    label: `${connector.name} · ${streamTitle(stream.id)}`,
    input: runInput,
    // No schedule and no retry here: the conductor holds both, with the changes of operators. The client
    // retries each request.
    retry: { limit: 0, delaySeconds: 0, backoff: false },
    timeoutSeconds: connector.timeoutSeconds,
    key: () => stream.id,
    run: ({ fromMs, toMs, ...input }, job) =>
      runStream(
        {
          declared: configured,
          stream,
          request: { ...input, window: fromMs === undefined || toMs === undefined ? null : { fromMs, toMs } },
          job,
        },
        dependencies,
      ),
  });
}

function backfillJob(configured: ConfiguredConnector, stream: AnyStream, dependencies: EngineDependencies): Job {
  const { connector } = configured;
  const { repository, clock } = dependencies;
  return defineJob({
    name: backfillJobName(connector.id, stream.id),
    label: `${connector.name} · ${streamTitle(stream.id)} · histórico`,
    input: z.object({ fromMs: z.number(), toMs: z.number(), resumeRunId: z.uuid().optional() }),
    retry: { limit: 0, delaySeconds: 0, backoff: false },
    timeoutSeconds: Math.max(connector.timeoutSeconds, 900),
    key: () => stream.id,
    run: async ({ resumeRunId, ...window }, job) => {
      const runId = resumeRunId ?? job.runId;
      const key = { connectorId: connector.id, streamId: stream.id, from: new Date(window.fromMs) };
      // A job enqueued while the run before it was ending would fetch the same window once more.
      if (await repository.isBackfillDone(key)) return { pages: 0, written: 0, isWaiting: false };
      const request = { mode: 'backfill' as const, trigger: 'backfill', actorId: null, window, resumeRunId };
      try {
        const result = await runStream({ declared: configured, stream, request, job }, dependencies);
        if (result.isWaiting) return result;
        const done = { state: 'done' as const, runId, error: null };
        await repository.closeBackfillWindow(key, done, new Date(clock.nowMs()));
        return result;
      } catch (error) {
        if (!job.signal.aborted) {
          const text = error instanceof Error ? error.message : String(error);
          const failed = { state: 'failed' as const, runId, error: text };
          await repository.closeBackfillWindow(key, failed, new Date(clock.nowMs()));
        }
        throw error;
      }
    },
  });
}
