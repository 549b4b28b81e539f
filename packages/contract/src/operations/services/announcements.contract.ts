import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { namesOfServices } from './service-names.ts';

/** Services shown on the public status page. */
export const statusServices = namesOfServices(
  'console',
  'admin-api',
  'identity',
  'interfaces',
  'stac',
  'features',
  'storage',
  'ingestion',
  'ocean-api',
  'gfw-api',
  'monitor',
  'workflow',
);
export type StatusServiceId = keyof typeof statusServices;
export const statusServiceIds = Object.keys(statusServices) as [StatusServiceId, ...StatusServiceId[]];

export const incidentStates = {
  investigating: 'Investigado',
  identified: 'Identificado',
  monitoring: 'Em observação',
  resolved: 'Resolvido',
} as const;
export type IncidentState = keyof typeof incidentStates;
const incidentStateSchema = z.enum(Object.keys(incidentStates) as [IncidentState, ...IncidentState[]]);

/** While it is open, a critical incident makes its services unavailable, any other one makes them degraded. */
export const incidentSeverities = { minor: 'Ligeiro', major: 'Grave', critical: 'Crítico' } as const;
export type IncidentSeverity = keyof typeof incidentSeverities;
const severitySchema = z.enum(Object.keys(incidentSeverities) as [IncidentSeverity, ...IncidentSeverity[]]);

const titleSchema = z.string().trim().min(3).max(160);
const textSchema = z.string().trim().min(3).max(4_000);
const servicesSchema = z
  .array(z.enum(statusServiceIds))
  .min(1)
  .max(statusServiceIds.length)
  .transform((ids) => [...new Set(ids)]);

export const incidentUpdateSchema = z.object({
  id: z.uuid(),
  at: instantSchema,
  /** Author; never shown outside. */
  by: z.string(),
  state: incidentStateSchema,
  text: z.string(),
});

export const incidentSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  severity: severitySchema,
  services: z.array(z.string()),
  /** State of the newest update. */
  state: incidentStateSchema,
  startedAt: instantSchema,
  resolvedAt: instantSchema.nullable(),
  /** Newest first. */
  updates: z.array(incidentUpdateSchema),
});
export type Incident = z.infer<typeof incidentSchema>;

export const maintenanceSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  text: z.string(),
  services: z.array(z.string()),
  from: instantSchema,
  to: instantSchema,
  writtenAt: instantSchema,
  by: z.string(),
});
export type Maintenance = z.infer<typeof maintenanceSchema>;

export const listAnnouncements = endpoint({
  id: 'listAnnouncements',
  service: 'admin-api',
  method: 'GET',
  path: '/services/announcements',
  summary: 'Incidentes e manutenções dos últimos dias, os que decorrem e os previstos',
  access: 'services:read',
  query: z.object({ days: z.coerce.number().int().min(1).max(90).default(90) }),
  response: z.object({ incidents: z.array(incidentSchema), maintenances: z.array(maintenanceSchema) }),
});

const write = { service: 'admin-api', access: 'services:announce' } as const;
const idParams = z.object({ id: z.uuid() });
const noData = z.object({});

export const createIncident = endpoint({
  ...write,
  id: 'createIncident',
  method: 'POST',
  path: '/services/incidents',
  summary: 'Abre um incidente com a sua primeira atualização',
  body: z.object({
    title: titleSchema,
    severity: severitySchema,
    services: servicesSchema,
    text: textSchema,
    state: incidentStateSchema.default('investigating'),
    /** When it began, where that was before it was written. */
    startedAt: instantSchema.optional(),
  }),
  response: incidentSchema,
});

export const editIncident = endpoint({
  ...write,
  id: 'editIncident',
  method: 'PUT',
  path: '/services/incidents/{id}',
  summary: 'Corrige o título, a gravidade e os serviços de um incidente',
  params: idParams,
  body: z.object({ title: titleSchema, severity: severitySchema, services: servicesSchema }),
  response: incidentSchema,
  errors: ['not_found'],
});

export const addIncidentUpdate = endpoint({
  ...write,
  id: 'addIncidentUpdate',
  method: 'POST',
  path: '/services/incidents/{id}/updates',
  summary: 'Acrescenta uma atualização; «resolvido» encerra o incidente e outro estado reabre-o',
  params: idParams,
  body: z.object({ state: incidentStateSchema, text: textSchema }),
  response: incidentSchema,
  errors: ['not_found'],
});

export const deleteIncident = endpoint({
  ...write,
  id: 'deleteIncident',
  method: 'DELETE',
  path: '/services/incidents/{id}',
  summary: 'Elimina um incidente e as suas atualizações',
  params: idParams,
  response: noData,
  errors: ['not_found'],
});

const maintenanceBody = z
  .object({ title: titleSchema, text: textSchema, services: servicesSchema, from: instantSchema, to: instantSchema })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['to'], message: 'O fim vem depois do início.' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 30 * 86_400_000, {
    path: ['to'],
    message: 'Uma manutenção dura no máximo 30 dias.',
  });

export const createMaintenance = endpoint({
  ...write,
  id: 'createMaintenance',
  method: 'POST',
  path: '/services/maintenances',
  summary: 'Anuncia uma manutenção: enquanto dura, o que falhar nos seus serviços não conta como indisponibilidade',
  body: maintenanceBody,
  response: maintenanceSchema,
});

export const editMaintenance = endpoint({
  ...write,
  id: 'editMaintenance',
  method: 'PUT',
  path: '/services/maintenances/{id}',
  summary: 'Altera uma manutenção',
  params: idParams,
  body: maintenanceBody,
  response: maintenanceSchema,
  errors: ['not_found'],
});

export const deleteMaintenance = endpoint({
  ...write,
  id: 'deleteMaintenance',
  method: 'DELETE',
  path: '/services/maintenances/{id}',
  summary: 'Elimina uma manutenção',
  params: idParams,
  response: noData,
  errors: ['not_found'],
});

export const announcementEndpoints = [
  listAnnouncements,
  createIncident,
  editIncident,
  addIncidentUpdate,
  deleteIncident,
  createMaintenance,
  editMaintenance,
  deleteMaintenance,
] as const;
