import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { modelTypeSchema } from './models.contract.ts';

/** Reasons for which a training begins by itself. */
export const trainingTriggers = { age: 'Idade da última versão', rows: 'Linhas novas', drift: 'Deriva' } as const;
export type TrainingTrigger = keyof typeof trainingTriggers;

const planSchema = z.object({
  /** Days after which the newest version is too old; null: age trains nothing. */
  maxAgeDays: z.number().int().min(1).max(730).nullable(),
  /** Rows that no training has seen, from which on one begins; null: rows train nothing. */
  newRows: z.number().int().min(30).max(10_000_000).nullable(),
  onDrift: z.boolean(),
});
export type TrainingPlan = z.infer<typeof planSchema>;

const scheduleSchema = planSchema.extend({
  updatedBy: z.string().nullable(),
  updatedAt: instantSchema.nullable(),
  /** When the triggers were looked at last, and what each said, in Portuguese. */
  lookedAt: instantSchema.nullable(),
  look: z.array(z.object({ trigger: z.enum(['age', 'rows', 'drift']), isMet: z.boolean(), text: z.string() })),
});
export type TrainingSchedule = z.infer<typeof scheduleSchema>;

const own = { service: 'admin-api' } as const;
const params = z.object({ type: modelTypeSchema });

export const getTrainingSchedule = endpoint({
  ...own,
  id: 'getTrainingSchedule',
  access: 'models:read',
  method: 'GET',
  path: '/ml/models/{type}/schedule',
  summary: 'Quando um modelo treina sozinho: pela idade, por linhas novas ou por deriva',
  params,
  response: scheduleSchema,
});

export const changeTrainingSchedule = endpoint({
  ...own,
  id: 'changeTrainingSchedule',
  access: 'models:train',
  method: 'PUT',
  path: '/ml/models/{type}/schedule',
  summary: 'Muda quando um modelo treina sozinho (auditado)',
  params,
  body: planSchema,
  response: scheduleSchema,
});

export const scheduleEndpoints = [getTrainingSchedule, changeTrainingSchedule] as const;
