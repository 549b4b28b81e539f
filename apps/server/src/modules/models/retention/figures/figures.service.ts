import type { DataOf, QueryOf } from '@kianda/contract';
import { cacheTypes, type RetainedTable, retainedTables } from '@kianda/contract/models/retention/retention.contract';
import type {
  RetentionMetrics,
  retentionCaches,
  retentionHistory,
  retentionTables,
  retentionTypes,
} from '@kianda/contract/models/retention/statistics.contract';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { PoliciesRepository } from '../cleanup/policies.repository.ts';
import { nextRunOf } from '../cleanup/policies.service.ts';
import { gigabyte, megabyte, type RetentionContext } from '../retention.context.ts';
import type { TotalRow } from '../retention.tables.ts';
import type { FiguresRepository } from './figures.repository.ts';
import { classesOf, hitMsOf, hitRatio, statsOf } from './figures.rules.ts';

const hourMs = 3_600_000;
/** Window of hits, times and savings. */
export const windowHours = 24;
const stepMs = { hour: hourMs, day: 24 * hourMs, week: 168 * hourMs } as const;
const tables = Object.keys(retainedTables) as readonly RetainedTable[];

const sumOf = (rows: readonly TotalRow[], key: 'records' | 'bytes' | 'quality' | 'accesses' | 'created') =>
  rows.reduce((sum, row) => sum + row[key], 0);
const inState = (rows: readonly TotalRow[], status: TotalRow['status']) =>
  sumOf(
    rows.filter((row) => row.status === status),
    'records',
  );
/** A mean is never outside of the scale, whatever rounding did to its sum. */
const meanQuality = (rows: readonly TotalRow[]): number | null => {
  const records = sumOf(rows, 'records');
  return records === 0 ? null : Math.min(1, Math.max(0, sumOf(rows, 'quality') / records));
};

type Parts = {
  readonly figures: FiguresRepository;
  readonly policies: Pick<PoliciesRepository, 'list'>;
  readonly quotaGb: () => Promise<number>;
};

/** Figures of retention, from what the stores hold and what was measured at them. */
export function createFigures({ platform: { clock } }: RetentionContext, parts: Parts) {
  return { ...metricFigures(clock, parts), ...cacheFigures(clock, parts), ...contentFigures(clock, parts) };
}

export type Figures = ReturnType<typeof createFigures>;

const windowStart = (clock: Clock) => new Date(clock.nowMs() - windowHours * hourMs);

function metricFigures(clock: Clock, { figures, policies, quotaGb }: Parts) {
  return {
    async metrics(): Promise<RetentionMetrics> {
      const [totals, measures, pinned, all, quota] = await Promise.all([
        figures.totals(),
        figures.measures(windowStart(clock)),
        figures.pinned(),
        policies.list(),
        quotaGb(),
      ]);
      const stats = statsOf(measures);
      const bytes = sumOf(totals, 'bytes');
      const nowMs = clock.nowMs();
      const last = all.map(({ last_run_at }) => last_run_at?.getTime() ?? Number.NEGATIVE_INFINITY);
      const next = all.flatMap((policy) => nextRunOf(policy, nowMs) ?? []);
      return {
        ...{ cache_hit_ratio: stats.hit_ratio, response_p50_ms: stats.hit_p50_ms, response_p95_ms: stats.hit_p95_ms },
        avg_response_time_ms: stats.hits === 0 ? null : hitMsOf(measures) / stats.hits,
        ...{ total_space_mb: bytes / megabyte, total_size_gb: bytes / gigabyte },
        ...{ queries_intercepted: stats.hits, performance_gains_ms: stats.saved_ms, window_hours: windowHours },
        ...{ last_updated: new Date(nowMs).toISOString(), total_records: sumOf(totals, 'records') },
        ...{ active_records: inState(totals, 'active'), archived_records: inState(totals, 'archived') },
        ...{ expired_records: inState(totals, 'expired'), pinned_records: pinned },
        ...{ avg_quality_score: meanQuality(totals), quota_gb: quota },
        last_cleanup: isoOf(Math.max(...last)),
        next_cleanup: isoOf(Math.min(...next)),
      };
    },
  };
}

function cacheFigures(clock: Clock, { figures }: Parts) {
  return {
    async caches(): Promise<DataOf<typeof retentionCaches>> {
      const [totals, measures, evictions] = await Promise.all([
        figures.totals(),
        figures.measures(windowStart(clock)),
        figures.evictions(windowStart(clock)),
      ]);
      const evicted = (rows: typeof evictions) => rows.reduce((sum, { records }) => sum + records, 0);
      const all = statsOf(measures);
      const records = sumOf(totals, 'records');
      const reasons = Map.groupBy(evictions, ({ reason }) => reason);
      return {
        cache_statistics: tables.map((table_name) => {
          const own = totals.filter((row) => row.table_name === table_name);
          return {
            ...{ table_name, cache_type: cacheTypes[table_name] },
            ...statsOf(measures.filter((row) => row.table_name === table_name)),
            ...{ total_entries: sumOf(own, 'records'), active_entries: inState(own, 'active') },
            space_usage_mb: sumOf(own, 'bytes') / megabyte,
            eviction_count: evicted(evictions.filter((row) => row.table_name === table_name)),
            classes: classesOf(measures, table_name),
          };
        }),
        ...{ window_hours: windowHours, total_entries: records, cache_size_mb: sumOf(totals, 'bytes') / megabyte },
        ...{ hit_ratio: all.hit_ratio, miss_ratio: all.hit_ratio === null ? null : 1 - all.hit_ratio },
        eviction_count: evicted(evictions),
        evictions: [...reasons].map(([reason, rows]) => ({ reason, records: evicted(rows) })),
        avg_entry_age_hours:
          records === 0 ? null : Math.max(0, clock.nowMs() / hourMs - sumOf(totals, 'created') / records / 3600),
      };
    },

    async history({ startDate, endDate, interval, limit }: QueryOf<typeof retentionHistory>) {
      const toMs = endDate === undefined ? clock.nowMs() : Date.parse(endDate);
      const earliest = toMs - (limit - 1) * stepMs[interval];
      const from = startDate === undefined ? earliest : Math.max(Date.parse(startDate), earliest);
      const rows = await figures.history({ from: new Date(from), to: new Date(toMs), interval });
      return rows
        .slice(-limit)
        .map(({ at, hits, misses, errors, hit_ms, bytes }): DataOf<typeof retentionHistory>[number] => ({
          ...{ timestamp: at.toISOString(), cache_hit_ratio: hitRatio(hits, misses), active_queries: hits + misses },
          response_time_ms: hits === 0 ? null : hit_ms / hits,
          space_usage_gb: bytes === null ? null : bytes / gigabyte,
          error_rate: hitRatio(errors, hits + misses),
        }));
    },
  };
}

function contentFigures(clock: Clock, { figures }: Parts) {
  return {
    async byTable(): Promise<DataOf<typeof retentionTables>> {
      const [totals, ages] = await Promise.all([figures.totals(), figures.ages()]);
      return tables.map((table_name) => {
        const own = totals.filter((row) => row.table_name === table_name);
        const age = ages.find((row) => row.table_name === table_name);
        const records = sumOf(own, 'records');
        return {
          ...{ table_name, total_records: records, total_size_mb: sumOf(own, 'bytes') / megabyte },
          ...{ avg_quality_score: meanQuality(own), active_records: inState(own, 'active') },
          ...{ archived_records: inState(own, 'archived'), expired_records: inState(own, 'expired') },
          avg_access_count: records === 0 ? null : Math.max(0, sumOf(own, 'accesses')) / records,
          oldest_record: age?.oldest.toISOString() ?? null,
          newest_record: age?.newest.toISOString() ?? null,
        };
      });
    },

    async byType(): Promise<DataOf<typeof retentionTypes>> {
      const totals = await figures.totals();
      const nowDays = clock.nowMs() / (24 * hourMs);
      return [...Map.groupBy(totals, ({ data_type }) => data_type)].map(([data_type, own]) => {
        const count = sumOf(own, 'records');
        return {
          ...{ data_type, count, total_size_mb: sumOf(own, 'bytes') / megabyte, avg_quality: meanQuality(own) },
          avg_age_days: count === 0 ? null : Math.max(0, nowDays - sumOf(own, 'created') / count / 86_400),
        };
      });
    },
  };
}

const isoOf = (ms: number): string | null => (Number.isFinite(ms) ? new Date(ms).toISOString() : null);
