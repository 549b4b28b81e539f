import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf, pageQuerySchema } from '../../core/page.ts';
import { instantSchema } from '../../core/provenance.ts';

/** Rules that raise alerts, with their labels. */
export const alertRules = {
  encounter: 'Encontro no mar',
  loitering: 'Permanência prolongada',
  gap: 'Silêncio do AIS',
  zone_entry: 'Entrada em área vigiada',
  slow_in_zone: 'Velocidade baixa em área vigiada',
  fishing_in_zone: 'Pesca em área que a proíbe',
  oil_exclusion: 'Entrada em perímetro petrolífero',
  closed_season: 'Pesca em período de veda',
  no_licence: 'Pesca sem licença nacional',
  gear_not_allowed: 'Arte de pesca não licenciada',
  zone_not_allowed: 'Pesca fora da zona licenciada',
  minimum_distance: 'Pesca a menos da distância mínima da costa',
  identity_change: 'Mudança de identidade',
  flag_mismatch: 'MMSI não condiz com a bandeira',
  watch_seen: 'Embarcação vigiada voltou a transmitir',
  watch_zone: 'Embarcação vigiada numa área',
} as const;
export type AlertRule = keyof typeof alertRules;
const ruleSchema = z.enum(Object.keys(alertRules) as [AlertRule, ...AlertRule[]]);

export const alertTypes = ['illegal_fishing', 'protected_area', 'encounters', 'other'] as const;
/** Gravest first. */
export const alertSeverities = ['high', 'medium', 'low'] as const;

/** States of an alert, with their labels. */
export const alertStates = {
  new: 'Novo',
  acknowledged: 'Reconhecido',
  investigating: 'Em investigação',
  confirmed: 'Confirmado',
  false_positive: 'Falso positivo',
  annulled: 'Anulado',
  closed: 'Encerrado',
} as const;
export type AlertState = keyof typeof alertStates;
const stateSchema = z.enum(Object.keys(alertStates) as [AlertState, ...AlertState[]]);

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

export const eventKinds = ['encounter', 'loitering', 'gap', 'port_visit', 'fishing', 'zone'] as const;

const vesselNameSchema = z.object({ id: z.number().int(), name: z.string().nullable(), flag: z.string().nullable() });
export const vesselAlertSchema = z.object({
  id: z.uuid(),
  rule: ruleSchema,
  type: z.enum(alertTypes),
  severity: z.enum(alertSeverities),
  description: z.string(),
  /** Null where the rule is of a vessel and of no place. */
  location: z.object({ lat: z.number(), lon: z.number() }).nullable(),
  vesselCount: z.number().int(),
  vessels: z.array(vesselNameSchema),
  area: z.object({ id: z.string(), name: z.string() }).nullable(),
  state: stateSchema,
  assignee: z.object({ id: z.string(), name: z.string() }).nullable(),
  dueAt: instantSchema.nullable(),
  snoozedUntil: instantSchema.nullable(),
  /** Beginning of the event, and the latest report of it. */
  timestamp: instantSchema,
  lastAt: instantSchema,
  raisedAt: instantSchema,
  updatedAt: instantSchema,
  /** Every vessel in it is of a simulator. */
  simulated: z.boolean(),
});
export type VesselAlert = z.infer<typeof vesselAlertSchema>;

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
  query: pageQuerySchema.extend({
    state: stateSchema.or(z.literal('open')).optional(),
    severity: z.enum(alertSeverities).optional(),
    /** This one and the graver ones. */
    minSeverity: z.enum(alertSeverities).optional(),
    rule: ruleSchema.optional(),
    vesselId: z.coerce.number().int().min(1).optional(),
  }),
  response: pageOf(vesselAlertSchema),
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

export const alertEndpoints = [listVesselAlerts, vesselAlertDetail, stepVesselAlert, listVesselEvents] as const;
