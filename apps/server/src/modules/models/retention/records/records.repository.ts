import type { QueryOf } from '@kianda/contract';
import type { listRetained, RecordAct, RecordSort } from '@kianda/contract/models/retention/retention.contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../../platform/db/database.ts';
import { containsWords, folded } from '../../../../platform/db/folded.ts';
import type { RecordRow, RetentionTables } from '../retention.tables.ts';

type ListQuery = QueryOf<typeof listRetained>;

/** Records that a search counts at most: to count all that a common word finds takes longer than a page. */
export const mostCounted = 1_000;

const sorts: Readonly<Record<RecordSort, RawBuilder<unknown>>> = {
  id: sql`id`,
  table_name: sql`table_name`,
  data_type: sql`data_type`,
  created_at: sql`created_at`,
  last_accessed: sql`last_accessed`,
  access_count: sql`access_count`,
  size_mb: sql`bytes`,
  quality_score: sql`quality`,
  status: sql`status`,
};

const words = folded(sql`id::text || ' ' || data_type || ' ' || label || ' ' || metadata::text`);

function conditionOf({ table, status, search }: Pick<ListQuery, 'table' | 'status' | 'search'>) {
  const parts = [
    table === undefined ? null : sql`table_name = ${table}`,
    status === undefined ? null : sql`status = ${status}`,
    search === undefined || search === ''
      ? null
      : containsWords(words, search.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').split(/\s+/).slice(0, 5)),
  ].filter((part) => part !== null);
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` AND `);
}

const shown = sql`table_name, id, key, key_class, data_type, label, status, created_at, last_accessed, access_count,
  bytes, quality, watermark, metadata, is_pinned, purge_after, policy_id, eviction_reason, data_sha256`;

export type ListedRow = Omit<
  RecordRow,
  | 'content'
  | 'content_key'
  | 'content_sha256'
  | 'event_at'
  | 'valid_until'
  | 'expires_at'
  | 'archived_at'
  | 'expired_at'
>;

/** A change of the state of records. */
export type StateChange = {
  readonly ids: readonly string[];
  readonly act: Extract<RecordAct, 'archived' | 'restored' | 'expired'>;
  readonly now: Date;
  readonly byName: string;
  readonly graceDays: number;
};

const changes: Readonly<Record<StateChange['act'], (change: StateChange) => RawBuilder<unknown>>> = {
  archived: ({ now }) => sql`SET status = 'archived', archived_at = ${now} WHERE status = 'active'`,
  // A record whose question has a newer answer stays where it is: two answers to one question can't both be served.
  restored: () => sql`SET status = 'active', archived_at = NULL, expired_at = NULL, purge_after = NULL,
      eviction_reason = NULL, policy_id = NULL
    WHERE status <> 'active' AND NOT EXISTS (
      SELECT FROM retention.records AS o WHERE o.table_name = r.table_name AND o.key = r.key
        AND o.event_at IS NOT DISTINCT FROM r.event_at AND o.status = 'active')`,
  expired: ({ now, graceDays }) => sql`SET status = 'expired', expired_at = ${now}, eviction_reason = 'person',
      purge_after = ${now}::timestamptz + ${graceDays} * interval '1 day'
    WHERE status <> 'expired' AND NOT is_pinned`,
};

/** The records as people look at them, and the changes that people make. */
export function createRecordsRepository(database: Database) {
  const db = database.for<RetentionTables>();
  return { ...readStatements(db), ...changeStatements(db), ...exportStatements(db) };
}

export type RecordsRepository = ReturnType<typeof createRecordsRepository>;

type Db = Kysely<RetentionTables>;

/** Records by the counts that every statement keeps; they are kept by table and state. */
async function countHeld(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT coalesce(sum(records), 0)::bigint AS total FROM retention.totals WHERE ${where}`.execute(db);
  return rows[0]?.total ?? 0;
}

function readStatements(db: Db) {
  return {
    async list({ page, pageSize, sortField, sortDirection, ...filters }: ListQuery) {
      const direction = sortDirection === 'desc' ? sql`DESC` : sql`ASC`;
      const tie = sortField === 'id' ? sql`` : sql`, id ${direction}`;
      const pageOf = async (from: RawBuilder<unknown>): Promise<ListedRow[]> => {
        const { rows } = await sql<ListedRow>`
          SELECT ${shown} FROM ${from} ORDER BY ${sorts[sortField]} ${direction}${tie}
          OFFSET ${(page - 1) * pageSize} LIMIT ${pageSize}`.execute(db);
        return rows;
      };
      const where = conditionOf(filters);
      const every = sql`retention.records WHERE ${where}`;
      if ((filters.search ?? '') === '') {
        const [rows, total] = await Promise.all([pageOf(every), countHeld(db, where)]);
        return { rows, total, isCapped: false };
      }
      // A search is looked up once: the page of few is sorted from what was found, and many are met soon in any order.
      const { rows: found } = await sql<Pick<RecordRow, 'table_name' | 'id'>>`
        SELECT table_name, id FROM retention.records WHERE ${where} LIMIT ${mostCounted + 1}`.execute(db);
      if (found.length > mostCounted) return { rows: await pageOf(every), total: mostCounted, isCapped: true };
      const some = sql`unnest(${found.map((row) => row.table_name)}::text[], ${found.map(({ id }) => id)}::uuid[])
        AS found (table_name, id) JOIN retention.records USING (table_name, id)`;
      return { rows: found.length === 0 ? [] : await pageOf(some), total: found.length, isCapped: false };
    },

    find: (id: string): Promise<RecordRow | undefined> =>
      db.selectFrom('retention.records').selectAll().where('id', '=', id).executeTakeFirst(),

    acts: (id: string) =>
      db.selectFrom('retention.acts').selectAll().where('record_id', '=', id).orderBy('id').limit(200).execute(),

    holds: ({ id, data_sha256 }: Pick<RecordRow, 'id' | 'data_sha256'>) =>
      db
        .selectFrom('retention.holds')
        .selectAll()
        .where((eb) =>
          eb.or([eb('record_id', '=', id), ...(data_sha256 === null ? [] : [eb('data_sha256', '=', data_sha256)])]),
        )
        .orderBy('id')
        .execute(),
  };
}

function changeStatements(db: Db) {
  return {
    /** Changes the state of the records that may change so; resolves to their ids. */
    async change(change: StateChange): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        WITH changed AS (
          UPDATE retention.records AS r ${changes[change.act](change)} AND r.id = ANY(${change.ids}::uuid[])
          RETURNING r.id
        ), noted AS (
          INSERT INTO retention.acts (record_id, act, at, by_name)
            SELECT id, ${change.act}, ${change.now}, ${change.byName} FROM changed
        )
        SELECT id FROM changed`.execute(db);
      return rows.map(({ id }) => id);
    },

    /** Holds a record by order of a person, or ends all orders on it; false where there is no such record. */
    setHold: (
      id: string,
      hold: { readonly isHeld: boolean; readonly account_name: string; readonly reason: string; readonly at: Date },
    ): Promise<boolean | undefined> =>
      db.transaction().execute(async (transaction) => {
        const { isHeld, account_name, reason, at } = hold;
        await transaction
          .deleteFrom('retention.holds')
          .where('record_id', '=', id)
          .where('kind', '=', 'legal_hold')
          .execute();
        if (isHeld) {
          await transaction
            .insertInto('retention.holds')
            .values({
              ...{
                kind: 'legal_hold',
                record_id: id,
                data_sha256: null,
                owner: account_name,
                account_name,
                reason,
                at,
              },
            })
            .execute();
        }
        const { rows } = await sql<{ is_pinned: boolean }>`
          UPDATE retention.records AS r SET is_pinned =
            EXISTS (SELECT FROM retention.holds AS h WHERE h.record_id = r.id OR h.data_sha256 = r.data_sha256)
          WHERE r.id = ${id} RETURNING r.is_pinned`.execute(transaction);
        const found = rows[0];
        if (found === undefined) {
          await transaction.deleteFrom('retention.holds').where('record_id', '=', id).execute();
          return undefined;
        }
        await transaction
          .insertInto('retention.acts')
          .values({ record_id: id, act: isHeld ? 'held' : 'released', at, by_name: account_name })
          .execute();
        return found.is_pinned;
      }),
  };
}

function exportStatements(db: Db) {
  return {
    async addExport(row: {
      readonly token_sha256: string;
      readonly storage_key: string;
      readonly file_name: string;
      readonly content_type: string;
      readonly expires_at: Date;
    }): Promise<void> {
      await db.insertInto('retention.exports').values(row).execute();
    },

    findExport: (digest: string, now: Date) =>
      db
        .selectFrom('retention.exports')
        .selectAll()
        .where('token_sha256', '=', digest)
        .where('expires_at', '>', now)
        .executeTakeFirst(),

    /** Forgets exports that are over; resolves to the keys of their files. */
    async forgetExports(now: Date): Promise<string[]> {
      const rows = await db
        .deleteFrom('retention.exports')
        .where('expires_at', '<=', now)
        .returning('storage_key')
        .execute();
      return rows.map(({ storage_key }) => storage_key);
    },
  };
}
