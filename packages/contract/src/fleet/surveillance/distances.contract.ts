import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { fleetSchema } from './registry.contract.ts';

const idParams = z.object({ id: z.uuid() });

/** Least distance from the coast at which fishing is allowed, for a gear, a fleet and a zone, or for all of them. */
const distanceFields = z.object({
  name: z.string().trim().min(2).max(120),
  /** Null for every gear. */
  gear: z.string().trim().min(1).max(60).nullable(),
  /** Null for every fleet. */
  fleet: fleetSchema.nullable(),
  /** Area in which it applies; null for the whole ZEE. */
  areaId: z.string().max(64).nullable(),
  meters: z.number().int().min(1).max(370_400),
  source: z.string().trim().min(2).max(300),
});
export const distanceSchema = z.object({ ...distanceFields.shape, id: z.uuid(), updatedAt: instantSchema });
export type MinimumDistance = z.infer<typeof distanceSchema>;

export const listDistances = endpoint({
  id: 'listMinimumDistances',
  service: 'admin-api',
  method: 'GET',
  path: '/surveillance/distances',
  summary: 'Distâncias mínimas à costa, por arte, frota e zona',
  access: 'surveillance:read',
  response: z.object({ distances: z.array(distanceSchema) }),
});
export const createDistance = endpoint({
  id: 'createMinimumDistance',
  service: 'admin-api',
  method: 'POST',
  path: '/surveillance/distances',
  summary: 'Acrescenta uma distância mínima à costa',
  access: 'surveillance:configure',
  body: distanceFields,
  response: distanceSchema,
});
export const updateDistance = endpoint({
  id: 'updateMinimumDistance',
  service: 'admin-api',
  method: 'PUT',
  path: '/surveillance/distances/{id}',
  summary: 'Altera uma distância mínima à costa',
  access: 'surveillance:configure',
  params: idParams,
  body: distanceFields,
  response: distanceSchema,
  errors: ['not_found'],
});
export const deleteDistance = endpoint({
  id: 'deleteMinimumDistance',
  service: 'admin-api',
  method: 'DELETE',
  path: '/surveillance/distances/{id}',
  summary: 'Elimina uma distância mínima à costa',
  access: 'surveillance:configure',
  params: idParams,
  response: z.object({ id: z.uuid() }),
  errors: ['not_found'],
});

export const distanceEndpoints = [listDistances, createDistance, updateDistance, deleteDistance] as const;
