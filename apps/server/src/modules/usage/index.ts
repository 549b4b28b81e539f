import type { Endpoint } from '@kianda/contract';
import { recordUsage, setUsageChoice, usageChoice, usageReport } from '@kianda/contract/usage/usage.contract';
import { createCache } from '../../platform/cache/cache.ts';
import { bind, type Principal } from '../../platform/http/bind.ts';
import { ownProvenance } from '../../platform/http/own-provenance.ts';
import { nightlyRetention } from '../../platform/jobs/nightly.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { analysisName } from './analyses.ts';
import { createRecorder, refusesTracking } from './recorder.ts';
import { usageMigrations } from './usage.migrations.ts';
import { createUsageRepository } from './usage.repository.ts';
import { createUsageService, missingOf } from './usage.service.ts';

const dayMs = 86_400_000;
const flushMs = 5_000;

export type Usage = Module & {
  /** Told of every answered request: analyses count as use. Never fails and never waits. */
  served(
    endpoint: Endpoint,
    request: {
      readonly principal: Principal | null;
      readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
    },
    status: number,
  ): void;
  /** Writes what waits in memory. */
  flush(): Promise<void>;
};

/** Front door of the use of the platform: what is recorded, by whom it is refused, and its analysis. */
export function createUsage(options: {
  platform: Platform;
  /** What administrators set, read each time: whether use is recorded, and for how many days. */
  recording: { readonly enabled: boolean; readonly retentionDays: number };
  /** Seed of the demonstration's history; null: there is none. */
  demonstrationSeed: number | null;
}): Usage {
  const { platform, recording } = options;
  const { clock } = platform;
  const repository = createUsageRepository(platform.database);
  const recorder = createRecorder({ repository, clock, log: platform.log });
  const service = createUsageService({ ...options, repository, clock });
  /** Whether an account opted out, remembered for a moment: each page asks every few seconds. */
  const choices = createCache<boolean>({
    name: 'usage/choices',
    clock,
    ttlMs: 30_000,
    maxStaleMs: 300_000,
    maxEntries: 5_000,
  });
  let timer: NodeJS.Timeout | null = null;

  async function isRecorded(accountId: string): Promise<boolean> {
    if (!recording.enabled) return false;
    return !(await choices.get(accountId, () => repository.optedOut(accountId))).value;
  }
  const choiceOf = async (accountId: string) => ({
    enabled: recording.enabled,
    optedOut: await repository.optedOut(accountId),
  });

  return {
    name: 'usage',
    migrations: usageMigrations,
    bindings: [
      bind(recordUsage, async ({ principal, headers, body }) => {
        const recorded = !refusesTracking(headers) && (await isRecorded(principal.accountId));
        if (recorded) recorder.visit(principal, body);
        return { data: { recorded }, provenance: ownProvenance(clock) };
      }),
      bind(usageChoice, async ({ principal }) => ({
        data: await choiceOf(principal.accountId),
        provenance: ownProvenance(clock),
      })),
      bind(setUsageChoice, async ({ principal: { accountId }, body }) => {
        recorder.forget(accountId);
        await repository.choose(accountId, body.optedOut);
        choices.delete(accountId);
        service.forgetReports();
        return { data: await choiceOf(accountId), provenance: ownProvenance(clock) };
      }),
      bind(usageReport, async ({ query }) => {
        await recorder.flush();
        const { report, provenance } = await service.report(query.period);
        return { data: report, provenance, missing: missingOf(report) };
      }),
    ],
    jobs: [
      nightlyRetention({
        name: 'usage.retention',
        label: 'Retenção dos registos de utilização',
        minute: 20,
        remove: (signal) => repository.prune(new Date(clock.nowMs() - recording.retentionDays * dayMs), signal),
      }),
    ],
    served(endpoint, { principal, headers }, status) {
      const subject = analysisName(endpoint);
      if (!recording.enabled || subject === null || principal === null || status >= 400 || refusesTracking(headers))
        return;
      // Whoever opted out is left out when it is written.
      recorder.analysed(principal, subject);
    },
    flush: () => recorder.flush(),
    async start() {
      timer = setInterval(() => void recorder.flush(), flushMs);
      timer.unref();
    },
    async stop() {
      if (timer !== null) clearInterval(timer);
      await recorder.flush();
    },
  };
}
