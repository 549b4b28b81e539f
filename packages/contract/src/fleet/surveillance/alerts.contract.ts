import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf, pageQuerySchema } from '../../core/page.ts';
import { instantSchema } from '../../core/provenance.ts';
import { fileShapeOf, isInOrder, listFile, orderMessage, pageShapeOf } from '../../core/resource-endpoints.ts';
import {
  type AlertState,
  alertGroupResource,
  alertGroupSchema,
  stateSchema,
  vesselAlertResource,
  vesselAlertSchema,
  vesselNameSchema,
} from './alerts.resource.ts';

export {
  type AlertRule,
  type AlertState,
  alertRules,
  alertSeverities,
  alertStates,
  alertTypes,
  type VesselAlert,
  vesselAlertSchema,
} from './alerts.resource.ts';

/**
 * States to which a person may move an alert from each state. Only the platform annuls, when late reports undo the
 * event.
 */
export const alertSteps: Readonly<Record<AlertState, readonly AlertState[]>> = {
  new: ['acknowledged', 'investigating', 'false_positive'],
  acknowledged: ['investigating', 'confirmed', 'false_positive'],
  investigating: ['confirmed', 'false_positive'],
  confirmed: ['closed', 'investigating'],
  false_positive: ['closed', 'investigating'],
  annulled: ['closed'],
  closed: ['investigating'],
};

export const eventKinds = [
  'encounter',
  'loitering',
  'gap',
  'port_visit',
  'fishing',
  'zone',
  'jump',
  'shared_mmsi',
  'on_land',
] as const;

export const vesselEventSchema = z.object({
  key: z.string(),
  kind: z.enum(eventKinds),
  vessels: z.array(vesselNameSchema),
  start: instantSchema,
  end: instantSchema.nullable(),
  location: z.object({ lat: z.number(), lon: z.number() }),
  /** Named set of thresholds it was found with. */
  preset: z.string(),
  details: z.record(z.string(), z.unknown()),
  state: z.enum(['valid', 'annulled']),
  /** Number of times that late reports changed it. */
  revision: z.number().int(),
  updatedAt: instantSchema,
});

export const listVesselAlerts = endpoint({
  id: 'listVesselAlerts',
  first: true,
  service: 'admin-api',
  method: 'GET',
  path: '/surveillance/alerts',
  summary: 'Alertas de embarcações, os mais recentes primeiro',
  access: 'surveillance:read',
  query: z.object(pageShapeOf(vesselAlertResource)).refine(isInOrder, orderMessage),
  response: pageOf(vesselAlertSchema),
});

export const exportVesselAlerts = endpoint({
  ...listFile,
  id: 'exportVesselAlerts',
  service: 'admin-api',
  path: '/surveillance/alerts/export',
  summary: 'Todos os alertas de embarcações dos filtros, em CSV, XLSX ou JSON (auditado)',
  access: 'surveillance:export',
  query: z.object(fileShapeOf(vesselAlertResource)).refine(isInOrder, orderMessage),
});

export const listAlertGroups = endpoint({
  id: 'listVesselAlertGroups',
  service: 'admin-api',
  method: 'GET',
  path: '/surveillance/alert-groups',
  summary: 'Embarcações com os alertas dos filtros: quantos, e o mais grave',
  access: 'surveillance:read',
  query: z.object(pageShapeOf(alertGroupResource)).refine(isInOrder, orderMessage),
  response: pageOf(alertGroupSchema),
});

const alertParams = z.object({ id: z.uuid() });
const stepSchema = z.object({
  seq: z.number().int(),
  at: instantSchema,
  actor: z.string(),
  from: stateSchema.nullable(),
  to: stateSchema.nullable(),
  note: z.string(),
});

export const vesselAlertDetail = endpoint({
  id: 'vesselAlertDetail',
  first: true,
  service: 'admin-api',
  method: 'GET',
  path: '/surveillance/alerts/{id}',
  summary: 'Um alerta com o seu evento e o seu percurso',
  access: 'surveillance:read',
  params: alertParams,
  response: z.object({
    alert: vesselAlertSchema,
    event: vesselEventSchema.nullable(),
    steps: z.array(stepSchema),
    allowed: z.array(stateSchema),
  }),
  errors: ['not_found'],
});

export const stepVesselAlert = endpoint({
  id: 'stepVesselAlert',
  first: true,
  service: 'admin-api',
  method: 'POST',
  path: '/surveillance/alerts/{id}/steps',
  summary: 'Leva um alerta a outro estado, atribui-o, adia-o ou junta-lhe uma nota',
  access: 'surveillance:act',
  params: alertParams,
  body: z
    .object({
      /** State the caller saw: another one by now is a conflict. */
      from: stateSchema,
      to: stateSchema.optional(),
      note: z.string().trim().max(4_000).default(''),
      /** Id of an account; null removes the assignment. */
      assigneeId: z.uuid().nullable().optional(),
      dueAt: instantSchema.nullable().optional(),
      snoozedUntil: instantSchema.nullable().optional(),
    })
    .refine(
      ({ to, note, assigneeId, dueAt, snoozedUntil }) =>
        to !== undefined || note !== '' || [assigneeId, dueAt, snoozedUntil].some((one) => one !== undefined),
      { message: 'nada a fazer: indique um estado, uma nota, um responsável ou um prazo' },
    ),
  response: vesselAlertSchema,
  errors: ['not_found', 'conflict'],
});

/** Takes several alerts to one state; each that is not in the state it was seen in, or may not be, is left as it is. */
export const stepVesselAlerts = endpoint({
  id: 'stepVesselAlerts',
  first: true,
  service: 'admin-api',
  method: 'POST',
  path: '/surveillance/alerts/steps',
  summary: 'Leva vários alertas a um estado; diz quais ficaram por mudar, e porquê',
  access: 'surveillance:act',
  body: z.object({
    alerts: z
      .array(z.object({ id: z.uuid(), from: stateSchema }))
      .min(1)
      .max(200),
    to: stateSchema,
    note: z.string().trim().max(4_000).default(''),
  }),
  response: z.object({
    changed: z.array(z.uuid()),
    refused: z.array(z.object({ id: z.uuid(), reason: z.string() })),
  }),
});

export const listVesselEvents = endpoint({
  id: 'listVesselEvents',
  service: 'admin-api',
  method: 'GET',
  path: '/surveillance/events',
  summary: 'Eventos detetados nos trajetos: encontros, permanências prolongadas, silêncios, portos, pesca e áreas',
  access: 'surveillance:read',
  query: pageQuerySchema.extend({
    kind: z.enum(eventKinds).optional(),
    vesselId: z.coerce.number().int().min(1).optional(),
    from: instantSchema.optional(),
    to: instantSchema.optional(),
  }),
  response: pageOf(vesselEventSchema),
});

export const alertEndpoints = [
  listVesselAlerts,
  exportVesselAlerts,
  listAlertGroups,
  vesselAlertDetail,
  stepVesselAlert,
  stepVesselAlerts,
  listVesselEvents,
] as const;
