import { type Kysely, sql } from 'kysely';
import type { CommentRow, DiscussionRow, MentionRow } from './collaboration.types.ts';

type Db = Kysely<Record<never, never>>;
type Filter = {
  readonly subject?: string | undefined;
  readonly room?: string | undefined;
  readonly state?: 'open' | 'resolved' | undefined;
  readonly search?: string | undefined;
};
type Started = Pick<DiscussionRow, 'id' | 'subject' | 'title' | 'path' | 'room_id'> & {
  readonly starter: { readonly id: string; readonly name: string };
};

const selected = sql`
  d.id, d.subject, d.title, d.path, d.room_id, d.state, d.starter_name, d.started_at, d.last_at,
  (SELECT count(*)::int FROM collaboration.comments c WHERE c.discussion_id = d.id AND NOT c.removed) AS comments`;

/** Of the console's figures, or of a room that the account may see. */
const visibleTo = (accountId: string) => sql`(d.room_id IS NULL OR r.access = 'open' OR r.owner_id = ${accountId}
  OR EXISTS (SELECT 1 FROM collaboration.members m WHERE m.room_id = r.id AND m.account_id = ${accountId}))`;

/** Discussions and their comments. */
export function discussionQueries(db: Db) {
  return {
    /** Those of the console's figures and of the rooms that the account may see, the latest first. */
    async discussions(accountId: string, { subject, room, state, search }: Filter): Promise<DiscussionRow[]> {
      const conditions = [
        visibleTo(accountId),
        ...(subject === undefined ? [] : [sql`d.subject = ${subject}`]),
        ...(room === undefined ? [] : [sql`d.room_id = ${room}`]),
        ...(state === undefined ? [] : [sql`d.state = ${state}`]),
        ...(search === undefined || search === '' ? [] : [sql`position(lower(${search}) IN lower(d.title)) > 0`]),
      ];
      const { rows } = await sql<DiscussionRow>`
        SELECT ${selected} FROM collaboration.discussions d LEFT JOIN collaboration.rooms r ON r.id = d.room_id
        WHERE ${sql.join(conditions, sql` AND `)} ORDER BY d.last_at DESC, d.id LIMIT 200`.execute(db);
      return rows;
    },
    async discussion(id: string): Promise<DiscussionRow | null> {
      const { rows } = await sql<DiscussionRow>`
        SELECT ${selected} FROM collaboration.discussions d WHERE d.id = ${id}`.execute(db);
      return rows[0] ?? null;
    },
    /** Comments that mention an account, of the discussions that it may see, the latest first. */
    async mentions(accountId: string): Promise<MentionRow[]> {
      const { rows } = await sql<MentionRow>`
        SELECT c.id, c.discussion_id, d.title, d.path, d.room_id, c.author_name, c.text, c.at
        FROM collaboration.comments c JOIN collaboration.discussions d ON d.id = c.discussion_id
          LEFT JOIN collaboration.rooms r ON r.id = d.room_id
        WHERE c.mentions @> ${JSON.stringify([{ accountId }])}::jsonb AND NOT c.removed AND ${visibleTo(accountId)}
        ORDER BY c.at DESC, c.id LIMIT 30`.execute(db);
      return rows;
    },
    async comments(discussionId: string): Promise<CommentRow[]> {
      const { rows } = await sql<CommentRow>`
        SELECT id, author_id, author_name, text, removed, mentions, at FROM collaboration.comments
        WHERE discussion_id = ${discussionId} ORDER BY at, id LIMIT 1000`.execute(db);
      return rows;
    },
    /** Id of the one discussion of a subject, made where there is none. */
    async startDiscussion({ id, subject, title, path, room_id: roomId, starter }: Started, at: Date): Promise<string> {
      const { rows } = await sql<{ id: string }>`
        INSERT INTO collaboration.discussions AS known
          (id, subject, title, path, room_id, state, starter_id, starter_name, started_at, last_at)
        VALUES (${id}, ${subject}, ${title}, ${path}, ${roomId}, 'open', ${starter.id}, ${starter.name}, ${at}, ${at})
        ON CONFLICT (subject) DO UPDATE SET last_at = known.last_at RETURNING id`.execute(db);
      return rows[0]?.id ?? id;
    },
    addComment: (discussionId: string, comment: Omit<CommentRow, 'removed'>): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await sql`
          INSERT INTO collaboration.comments (id, discussion_id, author_id, author_name, text, mentions, at)
          VALUES (${comment.id}, ${discussionId}, ${comment.author_id}, ${comment.author_name}, ${comment.text},
            ${JSON.stringify(comment.mentions)}::jsonb, ${comment.at})`.execute(trx);
        await sql`
          UPDATE collaboration.discussions SET last_at = ${comment.at} WHERE id = ${discussionId}`.execute(trx);
      }),
    /** False where the comment is not the account's. */
    async removeComment(discussionId: string, id: string, accountId: string): Promise<boolean> {
      const { rows } = await sql`
        UPDATE collaboration.comments SET text = '', mentions = '[]', removed = true
        WHERE id = ${id} AND discussion_id = ${discussionId} AND author_id = ${accountId} RETURNING id`.execute(db);
      return rows.length > 0;
    },
    async setState(id: string, state: 'open' | 'resolved'): Promise<void> {
      await sql`UPDATE collaboration.discussions SET state = ${state} WHERE id = ${id}`.execute(db);
    },
    async countComments(accountId: string): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        SELECT count(*)::int AS n FROM collaboration.comments WHERE author_id = ${accountId} AND NOT removed`.execute(
        db,
      );
      return rows[0]?.n ?? 0;
    },
  };
}
