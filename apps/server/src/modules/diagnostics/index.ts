import type { DataOf } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/audit/audit';
import { clearLogs, clientErrors, downloadLogs, searchLogs } from '@kianda/contract/diagnostics/logs.contract';
import { testResults } from '@kianda/contract/diagnostics/tests.contract';
import { nowIso } from '../../platform/clock/clock.ts';
import { bind } from '../../platform/http/bind.ts';
import { ownProvenance } from '../../platform/http/own-provenance.ts';
import { nightlyRetention } from '../../platform/jobs/nightly.ts';
import type { LogTap } from '../../platform/log/tap.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { createDebug, type DebugSources } from './debug.ts';
import { diagnosticsMigrations } from './diagnostics.migrations.ts';
import { createLogWriter } from './log-writer.ts';
import { createLogsRepository } from './logs.repository.ts';
import { readTestRun } from './test-results.ts';

export type { DebugSources };

const dayMs = 86_400_000;
const flushMs = 1_000;
const mostDownloaded = 10_000;

export type Diagnostics = Module & {
  /** Writes the lines that wait. */
  flush(): Promise<void>;
};

/** Front door of what the platform tells its own engineers: its log, the errors of its console, its tests. */
export function createDiagnostics(options: {
  platform: Platform;
  audit: { record(entry: AuditEntry): Promise<void> };
  /** Where the lines of the log arrive; null: none are kept. */
  tap: LogTap | null;
  instance: string;
  /** Read each time: it may change while the process runs. */
  readonly retentionDays: number;
  /** Errors of the console as its pages report them, grouped. */
  clientErrors: () => Promise<DataOf<typeof clientErrors>['errors']>;
  /** Summary that `npm test` leaves. */
  testSummaryFile: string;
  sources: DebugSources;
}): Diagnostics {
  const { platform, audit, tap } = options;
  const { clock } = platform;
  const own = (observedAt?: string) => ownProvenance(clock, observedAt);
  const repository = createLogsRepository(platform.database, options.instance);
  const flush = tap === null ? async () => undefined : createLogWriter(tap, repository, () => clock.nowMs());
  const debug = createDebug({
    platform,
    audit,
    repository,
    flush,
    isKept: tap !== null,
    instance: options.instance,
    clientErrors: options.clientErrors,
    sources: options.sources,
  });
  let timer: NodeJS.Timeout | null = null;

  return {
    name: 'diagnostics',
    migrations: diagnosticsMigrations,
    flush,
    bindings: [
      ...debug.bindings,
      bind(searchLogs, async ({ query: { limit, ...filter } }) => {
        const [found, modules] = await Promise.all([repository.search(filter, limit + 1), repository.modules()]);
        const lines = found.slice(0, limit);
        const data = {
          lines,
          hasMore: found.length > limit,
          modules,
          isKept: tap !== null,
          retentionDays: options.retentionDays,
        };
        return { data, provenance: own(lines[0]?.timestamp) };
      }),
      bind(downloadLogs, async ({ query }) => {
        const lines = await repository.search(query, mostDownloaded);
        const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
        const day = nowIso(clock).slice(0, 10);
        return {
          bytes: Buffer.from(text),
          contentType: 'application/x-ndjson; charset=utf-8',
          fileName: `kianda-registos-${day}.ndjson`,
        };
      }),
      bind(clearLogs, async ({ principal, ipAddress, userAgent }) => {
        const deleted = await repository.clear();
        await audit.record({
          event: 'data.delete',
          severity: 'high',
          actorId: principal.accountId,
          actorName: principal.email,
          resource: 'diagnostics/logs',
          ipAddress,
          userAgent,
          metadata: { linhas: deleted },
        });
        return { data: { deleted }, provenance: own() };
      }),
      bind(clientErrors, async () => ({ data: { errors: await options.clientErrors() }, provenance: own() })),
      bind(testResults, async () => {
        const data = await readTestRun(options.testSummaryFile);
        return {
          data,
          provenance: own(data.run?.finishedAt),
          missing: {
            ...(data.run === null && data.reason !== null ? { run: data.reason } : {}),
            ...(data.run?.coveragePercent === null
              ? { 'run.coveragePercent': 'Esta execução não mediu a cobertura.' }
              : {}),
          },
        };
      }),
    ],
    jobs: [
      nightlyRetention({
        name: 'diagnostics.retention',
        label: 'Retenção dos registos do sistema',
        minute: 10,
        remove: (signal) => repository.prune(new Date(clock.nowMs() - options.retentionDays * dayMs), signal),
      }),
    ],
    async start() {
      debug.start();
      if (tap === null) return;
      timer = setInterval(() => void flush(), flushMs);
      timer.unref();
    },
    async stop() {
      debug.stop();
      if (timer !== null) clearInterval(timer);
      await flush();
    },
  };
}
