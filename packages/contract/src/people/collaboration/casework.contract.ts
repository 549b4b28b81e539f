import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { validationStates } from './validation.ts';

const byRoom = z.object({ id: z.uuid() });
const common = { service: 'admin-api', access: 'collaboration:read', personal: true } as const;
const write = { ...common, access: 'collaboration:write' } as const;
const stateSchema = z.enum(Object.keys(validationStates) as [keyof typeof validationStates]);

const reviewSchema = z.object({
  id: z.uuid(),
  annotation: z.uuid(),
  reviewerId: z.uuid(),
  reviewerName: z.string(),
  verdict: z.enum(['approved', 'rejected']),
  note: z.string(),
  at: instantSchema,
  /** `current`: counts. `outdated`: the annotation changed since. `replaced`: the same reviewer judged again. */
  standing: z.enum(['current', 'outdated', 'replaced']),
});
export type Review = z.infer<typeof reviewSchema>;

const validationSchema = z.object({
  annotation: z.uuid(),
  state: stateSchema,
  /** Newest first, all there ever were. */
  reviews: z.array(reviewSchema),
});
export type AnnotationValidation = z.infer<typeof validationSchema>;
const validations = z.object({ validations: z.array(validationSchema) });

export const roomValidations = endpoint({
  ...common,
  id: 'roomValidations',
  method: 'GET',
  path: '/collaboration/rooms/{id}/reviews',
  summary: 'Validação por pares das anotações de uma sala, com a história',
  params: byRoom,
  response: validations,
  errors: ['not_found'],
});

export const reviewAnnotation = endpoint({
  ...common,
  access: 'collaboration:review',
  id: 'reviewAnnotation',
  method: 'POST',
  path: '/collaboration/rooms/{id}/annotations/{annotation}/reviews',
  summary: 'Aprova ou rejeita uma anotação de outra pessoa, tal como está (auditado)',
  params: z.object({ id: z.uuid(), annotation: z.uuid() }),
  body: z
    .object({ verdict: z.enum(['approved', 'rejected']), note: z.string().trim().max(1_000).default('') })
    .refine(({ verdict, note }) => verdict === 'approved' || note.length > 0, {
      message: 'uma rejeição leva a razão',
      path: ['note'],
    }),
  response: validationSchema,
  errors: ['not_found', 'conflict'],
  rateLimitPerMinute: 60,
});

const taskSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  annotation: z.uuid().nullable(),
  assigneeId: z.uuid().nullable(),
  assigneeName: z.string().nullable(),
  /** Day by which it should be done. */
  due: z.iso.date().nullable(),
  state: z.enum(['open', 'done']),
  authorName: z.string(),
  createdAt: instantSchema,
  doneAt: instantSchema.nullable(),
  doneBy: z.string().nullable(),
});
export type RoomTask = z.infer<typeof taskSchema>;
const tasks = z.object({ tasks: z.array(taskSchema) });

export const roomTasks = endpoint({
  ...common,
  id: 'roomTasks',
  method: 'GET',
  path: '/collaboration/rooms/{id}/tasks',
  summary: 'Tarefas de uma sala: as por fazer primeiro, pelo prazo',
  params: byRoom,
  response: tasks,
  errors: ['not_found'],
});

export const addRoomTask = endpoint({
  ...write,
  id: 'addRoomTask',
  method: 'POST',
  path: '/collaboration/rooms/{id}/tasks',
  summary: 'Acrescenta uma tarefa; a pessoa a quem é dada recebe uma notificação',
  params: byRoom,
  body: z.object({
    title: z.string().trim().min(3).max(200),
    annotation: z.uuid().nullable().default(null),
    assignee: z.uuid().nullable().default(null),
    due: z.iso.date().nullable().default(null),
  }),
  response: tasks,
  errors: ['not_found', 'conflict'],
  rateLimitPerMinute: 60,
});

export const setRoomTaskState = endpoint({
  ...write,
  id: 'setRoomTaskState',
  method: 'PUT',
  path: '/collaboration/rooms/{id}/tasks/{task}/state',
  summary: 'Dá uma tarefa por feita, ou reabre-a',
  params: z.object({ id: z.uuid(), task: z.uuid() }),
  body: z.object({ state: z.enum(['open', 'done']) }),
  response: tasks,
  errors: ['not_found'],
});

/** Largest picture, in bytes: pages make theirs smaller before they send them. */
export const maxPictureBytes = 2_000_000;

export const addRoomPicture = endpoint({
  ...write,
  id: 'addRoomPicture',
  method: 'POST',
  path: '/collaboration/rooms/{id}/pictures',
  summary: 'Guarda uma imagem JPEG, PNG ou WebP, de 2 MB no máximo, para uma anotação',
  params: byRoom,
  requestBody: 'stream',
  response: z.object({ id: z.uuid() }),
  errors: ['not_found', 'conflict'],
  rateLimitPerMinute: 30,
});

export const roomPicture = endpoint({
  ...common,
  id: 'roomPicture',
  method: 'GET',
  path: '/collaboration/rooms/{id}/pictures/{picture}',
  summary: 'Uma imagem de uma anotação',
  params: z.object({ id: z.uuid(), picture: z.uuid() }),
  response: z.unknown(),
  format: 'binary',
  contentType: 'application/octet-stream',
  errors: ['not_found'],
});

export const caseworkEndpoints = [
  roomValidations,
  reviewAnnotation,
  roomTasks,
  addRoomTask,
  setRoomTaskState,
  addRoomPicture,
  roomPicture,
] as const;
