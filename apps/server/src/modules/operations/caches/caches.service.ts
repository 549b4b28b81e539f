import type { DataOf } from '@kianda/contract';
import type { CacheWarmup, cacheStats } from '@kianda/contract/operations/caches/caches.contract';
import { type CacheReader, openCaches } from '../../../platform/cache/registry.ts';
import { type Clock, nowIso } from '../../../platform/clock/clock.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Platform } from '../../../platform/module.ts';
import { memoryUsage } from '../../../platform/process/process-facts.ts';
import { messageOf } from '../../../platform/process/startup-error.ts';
import { sizeOf } from './cache-size.rules.ts';

/** An answer to load before it is asked for, and its name for operators. */
export type CacheLoader = { readonly name: string; run(): Promise<unknown> };
type CacheStats = Omit<DataOf<typeof cacheStats>, 'database'>;
/** Absent fields select everything. */
export type Cleared = { readonly cache?: string | undefined; readonly prefix?: string | undefined };

const mostKeys = 20;

function rateOf(hits: number, misses: number): number | null {
  return hits + misses === 0 ? null : (100 * hits) / (hits + misses);
}

const isoOf = (timeMs: number | null) => (timeMs === null ? null : new Date(timeMs).toISOString());

/** Caches that share a name are several of one kind and count as one. */
function byName(): ReadonlyMap<string, readonly CacheReader[]> {
  return Map.groupBy(openCaches(), ({ name }) => name);
}

/** Figures of every cache, the largest first. */
function cacheRows(): CacheStats['caches'] {
  return [...byName()]
    .map(([name, readers]) => {
      const entries = readers.flatMap((reader) => reader.entries());
      const sum = (key: 'hits' | 'misses' | 'evictions') =>
        readers.reduce((total, reader) => total + reader.counts()[key], 0);
      const [hits, misses] = [sum('hits'), sum('misses')];
      const stored = entries.map(({ storedAtMs }) => storedAtMs).filter((time) => time !== null);
      return {
        name,
        entries: entries.length,
        maxEntries: readers.reduce<number | null>(
          (total, { maxEntries }) => (total === null || maxEntries === null ? null : total + maxEntries),
          0,
        ),
        expired: entries.filter(({ isExpired }) => isExpired).length,
        hits,
        misses,
        hitRate: rateOf(hits, misses),
        evictions: sum('evictions'),
        ...sizeOf(entries),
        oldestAt: isoOf(stored.length === 0 ? null : stored.reduce((a, b) => Math.min(a, b))),
      };
    })
    .sort((a, b) => b.bytes - a.bytes || a.name.localeCompare(b.name));
}

/** Keys that were read most, of the caches that count it. */
function topKeys(): CacheStats['topKeys'] {
  return openCaches()
    .flatMap((reader) =>
      reader
        .entries()
        .flatMap(({ key, uses, storedAtMs }) =>
          uses === null ? [] : [{ cache: reader.name, key, uses, storedAt: isoOf(storedAtMs) }],
        ),
    )
    .sort((a, b) => b.uses - a.uses)
    .slice(0, mostKeys);
}

/** Share of look-ups that found something, in percent; null before the first. */
function hitRate(): number | null {
  const counts = openCaches().map((reader) => reader.counts());
  const sum = (key: 'hits' | 'misses') => counts.reduce((total, count) => total + count[key], 0);
  return rateOf(sum('hits'), sum('misses'));
}

/** Number of entries removed. */
function clear({ cache, prefix }: Cleared): number {
  let cleared = 0;
  for (const reader of openCaches()) {
    if (cache !== undefined && reader.name !== cache) continue;
    const keys = reader.entries().filter(({ key }) => prefix === undefined || key.startsWith(prefix));
    cleared += keys.length;
    // Emptying a whole cache also drops loads that began before.
    if (prefix === undefined) reader.clear();
    else for (const { key } of keys) reader.delete(key);
  }
  return cleared;
}

/** Removes entries that are too old to be answered. */
function optimize(): { removed: number; freedBytes: number } {
  let [removed, freedBytes] = [0, 0];
  for (const reader of openCaches()) {
    const expired = reader.entries().filter(({ isExpired }) => isExpired);
    removed += expired.length;
    freedBytes += sizeOf(expired).bytes;
    for (const { key } of expired) reader.delete(key);
  }
  return { removed, freedBytes };
}

async function runSteps(current: CacheWarmup, warmers: readonly CacheLoader[], clock: Clock): Promise<void> {
  for (const [index, warmer] of warmers.entries()) {
    const step = current.steps[index];
    if (step === undefined) continue;
    step.state = 'running';
    const startedMs = performance.now();
    try {
      await warmer.run();
      step.state = 'done';
    } catch (error) {
      // A step that fails must not keep the next ones from being loaded.
      step.state = 'failed';
      step.error = messageOf(error);
    }
    step.durationMs = performance.now() - startedMs;
  }
  current.state = 'done';
  current.endedAt = nowIso(clock);
}

/** The caches of this process. */
export function createCacheService(
  platform: Pick<Platform, 'clock'>,
  options: { readonly instance: string; readonly warmers: () => readonly CacheLoader[] },
) {
  const { clock } = platform;
  const startedAt = nowIso(clock);
  let warmup: CacheWarmup | null = null;

  function stats(): CacheStats {
    const caches = cacheRows();
    const total = (key: 'entries' | 'hits' | 'misses' | 'evictions' | 'bytes') =>
      caches.reduce((sum, cache) => sum + cache[key], 0);
    const { heapUsed, rss } = memoryUsage();
    return {
      instance: options.instance,
      startedAt,
      totals: {
        entries: total('entries'),
        hits: total('hits'),
        misses: total('misses'),
        hitRate: rateOf(total('hits'), total('misses')),
        evictions: total('evictions'),
        bytes: total('bytes'),
      },
      caches,
      topKeys: topKeys(),
      memory: { heapUsedBytes: heapUsed, residentBytes: rss },
      warmup,
    };
  }

  return {
    stats,
    hitRate,
    clear,
    optimize,
    /** Begins to load the answers that are asked for most; `stats` shows the progress. Throws `already_running`. */
    warm(): CacheWarmup {
      if (warmup?.state === 'running') throw new AppError('already_running');
      const warmers = options.warmers();
      const current: CacheWarmup = {
        state: 'running',
        startedAt: nowIso(clock),
        endedAt: null,
        steps: warmers.map(({ name }) => ({ name, state: 'waiting', durationMs: null, error: null })),
      };
      warmup = current;
      void runSteps(current, warmers, clock);
      return structuredClone(current);
    },
  };
}

export type CacheService = ReturnType<typeof createCacheService>;
