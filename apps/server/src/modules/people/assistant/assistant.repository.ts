import type { Turn } from '@kianda/contract/people/assistant/assistant.contract';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Frame } from './language/language.types.ts';

export type ConversationRow = {
  readonly id: string;
  readonly title: string;
  readonly created_at: Date;
  readonly updated_at: Date;
};

export type AssistantRepository = ReturnType<typeof createAssistantRepository>;

/** The only SQL that touches the `assistant` schema. Every statement names the owner. */
export function createAssistantRepository(database: Database) {
  const db = database.for<Record<never, never>>();
  return {
    async list(ownerId: string, most: number): Promise<readonly (ConversationRow & { readonly turns: number })[]> {
      const { rows } = await sql<ConversationRow & { turns: number }>`
        SELECT c.id, c.title, c.created_at, c.updated_at,
          (SELECT count(*) FROM assistant.turns t WHERE t.conversation_id = c.id)::integer AS turns
        FROM assistant.conversations c WHERE c.owner_id = ${ownerId}
        ORDER BY c.updated_at DESC, c.id LIMIT ${most}`.execute(db);
      return rows;
    },
    async find(ownerId: string, id: string): Promise<ConversationRow | null> {
      const { rows } = await sql<ConversationRow>`
        SELECT id, title, created_at, updated_at FROM assistant.conversations
        WHERE id = ${id} AND owner_id = ${ownerId}`.execute(db);
      return rows[0] ?? null;
    },
    async turns(ownerId: string, id: string): Promise<readonly Turn[]> {
      const { rows } = await sql<{ turn: Turn }>`
        SELECT t.turn FROM assistant.turns t JOIN assistant.conversations c ON c.id = t.conversation_id
        WHERE c.id = ${id} AND c.owner_id = ${ownerId} ORDER BY t.seq`.execute(db);
      return rows.map(({ turn }) => turn);
    },
    /** How the last question of a conversation was read. */
    async lastFrame(ownerId: string, id: string): Promise<Frame | null> {
      const { rows } = await sql<{ frame: Frame | null }>`
        SELECT t.frame FROM assistant.turns t JOIN assistant.conversations c ON c.id = t.conversation_id
        WHERE c.id = ${id} AND c.owner_id = ${ownerId} ORDER BY t.seq DESC LIMIT 1`.execute(db);
      return rows[0]?.frame ?? null;
    },
    /** Adds a turn, with its conversation where that is new; the oldest beyond `keeps` go. */
    async add(entry: {
      readonly ownerId: string;
      readonly conversationId: string;
      readonly turn: Turn;
      readonly frame: Frame | null;
      readonly at: Date;
      readonly keeps: { readonly conversations: number; readonly turns: number };
    }): Promise<void> {
      const { ownerId, conversationId, turn, frame, at, keeps } = entry;
      await db.transaction().execute(async (trx) => {
        // The row lock of the conversation keeps two questions asked at once from taking one number.
        await sql`
          INSERT INTO assistant.conversations (id, owner_id, title, created_at, updated_at)
          VALUES (${conversationId}, ${ownerId}, ${turn.question.slice(0, 120)}, ${at}, ${at})
          ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at`.execute(trx);
        await sql`
          INSERT INTO assistant.turns (id, conversation_id, seq, turn, frame)
          SELECT ${turn.id}, ${conversationId}, coalesce(max(seq), 0) + 1, ${JSON.stringify(turn)}::jsonb,
            ${frame === null ? null : JSON.stringify(frame)}::jsonb
          FROM assistant.turns WHERE conversation_id = ${conversationId}`.execute(trx);
        await sql`
          DELETE FROM assistant.turns WHERE conversation_id = ${conversationId} AND seq <=
            (SELECT max(seq) FROM assistant.turns WHERE conversation_id = ${conversationId}) - ${keeps.turns}`.execute(
          trx,
        );
        await sql`
          DELETE FROM assistant.conversations WHERE id IN (
            SELECT id FROM assistant.conversations WHERE owner_id = ${ownerId}
            ORDER BY updated_at DESC, id OFFSET ${keeps.conversations})`.execute(trx);
      });
    },
    /** Removes one conversation of an owner, or all; the number that went. */
    async remove(ownerId: string, id: string | null): Promise<number> {
      const one = id === null ? sql`true` : sql`id = ${id}`;
      const { rows } = await sql`
        DELETE FROM assistant.conversations WHERE owner_id = ${ownerId} AND ${one} RETURNING id`.execute(db);
      return rows.length;
    },
    async count(ownerId: string): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::integer AS count FROM assistant.conversations WHERE owner_id = ${ownerId}`.execute(db);
      return rows[0]?.count ?? 0;
    },
  };
}
