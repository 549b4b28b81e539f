import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { taskStates } from './monitor.contract.ts';

const base = { service: 'monitor', format: 'standard', access: 'jobs:retry', method: 'POST' } as const;
const taskName = z.object({ name: z.string().min(1).max(100) });
const workerName = z.object({ worker: z.string().min(1).max(255) });
const count = z.coerce.number().int();

/** Bytes of a call's body: inputs of tasks are small. */
export const longestCallBytes = 262_144;

/** `{"args": [], "kwargs": {}}` as JSON, whatever the content type says: Flower's own examples send it as a form. */
const call = { ...base, params: taskName, requestBody: 'stream', errors: ['not_found', 'already_running'] } as const;
const queued = z.object({ 'task-id': z.uuid(), state: z.enum(taskStates) });

export const flowerApply = endpoint({
  ...call,
  id: 'flowerApply',
  path: '/api/task/apply/{name}',
  summary: 'Executa uma tarefa e espera pelo resultado, até 20 s, no formato do Flower',
  response: queued.extend({ result: z.unknown(), traceback: z.string().optional() }),
});

export const flowerAsyncApply = endpoint({
  ...call,
  id: 'flowerAsyncApply',
  path: '/api/task/async-apply/{name}',
  summary: 'Põe uma tarefa na fila, no formato do Flower',
  response: queued,
});

export const flowerSendTask = endpoint({
  ...call,
  id: 'flowerSendTask',
  path: '/api/task/send-task/{name}',
  summary: 'Põe uma tarefa na fila pelo nome, no formato do Flower',
  response: queued,
});

export const flowerAbort = endpoint({
  ...base,
  id: 'flowerAbort',
  access: 'jobs:cancel',
  path: '/api/task/abort/{id}',
  summary: 'Interrompe uma tarefa, no formato do Flower',
  params: z.object({ id: z.uuid() }),
  response: z.object({ message: z.string() }),
  errors: ['not_found', 'conflict'],
});

/** Flower takes its options from the address or from a form. */
const options = { ...base, response: z.object({ message: z.string() }), errors: ['not_found'] } as const;

export const flowerTimeout = endpoint({
  ...options,
  id: 'flowerTimeout',
  path: '/api/task/timeout/{name}',
  summary: 'Tempos-limite de uma tarefa, no formato do Flower: são fixos, e a resposta di-lo',
  params: taskName,
  query: z.object({ workername: z.string().max(255).optional(), soft: count.optional(), hard: count.optional() }),
});

export const flowerRateLimit = endpoint({
  ...options,
  id: 'flowerRateLimit',
  path: '/api/task/rate-limit/{name}',
  summary: 'Ritmo de uma tarefa, no formato do Flower: é fixo, e a resposta di-lo',
  params: taskName,
  query: z.object({ workername: z.string().max(255).optional(), ratelimit: z.string().max(32).optional() }),
});

export const flowerShutdown = endpoint({
  ...options,
  id: 'flowerShutdown',
  path: '/api/worker/shutdown/{worker}',
  summary: 'Paragem de um processo, no formato do Flower: faz-se no estado dos serviços, e a resposta di-lo',
  params: workerName,
});

export const flowerPool = endpoint({
  ...options,
  id: 'flowerPool',
  path: '/api/worker/pool/{act}/{worker}',
  summary: 'Tamanho de um processo, no formato do Flower: é fixo, e a resposta di-lo',
  params: workerName.extend({ act: z.enum(['restart', 'grow', 'shrink', 'autoscale']) }),
  query: z.object({ n: count.optional(), min: count.optional(), max: count.optional() }),
});

export const flowerConsumer = endpoint({
  ...options,
  id: 'flowerConsumer',
  path: '/api/worker/queue/{act}/{worker}',
  summary: 'Filas que um processo atende, no formato do Flower: atende-as todas',
  params: workerName.extend({ act: z.enum(['add-consumer', 'cancel-consumer']) }),
  query: z.object({ queue: z.string().min(1).max(100) }),
});

export const flowerMetrics = endpoint({
  id: 'flowerMetrics',
  service: 'monitor',
  format: 'standard',
  access: 'jobs:read',
  method: 'GET',
  path: '/metrics',
  summary: 'Medidas das tarefas e dos processos, no formato do Prometheus e com os nomes do Flower',
  response: z.string(),
});

export const flowerControlEndpoints = [
  flowerApply,
  flowerAsyncApply,
  flowerSendTask,
  flowerAbort,
  flowerTimeout,
  flowerRateLimit,
  flowerShutdown,
  flowerPool,
  flowerConsumer,
  flowerMetrics,
] as const;
