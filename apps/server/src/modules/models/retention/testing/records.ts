import { type RetainedTable, retainedTables } from '@kianda/contract/models/retention/retention.contract';
import { seededRandom } from '@kianda/geo';
import { type Kysely, sql } from 'kysely';
import type { RetentionTables } from '../retention.tables.ts';

const dayMs = 86_400_000;
const tables = Object.keys(retainedTables) as readonly RetainedTable[];
const types = {
  ml_feature_store: 'environmental',
  ml_training_cache: 'training_set',
  ml_inference_cache: 'prediction',
  aggregated_time_series: 'aggregation',
} as const;
const atOnce = 5_000;

/** Fills the stores with records in every state, from a seed, around an instant. */
export async function fillRecords(
  db: Kysely<RetentionTables>,
  wish: { readonly records: number; readonly seed: string; readonly nowMs: number },
): Promise<void> {
  const random = seededRandom(wish.seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const ago = (days: number) => new Date(wish.nowMs - Math.floor(random() * days * 24) * (dayMs / 24));
  for (let start = 0; start < wish.records; start += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, wish.records - start) }, (_, index) => {
      const table_name = pick(tables);
      const status = pick(['active', 'active', 'active', 'archived', 'expired'] as const);
      const created_at = ago(pick([10, 200, 2_500]));
      return {
        ...{ table_name, status, created_at, key: `k${start + index}`, key_class: pick(['a', 'b', 'c']) },
        ...{ data_type: types[table_name], label: `Registo ${start + index}`, content_sha256: '', watermark: 'w' },
        last_accessed: new Date(Math.min(wish.nowMs, created_at.getTime() + Math.floor(random() * 20) * dayMs)),
        access_count: pick([0, 1, 2, 3, 5, 10, 40]),
        bytes: Math.floor(random() * 50_000),
        quality: pick([0, 0.2, 0.3, 0.5, 0.6, 0.7, 0.8, 0.95, 1]),
        expires_at: pick([null, new Date(wish.nowMs - dayMs), new Date(wish.nowMs), new Date(wish.nowMs + dayMs)]),
        metadata: { latitude: Math.round(random() * 1_400) / 100 - 18, model_type: pick(['habitat', 'espécies']) },
        is_pinned: random() < 0.1,
        archived_at: status === 'archived' ? ago(pick([10, 400, 4_000])) : null,
        expired_at: status === 'expired' ? ago(10) : null,
        purge_after: status === 'expired' ? new Date(wish.nowMs + pick([-5, 0, 5]) * dayMs) : null,
      };
    });
    await sql`
      INSERT INTO retention.records (table_name, status, created_at, key, key_class, data_type, label, content_sha256,
        watermark, last_accessed, access_count, bytes, quality, expires_at, metadata, is_pinned, archived_at, expired_at,
        purge_after)
      SELECT table_name, status, created_at, key, key_class, data_type, label, content_sha256, watermark, last_accessed,
        access_count, bytes, quality, expires_at, metadata, is_pinned, archived_at, expired_at, purge_after
      FROM jsonb_populate_recordset(NULL::retention.records, ${JSON.stringify(rows)}::jsonb)`.execute(db);
  }
}
