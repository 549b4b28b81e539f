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
import { cardsOf, judgeReading, type Reading } from './live-cards.rules.ts';
import type { SystemSampler } from './system-sampler.service.ts';

/** The newest things that happened, newest first. */
export type NoticeSource = () => Promise<readonly LiveNotice[]>;

const noticeCount = 5;
/** Readings are sent to the pages for this long after one of them last asked. */
const wantedMs = 60_000;
const megabyte = 1_000_000;

/** Readings of the realtime metrics page: a ring in memory, sent out while somebody looks. */
export function createLiveMetrics(deps: {
  /** Of its own: what it tells are differences to its last reading. */
  readonly sampler: SystemSampler;
  readonly requests: RequestMetrics;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly log: Logger;
  readonly instance: string;
  databaseConnections(): Promise<number>;
  /** Percent of the component checks of the last 30 days that passed; null before the first. */
  availability(): Promise<number | null>;
  /** Accounts in use now. */
  activeUsers(): Promise<number>;
  readonly notices: readonly NoticeSource[];
}) {
  const { sampler, requests, events, clock, log, instance } = deps;
  let readings: readonly Reading[] = [];
  let lastMs: number | null = null;
  let requestsSeen = requests.total();
  let wantedUntilMs = 0;
  // Both change slowly, and each costs a query: once in 15 s, not at every reading.
  const slow = createCache<number | null>({
    name: 'health/figures',
    clock,
    ttlMs: 15_000,
    maxStaleMs: 60_000,
    maxEntries: 2,
  });
  const happened = createCache<readonly LiveNotice[]>({
    name: 'health/notices',
    clock,
    ttlMs: 15_000,
    maxStaleMs: 60_000,
    maxEntries: 1,
  });

  async function known<T>(what: string, ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      log.debug({ err: error, what }, 'medida em tempo real por obter');
      return null;
    }
  }

  async function read(): Promise<void> {
    const nowMs = clock.nowMs();
    const [system, database, uptime, users] = await Promise.all([
      sampler.read(),
      known('database', deps.databaseConnections),
      known('uptime', async () => (await slow.get('uptime', deps.availability)).value),
      known('users', async () => (await slow.get('users', deps.activeUsers)).value),
    ]);
    const total = requests.total();
    const window = requests.window();
    const seconds = lastMs === null ? 0 : (nowMs - lastMs) / 1000;
    const values: Record<LiveMetricId, number | null> = {
      cpu: system.cpuPercent,
      memory: system.memoryPercent,
      network:
        system.networkIn === null || system.networkOut === null
          ? null
          : (system.networkIn + system.networkOut) / megabyte,
      requests: seconds > 0 ? (total - requestsSeen) / seconds : null,
      database,
      errors: window === null ? null : window.errorShare * 100,
      uptime,
      users,
    };
    requestsSeen = total;
    lastMs = nowMs;
    readings = [...readings.slice(-liveHistoryLength), { at: new Date(nowMs).toISOString(), values }];
  }

  async function notices(): Promise<readonly LiveNotice[]> {
    const { value } = await happened.get('all', async () => {
      const lists = await Promise.all(deps.notices.map((source) => known('notices', source)));
      return lists
        .flatMap((list) => list ?? [])
        .toSorted((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp))
        .slice(0, noticeCount);
    });
    return value;
  }

  return {
    /** One reading, told to the pages while one of them is open; called every 3 s. */
    async tick(): Promise<void> {
      await read();
      const now = readings.at(-1);
      if (now === undefined || clock.nowMs() > wantedUntilMs) return;
      const payload = { instance, at: now.at, metrics: judgeReading(now, readings.at(-2)) };
      events.publish({ channel: 'metrics', type: liveEventName, payload });
    },

    /** What a page that opens shows; from here on it is told of each reading. */
    async snapshot(): Promise<DataOf<typeof liveMetrics>> {
      wantedUntilMs = clock.nowMs() + wantedMs;
      const ageMs = lastMs === null ? Number.POSITIVE_INFINITY : clock.nowMs() - lastMs;
      // No timer where nobody may connect (and in the moment of the start): then who asks is who measures.
      if (ageMs > 2 * liveStepSeconds * 1000) await read();
      return {
        instance,
        at: readings.at(-1)?.at ?? new Date(clock.nowMs()).toISOString(),
        stepSeconds: liveStepSeconds,
        metrics: cardsOf(readings),
        notifications: [...(await notices())],
      };
    },
  };
}

export type LiveMetrics = ReturnType<typeof createLiveMetrics>;
