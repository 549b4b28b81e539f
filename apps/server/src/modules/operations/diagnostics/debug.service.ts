import type { DataOf } from '@kianda/contract';
import type { DebugState } from '@kianda/contract/operations/diagnostics/debug.contract';
import type { clientErrors } from '@kianda/contract/operations/diagnostics/logs.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { openCaches } from '../../../platform/cache/registry.ts';
import { nowIso } from '../../../platform/clock/clock.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import type { Platform } from '../../../platform/module.ts';
import { createCpuProfiler } from './cpu-profile.service.ts';
import { reportText } from './debug-report.texts.ts';
import type { LogsRepository } from './logs.repository.ts';
import { createRuntimeMonitor } from './runtime.metrics.ts';

/** Facts about the process that only the composition knows. */
export type DebugSources = {
  readonly build: () => Promise<Omit<DebugState['build'], 'postgres' | 'hasPostgis'>>;
  readonly realtime: () => DebugState['realtime'];
  readonly queue: () => Promise<DebugState['queue']>;
  readonly settings: () => Pick<DebugState, 'settings' | 'switchedOff'>;
};

const reportedFailures = 20;

/** The inner state of this process, for engineers who look for a fault in it. */
export function createDebugService(options: {
  readonly platform: Platform;
  readonly audit: { record(entry: AuditEntry): Promise<void> };
  readonly repository: LogsRepository;
  readonly flush: () => Promise<void>;
  readonly isKept: boolean;
  readonly instance: string;
  readonly clientErrors: () => Promise<DataOf<typeof clientErrors>['errors']>;
  readonly sources: DebugSources;
}) {
  const { platform, repository, sources } = options;
  const { clock, database } = platform;
  const startedAt = nowIso(clock);
  const watch = createRuntimeMonitor();
  const profiler = createCpuProfiler();

  async function state(): Promise<DebugState> {
    const [build, queue] = await Promise.all([sources.build(), sources.queue()]);
    const version = database.serverVersion;
    return {
      instance: options.instance,
      startedAt,
      build: {
        ...build,
        postgres: `${Math.floor(version / 10_000)}.${version % 10_000}`,
        hasPostgis: database.hasPostgis,
      },
      runtime: { ...watch.read(), pool: database.pool() },
      realtime: sources.realtime(),
      caches: cachesNow(),
      queue,
      ...sources.settings(),
    };
  }

  async function failures(limit: number) {
    await options.flush();
    return repository.failedRequests(limit);
  }

  return {
    start: watch.start,
    stop: watch.stop,
    state,
    failedRequests: async (limit: number) => ({ requests: await failures(limit), isKept: options.isKept }),

    /** Everything an engineer needs of a fault, as one text to copy. */
    async report(): Promise<string> {
      const [now, failed, errors] = await Promise.all([state(), failures(reportedFailures), options.clientErrors()]);
      return reportText(nowIso(clock), now, failed, errors);
    },

    /** Profile of this process. Throws `already_running`, and the signal's reason. */
    async profile(
      seconds: number,
      { principal, ipAddress, userAgent }: { principal: Principal; ipAddress: string; userAgent: string },
      signal: AbortSignal,
    ) {
      await options.audit.record({
        event: 'data.export',
        severity: 'medium',
        actorId: principal.accountId,
        actorName: principal.email,
        resource: `diagnostics/cpu-profile/${options.instance}`,
        ipAddress,
        userAgent,
        metadata: { segundos: seconds },
      });
      const profile = await profiler.profile(seconds, signal);
      const at = nowIso(clock).slice(0, 19).replaceAll(':', '-');
      return { fileName: `kianda-${at}.cpuprofile`, profile };
    },
  };
}

export type DebugService = ReturnType<typeof createDebugService>;

/** Caches that share a name are several of one kind and count as one. */
function cachesNow(): DebugState['caches'] {
  const byName = Map.groupBy(openCaches(), ({ name }) => name);
  return [...byName]
    .map(([name, readers]) => ({
      name,
      entries: readers.reduce((sum, reader) => sum + reader.entries().length, 0),
      hits: readers.reduce((sum, reader) => sum + reader.counts().hits, 0),
      misses: readers.reduce((sum, reader) => sum + reader.counts().misses, 0),
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
