import { type Kysely, sql } from 'kysely';
import type { RoomRow } from './collaboration.types.ts';

type Db = Kysely<Record<never, never>>;
type Standing = Pick<RoomRow, 'access' | 'owner_id' | 'member_role'>;
export type StoredUpdate = { readonly number: number; readonly content: Uint8Array };
export type StoredDocument = {
  readonly snapshot: Uint8Array | null;
  readonly snapshotNumber: number;
  readonly updates: readonly StoredUpdate[];
};
export type Appended = {
  readonly roomId: string;
  readonly accountId: string;
  readonly content: Uint8Array;
  readonly annotations: number;
  readonly at: Date;
  /** Whether the account may write, by its standing at the moment of writing. */
  readonly mayWrite: (standing: Standing) => boolean;
};

/** The documents of rooms: a snapshot and the updates after it, numbered without gaps. */
export function documentQueries(db: Db) {
  return {
    /** The whole of a document at one moment; null where there is no such room. */
    document: (roomId: string): Promise<StoredDocument | null> =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          const { rows } = await sql<{ snapshot: Buffer | null; snapshot_number: number }>`
            SELECT snapshot, snapshot_number FROM collaboration.rooms WHERE id = ${roomId}`.execute(trx);
          const [room] = rows;
          if (room === undefined) return null;
          return {
            snapshot: room.snapshot,
            snapshotNumber: room.snapshot_number,
            updates: await updatesAfter(trx, roomId, room.snapshot_number),
          };
        }),
    updatesAfter: (roomId: string, number: number) => updatesAfter(db, roomId, number),

    /**
     * Stores an update under the next number. Null where the room is gone or the account may not write there: that is
     * asked in the same transaction, so that nobody writes after they were removed.
     */
    append: ({ roomId, accountId, content, annotations, at, mayWrite }: Appended): Promise<number | null> =>
      db.transaction().execute(async (trx) => {
        const { rows } = await sql<Standing & { readonly last_number: number }>`
          SELECT r.last_number, r.access, r.owner_id, (SELECT m.role FROM collaboration.members m
            WHERE m.room_id = r.id AND m.account_id = ${accountId}) AS member_role
          FROM collaboration.rooms r WHERE r.id = ${roomId} FOR UPDATE OF r`.execute(trx);
        const [room] = rows;
        if (room === undefined || !mayWrite(room)) return null;
        const number = room.last_number + 1;
        await sql`
          INSERT INTO collaboration.updates (room_id, number, account_id, content, at)
          VALUES (${roomId}, ${number}, ${accountId}, ${Buffer.from(content)}, ${at})`.execute(trx);
        await sql`
          UPDATE collaboration.rooms SET last_number = ${number}, annotations = ${annotations}, updated_at = ${at}
          WHERE id = ${roomId}`.execute(trx);
        return number;
      }),

    /** Puts the snapshot in place of the updates up to `number`; false where there are newer ones, and nothing is done. */
    compact: (roomId: string, snapshot: Uint8Array, number: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ last_number: number }>`
          SELECT last_number FROM collaboration.rooms WHERE id = ${roomId} FOR UPDATE`.execute(trx);
        if (rows[0]?.last_number !== number) return false;
        await sql`
          UPDATE collaboration.rooms SET snapshot = ${Buffer.from(snapshot)}, snapshot_number = ${number}
          WHERE id = ${roomId}`.execute(trx);
        await sql`DELETE FROM collaboration.updates WHERE room_id = ${roomId} AND number <= ${number}`.execute(trx);
        return true;
      }),
  };
}

async function updatesAfter(db: Db, roomId: string, number: number): Promise<StoredUpdate[]> {
  const { rows } = await sql<StoredUpdate>`
    SELECT number, content FROM collaboration.updates WHERE room_id = ${roomId} AND number > ${number}
    ORDER BY number`.execute(db);
  return rows;
}
