import type { ProviderPending } from '@kianda/connectors';
import type { JobStopped } from '../../../../platform/jobs/runner.ts';
import { described } from '../drift/schema-drift-monitor.ts';
import { hasExpired, hasNetwork } from '../first-day/attempt.client.ts';
import { failureOf } from './failure-class.ts';
import type { OpenRun } from './open-run.ts';
import { storeRawBodies } from './raw-bodies.ts';
import type { RunResult } from './run.types.ts';
import { outcomeOfRun } from './run-outcome.ts';

/** Ends a run whose stream came to its end. */
export async function completeRun(run: OpenRun): Promise<RunResult> {
  const { dependencies, counts, connectorId, streamId, runId } = run;
  await dependencies.saveQuality({ connectorId, streamId, runId }, run.quality.results(), run.now());
  await noteDrift(run, true);
  const message = closing(counts);
  run.log.write('info', `Execução concluída: ${message}`, { pages: counts.pages, ...run.http() });
  await run.log.flush();
  const state = counts.rejected > 0 ? 'succeeded_with_rejects' : 'succeeded';
  await dependencies.repository.closeRun(runId, { state, message, http: run.http() }, run.now());
  return { pages: counts.pages, written: counts.written, isWaiting: false };
}

/** Ends a run that an operator cancelled, or that a stop of the process interrupted. */
export async function cancelRun(run: OpenRun): Promise<void> {
  run.log.write('warn', 'Execução interrompida', { pages: run.counts.pages });
  await run.log.flush();
  const outcome = { state: 'cancelled' as const, message: 'Execução interrompida', http: run.http() };
  await run.dependencies.repository.closeRun(run.runId, outcome, run.now());
}

/** Lets a run wait without a job until its provider has prepared the answer. */
export async function suspendRun(run: OpenRun, cause: ProviderPending): Promise<RunResult> {
  const resumeAt = new Date(run.dependencies.clock.nowMs() + cause.resumeAfterSeconds * 1000);
  run.log.write('info', cause.message, { resumeAt: resumeAt.toISOString() });
  await run.log.flush();
  const { pending, message } = cause;
  await run.dependencies.repository.suspendRun(run.runId, { pending, resumeAt, message, http: run.http() });
  return { pages: run.counts.pages, written: run.counts.written, isWaiting: true };
}

/** Ends a run that failed. `timeout` is the job's stop where its time was up; null for any other failure. */
export async function failRun(run: OpenRun, error: unknown, timeout: JobStopped | null): Promise<void> {
  const { failure, errorClass } = failureOf(error, timeout !== null);
  const text = timeout?.message ?? (error instanceof Error ? error.message : String(error));
  await noteDrift(run, false);
  // Its pages are stored all the same, and so is what the rules found in them.
  const { connectorId, streamId, runId, quality, now } = run;
  await run.dependencies.saveQuality({ connectorId, streamId, runId }, quality.results(), now());
  if (failure === 'schema') await storeUnreadableAnswer(run);
  run.log.write('error', text, { failure });
  await run.log.flush();
  const state = timeout === null ? 'failed' : 'timed_out';
  const met = diagnosisOf(run, error, timeout !== null);
  const outcome = {
    state,
    failure,
    errorClass,
    error: text,
    met,
    message: 'Execução falhada',
    http: run.http(),
  } as const;
  await run.dependencies.repository.closeRun(run.runId, outcome, run.now());
}

/** How far a failed run reached its provider. */
function diagnosisOf({ client, configured, dependencies, now }: OpenRun, error: unknown, timedOut: boolean) {
  const answer = client.lastAnswer();
  const tokenExpired = hasExpired(configured, now().getTime());
  return {
    outcome: outcomeOfRun({ error, timedOut, answer, hasNetwork: hasNetwork(), tokenExpired }),
    address: answer?.address ?? null,
    httpStatus: answer?.status ?? null,
    credentialsMark: dependencies.markOf(configured),
  };
}

/** Records how the answers of a run differed from the known shapes, and applies the connector's policy to that. */
async function noteDrift(
  { connectorId, streamId, runId, driftPolicy: policy, driftMonitor, dependencies, log, now }: OpenRun,
  succeeded: boolean,
): Promise<void> {
  const { drift, forgetSettings, events } = dependencies;
  const findings = driftMonitor.findings();
  for (const finding of findings) {
    log.write('warn', `Desvio de esquema: ${described(finding)}`, { resource: finding.resource, policy });
  }
  await drift.saveFindings({ connectorId, streamId, runId }, findings, policy, now());
  if (succeeded) await drift.saveShapes({ connectorId, streamId }, driftMonitor.learned(), now());
  if (findings.length === 0) return;
  if (policy === 'pause') {
    await drift.setPaused(connectorId, true, { by: 'plataforma', at: now() });
    forgetSettings();
  }
  events.publish({
    channel: 'jobs',
    type: 'schema.drifted',
    payload: { connectorId, streamId, findings: findings.length, policy },
  });
}

/** Stores the answer that the schema refused, because the reader can't be corrected without it. */
async function storeUnreadableAnswer({ connectorId, runId, counts, driftMonitor, dependencies, now }: OpenRun) {
  const answer = driftMonitor.lastAnswer();
  if (answer === null || answer.bytes.length === 0) return;
  const prefix = `raw/${connectorId}/${runId}/refused-${counts.pages}`;
  const raw = await storeRawBodies([answer], prefix, dependencies.storage);
  await dependencies.repository.addRawPages(runId, counts.pages + 1, raw, now());
}

function closing({ written, rejected }: OpenRun['counts']): string {
  return rejected === 0 ? `${written} registos gravados` : `${written} registos gravados, ${rejected} rejeitados`;
}
