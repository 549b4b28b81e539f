import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { studyParametersSchema } from './study-parameters.ts';

const count = z.number().int().nonnegative();
const measure = z.number().nullable();
/** Species of a batch at most. */
export const mostSpeciesOfBatch = 500;

/** A species of a batch: what its tuning measured for the proposed combination, or why there is none. */
const itemSchema = z.object({
  species: z.string(),
  state: z.enum(['waiting', 'done', 'refused']),
  reason: z.string().nullable(),
  studyId: z.uuid().nullable(),
  presences: count.nullable(),
  combination: z.string().nullable(),
  ...{ aucTest: measure, tss: measure, boyce: measure, omission10: measure },
});
export type StudyBatchItem = z.infer<typeof itemSchema>;

const batchSchema = z.object({
  id: z.uuid(),
  createdAt: instantSchema,
  requestedBy: z.string(),
  /** `stopped`: cancelled or failed before its end; it can be resumed. */
  state: z.enum(['queued', 'running', 'done', 'stopped']),
  progress: z.number().min(0).max(1),
  message: z.string().nullable(),
  ...{ total: count, done: count, refused: count },
});
export type StudyBatch = z.infer<typeof batchSchema>;

const own = { service: 'admin-api' } as const;
const idParams = z.object({ id: z.uuid() });

export const listStudyBatches = endpoint({
  ...own,
  id: 'listStudyBatches',
  access: 'models:read',
  method: 'GET',
  path: '/ml/study-batches',
  summary: 'Lotes de estudos de espécies, os mais novos primeiro',
  response: z.array(batchSchema),
});

export const getStudyBatch = endpoint({
  ...own,
  id: 'getStudyBatch',
  access: 'models:read',
  method: 'GET',
  path: '/ml/study-batches/{id}',
  summary: 'Um lote de estudos, com o resultado de cada espécie',
  params: idParams,
  response: z.object({ batch: batchSchema, items: z.array(itemSchema) }),
  errors: ['not_found'],
});

/** Either the species by name, or how many of the most recorded ones. */
export const createStudyBatch = endpoint({
  ...own,
  id: 'createStudyBatch',
  access: 'models:train',
  method: 'POST',
  path: '/ml/study-batches',
  summary: 'Estuda muitas espécies, uma a seguir à outra, com os mesmos parâmetros; é uma tarefa',
  body: z.object({
    species: z.array(z.string().trim().min(1).max(200)).max(mostSpeciesOfBatch).default([]),
    mostRecorded: z.number().int().min(0).max(mostSpeciesOfBatch).default(0),
    parameters: studyParametersSchema.partial().default({}),
  }),
  response: batchSchema,
  errors: ['conflict'],
});

export const resumeStudyBatch = endpoint({
  ...own,
  id: 'resumeStudyBatch',
  access: 'models:train',
  method: 'POST',
  path: '/ml/study-batches/{id}/resume',
  summary: 'Continua um lote parado, nas espécies que faltam',
  params: idParams,
  response: batchSchema,
  errors: ['not_found', 'conflict', 'already_running'],
});

export const cancelStudyBatch = endpoint({
  ...own,
  id: 'cancelStudyBatch',
  access: 'models:train',
  method: 'POST',
  path: '/ml/study-batches/{id}/cancel',
  summary: 'Para um lote; o que já está feito fica',
  params: idParams,
  response: batchSchema,
  errors: ['not_found', 'conflict'],
});

export const studyBatchEndpoints = [
  listStudyBatches,
  getStudyBatch,
  createStudyBatch,
  resumeStudyBatch,
  cancelStudyBatch,
] as const;
