import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { namesOfServices } from './service-names.ts';

const serviceParams = z.object({ id: z.string().min(1).max(64) });

export const stoppedSchema = z.object({
  at: instantSchema,
  by: z.string(),
  reason: z.string(),
});

export const controlledServiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Its address; null for one without addresses of its own. */
  prefix: z.string().nullable(),
  description: z.string(),
  stoppable: z.boolean(),
  /** Why it can't be stopped; null where it can. */
  refusal: z.string().nullable(),
  stopped: stoppedSchema.nullable(),
  /** Functions that stop with it, shown before confirming. */
  effects: z.array(z.string()),
});
export type ControlledService = z.infer<typeof controlledServiceSchema>;

export const listServices = endpoint({
  id: 'listServices',
  service: 'admin-api',
  method: 'GET',
  path: '/services',
  summary: 'Serviços da plataforma: o que se pode parar, e o que para com cada um',
  access: 'services:read',
  response: z.object({ services: z.array(controlledServiceSchema) }),
});

const control = {
  service: 'admin-api',
  method: 'POST',
  access: 'services:control',
  params: serviceParams,
  response: controlledServiceSchema,
  errors: ['not_found', 'service_protected'],
} as const;

export const startService = endpoint({
  ...control,
  id: 'startService',
  path: '/services/{id}/start',
  summary: 'Inicia um serviço parado',
});

export const stopService = endpoint({
  ...control,
  id: 'stopService',
  path: '/services/{id}/stop',
  summary: 'Para um serviço: os seus endereços respondem 503 e as suas tarefas ficam em espera',
  body: z.object({ reason: z.string().trim().max(300).default('') }).default({ reason: '' }),
});

export const restartService = endpoint({
  ...control,
  id: 'restartService',
  path: '/services/{id}/restart',
  summary: 'Para e volta a iniciar um serviço; as suas tarefas em curso recomeçam',
});

export const probeStepSchema = z.object({
  step: z.enum(['dns', 'tcp', 'http', 'content']),
  ok: z.boolean(),
  /** Time of this step alone; null when the check stopped before it. */
  ms: z.number().nullable(),
  detail: z.string(),
});
export type ProbeStep = z.infer<typeof probeStepSchema>;

export const probeService = endpoint({
  id: 'probeService',
  service: 'admin-api',
  method: 'GET',
  path: '/services/{id}/probe',
  summary: 'Verifica um serviço agora: nome, ligação, resposta e conteúdo',
  access: 'services:read',
  params: serviceParams,
  response: z.object({
    id: z.string(),
    url: z.string(),
    status: z.enum(['online', 'warning', 'offline']),
    /** HTTP status; null when the check stopped before it. */
    httpStatus: z.number().int().nullable(),
    totalMs: z.number(),
    steps: z.array(probeStepSchema),
  }),
  rateLimitPerMinute: 60,
  errors: ['not_found'],
});

/** The eight that people know the platform by, in their order. */
export const mainServices = [
  'console',
  'admin-api',
  'stac',
  'features',
  'stac-browser',
  'identity',
  'monitor',
  'workflow',
] as const;

/** The eight of the test view, in their order. */
export const testedServices = namesOfServices(
  'admin-api',
  'stac',
  'interfaces',
  'console',
  'cache',
  'storage',
  'analytics',
  'security',
);
export type TestedServiceId = keyof typeof testedServices;
export const testedServiceIds = Object.keys(testedServices) as [TestedServiceId, ...TestedServiceId[]];

export const testServices = endpoint({
  id: 'testServices',
  service: 'admin-api',
  method: 'GET',
  path: '/services/test',
  summary: 'Verifica os oito serviços agora, do servidor, passo a passo',
  access: 'services:read',
  response: z.object({
    services: z.array(
      z.object({
        id: z.enum(testedServiceIds),
        /** Address that a person opens. */
        url: z.string(),
        status: z.enum(['online', 'warning', 'offline']),
        httpStatus: z.number().int().nullable(),
        totalMs: z.number(),
        steps: z.array(probeStepSchema),
      }),
    ),
  }),
  rateLimitPerMinute: 20,
});

const percent = z.number().min(0).max(100).nullable();

export const servicesHistory = endpoint({
  id: 'servicesHistory',
  service: 'admin-api',
  method: 'GET',
  path: '/services/history',
  summary: 'Disponibilidade de cada serviço nas últimas 24 horas, 7 e 90 dias, e dia a dia',
  access: 'services:read',
  query: z.object({ days: z.coerce.number().int().min(1).max(90).default(90) }),
  response: z.object({
    services: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** Oldest check that counts. */
        since: instantSchema,
        /** Null for a window longer than there are checks. */
        uptime: z.object({ day: percent, week: percent, quarter: percent }),
        days: z.array(
          z.object({
            day: z.iso.date(),
            checks: z.number().int(),
            /** Shares of the day; what was during maintenance counts as that alone, the platform being off as offline. */
            offline: z.number(),
            warning: z.number(),
            maintenance: z.number(),
            /** Services without checks. */
            unknown: z.number(),
            /** ms */
            p95Ms: z.number().nullable(),
          }),
        ),
      }),
    ),
  }),
});

const priority = z.enum(['critical', 'high', 'medium', 'low']);

export const clientInfo = endpoint({
  id: 'clientInfo',
  personal: true,
  service: 'workflow',
  method: 'GET',
  path: '/client-info',
  summary: 'O que a plataforma é e onde responde, para clientes',
  access: 'public',
  format: 'standard',
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    company: z.string(),
    version: z.string(),
    status: z.enum(['online', 'degraded', 'offline']),
    description: z.string(),
    features: z.array(z.string()),
    /**
     * Addresses by name: of the platform itself console, api, stac, features and interfaces; an external service lists
     * its own.
     */
    accessPoints: z.record(z.string(), z.string()),
    technicalSpecs: z.record(z.string(), z.string()),
    contact: z.object({ email: z.string(), website: z.string(), support: z.string() }),
    timestamp: instantSchema,
  }),
  allowBeforePasswordChange: true,
});

export const workflowServices = endpoint({
  id: 'workflowServices',
  service: 'workflow',
  method: 'GET',
  path: '/services',
  summary: 'Serviços da plataforma e o estado do conjunto',
  access: 'public',
  format: 'standard',
  response: z.object({
    success: z.literal(true),
    /** `CRITICAL`: a critical service is down; `WARNING`: another one is; `HEALTHY` otherwise. */
    overall: z.enum(['CRITICAL', 'WARNING', 'HEALTHY']),
    services: z.array(
      z.object({
        name: z.string(),
        port: z.number().int().nullable(),
        url: z.string().nullable(),
        type: z.string(),
        priority,
        description: z.string(),
        status: z.enum(['available', 'internal']),
        clientAccess: z.boolean(),
        state: z.enum(['healthy', 'unhealthy', 'unknown']),
      }),
    ),
    timestamp: instantSchema,
  }),
  allowBeforePasswordChange: true,
});

export const serviceEndpoints = [
  listServices,
  startService,
  stopService,
  restartService,
  probeService,
  testServices,
  servicesHistory,
  clientInfo,
  workflowServices,
] as const;
