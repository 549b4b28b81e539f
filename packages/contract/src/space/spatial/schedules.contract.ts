import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { analysisStateSchema } from './analysis-results.ts';
import { analysisTypeSchema } from './analysis-types.ts';

const own = { service: 'admin-api' } as const;
const idParams = z.object({ id: z.uuid() });

/** How a run of a schedule ended: it made an analysis, found its inputs as they were, or could not be made. */
export const scheduleOutcomes = {
  made: 'Correu',
  unchanged: 'Nada mudou',
  refused: 'Não se pôde fazer',
} as const;
export type ScheduleOutcome = keyof typeof scheduleOutcomes;

const scheduleRunSchema = z.object({
  at: instantSchema,
  outcome: z.enum(Object.keys(scheduleOutcomes) as [ScheduleOutcome, ...ScheduleOutcome[]]),
  /** Why nothing was made; null where an analysis was. */
  reason: z.string().nullable(),
  /** The analysis that was made, or the one whose result still stands; null where there is none any more. */
  analysis: z.object({ id: z.uuid(), status: analysisStateSchema }).nullable(),
  /** The run of the chain; null of a schedule of an analysis, and of a run that is gone. */
  chainRun: z.object({ id: z.uuid(), status: analysisStateSchema }).nullable(),
});

export const spatialScheduleSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Of the analysis; null of a chain. */
  type: analysisTypeSchema.nullable(),
  chainId: z.uuid().nullable(),
  /** Five fields, in Luanda's time. */
  cron: z.string(),
  enabled: z.boolean(),
  ownerName: z.string(),
  /** True when the caller may change, run or remove it. */
  isManageable: z.boolean(),
  /** The next three; none while it is off. */
  nextRuns: z.array(instantSchema),
  /** The last ones, the newest first. */
  runs: z.array(scheduleRunSchema),
});
export type SpatialSchedule = z.infer<typeof spatialScheduleSchema>;

export const listSpatialSchedules = endpoint({
  ...own,
  id: 'listSpatialSchedules',
  access: 'spatial:read',
  method: 'GET',
  path: '/spatial/schedules',
  summary: 'Agendas de análises e cadeias espaciais, próprias e partilhadas, com as últimas execuções',
  response: z.array(spatialScheduleSchema),
});

/** The schedule keeps the kind, parameters, inputs and readers that the analysis has now; a chain runs as it is then. */
export const createSpatialSchedule = endpoint({
  ...own,
  id: 'createSpatialSchedule',
  access: 'spatial:run',
  method: 'POST',
  path: '/spatial/schedules',
  summary: 'Agenda uma análise ou uma cadeia; corre com as permissões de quem a agenda (auditado)',
  body: z
    .object({
      analysisId: z.uuid().optional(),
      chainId: z.uuid().optional(),
      name: z.string().trim().min(1).max(120).optional(),
      cron: z.string().trim().min(1).max(100),
    })
    .refine(({ analysisId, chainId }) => (analysisId === undefined) !== (chainId === undefined), {
      path: ['analysisId'],
      message: 'Diga a análise ou a cadeia, uma das duas.',
    }),
  response: spatialScheduleSchema,
  errors: ['not_found', 'conflict'],
  rateLimitPerMinute: 20,
});

export const changeSpatialSchedule = endpoint({
  ...own,
  id: 'changeSpatialSchedule',
  access: 'spatial:run',
  method: 'PATCH',
  path: '/spatial/schedules/{id}',
  summary: 'Muda a hora de uma agenda de análises, ou liga-a e desliga-a (auditado)',
  params: idParams,
  body: z.object({ cron: z.string().trim().min(1).max(100), enabled: z.boolean() }).partial(),
  response: spatialScheduleSchema,
  errors: ['not_found'],
});

export const runSpatialSchedule = endpoint({
  ...own,
  id: 'runSpatialSchedule',
  access: 'spatial:run',
  method: 'POST',
  path: '/spatial/schedules/{id}/run',
  summary: 'Corre já a análise de uma agenda, sem mudar as próximas execuções',
  params: idParams,
  response: z.object({ id: z.uuid() }),
  errors: ['not_found', 'already_running'],
  rateLimitPerMinute: 20,
});

export const removeSpatialSchedule = endpoint({
  ...own,
  id: 'removeSpatialSchedule',
  access: 'spatial:run',
  method: 'DELETE',
  path: '/spatial/schedules/{id}',
  summary: 'Elimina uma agenda de análises; as análises que fez ficam (auditado)',
  params: idParams,
  response: z.object({ id: z.uuid() }),
  errors: ['not_found'],
});

export const spatialScheduleEndpoints = [
  listSpatialSchedules,
  createSpatialSchedule,
  changeSpatialSchedule,
  runSpatialSchedule,
  removeSpatialSchedule,
] as const;
