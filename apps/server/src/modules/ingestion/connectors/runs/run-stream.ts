import { join } from 'node:path';
import { type Page, ProviderError, ProviderPending } from '@kianda/connectors';
import { JobStopped } from '../../../../platform/jobs/runner.ts';
import { createReadGrids } from '../grids/read-grids.ts';
import { cancelRun, completeRun, failRun, suspendRun } from './end-run.ts';
import { openLineSpool } from './line-spool.ts';
import { type OpenRun, openRun } from './open-run.ts';
import type { EngineDependencies, RunResult, RunTask } from './run.types.ts';
import { storePage } from './store-page.ts';

/**
 * Runs one stream of one connector: page by page, each stored before the next is asked for.
 * Delivery is at least once; sinks upsert on natural keys, and the cursor moves with the page's counters.
 * Throws what made the run fail, after recording it.
 */
export async function runStream(task: RunTask, dependencies: EngineDependencies): Promise<RunResult> {
  const run = await openRun(task, dependencies);
  const { signal } = task.job;
  try {
    await storePages(run);
    return await completeRun(run);
  } catch (error) {
    const timeout = signal.reason instanceof JobStopped && signal.reason.kind === 'timeout' ? signal.reason : null;
    if (signal.aborted && timeout === null) {
      await cancelRun(run);
      throw error;
    }
    if (error instanceof ProviderPending && timeout === null) return await suspendRun(run, error);
    await failRun(run, error, timeout);
    throw error;
  } finally {
    await run.client.close();
    const { runId, connectorId, streamId } = run;
    dependencies.events.publish({ channel: 'jobs', type: 'run.ended', payload: { runId, connectorId, streamId } });
  }
}

async function storePages(run: OpenRun): Promise<void> {
  const { configured, job, dependencies } = run;
  if (configured.disabledReason !== null) throw new ProviderError('auth', configured.disabledReason);
  let retrievedAtMs = 0;
  for await (const page of pagesOf(run)) {
    job.signal.throwIfAborted();
    // Two pages of one run never share an instant: by it a stored row finds its page again.
    retrievedAtMs = Math.max(dependencies.clock.nowMs(), retrievedAtMs + 1);
    await storePage(run, page, retrievedAtMs);
  }
}

function pagesOf(run: OpenRun): AsyncGenerator<Page<unknown>> {
  const { configured, stream, request, job, dependencies, log } = run;
  return stream.pull(
    {
      mode: request.mode,
      cursor: run.cursor,
      ...(request.window === null ? {} : { window: request.window }),
      ...(run.pending == null ? {} : { pending: run.pending }),
    },
    configured.settings,
    {
      http: run.driftMonitor.observe(run.client),
      signal: job.signal,
      nowMs: () => dependencies.clock.nowMs(),
      log: log.write,
      status: (message) => log.status(configured.connector.name, message),
      stations: dependencies.stations,
      readGrids: createReadGrids(job.signal),
      openSpool: () =>
        openLineSpool(join(dependencies.spoolDirectory, run.connectorId, run.streamId), dependencies.clock),
      ...(dependencies.wantedTaxa === undefined ? {} : { wantedTaxa: dependencies.wantedTaxa }),
      ...(dependencies.inbox === undefined
        ? {}
        : { inbox: dependencies.inbox(run.connectorId, run.streamId, run.runId) }),
    },
  );
}
