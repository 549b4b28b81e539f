import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../../../../platform/db/database.ts';
import type { MapTables } from '../maps.tables.ts';

export type LinkRow = Selectable<MapTables['models.map_links']>;
export type NewLink = Pick<
  LinkRow,
  'id' | 'map_id' | 'note' | 'maker_id' | 'maker_name' | 'created_at' | 'expires_at'
> & { readonly token_hash: Uint8Array };

/** Public links of the maps of models. */
export function createLinkRepository(database: Database) {
  const db = database.for<MapTables>();
  return {
    /** Newest first; of one maker where one is given. */
    list: (mapId: string, makerId: string | null): Promise<LinkRow[]> => {
      const all = db.selectFrom('models.map_links').selectAll().where('map_id', '=', mapId);
      const own = makerId === null ? all : all.where('maker_id', '=', makerId);
      return own.orderBy('created_at', 'desc').orderBy('id').limit(500).execute();
    },

    find: (id: string): Promise<LinkRow | undefined> =>
      db.selectFrom('models.map_links').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Null where the map has `most` open links already, or is gone. */
    add: (link: NewLink, most: number): Promise<LinkRow | null> =>
      db.transaction().execute(async (transaction) => {
        const map = await transaction
          .selectFrom('models.maps')
          .select('id')
          .where('id', '=', link.map_id)
          .forUpdate()
          .executeTakeFirst();
        if (map === undefined || (await countOpen(transaction, link)) >= most) return null;
        const values = { ...link, token_hash: Buffer.from(link.token_hash) };
        return transaction.insertInto('models.map_links').values(values).returningAll().executeTakeFirstOrThrow();
      }),

    async revoke(id: string, at: Date): Promise<boolean> {
      const closed = await db
        .updateTable('models.map_links')
        .set({ revoked_at: at })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .returning('id')
        .execute();
      return closed.length > 0;
    },

    /** The link that a token opens at an instant. */
    opened: (tokenHash: Uint8Array, at: Date): Promise<LinkRow | undefined> =>
      db
        .selectFrom('models.map_links')
        .selectAll()
        .where('token_hash', '=', Buffer.from(tokenHash))
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', at)
        .executeTakeFirst(),

    async countOpening(id: string, at: Date): Promise<void> {
      await db
        .updateTable('models.map_links')
        .set({ opens: sql<number>`opens + 1`, last_opened_at: at })
        .where('id', '=', id)
        .execute();
    },
  };
}

export type LinkRepository = ReturnType<typeof createLinkRepository>;

async function countOpen(db: Kysely<MapTables>, { map_id, created_at }: NewLink): Promise<number> {
  const { open } = await db
    .selectFrom('models.map_links')
    .select(({ fn }) => fn.countAll<string>().as('open'))
    .where('map_id', '=', map_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', created_at)
    .executeTakeFirstOrThrow();
  return Number(open);
}
