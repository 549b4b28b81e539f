import { type Kysely, sql } from 'kysely';
import type { OwnTaskRow, ReviewRow, TaskRow } from './collaboration.types.ts';

type Db = Kysely<Record<never, never>>;
type NewTask = Pick<TaskRow, 'id' | 'title' | 'annotation' | 'assignee_id' | 'assignee_name' | 'due'> & {
  readonly author: { readonly id: string; readonly name: string };
  readonly at: Date;
};
type Picture = { readonly id: string; readonly contentType: string; readonly bytes: Uint8Array };

/** Reviews, tasks and pictures of rooms. */
export function caseworkQueries(db: Db) {
  return {
    /** Newest first. */
    async reviews(roomId: string): Promise<ReviewRow[]> {
      const { rows } = await sql<ReviewRow>`
        SELECT id, annotation, content_hash, reviewer_id, reviewer_name, verdict, note, at
        FROM collaboration.reviews WHERE room_id = ${roomId} ORDER BY at DESC, id LIMIT 5000`.execute(db);
      return rows;
    },
    async addReview(roomId: string, review: ReviewRow): Promise<void> {
      await sql`
        INSERT INTO collaboration.reviews (id, room_id, annotation, content_hash, reviewer_id, reviewer_name, verdict,
          note, at)
        VALUES (${review.id}, ${roomId}, ${review.annotation}, ${review.content_hash}, ${review.reviewer_id},
          ${review.reviewer_name}, ${review.verdict}, ${review.note}, ${review.at})`.execute(db);
    },
    async tasks(roomId: string): Promise<TaskRow[]> {
      const { rows } = await sql<TaskRow>`
        SELECT id, title, annotation, assignee_id, assignee_name, due::text AS due, author_name, created_at, done_at,
          done_by
        FROM collaboration.tasks WHERE room_id = ${roomId}
        ORDER BY done_at IS NOT NULL, due NULLS LAST, created_at, id LIMIT 500`.execute(db);
      return rows;
    },
    /** Open tasks of an account in the rooms that it may see, the most urgent first. */
    async ownTasks(accountId: string): Promise<OwnTaskRow[]> {
      const { rows } = await sql<OwnTaskRow>`
        SELECT t.id, t.title, t.annotation, t.due::text AS due, t.room_id, r.name AS room_name
        FROM collaboration.tasks t JOIN collaboration.rooms r ON r.id = t.room_id
        WHERE t.assignee_id = ${accountId} AND t.done_at IS NULL AND (r.access = 'open' OR r.owner_id = ${accountId}
          OR EXISTS (SELECT 1 FROM collaboration.members m WHERE m.room_id = r.id AND m.account_id = ${accountId}))
        ORDER BY t.due NULLS LAST, t.created_at, t.id LIMIT 50`.execute(db);
      return rows;
    },
    async addTask(roomId: string, task: NewTask): Promise<void> {
      await sql`
        INSERT INTO collaboration.tasks (id, room_id, title, annotation, assignee_id, assignee_name, due, author_id,
          author_name, created_at)
        VALUES (${task.id}, ${roomId}, ${task.title}, ${task.annotation}, ${task.assignee_id}, ${task.assignee_name},
          ${task.due}, ${task.author.id}, ${task.author.name}, ${task.at})`.execute(db);
    },
    /** False where there is no such task in the room. */
    async setTaskDone(roomId: string, id: string, done: { at: Date; by: string } | null): Promise<boolean> {
      const { rows } = await sql`
        UPDATE collaboration.tasks SET done_at = ${done?.at ?? null}, done_by = ${done?.by ?? null}
        WHERE id = ${id} AND room_id = ${roomId} RETURNING id`.execute(db);
      return rows.length > 0;
    },
    async countPictures(roomId: string): Promise<number> {
      const { rows } = await sql<{ n: number }>`
        SELECT count(*)::int AS n FROM collaboration.pictures WHERE room_id = ${roomId}`.execute(db);
      return rows[0]?.n ?? 0;
    },
    async addPicture(roomId: string, { id, contentType, bytes }: Picture, authorId: string, at: Date): Promise<void> {
      await sql`
        INSERT INTO collaboration.pictures (id, room_id, content_type, bytes, author_id, at)
        VALUES (${id}, ${roomId}, ${contentType}, ${Buffer.from(bytes)}, ${authorId}, ${at})`.execute(db);
    },
    async picture(roomId: string, id: string): Promise<{ content_type: string; bytes: Buffer } | null> {
      const { rows } = await sql<{ content_type: string; bytes: Buffer }>`
        SELECT content_type, bytes FROM collaboration.pictures WHERE id = ${id} AND room_id = ${roomId}`.execute(db);
      return rows[0] ?? null;
    },
  };
}
