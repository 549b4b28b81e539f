import type { MapCategory } from '@kianda/contract/open/maps/layers';
import type { MapDefinition, SavedMap } from '@kianda/contract/open/maps/maps.contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

export type MapRow = {
  readonly id: string;
  readonly owner_id: string;
  readonly owner_name: string;
  readonly name: string;
  readonly description: string;
  readonly category: MapCategory;
  readonly definition: MapDefinition;
  readonly access: SavedMap['access'];
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly opens: number;
  readonly last_opened_at: Date | null;
};
export type Written = Pick<MapRow, 'name' | 'description' | 'category' | 'definition' | 'access'>;

const uniqueViolation = '23505';

/** Whether a statement failed because the owner has a map of that name. */
export function isNameTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation;
}

export type MapsRepository = ReturnType<typeof createMapsRepository>;

/** The only SQL that touches the `maps` schema. */
export function createMapsRepository(database: Database) {
  const db = database.for<Record<never, never>>();
  /** An account sees its own maps and the shared ones. */
  const visible = (accountId: string): RawBuilder<unknown> => sql`(owner_id = ${accountId} OR access = 'shared')`;

  return {
    async list(accountId: string, filter: { category?: MapCategory | undefined; search?: string | undefined }) {
      const { category, search } = filter;
      const conditions = [
        visible(accountId),
        ...(category === undefined ? [] : [sql`category = ${category}`]),
        ...(search === undefined || search === ''
          ? []
          : [sql`position(lower(${search}) IN lower(name || ' ' || description)) > 0`]),
      ];
      const { rows } = await sql<MapRow>`
        SELECT * FROM maps.maps WHERE ${sql.join(conditions, sql` AND `)} ORDER BY updated_at DESC, id LIMIT 500`.execute(
        db,
      );
      return rows;
    },
    async find(accountId: string, id: string): Promise<MapRow | null> {
      const { rows } = await sql<MapRow>`
        SELECT * FROM maps.maps WHERE id = ${id} AND ${visible(accountId)}`.execute(db);
      return rows[0] ?? null;
    },
    /** Rejects with a unique violation when the owner has one of that name. */
    async create(id: string, owner: { id: string; name: string }, at: Date, map: Written): Promise<MapRow> {
      const { rows } = await sql<MapRow>`
        INSERT INTO maps.maps (id, owner_id, owner_name, name, description, category, definition, access, created_at,
          updated_at)
        VALUES (${id}, ${owner.id}, ${owner.name}, ${map.name}, ${map.description}, ${map.category},
          ${JSON.stringify(map.definition)}::jsonb, ${map.access}, ${at}, ${at})
        RETURNING *`.execute(db);
      return rows[0] as MapRow;
    },
    /** Null when it was changed since that version. */
    async update(id: string, version: number, at: Date, map: Written): Promise<MapRow | null> {
      const { rows } = await sql<MapRow>`
        UPDATE maps.maps SET name = ${map.name}, description = ${map.description}, category = ${map.category},
          definition = ${JSON.stringify(map.definition)}::jsonb, access = ${map.access}, version = version + 1,
          updated_at = ${at}
        WHERE id = ${id} AND version = ${version} RETURNING *`.execute(db);
      return rows[0] ?? null;
    },
    async remove(id: string): Promise<void> {
      await sql`DELETE FROM maps.maps WHERE id = ${id}`.execute(db);
    },
    async open(id: string, at: Date): Promise<number> {
      const { rows } = await sql<{ opens: number }>`
        UPDATE maps.maps SET opens = opens + 1, last_opened_at = ${at} WHERE id = ${id} RETURNING opens`.execute(db);
      return rows[0]?.opens ?? 0;
    },
    /** Maps of an account, for when it is deleted. */
    async countOwned(accountId: string, access: 'private' | 'shared'): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        SELECT count(*)::int AS total FROM maps.maps WHERE owner_id = ${accountId} AND access = ${access}`.execute(db);
      return rows[0]?.total ?? 0;
    },
    /** Removes the maps that only their owner sees. */
    async removePrivate(accountId: string): Promise<void> {
      await sql`DELETE FROM maps.maps WHERE owner_id = ${accountId} AND access = 'private'`.execute(db);
    },
  };
}
