import { type EventLoopUtilization, monitorEventLoopDelay, PerformanceObserver, performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { DebugState } from '@kianda/contract/operations/diagnostics/debug.contract';
import { getActiveResourcesInfo, memoryUsage } from '../../../platform/process/process-facts.ts';

type Kind = DebugState['runtime']['collections'][number]['kind'];

/** Node's numbers of the kinds of collection (`perf_hooks.constants`). */
const kinds: Readonly<Record<number, Kind>> = { 1: 'minor', 4: 'major', 8: 'incremental', 16: 'weak' };

/** Watches this process from inside: loop, heap, collections, what it holds open. */
export function createRuntimeMonitor() {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  const collections = new Map<Kind, { runs: number; totalMs: number; longestMs: number }>();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { duration } = entry;
      // Node's types leave out what a collection's entry carries.
      const { detail } = entry as { readonly detail?: { readonly kind?: number } };
      const kind = kinds[detail?.kind ?? 0];
      if (kind === undefined) continue;
      const sum = collections.get(kind) ?? { runs: 0, totalMs: 0, longestMs: 0 };
      sum.runs += 1;
      sum.totalMs += duration;
      sum.longestMs = Math.max(sum.longestMs, duration);
      collections.set(kind, sum);
    }
  });
  let before: EventLoopUtilization = performance.eventLoopUtilization();

  return {
    start(): void {
      delay.enable();
      observer.observe({ entryTypes: ['gc'] });
    },
    stop(): void {
      delay.disable();
      observer.disconnect();
    },
    /** The loop's figures are those since the last look. */
    read(): Omit<DebugState['runtime'], 'pool'> {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      const toMs = (nanoseconds: number) => (delay.count === 0 ? null : nanoseconds / 1e6);
      const eventLoop = {
        p50Ms: toMs(delay.percentile(50)),
        p99Ms: toMs(delay.percentile(99)),
        maxMs: toMs(delay.max),
        utilization: Math.min(1, Math.max(0, utilization)),
      };
      delay.reset();
      const { heapUsed, heapTotal, external, rss } = memoryUsage();
      const open = Map.groupBy(getActiveResourcesInfo(), (kind) => kind);
      return {
        eventLoop,
        heap: {
          usedBytes: heapUsed,
          totalBytes: heapTotal,
          limitBytes: getHeapStatistics().heap_size_limit,
          externalBytes: external,
          residentBytes: rss,
        },
        collections: [...collections].map(([kind, sum]) => ({ kind, ...sum })),
        handles: [...open]
          .map(([kind, all]) => ({ kind, count: all.length }))
          .toSorted((a, b) => b.count - a.count || a.kind.localeCompare(b.kind)),
      };
    },
  };
}
