import { formatCount, formatPlainNumber } from '@kianda/format';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { HealthCheck, HealthReport } from '../../../platform/module.ts';
import type { ServiceControl } from './control.service.ts';
import { serviceDefinitions } from './definitions.rules.ts';
import { type ProbeResult, probe } from './probe.client.ts';

/** Services that other checks cover already. */
const checkedElsewhere: readonly string[] = ['database', 'admin-api'];

/** Sentence about a probe. A warning whose steps all passed was slow: its last step would not explain the state. */
function detailOf({ status, steps, totalMs }: ProbeResult): string {
  const isSlow = status === 'warning' && steps.every(({ ok }) => ok);
  if (isSlow) return `Demorou ${formatPlainNumber(totalMs / 1000)} s a responder`;
  const decisive = steps.findLast(({ ok }) => !ok) ?? steps.find(({ step }) => step === 'http');
  return decisive?.detail ?? '';
}

/** The job by which work without an address shows that it goes on: it runs every minute. */
const heartbeatJobs: Readonly<Record<string, string>> = { ingestion: 'ingest.conductor' };
/** Minutes that may pass without it. */
const silentMinutes = 5;

/** Work without an address is judged by its job of every minute: when that ran last, and how it ended. */
async function heartbeat(
  job: string,
  { queue, clock, startedMs }: { queue: Pick<JobQueue, 'list'>; clock: Pick<Clock, 'nowMs'>; startedMs: number },
): Promise<HealthReport> {
  const runs = await queue.list({ name: job, limit: 5 });
  const last = runs.find(({ endedAt }) => endedAt !== null);
  const endedMs = last?.endedAt == null ? null : Date.parse(last.endedAt);
  // A platform that was off could not run it: the minutes count from the start.
  const silentMs = clock.nowMs() - Math.max(endedMs ?? startedMs, startedMs);
  if (silentMs > silentMinutes * 60_000) {
    const minutes = formatCount(Math.floor(silentMs / 60_000), 'minuto', 'minutos');
    return { state: 'offline', detail: `Nenhuma execução terminou há ${minutes}`, latencyMs: null };
  }
  if (last === undefined || endedMs === null || endedMs < startedMs) {
    return { state: 'online', detail: 'À espera da primeira execução, que é de minuto a minuto', latencyMs: null };
  }
  const latencyMs = last.startedAt === null ? null : endedMs - Date.parse(last.startedAt);
  if (last.state === 'failed') {
    return { state: 'warning', detail: `A última execução falhou: ${last.error ?? 'sem razão'}`, latencyMs };
  }
  return { state: 'online', detail: 'A última execução terminou bem', latencyMs };
}

/** Checks of the services: each is asked at its address or by its jobs, and one that an operator stopped is offline. */
export function serviceChecks(options: {
  readonly control: Pick<ServiceControl, 'view'>;
  readonly addressOf: (id: string) => string | null;
  readonly queue: Pick<JobQueue, 'list'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}): HealthCheck[] {
  const { control, addressOf, queue, clock } = options;
  const startedMs = clock.nowMs();
  return serviceDefinitions
    .filter(({ id }) => !checkedElsewhere.includes(id))
    .flatMap((definition): HealthCheck[] => {
      const url = addressOf(definition.id);
      // Without an address and without jobs there is nothing to check.
      const job = heartbeatJobs[definition.id];
      if (url === null && job === undefined) return [];
      return [
        {
          id: definition.id,
          label: definition.name,
          async check(signal) {
            const { stopped } = control.view(definition);
            if (stopped !== null) return { state: 'offline', detail: `Parado por ${stopped.by}`, latencyMs: null };
            if (job !== undefined) return heartbeat(job, { queue, clock, startedMs });
            const result = await probe(url ?? '', signal);
            return { state: result.status, detail: detailOf(result), latencyMs: result.totalMs };
          },
        },
      ];
    });
}
