import type { DataOf } from '@kianda/contract';
import type { retentionCaches, retentionMetrics } from '@kianda/contract/models/retention/statistics.contract';

const nothing = {
  ...{ hits: 0, misses: 0, hit_p50_ms: null, hit_p95_ms: null, miss_p50_ms: null, miss_p95_ms: null, saved_ms: null },
  ...{ eviction_count: 0, classes: [] },
};

/** The specification's sample, shown as examples alone. */
export const retentionMetricsFallback: DataOf<typeof retentionMetrics> = {
  ...{ cache_hit_ratio: 0.814, avg_response_time_ms: 103.4, response_p50_ms: null, response_p95_ms: null },
  ...{ total_space_mb: 614.4, total_size_gb: 0.6, queries_intercepted: 829, performance_gains_ms: 2_800 },
  ...{ window_hours: 24, last_updated: '2025-01-15T00:00:00.000Z', total_records: 4_515, active_records: 4_138 },
  ...{ archived_records: 300, expired_records: 77, pinned_records: 0, avg_quality_score: 0.79, quota_gb: 10 },
  ...{ last_cleanup: null, next_cleanup: null },
};

export const retentionCachesFallback: DataOf<typeof retentionCaches> = {
  cache_statistics: [
    {
      ...{ ...nothing, table_name: 'ml_feature_store', cache_type: 'feature_store', hit_ratio: 0.85 },
      ...{ total_entries: 1_250, active_entries: 980, space_usage_mb: 150.5 },
    },
    {
      ...{ ...nothing, table_name: 'ml_training_cache', cache_type: 'training_cache', hit_ratio: 0.72 },
      ...{ total_entries: 45, active_entries: 38, space_usage_mb: 320.8 },
    },
    {
      ...{ ...nothing, table_name: 'ml_inference_cache', cache_type: 'inference_cache', hit_ratio: 0.91 },
      ...{ total_entries: 2_840, active_entries: 2_650, space_usage_mb: 45.2 },
    },
  ],
  ...{ window_hours: 24, total_entries: 4_135, cache_size_mb: 516.5, hit_ratio: 0.827, miss_ratio: 0.173 },
  ...{ eviction_count: 0, evictions: [], avg_entry_age_hours: null },
};
