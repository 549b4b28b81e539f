import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

/** Vessels of one group at most. */
export const mostMembers = 1_000;
/** Hours of silence after which a new transmission of a watched vessel raises an alert. */
export const watchlistSilenceHours = 24;

const groupFields = z
  .object({
    name: z.string().trim().min(2).max(80),
    description: z.string().trim().max(500).default(''),
    /** Seen and used by everybody who sees the surveillance; else by its owner alone. */
    isShared: z.boolean(),
    /** Watch list: its vessels raise alerts when they appear and when they are in a watched area. */
    isWatched: z.boolean(),
  })
  .refine(({ isShared, isWatched }) => isShared || !isWatched, {
    message: 'uma lista de vigilância é partilhada: os seus alertas são de todos',
    path: ['isShared'],
  });

export const vesselGroupSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  isShared: z.boolean(),
  isWatched: z.boolean(),
  ownerName: z.string(),
  /** True when the caller may change or delete it. */
  mayChange: z.boolean(),
  members: z.number().int(),
  updatedAt: instantSchema,
});
export type VesselGroup = z.infer<typeof vesselGroupSchema>;

const memberSchema = z.object({
  /** `id` of the list of vessels. */
  vesselId: z.string(),
  shipId: z.number().int().nullable(),
  name: z.string().nullable(),
  addedAt: instantSchema,
  addedBy: z.string(),
});

const params = z.object({ id: z.uuid() });
const vesselIds = z.array(z.string().min(1).max(120)).max(mostMembers);
const common = { service: 'admin-api' } as const;

export const listVesselGroups = endpoint({
  id: 'listVesselGroups',
  method: 'GET',
  path: '/surveillance/groups',
  summary: 'Grupos de embarcações próprios e partilhados',
  access: 'surveillance:read',
  response: z.object({ groups: z.array(vesselGroupSchema) }),
  ...common,
});

export const vesselGroupDetail = endpoint({
  id: 'vesselGroupDetail',
  method: 'GET',
  path: '/surveillance/groups/{id}',
  summary: 'Um grupo com as suas embarcações',
  access: 'surveillance:read',
  params,
  response: vesselGroupSchema.extend({ vessels: z.array(memberSchema) }),
  errors: ['not_found'],
  ...common,
});

export const createVesselGroup = endpoint({
  id: 'createVesselGroup',
  method: 'POST',
  path: '/surveillance/groups',
  summary: 'Cria um grupo de embarcações ou uma lista de vigilância',
  access: 'vessels:group',
  body: groupFields,
  response: vesselGroupSchema,
  ...common,
});

export const updateVesselGroup = endpoint({
  id: 'updateVesselGroup',
  method: 'PUT',
  path: '/surveillance/groups/{id}',
  summary: 'Altera um grupo: nome, partilha, vigilância',
  access: 'vessels:group',
  params,
  body: groupFields,
  response: vesselGroupSchema,
  errors: ['not_found'],
  ...common,
});

export const deleteVesselGroup = endpoint({
  id: 'deleteVesselGroup',
  method: 'DELETE',
  path: '/surveillance/groups/{id}',
  summary: 'Elimina um grupo; as embarcações e os alertas ficam',
  access: 'vessels:group',
  params,
  response: z.object({ id: z.string() }),
  errors: ['not_found'],
  ...common,
});

export const changeGroupMembers = endpoint({
  id: 'changeGroupMembers',
  method: 'POST',
  path: '/surveillance/groups/{id}/members',
  summary: 'Junta embarcações a um grupo e tira-as dele',
  access: 'vessels:group',
  params,
  body: z.object({ add: vesselIds.default([]), remove: vesselIds.default([]) }),
  response: vesselGroupSchema,
  errors: ['not_found', 'conflict'],
  ...common,
});

export const groupEndpoints = [
  listVesselGroups,
  vesselGroupDetail,
  createVesselGroup,
  updateVesselGroup,
  deleteVesselGroup,
  changeGroupMembers,
] as const;
