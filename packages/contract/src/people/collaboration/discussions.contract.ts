import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

const count = z.number().int().nonnegative();
const byId = z.object({ id: z.uuid() });
const common = { service: 'admin-api', access: 'collaboration:read', personal: true } as const;
const write = { ...common, access: 'collaboration:write' } as const;

/**
 * Subject of a discussion, by a key that stays: `annotation/<room>/<id>`, or `console/<section>/<figure>` for a figure
 * or a map of the console.
 */
export const subjectSchema = z
  .string()
  .max(200)
  .regex(/^(annotation|console)\/[\w.:-]+(\/[\w.:-]+){0,3}$/, 'esperada a chave de um assunto');

/** Subject of an annotation. */
export const annotationSubject = (room: string, annotation: string): string => `annotation/${room}/${annotation}`;

const discussionShape = {
  id: z.uuid(),
  subject: z.string(),
  title: z.string(),
  /** Address from the root of the console that shows what it is about. */
  path: z.string(),
  roomId: z.uuid().nullable(),
  state: z.enum(['open', 'resolved']),
  comments: count,
  startedBy: z.string(),
  startedAt: instantSchema,
  lastAt: instantSchema,
};
const discussionSchema = z.object(discussionShape);
export type Discussion = z.infer<typeof discussionSchema>;

const commentSchema = z.object({
  id: z.uuid(),
  authorId: z.uuid(),
  authorName: z.string(),
  /** Empty once its author removed it. */
  text: z.string(),
  removed: z.boolean(),
  mentions: z.array(z.object({ accountId: z.uuid(), name: z.string() })),
  at: instantSchema,
  isMine: z.boolean(),
});
export type DiscussionComment = z.infer<typeof commentSchema>;
const detail = z.object({ discussion: discussionSchema, comments: z.array(commentSchema) });

export const listDiscussions = endpoint({
  ...common,
  id: 'listDiscussions',
  method: 'GET',
  path: '/collaboration/discussions',
  summary: 'Discussões que a conta pode ver, as últimas primeiro',
  query: z.object({
    subject: subjectSchema.optional(),
    room: z.uuid().optional(),
    state: z.enum(['open', 'resolved']).optional(),
    search: z.string().trim().max(120).optional(),
  }),
  response: z.object({ discussions: z.array(discussionSchema) }),
});

export const findDiscussion = endpoint({
  ...common,
  id: 'findDiscussion',
  method: 'GET',
  path: '/collaboration/discussions/{id}',
  summary: 'Uma discussão e os seus comentários',
  params: byId,
  response: detail,
  errors: ['not_found'],
});

const textSchema = z.string().trim().min(1).max(4_000);
const mentionsSchema = z.array(z.uuid()).max(20).default([]);

export const startDiscussion = endpoint({
  ...write,
  id: 'startDiscussion',
  method: 'POST',
  path: '/collaboration/discussions',
  summary: 'Comenta um assunto: começa a sua discussão, ou continua a que existe',
  body: z.object({
    subject: subjectSchema,
    title: z.string().trim().min(1).max(200),
    path: z
      .string()
      .max(500)
      .regex(/^\/\?section=[\w-]+/, 'esperado um endereço da consola'),
    text: textSchema,
    mentions: mentionsSchema,
  }),
  response: detail,
  errors: ['not_found'],
  rateLimitPerMinute: 60,
});

export const addComment = endpoint({
  ...write,
  id: 'addComment',
  method: 'POST',
  path: '/collaboration/discussions/{id}/comments',
  summary: 'Acrescenta um comentário; quem é mencionado recebe uma notificação',
  params: byId,
  body: z.object({ text: textSchema, mentions: mentionsSchema }),
  response: detail,
  errors: ['not_found'],
  rateLimitPerMinute: 60,
});

export const removeComment = endpoint({
  ...write,
  id: 'removeComment',
  method: 'DELETE',
  path: '/collaboration/discussions/{id}/comments/{comment}',
  summary: 'Retira o texto de um comentário próprio; fica a indicação de que existiu',
  params: z.object({ id: z.uuid(), comment: z.uuid() }),
  response: detail,
  errors: ['not_found'],
});

export const setDiscussionState = endpoint({
  ...write,
  id: 'setDiscussionState',
  method: 'PUT',
  path: '/collaboration/discussions/{id}/state',
  summary: 'Dá uma discussão por resolvida, ou reabre-a',
  params: byId,
  body: z.object({ state: z.enum(['open', 'resolved']) }),
  response: detail,
  errors: ['not_found'],
});

export const collaborationInbox = endpoint({
  ...common,
  id: 'collaborationInbox',
  method: 'GET',
  path: '/collaboration/inbox',
  summary: 'O que espera pela própria conta: comentários que a mencionam, e as suas tarefas por fazer',
  response: z.object({
    /** The latest first. */
    mentions: z.array(
      z.object({
        comment: z.uuid(),
        discussion: z.uuid(),
        title: z.string(),
        path: z.string(),
        roomId: z.uuid().nullable(),
        authorName: z.string(),
        text: z.string(),
        at: instantSchema,
      }),
    ),
    tasks: z.array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        roomId: z.uuid(),
        roomName: z.string(),
        annotation: z.uuid().nullable(),
        due: z.iso.date().nullable(),
      }),
    ),
  }),
});

export const discussionEndpoints = [
  collaborationInbox,
  listDiscussions,
  findDiscussion,
  startDiscussion,
  addComment,
  removeComment,
  setDiscussionState,
] as const;
