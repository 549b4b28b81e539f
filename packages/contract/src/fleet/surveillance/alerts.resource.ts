import { z } from 'zod';
import {
  angolaBoxFilter,
  choiceFilter,
  periodFilter,
  searchFilter,
  switchFilter,
  valueFilter,
} from '../../core/filters.ts';
import { instantSchema } from '../../core/provenance.ts';
import { resource } from '../../core/resource.ts';

/** Rules that raise alerts, with what people read. */
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
  impossible_jump: 'Salto impossível',
  distress: 'Sinal de socorro',
  on_land: 'Posições em terra',
  shared_mmsi: 'Um MMSI em dois navios',
  shared_imo: 'Um número IMO em dois MMSI',
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

/** States of an alert, with what people read. */
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
export const stateSchema = z.enum(Object.keys(alertStates) as [AlertState, ...AlertState[]]);

export const vesselNameSchema = z.object({
  id: z.number().int(),
  name: z.string().nullable(),
  flag: z.string().nullable(),
});
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
  /** Of the event: when it began, and when it was last told of. */
  timestamp: instantSchema,
  lastAt: instantSchema,
  /** When the event ended; null while it goes on. */
  endedAt: instantSchema.nullable(),
  raisedAt: instantSchema,
  updatedAt: instantSchema,
  /** Every vessel in it is of a simulator. */
  simulated: z.boolean(),
});
export type VesselAlert = z.infer<typeof vesselAlertSchema>;

/** Severities with what people read, gravest first. */
export const severityNames = { high: 'Alta', medium: 'Média', low: 'Baixa' } as const satisfies Record<
  VesselAlert['severity'],
  string
>;

/** The list of alerts of vessels: what is written here is in the query, the filters, the table and the files. */
export const vesselAlertResource = resource<VesselAlert>()({
  id: 'alertas-de-embarcacoes',
  initial: { sort: 'raised', order: 'desc', size: 25 },
  pageSizes: [25, 50, 100, 200],
  filters: {
    search: searchFilter('Procurar', 'Descrição do alerta, ou nome, MMSI, IMO, indicativo ou matrícula da embarcação'),
    /** `open`: every state that still needs action. */
    state: choiceFilter('state', 'Estado', { open: 'Por encerrar', ...alertStates }),
    severity: choiceFilter('severity', 'Severidade', severityNames),
    rule: choiceFilter('rule', 'Regra', alertRules),
    minSeverity: choiceFilter('minSeverity', 'Severidade mínima', {
      high: 'Só alta',
      medium: 'Média ou alta',
      low: 'Qualquer',
    }),
    period: periodFilter('Começou entre', 'Começou desde', 'Começou até'),
    vessel: valueFilter('vesselId', 'Embarcação', z.coerce.number().int().min(1)),
    area: valueFilter('areaId', 'Área', z.string().max(80)),
    /** An account, or `none`: alerts that nobody has. */
    assignee: valueFilter('assignee', 'Responsável', z.union([z.uuid(), z.literal('none')])),
    place: angolaBoxFilter,
    overdue: switchFilter('overdue', 'Só fora do prazo', 'overdue'),
  },
  columns: {
    id: { label: 'ID', kind: 'code', value: ({ id }) => id, shown: 'never' },
    description: { label: 'Alerta', kind: 'text', value: ({ description }) => description },
    severity: {
      label: 'Severidade',
      kind: 'choice',
      value: ({ severity }) => severity,
      choices: severityNames,
      sort: 'severity',
    },
    state: { label: 'Estado', kind: 'choice', value: ({ state }) => state, choices: alertStates, sort: 'state' },
    rule: { label: 'Regra', kind: 'choice', value: ({ rule }) => rule, choices: alertRules, sort: 'rule' },
    vessels: {
      label: 'Embarcações',
      kind: 'text',
      value: ({ vessels }) => vessels.map(({ name }) => name ?? 'Embarcação sem nome').join(', '),
    },
    area: { label: 'Área', kind: 'text', value: ({ area }) => area?.name },
    latitude: {
      label: 'Latitude',
      kind: 'latitude',
      value: ({ location }) => location?.lat,
      unknown: 'A regra é da embarcação e não de um lugar.',
    },
    longitude: {
      label: 'Longitude',
      kind: 'longitude',
      value: ({ location }) => location?.lon,
      unknown: 'A regra é da embarcação e não de um lugar.',
    },
    begun: { label: 'Começou', kind: 'instant', value: ({ timestamp }) => timestamp, sort: 'begun', shown: 'chosen' },
    last: { label: 'Último sinal', kind: 'instant', value: ({ lastAt }) => lastAt, shown: 'chosen' },
    raised: { label: 'Levantado', kind: 'instant', value: ({ raisedAt }) => raisedAt, sort: 'raised' },
    updated: { label: 'Alterado', kind: 'instant', value: ({ updatedAt }) => updatedAt, sort: 'updated' },
    assignee: { label: 'Responsável', kind: 'text', value: ({ assignee }) => assignee?.name, sort: 'assignee' },
    due: { label: 'Prazo', kind: 'instant', value: ({ dueAt }) => dueAt, sort: 'due' },
    simulated: { label: 'Simulado', kind: 'yesNo', value: ({ simulated }) => simulated, shown: 'never' },
  },
});

/** A vessel with the alerts that the filters leave of it; null: alerts of no vessel. An alert of two vessels is in both. */
export const alertGroupSchema = z.object({
  vessel: vesselNameSchema.nullable(),
  alerts: z.number().int(),
  /** Of the gravest of them. */
  severity: z.enum(alertSeverities),
  lastRaisedAt: instantSchema,
  simulated: z.boolean(),
});
export type AlertGroup = z.infer<typeof alertGroupSchema>;

/** The same list by vessel, with the same filters: the gravest first, and of these those with the most alerts. */
export const alertGroupResource = resource<AlertGroup>()({
  id: 'alertas-por-embarcacao',
  initial: { sort: 'severity', order: 'desc', size: 25 },
  pageSizes: [25, 50, 100, 200],
  filters: vesselAlertResource.filters,
  columns: {
    vessel: { label: 'Embarcação', kind: 'text', value: ({ vessel }) => vessel?.name },
    alerts: { label: 'Alertas', kind: 'number', value: ({ alerts }) => alerts },
    severity: {
      label: 'Severidade mais grave',
      kind: 'choice',
      value: ({ severity }) => severity,
      choices: severityNames,
      sort: 'severity',
    },
    raised: { label: 'Último levantado', kind: 'instant', value: ({ lastRaisedAt }) => lastRaisedAt, sort: 'raised' },
  },
});
