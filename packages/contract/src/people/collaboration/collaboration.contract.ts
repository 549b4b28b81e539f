import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

const count = z.number().int().nonnegative();
const name = z.string().trim().min(3).max(120);
const byId = z.object({ id: z.uuid() });
const common = { service: 'admin-api', access: 'collaboration:read', personal: true } as const;
const write = { ...common, access: 'collaboration:write' } as const;

/** Roles in a room, from most to least. */
export const roomRoles = { owner: 'Responsável', editor: 'Escreve', reader: 'Lê' } as const;
export type RoomRole = keyof typeof roomRoles;
export const roomAccesses = { open: 'Aberta a todos os colaboradores', members: 'Só para os membros' } as const;
export type RoomAccess = keyof typeof roomAccesses;
const roleSchema = z.enum(['owner', 'editor', 'reader']);
const givenRole = z.enum(['editor', 'reader']);

const roomShape = {
  id: z.uuid(),
  name: z.string(),
  topic: z.string(),
  access: z.enum(['open', 'members']),
  ownerName: z.string(),
  /** Role of the calling account; in an open room, of whoever may collaborate. */
  role: roleSchema,
  /** Annotations in the document, as of the last stored change. */
  annotations: count,
  members: count,
  createdAt: instantSchema,
  updatedAt: instantSchema,
};
const roomSchema = z.object(roomShape);
export type Room = z.infer<typeof roomSchema>;

const memberSchema = z.object({ accountId: z.uuid(), name: z.string(), role: roleSchema });
export type RoomMember = z.infer<typeof memberSchema>;
const roomDetail = z.object({ room: roomSchema, people: z.array(memberSchema) });

export const listRooms = endpoint({
  ...common,
  id: 'listRooms',
  method: 'GET',
  path: '/collaboration/rooms',
  summary: 'Salas de colaboração que a conta pode ver, as mexidas há menos tempo primeiro',
  query: z.object({ search: z.string().trim().max(120).optional() }),
  response: z.object({ rooms: z.array(roomSchema) }),
});

const written = { name, topic: z.string().trim().max(500).default(''), access: z.enum(['open', 'members']) };

export const createRoom = endpoint({
  ...write,
  id: 'createRoom',
  method: 'POST',
  path: '/collaboration/rooms',
  summary: 'Cria uma sala, de que a conta fica responsável',
  body: z.object(written),
  response: roomDetail,
  rateLimitPerMinute: 30,
});

export const findRoom = endpoint({
  ...common,
  id: 'findRoom',
  method: 'GET',
  path: '/collaboration/rooms/{id}',
  summary: 'Uma sala e os seus membros',
  params: byId,
  response: roomDetail,
  errors: ['not_found'],
});

export const updateRoom = endpoint({
  ...write,
  id: 'updateRoom',
  method: 'PUT',
  path: '/collaboration/rooms/{id}',
  summary: 'Muda o nome, o tema e o acesso de uma sala própria (auditado)',
  params: byId,
  body: z.object(written),
  response: roomDetail,
  errors: ['not_found'],
});

export const deleteRoom = endpoint({
  ...write,
  id: 'deleteRoom',
  method: 'DELETE',
  path: '/collaboration/rooms/{id}',
  summary: 'Elimina uma sala própria com as suas anotações, conversas e tarefas (auditado)',
  params: byId,
  response: z.object({ deleted: z.literal(true) }),
  errors: ['not_found'],
});

const memberParams = z.object({ id: z.uuid(), account: z.uuid() });

export const setRoomMember = endpoint({
  ...write,
  id: 'setRoomMember',
  method: 'PUT',
  path: '/collaboration/rooms/{id}/members/{account}',
  summary: 'Junta uma pessoa a uma sala própria, ou muda o seu papel (auditado)',
  params: memberParams,
  body: z.object({ role: givenRole }),
  response: roomDetail,
  errors: ['not_found', 'conflict'],
});

export const removeRoomMember = endpoint({
  ...write,
  id: 'removeRoomMember',
  method: 'DELETE',
  path: '/collaboration/rooms/{id}/members/{account}',
  summary: 'Retira uma pessoa de uma sala própria, ou a própria conta de uma sala (auditado)',
  params: memberParams,
  response: z.object({ removed: z.literal(true) }),
  errors: ['not_found', 'conflict'],
});

export const collaborators = endpoint({
  ...common,
  id: 'collaborators',
  method: 'GET',
  path: '/collaboration/people',
  summary: 'Pessoas que podem colaborar, pelo nome: para as juntar, mencionar ou lhes dar uma tarefa',
  query: z.object({ search: z.string().trim().max(80).default('') }),
  response: z.object({ people: z.array(z.object({ accountId: z.uuid(), name: z.string() })) }),
});

export const roomEndpoints = [
  listRooms,
  createRoom,
  findRoom,
  updateRoom,
  deleteRoom,
  setRoomMember,
  removeRoomMember,
  collaborators,
] as const;
