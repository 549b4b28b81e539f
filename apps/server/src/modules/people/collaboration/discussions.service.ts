import { randomUUID } from 'node:crypto';
import type { BodyOf, DataOf, QueryOf } from '@kianda/contract';
import type {
  addComment,
  collaborationInbox,
  Discussion,
  findDiscussion,
  listDiscussions,
  startDiscussion,
} from '@kianda/contract/people/collaboration/discussions.contract';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { mayRead } from '../../../platform/http/may-read.ts';
import {
  type Context,
  notify,
  nowOf,
  peopleWho,
  roomPath,
  tellRoom,
  visibleRoom,
  writableRoom,
} from './collaboration.context.ts';
import type { CommentRow, DiscussionRow } from './collaboration.types.ts';

type Detail = DataOf<typeof findDiscussion>;
type Inbox = DataOf<typeof collaborationInbox>;
type MentionRow = Awaited<ReturnType<Context['repository']['mentions']>>[number];
type OwnTaskRow = Awaited<ReturnType<Context['repository']['ownTasks']>>[number];
type Written = BodyOf<typeof addComment>;
const excerpt = 300;

/** Discussions of annotations and of the console's figures. Whoever sees the subject's room sees the discussion. */
export function createDiscussionsService(context: Context) {
  const { repository } = context;
  return {
    detail: (id: string, principal: Principal): Promise<Detail> => detailOf(context, id, principal),
    async inbox({ accountId }: Principal): Promise<Inbox> {
      const [mentions, tasks] = await Promise.all([repository.mentions(accountId), repository.ownTasks(accountId)]);
      return { mentions: mentions.map(mentionOf), tasks: tasks.map(taskOf) };
    },
    async list(query: QueryOf<typeof listDiscussions>, principal: Principal): Promise<Discussion[]> {
      if (!mayRead('collaboration:read', principal)) return [];
      return (await repository.discussions(principal.accountId, query)).map(viewOf);
    },
    /** Throws `not_found` for an annotation of a room that the caller does not see. */
    async start(body: BodyOf<typeof startDiscussion>, principal: Principal): Promise<Detail> {
      const id = await begin(context, body, principal);
      return comment(context, await writable(context, id, principal), body, principal);
    },
    add: async (id: string, body: Written, principal: Principal): Promise<Detail> =>
      comment(context, await writable(context, id, principal), body, principal),
    /** Throws `not_found` for a comment of somebody else. */
    async remove(id: string, commentId: string, principal: Principal): Promise<Detail> {
      const row = await writable(context, id, principal);
      if (!(await repository.removeComment(id, commentId, principal.accountId)))
        throw new AppError('not_found', { detail: 'Este comentário não é seu.' });
      if (row.room_id !== null) tellRoom(context, row.room_id, 'discussions');
      return detailOf(context, id, principal);
    },
    async setState(id: string, state: 'open' | 'resolved', principal: Principal): Promise<Detail> {
      const row = await writable(context, id, principal);
      await repository.setState(id, state);
      if (row.room_id !== null) tellRoom(context, row.room_id, 'discussions');
      return detailOf(context, id, principal);
    },
  };
}

export type DiscussionsService = ReturnType<typeof createDiscussionsService>;

/** Throws `not_found` also where the caller may not see its room. */
async function visible(context: Context, id: string, principal: Principal): Promise<DiscussionRow> {
  const row = await context.repository.discussion(id);
  if (row === null) throw new AppError('not_found', { detail: 'Esta discussão não existe.' });
  if (row.room_id !== null) await visibleRoom(context, row.room_id, principal);
  return row;
}

/** As `visible`, for who writes in it. Throws `not_found`, `forbidden`. */
async function writable(context: Context, id: string, principal: Principal): Promise<DiscussionRow> {
  const row = await visible(context, id, principal);
  if (row.room_id !== null) await writableRoom(context, row.room_id, principal);
  return row;
}

async function detailOf(context: Context, id: string, principal: Principal): Promise<Detail> {
  const row = await visible(context, id, principal);
  const comments = await context.repository.comments(id);
  return { discussion: viewOf(row), comments: comments.map((one) => commentOf(one, principal)) };
}

/** Id of the subject's discussion, without its first comment. */
async function begin(context: Context, body: BodyOf<typeof startDiscussion>, principal: Principal): Promise<string> {
  const [kind, room, annotation] = body.subject.split('/');
  const roomId = kind === 'annotation' ? (room ?? '') : null;
  if (roomId !== null && !/^[\da-f-]{36}$/.test(roomId)) throw new AppError('not_found');
  if (roomId !== null) await writableRoom(context, roomId, principal);
  return context.repository.startDiscussion(
    {
      id: randomUUID(),
      subject: body.subject,
      title: body.title,
      // An annotation has one place; a figure's is where the comment was written.
      path: roomId === null ? body.path : roomPath(roomId, annotation ?? null),
      room_id: roomId,
      starter: { id: principal.accountId, name: principal.name },
    },
    nowOf(context),
  );
}

/** Adds a comment, and tells those whom it mentions. */
async function comment(
  context: Context,
  row: DiscussionRow,
  { text, mentions }: Written,
  principal: Principal,
): Promise<Detail> {
  const mentioned = await peopleWho(context, mentions, row.room_id);
  const id = randomUUID();
  await context.repository.addComment(row.id, {
    id,
    author_id: principal.accountId,
    author_name: principal.name,
    text,
    mentions: mentioned,
    at: nowOf(context),
  });
  if (row.room_id !== null) tellRoom(context, row.room_id, 'discussions');
  const others = mentioned.map(({ accountId }) => accountId).filter((one) => one !== principal.accountId);
  await notify(
    context,
    {
      key: `comment/${id}`,
      group: `discussion/${row.id}`,
      alertId: row.id,
      title: `${principal.name} mencionou-o em «${row.title}»`,
      description: text.slice(0, excerpt),
      path: row.path,
    },
    others,
  );
  return detailOf(context, row.id, principal);
}

function mentionOf(row: MentionRow): Inbox['mentions'][number] {
  return {
    comment: row.id,
    discussion: row.discussion_id,
    title: row.title,
    path: row.path,
    roomId: row.room_id,
    authorName: row.author_name,
    text: row.text,
    at: row.at.toISOString(),
  };
}

function taskOf({ id, title, annotation, due, room_id, room_name }: OwnTaskRow): Inbox['tasks'][number] {
  return { id, title, annotation, due, roomId: room_id, roomName: room_name };
}

function viewOf(row: DiscussionRow): Discussion {
  return {
    id: row.id,
    subject: row.subject,
    title: row.title,
    path: row.path,
    roomId: row.room_id,
    state: row.state,
    comments: row.comments,
    startedBy: row.starter_name,
    startedAt: row.started_at.toISOString(),
    lastAt: row.last_at.toISOString(),
  };
}

function commentOf(row: CommentRow, { accountId }: Principal): Detail['comments'][number] {
  return {
    id: row.id,
    authorId: row.author_id,
    authorName: row.author_name,
    text: row.text,
    removed: row.removed,
    mentions: [...row.mentions],
    at: row.at.toISOString(),
    isMine: row.author_id === accountId,
  };
}
