import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

/** States as Celery names them; the last three come from a real Flower alone. */
export const taskStates = [
  'PENDING',
  'STARTED',
  'RETRY',
  'SUCCESS',
  'FAILURE',
  'REVOKED',
  'RECEIVED',
  'REJECTED',
  'SENT',
] as const;

const epoch = z.number().nullable();

/** A task in the form of Flower's `/api/tasks`; times in seconds since 1970. */
export const flowerTaskSchema = z.object({
  uuid: z.string(),
  /** Null where Flower saw only the task's end. */
  name: z.string().nullable(),
  state: z.enum(taskStates),
  /** Texts, because Celery stores representations. */
  args: z.string().nullable(),
  kwargs: z.string().nullable(),
  result: z.string().nullable(),
  exception: z.string().nullable(),
  traceback: z.string().nullable(),
  received: epoch,
  sent: epoch,
  started: epoch,
  succeeded: epoch,
  failed: epoch,
  retried: epoch,
  revoked: epoch,
  rejected: epoch,
  timestamp: z.number(),
  runtime: epoch,
  eta: z.string().nullable(),
  expires: z.string().nullable(),
  retries: z.number().int().nullable(),
  clock: z.number().nullable(),
  client: z.string().nullable(),
  exchange: z.string().nullable(),
  routing_key: z.string().nullable(),
  worker: z.string().nullable(),
  root_id: z.string().nullable(),
  parent_id: z.string().nullable(),
});
export type FlowerTask = z.infer<typeof flowerTaskSchema>;

/** `YYYY-MM-DD HH:MM`, in UTC, as Flower takes it. */
const minute = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/)
  .refine((text) => !Number.isNaN(Date.parse(`${text.replace(' ', 'T')}:00Z`)));
const taskParams = z.object({ id: z.uuid() });
const base = { service: 'monitor', format: 'standard', access: 'jobs:read' } as const;

export const flowerTasks = endpoint({
  ...base,
  id: 'flowerTasks',
  method: 'GET',
  path: '/api/tasks',
  summary: 'Tarefas, no formato do Flower',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(10_000).default(1000),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    sort_by: z.enum(['name', '-name', 'state', '-state', 'received', '-received', 'started', '-started']).optional(),
    workername: z.string().max(255).optional(),
    taskname: z.string().max(255).optional(),
    state: z.string().max(32).optional(),
    received_start: minute.optional(),
    received_end: minute.optional(),
    search: z.string().max(200).optional(),
  }),
  response: z.record(z.string(), flowerTaskSchema),
});

export const flowerTaskTypes = endpoint({
  ...base,
  id: 'flowerTaskTypes',
  method: 'GET',
  path: '/api/task/types',
  summary: 'Nomes das tarefas, no formato do Flower',
  response: z.object({
    'task-types': z.array(z.string()),
    /** Beyond Flower, which names them only. */
    totals: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        total: z.number().int(),
        success: z.number().int(),
        failure: z.number().int(),
        retry: z.number().int(),
        active: z.number().int(),
      }),
    ),
  }),
});

export const flowerTaskInfo = endpoint({
  ...base,
  id: 'flowerTaskInfo',
  method: 'GET',
  path: '/api/task/info/{id}',
  summary: 'Uma tarefa, no formato do Flower',
  params: taskParams,
  response: flowerTaskSchema,
  errors: ['not_found'],
});

export const flowerTaskResult = endpoint({
  ...base,
  id: 'flowerTaskResult',
  method: 'GET',
  path: '/api/task/result/{id}',
  summary: 'Resultado de uma tarefa, no formato do Flower',
  params: taskParams,
  /** Seconds to wait for the end; 20 at most. */
  query: z.object({ timeout: z.coerce.number().min(0).max(86_400).optional() }),
  response: z.object({
    'task-id': z.string(),
    state: z.enum(taskStates),
    result: z.unknown(),
    traceback: z.string().optional(),
  }),
  errors: ['not_found'],
});

export const flowerQueues = endpoint({
  ...base,
  id: 'flowerQueues',
  method: 'GET',
  path: '/api/queues/length',
  summary: 'Tarefas em espera por fila, no formato do Flower',
  response: z.object({ active_queues: z.array(z.object({ name: z.string(), messages: z.number().int() })) }),
});

const flowerWorkerSchema = z.object({
  active_queues: z.array(z.object({ name: z.string() })),
  conf: z.record(z.string(), z.unknown()),
  registered: z.array(z.string()),
  stats: z.object({
    broker: z.object({ transport: z.string() }),
    pool: z.object({ 'max-concurrency': z.number().int(), processes: z.array(z.number().int()) }),
    prefetch_count: z.number().int(),
    total: z.record(z.string(), z.number().int()),
    pid: z.number().int(),
    uptime: z.number(),
  }),
  timestamp: z.number(),
  active: z.array(z.record(z.string(), z.unknown())),
  reserved: z.array(z.record(z.string(), z.unknown())),
  scheduled: z.array(z.record(z.string(), z.unknown())),
  revoked: z.array(z.string()),
});

export const flowerWorkers = endpoint({
  ...base,
  id: 'flowerWorkers',
  method: 'GET',
  path: '/api/workers',
  summary: 'Processos que executam tarefas, no formato do Flower',
  query: z.object({
    refresh: z.string().max(8).optional(),
    status: z.string().max(8).optional(),
    workername: z.string().max(255).optional(),
  }),
  response: z.union([z.record(z.string(), z.boolean()), z.record(z.string(), flowerWorkerSchema)]),
  errors: ['not_found'],
});

export const flowerWorkerRowSchema = z.object({
  hostname: z.string(),
  pid: z.number().int(),
  freq: z.number(),
  heartbeats: z.array(z.number()),
  clock: z.number(),
  active: z.number().int(),
  processed: z.number().int(),
  loadavg: z.array(z.number()),
  sw_ident: z.string(),
  sw_ver: z.string(),
  sw_sys: z.string(),
  status: z.boolean(),
  'task-received': z.number().int(),
  'task-succeeded': z.number().int(),
  'task-failed': z.number().int(),
  'task-retried': z.number().int(),
});

/** The page of workers, which Flower also gives as JSON: the only place with load and heartbeats. */
export const flowerWorkerTable = endpoint({
  ...base,
  id: 'flowerWorkerTable',
  method: 'GET',
  path: '/workers',
  summary: 'Carga e sinais de vida dos processos, no formato do Flower',
  query: z.object({ json: z.string().max(8).optional(), refresh: z.string().max(8).optional() }),
  response: z.object({ data: z.array(flowerWorkerRowSchema) }),
});

export const flowerRevoke = endpoint({
  ...base,
  id: 'flowerRevoke',
  access: 'jobs:cancel',
  method: 'POST',
  path: '/api/task/revoke/{id}',
  summary: 'Cancela uma tarefa, no formato do Flower',
  params: taskParams,
  query: z.object({ terminate: z.string().max(8).optional(), signal: z.string().max(16).optional() }),
  response: z.object({ message: z.string() }),
  errors: ['not_found', 'conflict'],
});

export const retryTask = endpoint({
  id: 'retryTask',
  service: 'monitor',
  access: 'jobs:retry',
  method: 'POST',
  path: '/api/task/retry/{id}',
  summary: 'Repete uma tarefa que terminou, com o mesmo pedido ou com outro',
  params: taskParams,
  /** `input`: replaces the input of the old run. */
  body: z.object({ input: z.unknown().optional() }).default({}),
  response: z.object({ id: z.uuid() }),
  errors: ['not_found', 'conflict', 'already_running'],
});

export const taskFailures = endpoint({
  id: 'taskFailures',
  service: 'monitor',
  access: 'jobs:read',
  method: 'GET',
  path: '/api/dead-letters',
  summary: 'Tarefas que falharam de vez, agrupadas por causa',
  query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
  response: z.object({
    causes: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        /** The message with `#` for numbers and identifiers. */
        pattern: z.string(),
        failures: z.number().int(),
        lastRunId: z.string(),
        lastError: z.string(),
        lastFailedAt: instantSchema,
      }),
    ),
    failures: z.number().int(),
  }),
});

export const flowerHealth = endpoint({
  ...base,
  id: 'flowerHealth',
  access: 'public',
  method: 'GET',
  path: '/healthcheck',
  summary: 'Sinal de vida do monitor de tarefas',
  response: z.string(),
  allowBeforePasswordChange: true,
});

export const asyncTaskSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  queueName: z.string(),
  priority: z.number().int(),
  startTime: instantSchema.nullable(),
  endTime: instantSchema.nullable(),
  result: z.unknown(),
  error: z.string().nullable(),
  retries: z.number().int(),
  maxRetries: z.number().int(),
});

export const asyncTasks = endpoint({
  id: 'asyncTasks',
  service: 'admin-api',
  access: 'jobs:read',
  method: 'GET',
  path: '/async/tasks',
  summary: 'Tarefas assíncronas, as mais recentes primeiro',
  query: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) }),
  response: z.object({ tasks: z.array(asyncTaskSchema), total: z.number().int() }),
});

export const monitorEndpoints = [
  flowerTasks,
  flowerTaskTypes,
  flowerTaskInfo,
  flowerTaskResult,
  flowerQueues,
  flowerWorkers,
  flowerWorkerTable,
  flowerRevoke,
  retryTask,
  taskFailures,
  flowerHealth,
  asyncTasks,
] as const;
