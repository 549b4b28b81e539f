import type { DataOf } from '@kianda/contract';
import type { clientErrors } from '@kianda/contract/operations/diagnostics/logs.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { LogTap } from '../../../platform/log/tap.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { configurationModule } from '../configuration/index.ts';
import { healthModule } from '../health/index.ts';
import { debugRoutes } from './debug.routes.ts';
import { createDebugService, type DebugSources } from './debug.service.ts';
import { diagnosticsJobs } from './diagnostics.jobs.ts';
import { diagnosticsMigrations } from './diagnostics.migrations.ts';
import { createLogWriter } from './log-writer.service.ts';
import { createLogsRepository } from './logs.repository.ts';
import { logsRoutes } from './logs.routes.ts';
import { createLogsService } from './logs.service.ts';
import { testResultsRoutes } from './test-results.routes.ts';

export type { DebugSources };

const flushMs = 1_000;

export type Diagnostics = Module & {
  /** Writes the lines that wait in memory. */
  flush(): Promise<void>;
};

/** Front door of the platform's diagnostics: its log, the errors of its console, the state of its process, its tests. */
export function createDiagnostics(options: {
  platform: Platform;
  audit: { record(entry: AuditEntry): Promise<void> };
  /** Source of the lines of the log; null where none are stored. */
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
  const repository = createLogsRepository(platform.database, options.instance);
  const flush = tap === null ? async () => undefined : createLogWriter(tap, repository, () => clock.nowMs());
  const isKept = tap !== null;
  const logs = createLogsService({ repository, audit, clock, isKept, retention: options });
  const debug = createDebugService({ ...options, repository, flush, isKept });
  let timer: NodeJS.Timeout | null = null;

  return {
    name: 'diagnostics',
    migrations: diagnosticsMigrations,
    flush,
    bindings: [
      ...debugRoutes(debug, clock),
      ...logsRoutes({ service: logs, clientErrors: options.clientErrors, clock }),
      ...testResultsRoutes(options.testSummaryFile, clock),
    ],
    jobs: diagnosticsJobs(repository, options, clock),
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

type DiagnosticSettings = Pick<
  Parameters<typeof createDiagnostics>[0],
  'tap' | 'instance' | 'retentionDays' | 'testSummaryFile'
> &
  Pick<DebugSources, 'build' | 'realtime'>;

export const diagnosticsModule = defineModule({
  name: 'diagnostics',
  needs: { audit: auditModule, configuration: configurationModule, health: healthModule },
  settings: settingsOf<DiagnosticSettings>(),
  create({ platform, jobs, settings, needs: { audit, configuration, health } }) {
    const { tap, instance, testSummaryFile, build, realtime } = settings;
    const diagnostics = createDiagnostics({
      ...{ platform, audit, tap, instance, testSummaryFile },
      get retentionDays() {
        return settings.retentionDays;
      },
      clientErrors: () => health.service.clientErrors(100),
      sources: {
        build,
        realtime,
        settings: configuration.changed,
        async queue() {
          const types = await jobs.monitor.types();
          return types.map(({ name, label, counts: { queued, running, failed } }) => ({
            ...{ name, label, queued, running, failed },
          }));
        },
      },
    });
    return { manifest: diagnostics };
  },
});
