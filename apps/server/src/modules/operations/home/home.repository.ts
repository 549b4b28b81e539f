import type { Role } from '@kianda/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

type StoredLayout = { readonly tiles: readonly string[]; readonly updated_at: Date };
type HomeTables = {
  'home.layouts': { account_id: string; tiles: string[]; updated_at: Date };
  'home.role_layouts': { role: Role; tiles: string[]; updated_at: Date };
  'home.visits': { account_id: string; seen_at: Date; previous_at: Date | null };
};
type Db = Kysely<HomeTables>;
export type VisitRow = { readonly seen_at: Date; readonly previous_at: Date | null };

/** The only SQL that touches the `home` schema. */
export function createHomeRepository(database: Database) {
  const db = database.for<HomeTables>();
  return { ...layoutQueries(db), ...visitQueries(db) };
}

export type HomeRepository = ReturnType<typeof createHomeRepository>;

function layoutQueries(db: Db) {
  return {
    layoutOf: (accountId: string): Promise<StoredLayout | undefined> =>
      db
        .selectFrom('home.layouts')
        .select(['tiles', 'updated_at'])
        .where('account_id', '=', accountId)
        .executeTakeFirst(),
    roleLayout: (role: Role): Promise<StoredLayout | undefined> =>
      db.selectFrom('home.role_layouts').select(['tiles', 'updated_at']).where('role', '=', role).executeTakeFirst(),
    async saveLayout(accountId: string, tiles: readonly string[], at: Date): Promise<void> {
      const columns = { tiles: [...tiles], updated_at: at };
      await db
        .insertInto('home.layouts')
        .values({ account_id: accountId, ...columns })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
        .execute();
    },
    async removeLayout(accountId: string): Promise<void> {
      await db.deleteFrom('home.layouts').where('account_id', '=', accountId).execute();
    },
    async saveRoleLayout(role: Role, tiles: readonly string[], at: Date): Promise<void> {
      const columns = { tiles: [...tiles], updated_at: at };
      await db
        .insertInto('home.role_layouts')
        .values({ role, ...columns })
        .onConflict((conflict) => conflict.column('role').doUpdateSet(columns))
        .execute();
    },
    async removeRoleLayout(role: Role): Promise<void> {
      await db.deleteFrom('home.role_layouts').where('role', '=', role).execute();
    },
  };
}

function visitQueries(db: Db) {
  return {
    visitOf: (accountId: string): Promise<VisitRow | undefined> =>
      db
        .selectFrom('home.visits')
        .select(['seen_at', 'previous_at'])
        .where('account_id', '=', accountId)
        .executeTakeFirst(),
    /** Marks the visit, in one statement: of two windows at once, none begins a visit twice. */
    async visit(accountId: string, at: Date, breakMs: number): Promise<VisitRow> {
      const { rows } = await sql<VisitRow>`
        INSERT INTO home.visits AS visit (account_id, seen_at) VALUES (${accountId}, ${at})
        ON CONFLICT (account_id) DO UPDATE SET
          previous_at = CASE WHEN visit.seen_at < ${new Date(at.getTime() - breakMs)} THEN visit.seen_at
            ELSE visit.previous_at END,
          seen_at = greatest(visit.seen_at, excluded.seen_at)
        RETURNING seen_at, previous_at`.execute(db);
      const [row] = rows;
      if (row === undefined) throw new Error('home: the visit was not written');
      return row;
    },
    async forget(accountId: string): Promise<void> {
      await db.deleteFrom('home.layouts').where('account_id', '=', accountId).execute();
      await db.deleteFrom('home.visits').where('account_id', '=', accountId).execute();
    },
    async countOf(accountId: string): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        SELECT count(*)::int AS n FROM home.layouts WHERE account_id = ${accountId}`.execute(db);
      return rows[0]?.n ?? 0;
    },
  };
}
