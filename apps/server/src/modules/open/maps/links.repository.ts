import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { MapRow } from './maps.repository.ts';

export type LinkRow = {
  readonly id: string;
  readonly map_id: string;
  readonly map_name: string;
  readonly note: string;
  readonly maker_id: string;
  readonly maker_name: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly opens: number;
  readonly last_opened_at: Date | null;
};
export type NewLink = Pick<
  LinkRow,
  'id' | 'map_id' | 'note' | 'maker_id' | 'maker_name' | 'created_at' | 'expires_at'
> & {
  readonly token_hash: Uint8Array;
};

export type LinksRepository = ReturnType<typeof createLinksRepository>;

/** Public links of the maps, in the `maps` schema. */
export function createLinksRepository(database: Database) {
  const db = database.for<Record<never, never>>();
  const columns = sql`l.id, l.map_id, m.name AS map_name, l.note, l.maker_id, l.maker_name, l.created_at, l.expires_at,
    l.revoked_at, l.opens, l.last_opened_at`;

  return {
    /** Newest first; of one maker where one is given. */
    async list(filter: { readonly makerId: string | null; readonly mapId: string | null }): Promise<LinkRow[]> {
      const { rows } = await sql<LinkRow>`
        SELECT ${columns} FROM maps.links l JOIN maps.maps m ON m.id = l.map_id
        WHERE (${filter.makerId}::uuid IS NULL OR l.maker_id = ${filter.makerId}::uuid)
          AND (${filter.mapId}::uuid IS NULL OR l.map_id = ${filter.mapId}::uuid)
        ORDER BY l.created_at DESC, l.id LIMIT 500`.execute(db);
      return rows;
    },
    async find(id: string): Promise<LinkRow | null> {
      const { rows } = await sql<LinkRow>`
        SELECT ${columns} FROM maps.links l JOIN maps.maps m ON m.id = l.map_id WHERE l.id = ${id}`.execute(db);
      return rows[0] ?? null;
    },
    /** Null where the map has `most` open links already. */
    async add(link: NewLink, most: number): Promise<LinkRow | null> {
      const { rows } = await sql<LinkRow>`
        WITH l AS (
          INSERT INTO maps.links (id, map_id, token_hash, note, maker_id, maker_name, created_at, expires_at)
          SELECT ${link.id}::uuid, ${link.map_id}::uuid, ${Buffer.from(link.token_hash)}::bytea, ${link.note}::text,
            ${link.maker_id}::uuid, ${link.maker_name}::text, ${link.created_at}::timestamptz,
            ${link.expires_at}::timestamptz
          WHERE (SELECT count(*) FROM maps.links WHERE map_id = ${link.map_id}::uuid AND revoked_at IS NULL
            AND expires_at > ${link.created_at}::timestamptz) < ${most}
          RETURNING *)
        SELECT ${columns} FROM l JOIN maps.maps m ON m.id = l.map_id`.execute(db);
      return rows[0] ?? null;
    },
    async revoke(id: string, at: Date): Promise<boolean> {
      const { rows } = await sql`
        UPDATE maps.links SET revoked_at = ${at} WHERE id = ${id} AND revoked_at IS NULL RETURNING id`.execute(db);
      return rows.length > 0;
    },
    /** The map that a token opens at an instant, and the account that made the link; null where it opens none. */
    async opened(
      tokenHash: Uint8Array,
      at: Date,
    ): Promise<{
      readonly link_id: string;
      readonly maker_id: string;
      readonly expires_at: Date;
      readonly map: MapRow;
    } | null> {
      const { rows } = await sql<MapRow & { link_id: string; maker_id: string; expires_at: Date }>`
        SELECT m.*, l.id AS link_id, l.maker_id, l.expires_at FROM maps.links l JOIN maps.maps m ON m.id = l.map_id
        WHERE l.token_hash = ${Buffer.from(tokenHash)} AND l.revoked_at IS NULL AND l.expires_at > ${at}`.execute(db);
      const row = rows[0];
      return row === undefined
        ? null
        : { link_id: row.link_id, maker_id: row.maker_id, expires_at: row.expires_at, map: row };
    },
    async countOpen(id: string, at: Date): Promise<void> {
      await sql`UPDATE maps.links SET opens = opens + 1, last_opened_at = ${at} WHERE id = ${id}`.execute(db);
    },
  };
}
