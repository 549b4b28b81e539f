import type { PolicyWrite } from '@kianda/contract/models/retention/policies.contract';
import type { Database } from '../../../../platform/db/database.ts';
import type { PolicyRow, RetentionTables } from '../retention.tables.ts';

/** A policy as it is written; absent parts stay as they are. */
export type PolicyParts = { readonly [K in keyof PolicyWrite]?: PolicyWrite[K] | undefined };

function columnsOf({ min_access_count, min_quality_score, ...parts }: PolicyParts) {
  const all = { ...parts, min_access: min_access_count, min_quality: min_quality_score };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The policies of retention, and what each last did. */
export function createPoliciesRepository(database: Database) {
  const db = database.for<RetentionTables>();
  return {
    list: (): Promise<PolicyRow[]> =>
      db.selectFrom('retention.policies').selectAll().orderBy('is_builtin', 'desc').orderBy('policy_id').execute(),

    find: (id: string): Promise<PolicyRow | undefined> =>
      db.selectFrom('retention.policies').selectAll().where('policy_id', '=', id).executeTakeFirst(),

    add: (id: string, { min_access_count, min_quality_score, ...parts }: PolicyWrite): Promise<PolicyRow> =>
      db
        .insertInto('retention.policies')
        .values({
          ...parts,
          ...{ policy_id: id, min_access: min_access_count, min_quality: min_quality_score },
          ...{ is_builtin: false, last_result: null },
        })
        .returningAll()
        .executeTakeFirstOrThrow(),

    change: (id: string, parts: PolicyParts): Promise<PolicyRow | undefined> => {
      const columns = columnsOf(parts);
      if (Object.keys(columns).length === 0) {
        return db.selectFrom('retention.policies').selectAll().where('policy_id', '=', id).executeTakeFirst();
      }
      return db
        .updateTable('retention.policies')
        .set(columns)
        .where('policy_id', '=', id)
        .returningAll()
        .executeTakeFirst();
    },

    /** Removes a policy that was added; false where it is none such. */
    async remove(id: string): Promise<boolean> {
      const result = await db
        .deleteFrom('retention.policies')
        .where('policy_id', '=', id)
        .where('is_builtin', '=', false)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },

    async noteRun(id: string, run: { readonly last_run_at: Date; readonly last_result: string }): Promise<void> {
      await db.updateTable('retention.policies').set(run).where('policy_id', '=', id).execute();
    },
  };
}

export type PoliciesRepository = ReturnType<typeof createPoliciesRepository>;
