import type { BucketRule } from '@kianda/contract/open/storage/bucket-settings.contract';
import { type Generated, type Kysely, type QueryExecutorProvider, type Selectable, sql } from 'kysely';

type RuleTable = {
  id: Generated<string>;
  bucket: string;
  name: string;
  is_enabled: boolean;
  prefix: string;
  /** Written as JSON text. */
  tags: unknown;
  days: number | null;
  on_date: Date | null;
  noncurrent_days: number | null;
  newer_noncurrent: number | null;
  expired_markers: boolean;
  abort_days: number | null;
};
export type LifecycleTables = { 'storage.lifecycle_rules': RuleTable };
type StoredRule = BucketRule & { readonly bucket: string };

/** The only SQL on rules by which areas lose objects. */
export function createLifecycleRepository(db: Kysely<LifecycleTables>) {
  return {
    /** Rules of one area or of all, in the order in which they were written. */
    async rules(bucket?: string): Promise<StoredRule[]> {
      const all = db.selectFrom('storage.lifecycle_rules').selectAll().orderBy('bucket').orderBy('id');
      return (await (bucket === undefined ? all : all.where('bucket', '=', bucket)).execute()).map(ruleOf);
    },

    /** Changes the rules of an area, alone: whoever wants to change them too waits. */
    changeRules: (bucket: string, change: (rules: readonly StoredRule[]) => readonly BucketRule[]): Promise<number> =>
      db.transaction().execute(async (transaction) => {
        await holdBucket(transaction, bucket);
        const own = transaction.selectFrom('storage.lifecycle_rules').where('bucket', '=', bucket);
        const rules = change((await own.selectAll().orderBy('id').execute()).map(ruleOf));
        await transaction.deleteFrom('storage.lifecycle_rules').where('bucket', '=', bucket).execute();
        if (rules.length === 0) return 0;
        await transaction
          .insertInto('storage.lifecycle_rules')
          .values(rules.map((rule) => rowOf(bucket, rule)))
          .execute();
        return rules.length;
      }),
  };
}

/** Keeps others from changing the settings of an area until the transaction ends. */
export async function holdBucket(transaction: QueryExecutorProvider, bucket: string): Promise<void> {
  await sql`select from storage.buckets where name = ${bucket} for update`.execute(transaction);
}

function rowOf(bucket: string, rule: BucketRule) {
  return {
    ...{ bucket, name: rule.name, is_enabled: rule.isEnabled, prefix: rule.prefix, tags: JSON.stringify(rule.tags) },
    ...{ days: rule.days, on_date: rule.onDate === null ? null : new Date(rule.onDate) },
    ...{ noncurrent_days: rule.noncurrentDays, newer_noncurrent: rule.newerNoncurrent },
    ...{ expired_markers: rule.expiredMarkers, abort_days: rule.abortDays },
  };
}

function ruleOf(row: Selectable<RuleTable>): StoredRule {
  return {
    ...{ bucket: row.bucket, name: row.name, isEnabled: row.is_enabled, prefix: row.prefix },
    ...{ tags: row.tags as StoredRule['tags'], days: row.days, onDate: row.on_date?.toISOString() ?? null },
    ...{ noncurrentDays: row.noncurrent_days, newerNoncurrent: row.newer_noncurrent },
    ...{ expiredMarkers: row.expired_markers, abortDays: row.abort_days },
  };
}
