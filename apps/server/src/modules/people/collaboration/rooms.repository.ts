import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MemberRow, RoomRow } from './collaboration.types.ts';

type Db = Kysely<Record<never, never>>;
type Written = Pick<RoomRow, 'name' | 'topic' | 'access'>;

const columns = (accountId: string): RawBuilder<unknown> => sql`
  r.id, r.name, r.topic, r.access, r.owner_id, r.owner_name, r.annotations, r.created_at, r.updated_at,
  (SELECT count(*)::int + 1 FROM collaboration.members n WHERE n.room_id = r.id) AS members,
  (SELECT m.role FROM collaboration.members m WHERE m.room_id = r.id AND m.account_id = ${accountId}) AS member_role`;

/** Rooms and their members. */
export function roomQueries(db: Db) {
  return {
    /** Rooms that an account may see, newest change first. */
    async rooms(accountId: string, search: string): Promise<RoomRow[]> {
      const { rows } = await sql<RoomRow>`
        SELECT ${columns(accountId)} FROM collaboration.rooms r
        WHERE (r.access = 'open' OR r.owner_id = ${accountId} OR EXISTS (
            SELECT 1 FROM collaboration.members m WHERE m.room_id = r.id AND m.account_id = ${accountId}))
          AND (${search} = '' OR position(lower(${search}) IN lower(r.name || ' ' || r.topic)) > 0)
        ORDER BY r.updated_at DESC, r.id LIMIT 200`.execute(db);
      return rows;
    },
    async room(id: string, accountId: string): Promise<RoomRow | null> {
      const { rows } = await sql<RoomRow>`
        SELECT ${columns(accountId)} FROM collaboration.rooms r WHERE r.id = ${id}`.execute(db);
      return rows[0] ?? null;
    },
    async members(roomId: string): Promise<MemberRow[]> {
      const { rows } = await sql<MemberRow>`
        SELECT account_id, name, role FROM collaboration.members WHERE room_id = ${roomId} ORDER BY name`.execute(db);
      return rows;
    },
    async createRoom(id: string, owner: { id: string; name: string }, at: Date, room: Written): Promise<void> {
      await sql`
        INSERT INTO collaboration.rooms (id, name, topic, access, owner_id, owner_name, created_at, updated_at)
        VALUES (${id}, ${room.name}, ${room.topic}, ${room.access}, ${owner.id}, ${owner.name}, ${at}, ${at})`.execute(
        db,
      );
    },
    async updateRoom(id: string, at: Date, room: Written): Promise<void> {
      await sql`
        UPDATE collaboration.rooms SET name = ${room.name}, topic = ${room.topic}, access = ${room.access},
          updated_at = ${at} WHERE id = ${id}`.execute(db);
    },
    async removeRoom(id: string): Promise<void> {
      await sql`DELETE FROM collaboration.rooms WHERE id = ${id}`.execute(db);
    },
    async setMember(roomId: string, { account_id: accountId, name, role }: MemberRow): Promise<void> {
      await sql`
        INSERT INTO collaboration.members (room_id, account_id, name, role)
        VALUES (${roomId}, ${accountId}, ${name}, ${role})
        ON CONFLICT (room_id, account_id) DO UPDATE SET role = excluded.role, name = excluded.name`.execute(db);
    },
    async removeMember(roomId: string, accountId: string): Promise<void> {
      await sql`DELETE FROM collaboration.members WHERE room_id = ${roomId} AND account_id = ${accountId}`.execute(db);
    },
    async countOwned(accountId: string): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        SELECT count(*)::int AS n FROM collaboration.rooms WHERE owner_id = ${accountId}`.execute(db);
      return rows[0]?.n ?? 0;
    },
    async countMemberships(accountId: string): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        SELECT count(*)::int AS n FROM collaboration.members WHERE account_id = ${accountId}`.execute(db);
      return rows[0]?.n ?? 0;
    },
    async removeMemberships(accountId: string): Promise<void> {
      await sql`DELETE FROM collaboration.members WHERE account_id = ${accountId}`.execute(db);
    },
  };
}
