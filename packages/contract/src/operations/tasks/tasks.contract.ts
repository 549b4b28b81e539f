import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf } from '../../core/page.ts';
import { fileShapeOf, isInOrder, listFile, orderMessage, pageShapeOf } from '../../core/resource-endpoints.ts';
import { jobRunResource, jobRunSchema } from './tasks.resource.ts';

export { type JobRunView, jobRunSchema } from './tasks.resource.ts';

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

/** Outcomes of the tasks of the last day, without purely periodic ones, and how many of all wait or run now. */
export const jobOutcomes = endpoint({
  id: 'jobOutcomes',
  service: 'admin-api',
  method: 'GET',
  path: '/jobs/outcomes',
  summary: 'Tarefas à espera e em curso, e como terminaram as das últimas 24 horas, sem as de rotina',
  access: 'jobs:read',
  response: z.object({
    hours: z.number(),
    succeeded: z.number().int(),
    failed: z.number().int(),
    cancelled: z.number().int(),
    queued: z.number().int(),
    running: z.number().int(),
    /** Of those that ended by themselves, percent; null while none did. */
    percentSucceeded: z.number().nullable(),
    /**
     * Tasks that run every few minutes, with or without work: their thousands of successes a day carry no information.
     */
    routine: z.array(z.string()),
  }),
});

export const listJobRuns = endpoint({
  id: 'listJobRuns',
  service: 'admin-api',
  method: 'GET',
  path: '/jobs/runs',
  summary: 'Todas as tarefas guardadas, por filtros, ordem e página',
  access: 'jobs:read',
  query: z.object(pageShapeOf(jobRunResource)).refine(isInOrder, orderMessage),
  response: pageOf(jobRunSchema),
});

export const exportJobRuns = endpoint({
  ...listFile,
  id: 'exportJobRuns',
  service: 'admin-api',
  path: '/jobs/runs/export',
  summary: 'Todas as tarefas guardadas dos filtros, em CSV, XLSX ou JSON (auditado)',
  access: 'jobs:read',
  query: z.object(fileShapeOf(jobRunResource)).refine(isInOrder, orderMessage),
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

export const taskEndpoints = [listJobs, listJobRuns, exportJobRuns, jobOutcomes, getJob, cancelJob] as const;
