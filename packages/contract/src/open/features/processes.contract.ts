import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';

const links = z.array(z.looseObject({ href: z.string(), rel: z.string() }));
const shape = { service: 'features', format: 'standard' } as const;
const processParams = z.object({ processId: z.string().min(1).max(100) });
/** Any text: one that names no execution is answered as the standard asks (18-062r2, job-exception-no-such-job). */
const jobParams = z.object({ jobId: z.string().max(200) });
const states = ['accepted', 'running', 'successful', 'failed', 'dismissed'] as const;
const statusInfo = z.looseObject({
  jobID: z.string(),
  type: z.literal('process'),
  status: z.enum(states),
  links,
});
const limit = z
  .string()
  .regex(/^0*[1-9]\d{0,5}$/, 'Número inteiro maior do que zero.')
  .transform(Number)
  .optional();

export const listProcesses = endpoint({
  ...shape,
  id: 'listProcesses',
  method: 'GET',
  path: '/processes',
  summary: 'Análises que o serviço faz',
  access: 'public',
  query: z.strictObject({ limit, f: z.enum(['json']).optional() }),
  response: z.object({ processes: z.array(z.looseObject({ id: z.string(), version: z.string() })), links }),
});

export const getProcess = endpoint({
  ...shape,
  id: 'getProcess',
  method: 'GET',
  path: '/processes/{processId}',
  summary: 'Uma análise: o que recebe e o que dá',
  access: 'public',
  params: processParams,
  query: z.strictObject({ f: z.enum(['json']).optional() }),
  response: z.looseObject({ id: z.string(), inputs: z.looseObject({}), outputs: z.looseObject({}) }),
  errors: ['not_found'],
});

const callbackUri = z.url({ protocol: /^https?$/ }).max(2_000);

/** Addresses that get the results, or the state, of an execution in the background (OGC 18-062r2, `subscriber.yaml`). */
export const subscriberSchema = z.object({
  successUri: callbackUri,
  inProgressUri: callbackUri.optional(),
  failedUri: callbackUri.optional(),
});

/** Analyses of public data need no session; only executions in the background, which have an owner, always do. */
export const executeProcess = endpoint({
  ...shape,
  id: 'executeProcess',
  method: 'POST',
  path: '/processes/{processId}/execution',
  summary: 'Faz uma análise, já ou em segundo plano (`Prefer: respond-async`)',
  access: 'public',
  rateLimitPerMinute: 120,
  params: processParams,
  body: z.object({
    inputs: z.record(z.string(), z.unknown()).default({}),
    outputs: z.record(z.string(), z.unknown()).optional(),
    response: z.enum(['raw', 'document']).default('raw'),
    subscriber: subscriberSchema.optional(),
  }),
  response: z.unknown(),
  errors: ['not_found'],
});

/** Several values with commas between, each of which may be the one. */
const several = <S extends z.ZodType<string, string>>(one: S) =>
  z
    .string()
    .max(1000)
    .transform((text) => text.split(','))
    .pipe(z.array(one))
    .optional();
const seconds = z
  .string()
  .regex(/^\d{1,9}$/, 'Número inteiro de segundos.')
  .transform(Number)
  .optional();

/** Executions are their owner's: without an account, or its API key, there are none. */
export const listProcessJobs = endpoint({
  ...shape,
  id: 'listProcessJobs',
  method: 'GET',
  path: '/jobs',
  summary: 'Execuções de análises de quem pede; todas, para quem vê as tarefas',
  access: 'public',
  query: z.strictObject({
    limit,
    type: several(z.enum(['process'])),
    processID: several(z.string().max(100)),
    status: several(z.enum(states)),
    datetime: z.string().max(100).optional(),
    minDuration: seconds,
    maxDuration: seconds,
    f: z.enum(['json']).optional(),
  }),
  response: z.object({ jobs: z.array(statusInfo), links }),
});

export const getProcessJob = endpoint({
  ...shape,
  id: 'getProcessJob',
  method: 'GET',
  path: '/jobs/{jobId}',
  summary: 'Estado da execução de uma análise',
  access: 'public',
  params: jobParams,
  response: statusInfo,
  errors: ['not_found'],
});

export const processJobResults = endpoint({
  ...shape,
  id: 'processJobResults',
  method: 'GET',
  path: '/jobs/{jobId}/results',
  summary: 'Resultados da execução de uma análise',
  access: 'public',
  params: jobParams,
  response: z.record(z.string(), z.unknown()),
  errors: ['not_found'],
});

export const dismissProcessJob = endpoint({
  ...shape,
  id: 'dismissProcessJob',
  method: 'DELETE',
  path: '/jobs/{jobId}',
  summary: 'Desiste da execução de uma análise; a que já terminou é apagada com os seus resultados',
  access: 'public',
  params: jobParams,
  response: statusInfo,
  errors: ['not_found', 'conflict'],
});

export const processEndpoints = [
  listProcesses,
  getProcess,
  executeProcess,
  listProcessJobs,
  getProcessJob,
  processJobResults,
  dismissProcessJob,
];
