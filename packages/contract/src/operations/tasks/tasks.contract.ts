import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

export const jobStates = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;

export const jobRunSchema = z.object({
  id: z.uuid(),
  /** Identifier of the kind of work, e.g. `connectors.ingest`. */
  name: z.string(),
  label: z.string(),
  /** Runs of one name and key never overlap. */
  key: z.string(),
  state: z.enum(jobStates),
  /** Share done, 0–1; null while unknown. */
  progress: z.number().min(0).max(1).nullable(),
  message: z.string().nullable(),
  error: z.string().nullable(),
  /** Number of times it was begun. */
  attempt: z.number().int().nonnegative(),
  /** Cause: `schedule`, `manual`, `start`, … */
  trigger: z.string(),
  /** An operator asked for its end and it has not stopped yet. */
  cancelRequested: z.boolean(),
  createdAt: instantSchema,
  startedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
});
export type JobRunView = z.infer<typeof jobRunSchema>;

export const jobRunDetailSchema = jobRunSchema.extend({
  actorId: z.string().nullable(),
  input: z.unknown(),
  result: z.unknown(),
  /** Calls that led to the failure; null for accounts that may not repeat tasks. */
  traceback: z.string().nullable().optional(),
});

const jobParams = z.object({ id: z.uuid() });

export const listJobs = endpoint({
  id: 'listJobs',
  service: 'admin-api',
  method: 'GET',
  path: '/jobs',
  summary: 'Tarefas em segundo plano, as mais recentes primeiro',
  access: 'jobs:read',
  query: z.object({
    limit: z.coerce.number().int().min(1).max(500).default(50),
    name: z.string().min(1).max(100).optional(),
  }),
  response: z.object({ jobs: z.array(jobRunSchema) }),
});

/** Outcomes of the tasks of the last day, without purely periodic ones. */
export const jobOutcomes = endpoint({
  id: 'jobOutcomes',
  service: 'admin-api',
  method: 'GET',
  path: '/jobs/outcomes',
  summary: 'Como terminaram as tarefas das últimas 24 horas, sem as de rotina',
  access: 'jobs:read',
  response: z.object({
    hours: z.number(),
    succeeded: z.number().int(),
    failed: z.number().int(),
    cancelled: z.number().int(),
    /** Of those that ended by themselves, percent; null while none did. */
    percentSucceeded: z.number().nullable(),
    /**
     * Tasks that run every few minutes, with or without work: their thousands of successes a day carry no information.
     */
    routine: z.array(z.string()),
  }),
});

export const getJob = endpoint({
  id: 'getJob',
  service: 'admin-api',
  method: 'GET',
  path: '/jobs/{id}',
  summary: 'Uma tarefa com o que recebeu e o que devolveu',
  access: 'jobs:read',
  params: jobParams,
  response: jobRunDetailSchema,
  errors: ['not_found'],
});

export const cancelJob = endpoint({
  id: 'cancelJob',
  service: 'admin-api',
  method: 'POST',
  path: '/jobs/{id}/cancel',
  summary: 'Cancela uma tarefa em espera ou em curso',
  access: 'jobs:cancel',
  params: jobParams,
  response: jobRunSchema,
  errors: ['not_found', 'conflict'],
});

export const taskEndpoints = [listJobs, jobOutcomes, getJob, cancelJob] as const;
