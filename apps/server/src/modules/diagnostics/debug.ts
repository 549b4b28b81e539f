import type { DataOf } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/audit/audit';
import {
  cpuProfile,
  type DebugState,
  debugState,
  diagnosticReport,
  failedRequests,
} from '@kianda/contract/diagnostics/debug.contract';
import type { clientErrors } from '@kianda/contract/diagnostics/logs.contract';
import { openCaches } from '../../platform/cache/registry.ts';
import { nowIso } from '../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../platform/http/bind.ts';
import { ownProvenance } from '../../platform/http/own-provenance.ts';
import type { Platform } from '../../platform/module.ts';
import { createCpuProfiler } from './cpu-profile.ts';
import { reportText } from './debug-report.ts';
import type { LogsRepository } from './logs.repository.ts';
import { createRuntimeWatch } from './runtime.ts';

/** What the composition knows of the process that the module does not. */
export type DebugSources = {
  readonly build: () => Promise<Omit<DebugState['build'], 'postgres' | 'hasPostgis'>>;
  readonly realtime: () => DebugState['realtime'];
  readonly queue: () => Promise<DebugState['queue']>;
  readonly settings: () => Pick<DebugState, 'settings' | 'switchedOff'>;
};

const reportedFailures = 20;

/** The process from inside, for whoever looks for a fault in it. */
export function createDebug(options: {
  readonly platform: Platform;
  readonly audit: { record(entry: AuditEntry): Promise<void> };
  readonly repository: LogsRepository;
  readonly flush: () => Promise<void>;
  readonly isKept: boolean;
  readonly instance: string;
  readonly clientErrors: () => Promise<DataOf<typeof clientErrors>['errors']>;
  readonly sources: DebugSources;
}): { readonly bindings: Bindings; start(): void; stop(): void } {
  const { platform, repository, sources } = options;
  const { clock, database } = platform;
  const startedAt = nowIso(clock);
  const watch = createRuntimeWatch();
  const profiler = createCpuProfiler();
  const own = () => ownProvenance(clock);

  async function stateNow(): Promise<DebugState> {
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
    bindings: [
      bind(debugState, async () => ({ data: await stateNow(), provenance: own() })),
      bind(failedRequests, async ({ query }) => ({
        data: { requests: await failures(query.limit), isKept: options.isKept },
        provenance: own(),
      })),
      bind(diagnosticReport, async () => {
        const [state, failed, errors] = await Promise.all([
          stateNow(),
          failures(reportedFailures),
          options.clientErrors(),
        ]);
        return { data: { text: reportText(nowIso(clock), state, failed, errors) }, provenance: own() };
      }),
      bind(cpuProfile, async ({ body, principal, ipAddress, userAgent, signal }) => {
        await options.audit.record({
          event: 'data.export',
          severity: 'medium',
          actorId: principal.accountId,
          actorName: principal.email,
          resource: `diagnostics/cpu-profile/${options.instance}`,
          ipAddress,
          userAgent,
          metadata: { segundos: body.seconds },
        });
        const profile = await profiler.profile(body.seconds, signal);
        const at = nowIso(clock).slice(0, 19).replaceAll(':', '-');
        return { data: { fileName: `kianda-${at}.cpuprofile`, profile }, provenance: own() };
      }),
    ],
  };
}

/** Caches that share a name are several of one kind: told as one. */
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
