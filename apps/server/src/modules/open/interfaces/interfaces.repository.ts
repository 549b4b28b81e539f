import type { Database } from '../../../platform/db/database.ts';
import { interfaceTables, type PageCheckRow, type PictureRow } from './interfaces.tables.ts';

export type InterfaceRepository = ReturnType<typeof createInterfaceRepository>;
type InterfaceTables = ReturnType<typeof interfaceTables>;

/** SQL of the hub: who opened what, favourites, checks and pictures. */
export function createInterfaceRepository(database: Database) {
  const db = interfaceTables(database);
  return {
    accesses: () => db.selectFrom('interfaces.accesses').selectAll().execute(),
    visitsOf: (accountId: string) =>
      db
        .selectFrom('interfaces.visits')
        .select(['interface_id', 'last_accessed'])
        .where('account_id', '=', accountId)
        .execute(),
    favouritesOf: (accountId: string) =>
      db.selectFrom('interfaces.favourites').select('interface_id').where('account_id', '=', accountId).execute(),
    checks: () => db.selectFrom('interfaces.page_checks').selectAll().execute(),
    picturesMade: () => db.selectFrom('interfaces.pictures').select(['interface_id', 'kind', 'made_at']).execute(),
    picture: (id: string): Promise<PictureRow | undefined> =>
      db.selectFrom('interfaces.pictures').selectAll().where('interface_id', '=', id).executeTakeFirst(),

    /** Counts an opening for everyone, and remembers it for the account. */
    countOpening: (id: string, accountId: string, at: Date): Promise<void> => countOpening(db, { id, accountId, at }),

    async mark(id: string, accountId: string, isFavourite: boolean): Promise<void> {
      const row = { account_id: accountId, interface_id: id };
      if (isFavourite) {
        await db
          .insertInto('interfaces.favourites')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return;
      }
      await db
        .deleteFrom('interfaces.favourites')
        .where('account_id', '=', accountId)
        .where('interface_id', '=', id)
        .execute();
    },

    async saveCheck(row: PageCheckRow): Promise<void> {
      const { interface_id: _id, ...columns } = row;
      await db
        .insertInto('interfaces.page_checks')
        .values(row)
        .onConflict((conflict) => conflict.column('interface_id').doUpdateSet(columns))
        .execute();
    },

    async savePicture(row: PictureRow): Promise<void> {
      const { interface_id: _id, ...columns } = row;
      await db
        .insertInto('interfaces.pictures')
        .values(row)
        .onConflict((conflict) => conflict.column('interface_id').doUpdateSet(columns))
        .execute();
    },

    /** Favourites and remembered visits of an account. */
    async countOf(accountId: string): Promise<number> {
      const [favourites, visits] = await Promise.all([this.favouritesOf(accountId), this.visitsOf(accountId)]);
      return favourites.length + visits.length;
    },
    async forget(accountId: string): Promise<void> {
      await db.deleteFrom('interfaces.favourites').where('account_id', '=', accountId).execute();
      await db.deleteFrom('interfaces.visits').where('account_id', '=', accountId).execute();
    },
  };
}

async function countOpening(
  db: InterfaceTables,
  { id, accountId, at }: { readonly id: string; readonly accountId: string; readonly at: Date },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('interfaces.accesses')
      .values({ interface_id: id, last_accessed: at, openings: 1 })
      .onConflict((conflict) =>
        conflict.column('interface_id').doUpdateSet((eb) => ({
          last_accessed: at,
          openings: eb('interfaces.accesses.openings', '+', 1),
        })),
      )
      .execute();
    await tx
      .insertInto('interfaces.visits')
      .values({ account_id: accountId, interface_id: id, last_accessed: at })
      .onConflict((conflict) => conflict.columns(['account_id', 'interface_id']).doUpdateSet({ last_accessed: at }))
      .execute();
  });
}
