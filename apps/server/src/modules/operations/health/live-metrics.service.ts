import type { DataOf } from '@kianda/contract';
import {
  type LiveMetricId,
  type LiveNotice,
  liveEventName,
  liveHistoryLength,
  type liveMetrics,
  liveStepSeconds,
} from '@kianda/contract/operations/health/live.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { EventBus } from '../../../platform/events/events.ts';
import type { RequestMetrics } from '../../../platform/http/request-metrics.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { cardsOf, evaluateReading, type Reading } from './live-cards.rules.ts';
import type { SystemSampler } from './system-sampler.service.ts';

/** The latest events of one source, newest first. */
export type NoticeSource = () => Promise<readonly LiveNotice[]>;

const noticeCount = 5;
/** Readings are sent out for this long after the last request of a page. */
const wantedMs = 60_000;
const megabyte = 1_000_000;

type LiveDependencies = {
  /** A sampler of its own: it measures differences to its last reading. */
  readonly sampler: SystemSampler;
  readonly requests: RequestMetrics;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly instance: string;
  databaseConnections(): Promise<number>;
  /** Percent of the component checks of the last 30 days that passed; null before the first. */
  availability(): Promise<number | null>;
  /** When the oldest of those checks was; null before the first. */
  availabilitySince(): Promise<string | null>;
  /** Accounts in use now. */
  activeUsers(): Promise<number>;
  readonly notices: readonly NoticeSource[];
};

/** A figure, or null where its source fails: one source must not take the others from the page. */
async function orNull<T>(log: Logger, figure: string, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    log.debug({ err: error, what: figure }, 'medida em tempo real por obter');
    return null;
  }
}

/** Figures that change slowly and cost a query each: read once in 15 s instead of at every reading. */
const slowCache = { ttlMs: 15_000, maxStaleMs: 60_000 };

/** Takes one reading of every figure at each call; rates count from the call before. */
function createReader(dependencies: LiveDependencies) {
  const { sampler, requests, clock, log, availability, activeUsers } = dependencies;
  const slow = createCache<number | null>({ ...slowCache, name: 'health/figures', clock, maxEntries: 2 });
  let lastMs: number | null = null;
  let requestsSeen = requests.total();

  function requestsPerSecond(nowMs: number): number | null {
    const total = requests.total();
    const seconds = lastMs === null ? 0 : (nowMs - lastMs) / 1000;
    const perSecond = seconds > 0 ? (total - requestsSeen) / seconds : null;
    requestsSeen = total;
    lastMs = nowMs;
    return perSecond;
  }

  return async (): Promise<Reading> => {
    const nowMs = clock.nowMs();
    const [system, database, uptime, users] = await Promise.all([
      sampler.read(),
      orNull(log, 'database', dependencies.databaseConnections),
      orNull(log, 'uptime', async () => (await slow.get('uptime', availability)).value),
      orNull(log, 'users', async () => (await slow.get('users', activeUsers)).value),
    ]);
    const window = requests.window();
    const { networkIn, networkOut } = system;
    const values: Record<LiveMetricId, number | null> = {
      cpu: system.cpuPercent,
      memory: system.memoryPercent,
      network: networkIn === null || networkOut === null ? null : (networkIn + networkOut) / megabyte,
      requests: requestsPerSecond(nowMs),
      database,
      errors: window === null ? null : window.errorShare * 100,
      uptime,
      users,
    };
    return { at: new Date(nowMs).toISOString(), values };
  };
}

/** The newest notices of all sources, newest first. */
function createNotices({ clock, log, notices }: LiveDependencies) {
  const newest = createCache<readonly LiveNotice[]>({ ...slowCache, name: 'health/notices', clock, maxEntries: 1 });
  return async (): Promise<readonly LiveNotice[]> => {
    const { value } = await newest.get('all', async () => {
      const lists = await Promise.all(notices.map((source) => orNull(log, 'notices', source)));
      return lists
        .flatMap((list) => list ?? [])
        .toSorted((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp))
        .slice(0, noticeCount);
    });
    return value;
  };
}

/** Readings of the realtime metrics page: a ring in memory, sent out while a page is open. */
export function createLiveMetrics(dependencies: LiveDependencies) {
  const { events, clock, log, instance, availabilitySince } = dependencies;
  const read = createReader(dependencies);
  const notices = createNotices(dependencies);
  let readings: readonly Reading[] = [];
  let wantedUntilMs = 0;

  async function addReading(): Promise<void> {
    const reading = await read();
    readings = [...readings.slice(-liveHistoryLength), reading];
  }

  return {
    /** Takes one reading and sends it to the pages that are open; called every 3 s. */
    async tick(): Promise<void> {
      await addReading();
      const now = readings.at(-1);
      if (now === undefined || clock.nowMs() > wantedUntilMs) return;
      const payload = { instance, at: now.at, metrics: evaluateReading(now, readings.at(-2)) };
      events.publish({ channel: 'metrics', type: liveEventName, payload });
    },

    /** State of the page when it opens; the readings that follow are sent to it. */
    async snapshot(): Promise<DataOf<typeof liveMetrics>> {
      wantedUntilMs = clock.nowMs() + wantedMs;
      const last = readings.at(-1);
      const ageMs = last === undefined ? Number.POSITIVE_INFINITY : clock.nowMs() - Date.parse(last.at);
      // Without connections, and at the start, no timer reads: the request itself takes the reading.
      if (ageMs > 2 * liveStepSeconds * 1000) await addReading();
      return {
        instance,
        at: readings.at(-1)?.at ?? new Date(clock.nowMs()).toISOString(),
        stepSeconds: liveStepSeconds,
        metrics: cardsOf(readings),
        availabilitySince: await orNull(log, 'uptime', availabilitySince),
        notifications: [...(await notices())],
      };
    },
  };
}

export type LiveMetrics = ReturnType<typeof createLiveMetrics>;
