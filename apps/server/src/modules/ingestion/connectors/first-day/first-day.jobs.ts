import { getServers } from 'node:dns';
import { z } from 'zod';
import { defineJob, type Job, type JobContext } from '../../../../platform/jobs/jobs.ts';
import type { ConnectorRegistry, ResolvedConnector } from '../registry/connector-registry.ts';
import type { EngineDependencies } from '../runs/run.types.ts';
import { attemptConnector, hasNetwork } from './attempt.client.ts';
import type { FirstDayRepository } from './first-day.repository.ts';
import { networkOutcome, networkSubject } from './first-day.rules.ts';
import { networkDetail } from './first-day.texts.ts';

export const firstDayJobName = 'connectors.first-day';
/** Providers asked at the same time: a slow one must not make the others wait for its limit. */
const together = 5;

type Dependencies = {
  readonly registry: ConnectorRegistry;
  readonly checks: FirstDayRepository;
  readonly engine: EngineDependencies;
};

/** Tries to reach one provider or all of them, when somebody asks for it. */
export function firstDayJob(dependencies: Dependencies): Job {
  return defineJob({
    name: firstDayJobName,
    label: 'Verificação do primeiro dia',
    input: z.object({ connector: z.string().nullable() }),
    retry: { limit: 0, delaySeconds: 0, backoff: false },
    timeoutSeconds: 600,
    key: () => 'check',
    run: ({ connector }, job) => check(dependencies, connector, job),
  });
}

async function check({ registry, checks, engine }: Dependencies, only: string | null, job: JobContext) {
  const all = (await registry.all()).filter(({ connector }) => only === null || connector.id === only);
  const waiting = [...all];
  let done = 0;
  await job.progress(0, `0 de ${all.length} conectores`);
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await checkOne(next, { checks, engine }, job.signal);
      done += 1;
      await job.progress(done / all.length, `${done} de ${all.length} conectores`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(together, all.length) }, work));
  if (only === null) await checkNetwork({ checks, engine });
  return { checked: done };
}

async function checkOne(
  configured: ResolvedConnector,
  { checks, engine }: Omit<Dependencies, 'registry'>,
  stop: AbortSignal,
): Promise<void> {
  const { id, checkAccess } = configured.connector;
  const report = await attemptConnector(configured, engine, stop);
  const at = new Date(engine.clock.nowMs());
  await checks.save({
    subject: id,
    tried_at: at,
    address: report.address,
    outcome: report.outcome,
    http_status: report.httpStatus,
    latency_ms: report.latencyMs,
    skew_ms: report.skewMs,
    detail: report.detail,
    credentials_mark: engine.markOf(configured),
  });
  if (checkAccess === undefined) return;
  const isRefused = report.outcome === 'credential_refused' || report.outcome === 'credential_expired';
  const isTaken = report.outcome === 'ok' || report.outcome === 'clock';
  if (isRefused || isTaken) await engine.repository.saveAccess(id, isRefused ? report.detail : null, at);
}

/** State of this machine's own network by all attempts together: no single provider shows it. */
async function checkNetwork({ checks, engine }: Pick<Dependencies, 'checks' | 'engine'>): Promise<void> {
  const outcomes = (await checks.all())
    .filter(({ subject }) => subject !== networkSubject)
    .map(({ outcome }) => outcome);
  const connected = hasNetwork();
  await checks.save({
    subject: networkSubject,
    tried_at: new Date(engine.clock.nowMs()),
    address: null,
    outcome: networkOutcome(outcomes, connected),
    http_status: null,
    latency_ms: null,
    skew_ms: null,
    detail: networkDetail(outcomes, connected, getServers()),
    credentials_mark: null,
  });
}
