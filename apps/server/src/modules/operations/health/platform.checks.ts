import { serviceNames } from '@kianda/contract/operations/services/service-names';
import { formatCount, formatPlainNumber } from '@kianda/format';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Contents } from '../../../platform/db/contents.ts';
import type { RequestMetrics } from '../../../platform/http/request-metrics.ts';
import type { JobMonitor, JobQueue } from '../../../platform/jobs/jobs.ts';
import type { HealthCheck, Platform } from '../../../platform/module.ts';
import type { Disk, DiskPlace, Disks } from '../../../platform/process/disk.ts';
import { diskBounds } from '../../../platform/process/disk-bounds.ts';
import type { HealthRepository } from './health.repository.ts';

const minuteMs = 60_000;

/** Share of requests answered without a server fault, over five minutes. */
export function apiCheck(requests: RequestMetrics): HealthCheck {
  return {
    id: 'admin-api',
    label: serviceNames['admin-api'],
    async check() {
      const window = requests.window();
      if (window === null) return { state: 'online', detail: 'Sem pedidos nos últimos 5 minutos', latencyMs: null };
      const share = formatPlainNumber(window.errorShare * 100, { maxDecimals: 2 });
      return {
        state: window.errorShare >= 0.05 ? 'warning' : 'online',
        detail: `${window.requests} pedidos em 5 min, ${share} % com erro`,
        latencyMs: window.p95Ms,
      };
    },
  };
}

/** Something begins every minute while a process works: nothing for this long means that none does. */
const idleQueueMs = 5 * minuteMs;

/** Tasks begin: the queue answers, and what waits does not wait while nothing begins. */
export function queueCheck(
  queue: Pick<JobQueue, 'list'> & { readonly monitor: Pick<JobMonitor, 'latency'> },
  clock: Pick<Clock, 'nowMs'>,
): HealthCheck {
  return {
    id: 'tasks',
    label: serviceNames.tasks,
    async check() {
      const startedMs = performance.now();
      const nowMs = clock.nowMs();
      const [recent, kinds] = await Promise.all([
        queue.list({ limit: 100 }),
        queue.monitor.latency(new Date(nowMs - idleQueueMs), new Date(nowMs)),
      ]);
      const latencyMs = performance.now() - startedMs;
      const begun = kinds.reduce((sum, kind) => sum + kind.begun, 0);
      const waitedMs = 1000 * Math.max(0, ...kinds.map(({ oldestWaitSeconds }) => oldestWaitSeconds ?? 0));
      if (begun === 0 && waitedMs > idleQueueMs) {
        const minutes = formatCount(Math.floor(waitedMs / minuteMs), 'minuto', 'minutos');
        return { state: 'offline', detail: `Nada começa: há tarefas à espera há ${minutes}`, latencyMs };
      }
      const active = recent.filter((run) => run.state === 'queued' || run.state === 'running').length;
      return {
        state: 'online',
        detail: `${active} ${active === 1 ? 'tarefa' : 'tarefas'} em curso ou em espera`,
        latencyMs,
      };
    },
  };
}

/** A page that is requested as a browser does. */
export type CheckedPage = { readonly id: string; readonly label: string; readonly url: string };

export function pageCheck({ id, label, url }: CheckedPage): HealthCheck {
  return {
    id,
    label,
    async check(signal) {
      const startedMs = performance.now();
      const response = await fetch(url, { signal });
      await response.body?.cancel();
      const latencyMs = performance.now() - startedMs;
      if (response.ok) return { state: 'online', detail: 'Responde', latencyMs };
      return { state: response.status >= 500 ? 'offline' : 'warning', detail: `HTTP ${response.status}`, latencyMs };
    },
  };
}

/** The database answers a query, is the one that this process began with, and its disk has room where that is ours. */
export function databaseCheck(repository: HealthRepository, contents: Contents, disks: Disks): HealthCheck {
  return {
    id: 'database',
    label: serviceNames.database,
    async check() {
      const startedMs = performance.now();
      const replaced = await contents.fault();
      if (replaced !== null) return { state: 'offline', detail: replaced, latencyMs: performance.now() - startedMs };
      const { connections } = await repository.databaseFigures();
      const latencyMs = performance.now() - startedMs;
      const detail = `${connections} ligações abertas`;
      const disk = await diskWith(disks, 'database');
      if (disk === undefined || disk.level === 'enough') return { state: 'online', detail, latencyMs };
      return { state: 'warning', detail: `${detail}; disco ${disk.ofWhat}: ${freeText(disk)}`, latencyMs };
    },
  };
}

const diskWith = async (disks: Disks, place: DiskPlace) =>
  (await disks.all()).find(({ places }) => places.includes(place));

const freeText = ({ space }: Disk): string =>
  space === null ? 'não se lê' : `${formatPlainNumber(space.freeBytes / 1e9)} GB livres`;

/** An object is written and read back the same; on a disk, the free space counts too. */
export function storageCheck({ storage }: Platform, disks: Disks): HealthCheck {
  return {
    id: 'object-storage',
    label: serviceNames['object-storage'],
    async check() {
      const startedMs = performance.now();
      const probe = Buffer.from('kianda');
      await storage.put('health/probe', probe);
      const read = await storage.get('health/probe');
      const latencyMs = performance.now() - startedMs;
      if (read === null || Buffer.compare(read, probe) !== 0) {
        return { state: 'offline', detail: 'O objeto gravado não se leu igual', latencyMs };
      }
      if (storage.kind === 's3') return { state: 'online', detail: 'S3', latencyMs };
      const disk = await diskWith(disks, 'objects');
      if (disk === undefined) return { state: 'online', detail: 'Responde', latencyMs };
      const isLow = disk.space === null || disk.space.freeBytes < diskBounds.lowBytes;
      return { state: isLow ? 'warning' : 'online', detail: freeText(disk), latencyMs };
    },
  };
}
