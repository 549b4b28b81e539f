import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

/** Severities of an alert of the platform, the mildest first, with their labels. */
export const alertTypes = { info: 'Informação', warning: 'Aviso', error: 'Erro', critical: 'Crítico' } as const;
export type AlertType = keyof typeof alertTypes;
export const alertTypeNames = Object.keys(alertTypes) as [AlertType, ...AlertType[]];

export const comparisons = {
  gt: 'acima de',
  gte: 'igual ou acima de',
  lt: 'abaixo de',
  lte: 'igual ou abaixo de',
} as const;
export type Comparison = keyof typeof comparisons;
const comparisonNames = Object.keys(comparisons) as [Comparison, ...Comparison[]];

/** Groups of the metrics that a rule may use, with their labels. */
export const metricGroups = {
  platform: 'Plataforma',
  service: 'Serviços',
  freshness: 'Frescura dos dados',
  quality: 'Qualidade dos dados',
  backup: 'Cópias de segurança',
  vessels: 'Embarcações',
  models: 'Modelos',
} as const;
export type MetricGroup = keyof typeof metricGroups;

const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'esperada uma hora HH:MM');
const unique = <T>(values: readonly T[]): boolean => new Set(values).size === values.length;
const bound = z.number().min(-1e12).max(1e12).nullable();

/** Africa/Luanda. Outside it the rule raises nothing; what is open still closes when it is over. */
export const ruleScheduleSchema = z
  .object({
    /** 0 is Sunday. */
    days: z.array(z.number().int().min(0).max(6)).min(1).refine(unique, 'sem repetições'),
    /** A window that ends before it begins goes over midnight, and belongs to the day it began on. */
    from: clockTime,
    to: clockTime,
  })
  .refine(({ from, to }) => from !== to, { message: 'o horário tem de acabar a outra hora do que começa' });
export type RuleSchedule = z.infer<typeof ruleScheduleSchema>;

const ruleFields = z.object({
  title: z
    .string()
    .trim()
    .min(3)
    .max(120)
    .regex(/^\P{Cc}+$/u, 'sem mudanças de linha nem outros caracteres de controlo'),
  note: z.string().trim().max(1_000),
  metric: z.string().min(1).max(80),
  /** One object of the metric; null for each of them. */
  subject: z.string().min(1).max(200).nullable(),
  comparison: z.enum(comparisonNames),
  /** Bound of each severity; null where it has none. */
  thresholds: z.object({ info: bound, warning: bound, error: bound, critical: bound }),
  /** Time that the value has to stay beyond a bound before the alert fires. */
  forSeconds: z.number().int().min(0).max(86_400),
  /** Distance back over the bound that the value must come before the alert ends, in the metric's unit. */
  hysteresis: z.number().min(0).max(1e12),
  /** Shortest time between two alerts of the same object. */
  cooldownSeconds: z.number().int().min(0).max(86_400),
  schedule: ruleScheduleSchema.nullable(),
  /** True when the recipients of an alert are also notified of its end. */
  tellsEnd: z.boolean().default(false),
  labels: z.array(z.string().trim().min(1).max(40)).max(10).refine(unique, 'sem repetições'),
  enabled: z.boolean(),
});

/** Fields of a rule that a person sets when creating or changing it. */
export const ruleDraftSchema = ruleFields.superRefine(({ thresholds, comparison }, context) => {
  const bounds = alertTypeNames.flatMap((name) => thresholds[name] ?? []);
  if (bounds.length === 0) {
    context.addIssue({ code: 'custom', path: ['thresholds'], message: 'indique o limiar de pelo menos uma gravidade' });
  }
  const isUpward = comparison === 'gt' || comparison === 'gte';
  const inOrder = bounds.every((value, index) => {
    const before = bounds[index - 1];
    return before === undefined || (isUpward ? value > before : value < before);
  });
  if (!inOrder) {
    context.addIssue({
      code: 'custom',
      path: ['thresholds'],
      message: 'uma gravidade maior precisa de um limiar mais longe',
    });
  }
});
export type RuleDraft = z.infer<typeof ruleDraftSchema>;

export const ruleStates = {
  inactive: 'Sem alerta',
  pending: 'A confirmar',
  firing: 'Em alerta',
  no_data: 'Sem dados',
} as const;
export type RuleState = keyof typeof ruleStates;

export const alertRuleSchema = ruleFields.extend({
  id: z.string(),
  /** Comes with the platform: it can be changed and switched off, not deleted. */
  isPreset: z.boolean(),
  version: z.number().int(),
  metricLabel: z.string(),
  unit: z.string(),
  updatedAt: instantSchema,
  updatedBy: z.string(),
  /** Findings of its last evaluation, worst first. */
  states: z.array(
    z.object({
      subject: z.string(),
      label: z.string(),
      state: z.enum(Object.keys(ruleStates) as [RuleState, ...RuleState[]]),
      value: z.number().nullable(),
      since: instantSchema.nullable(),
      /** Why nothing is known of it; null where something is. */
      reason: z.string().nullable(),
    }),
  ),
  evaluatedAt: instantSchema.nullable(),
});
export type AlertRuleView = z.infer<typeof alertRuleSchema>;

const ruleParams = z.object({ id: z.string().min(1).max(80) });

export const listAlertRules = endpoint({
  id: 'listAlertRules',
  service: 'admin-api',
  method: 'GET',
  path: '/alerts/rules',
  summary: 'Regras de alerta com o estado em que estão, e as verificações próprias dos módulos',
  access: 'alerts:read',
  response: z.object({
    rules: z.array(alertRuleSchema),
    /** Judged by the modules themselves, without a bound that could be set. */
    builtin: z.array(z.object({ rule: z.string(), title: z.string(), condition: z.string() })),
  }),
});

export const createAlertRule = endpoint({
  id: 'createAlertRule',
  service: 'admin-api',
  method: 'POST',
  path: '/alerts/rules',
  summary: 'Cria uma regra de alerta',
  access: 'alerts:configure',
  body: ruleDraftSchema,
  response: alertRuleSchema,
});

export const updateAlertRule = endpoint({
  id: 'updateAlertRule',
  service: 'admin-api',
  method: 'PUT',
  path: '/alerts/rules/{id}',
  summary: 'Altera uma regra de alerta; as versões anteriores ficam registadas',
  access: 'alerts:configure',
  params: ruleParams,
  /** `version`: the one that was read; another in the meantime is a conflict. */
  body: z.object({ version: z.number().int(), rule: ruleDraftSchema }),
  response: alertRuleSchema,
  errors: ['not_found', 'conflict'],
});

export const deleteAlertRule = endpoint({
  id: 'deleteAlertRule',
  service: 'admin-api',
  method: 'DELETE',
  path: '/alerts/rules/{id}',
  summary: 'Elimina uma regra de alerta; os alertas que levantou fecham-se e ficam no histórico',
  access: 'alerts:configure',
  params: ruleParams,
  response: z.object({ id: z.string() }),
  errors: ['not_found', 'conflict'],
});

export const previewAlertRule = endpoint({
  id: 'previewAlertRule',
  service: 'admin-api',
  method: 'POST',
  path: '/alerts/rules/preview',
  summary: 'Ensaia uma regra sobre o histórico guardado, sem a gravar',
  access: 'alerts:configure',
  body: z.object({ rule: ruleDraftSchema, days: z.number().int().min(1).max(30).default(7) }),
  response: z.object({
    days: z.number().int(),
    /** Oldest value there was; null where no history is stored. */
    coveredFrom: instantSchema.nullable(),
    readings: z.number().int(),
    /** Number of times it would have fired. */
    fired: z.number().int(),
    /** The newest 50 of them. */
    episodes: z.array(
      z.object({
        subject: z.string(),
        from: instantSchema,
        /** Null where it would still be open. */
        to: instantSchema.nullable(),
        type: z.enum(alertTypeNames),
        /** The most extreme value. */
        value: z.number(),
      }),
    ),
    /** Gaps of the history, in Portuguese. */
    notes: z.array(z.string()),
  }),
  rateLimitPerMinute: 60,
});

export const testAlertRule = endpoint({
  id: 'testAlertRule',
  service: 'admin-api',
  method: 'POST',
  path: '/alerts/rules/{id}/test',
  summary: 'Envia um ensaio da regra pelos canais verdadeiros, marcado como ensaio',
  access: 'alerts:configure',
  params: ruleParams,
  response: z.object({
    type: z.enum(alertTypeNames),
    /** Channels that receive it, and the obstacle to each. */
    channels: z.array(
      z.object({ name: z.string(), kind: z.enum(['email', 'webhook']), problem: z.string().nullable() }),
    ),
  }),
  errors: ['not_found'],
  rateLimitPerMinute: 10,
});

export const alertMetricSchema = z.object({
  id: z.string(),
  group: z.enum(Object.keys(metricGroups) as [MetricGroup, ...MetricGroup[]]),
  label: z.string(),
  unit: z.string(),
  /** The meaning of its figures, where it is not obvious. */
  note: z.string(),
  objects: z.array(
    z.object({
      subject: z.string(),
      label: z.string(),
      value: z.number().nullable(),
      at: instantSchema.nullable(),
      reason: z.string().nullable(),
    }),
  ),
  /** Reason why there is nothing to monitor; null where there is. */
  problem: z.string().nullable(),
});
export type AlertMetricView = z.infer<typeof alertMetricSchema>;

export const listAlertMetrics = endpoint({
  id: 'listAlertMetrics',
  service: 'admin-api',
  method: 'GET',
  path: '/alerts/metrics',
  summary: 'O que uma regra de alerta pode vigiar, com os valores de agora',
  access: 'alerts:read',
  response: z.object({ metrics: z.array(alertMetricSchema) }),
});

export const alertSilenceSchema = z.object({
  id: z.uuid(),
  /** Null: every rule. */
  ruleId: z.string().nullable(),
  ruleTitle: z.string().nullable(),
  /** Null: every object. */
  subject: z.string().nullable(),
  reason: z.string(),
  startsAt: instantSchema,
  endsAt: instantSchema,
  createdBy: z.string(),
  isActive: z.boolean(),
});
export type AlertSilence = z.infer<typeof alertSilenceSchema>;

export const listAlertSilences = endpoint({
  id: 'listAlertSilences',
  service: 'admin-api',
  method: 'GET',
  path: '/alerts/silences',
  summary: 'Silêncios em vigor, por vir e dos últimos 30 dias',
  access: 'alerts:read',
  response: z.object({ silences: z.array(alertSilenceSchema) }),
});

export const createAlertSilence = endpoint({
  id: 'createAlertSilence',
  service: 'admin-api',
  method: 'POST',
  path: '/alerts/silences',
  summary: 'Cala alertas durante um tempo: continuam a ver-se na consola, sem avisar ninguém',
  access: 'alerts:acknowledge',
  body: z.object({
    ruleId: z.string().min(1).max(80).nullable(),
    subject: z.string().min(1).max(200).nullable(),
    reason: z.string().trim().min(3).max(500),
    minutes: z.number().int().min(5).max(43_200),
  }),
  response: alertSilenceSchema,
});

export const endAlertSilence = endpoint({
  id: 'endAlertSilence',
  service: 'admin-api',
  method: 'DELETE',
  path: '/alerts/silences/{id}',
  summary: 'Acaba um silêncio já',
  access: 'alerts:acknowledge',
  params: z.object({ id: z.uuid() }),
  response: alertSilenceSchema,
  errors: ['not_found', 'conflict'],
});

export const alertRuleEndpoints = [
  listAlertRules,
  createAlertRule,
  updateAlertRule,
  deleteAlertRule,
  previewAlertRule,
  testAlertRule,
  listAlertMetrics,
  listAlertSilences,
  createAlertSilence,
  endAlertSilence,
] as const;
