import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';

const base = { service: 'monitor', access: 'jobs:retry', method: 'POST' } as const;
/** A cause in the form of `taskFailures`. */
const cause = z.object({ name: z.string().min(1).max(100), pattern: z.string().max(4_000) });
const count = z.number().int();

export const replayFailures = endpoint({
  ...base,
  id: 'replayFailures',
  path: '/api/dead-letters/replay',
  summary: 'Repete as tarefas que falharam por uma causa, a mais recente de cada chave',
  body: cause,
  response: z.object({
    /** Put into the queue again: one of each key. */
    queued: count,
    /** Number resolved: these dead letters, and older ones with the same keys. */
    settled: count,
    /** Keys of which a run waits or works already, and requests that the job no longer accepts. */
    alreadyRunning: count,
    refused: count,
  }),
  errors: ['not_found', 'conflict'],
});

export const discardFailures = endpoint({
  ...base,
  id: 'discardFailures',
  path: '/api/dead-letters/discard',
  summary: 'Marca como tratadas, sem as repetir, as tarefas que falharam por uma causa',
  body: cause.extend({ reason: z.string().trim().min(10).max(500) }),
  response: z.object({ discarded: count }),
  errors: ['not_found'],
});

const seconds = z.number().nullable();

export const queueLatency = endpoint({
  id: 'queueLatency',
  service: 'monitor',
  access: 'jobs:read',
  method: 'GET',
  path: '/api/queues/latency',
  summary: 'Tempo de espera e de execução por tipo de tarefa',
  query: z.object({ hours: z.coerce.number().int().min(1).max(720).default(24) }),
  response: z.object({
    hours: count,
    queues: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        waiting: count,
        /** Of the run that waits longest beyond its hour; null while none does. */
        oldestWaitSeconds: seconds,
        /** Runs that began in these hours, which the percentiles are of. */
        begun: count,
        waitP50Seconds: seconds,
        waitP95Seconds: seconds,
        runP50Seconds: seconds,
        runP95Seconds: seconds,
      }),
    ),
  }),
});

export const deadLetterEndpoints = [replayFailures, discardFailures, queueLatency] as const;
