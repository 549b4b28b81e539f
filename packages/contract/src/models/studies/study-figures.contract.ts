import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

const count = z.number().int().nonnegative();

/** A study in the words of the dashboard's client. Null: nothing was tuned yet. */
const biodiversityStudySchema = z.object({
  id: z.uuid(),
  studyName: z.string(),
  studyType: z.literal('species_distribution'),
  description: z.string(),
  /** Centre of the presences. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  speciesObserved: z.array(z.string()),
  environmentalParameters: z.array(z.string()),
  /** Records that the filters keep, per cent. */
  dataQualityScore: z.number().min(0).max(100).nullable(),
  /** `validated`: a person chose a combination; `rejected`: none could be measured. */
  validationStatus: z.enum(['pending', 'validated', 'rejected']),
  processedForMl: z.boolean(),
  createdAt: instantSchema,
});
export type BiodiversityStudy = z.infer<typeof biodiversityStudySchema>;

const maxentModelSchema = z.object({
  id: z.uuid(),
  /** AphiaID of the accepted name. */
  speciesId: z.string(),
  speciesName: z.string(),
  /** AUC on the rows held out × 100. */
  accuracy: z.number().nullable(),
  auc: z.number().nullable(),
  trainingRecords: count.nullable(),
  /** Presences held out in turn. */
  testRecords: count.nullable(),
  status: z.enum(['training', 'completed', 'failed']),
  createdAt: instantSchema,
  lastPrediction: instantSchema.nullable(),
});
export type MaxentModelFigures = z.infer<typeof maxentModelSchema>;

const own = { service: 'admin-api' } as const;

export const biodiversityStudies = endpoint({
  ...own,
  id: 'biodiversityStudies',
  access: 'models:read',
  method: 'GET',
  path: '/biodiversity-studies',
  summary: 'Estudos de biodiversidade, por páginas',
  query: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.object({
    data: z.array(biodiversityStudySchema),
    ...{ total: count, page: count, pageSize: count, hasNext: z.boolean(), hasPrev: z.boolean() },
  }),
});

export const biodiversityStudyStats = endpoint({
  ...own,
  id: 'biodiversityStudyStats',
  access: 'models:read',
  method: 'GET',
  path: '/biodiversity-studies/stats',
  summary: 'Quantos estudos há, quantos têm resultados, e onde',
  response: z.object({
    general: z.object({
      ...{ total_studies: count, processed_studies: count, avg_quality: z.number().nullable() },
      ...{ study_types: count, data_sources: count, latest_study: instantSchema.nullable() },
    }),
    by_type: z.array(z.object({ study_type: z.string(), count })),
    geographic: z.object({
      ...{ min_latitude: z.number().nullable(), max_latitude: z.number().nullable() },
      ...{ min_longitude: z.number().nullable(), max_longitude: z.number().nullable() },
    }),
  }),
});

export const maxentModels = endpoint({
  ...own,
  id: 'maxentModels',
  access: 'models:read',
  method: 'GET',
  path: '/maxent/models',
  summary: 'Modelos MaxEnt por espécie: os dos estudos',
  response: z.array(maxentModelSchema),
});

export const runMaxent = endpoint({
  ...own,
  id: 'runMaxent',
  access: 'models:train',
  method: 'POST',
  path: '/maxent/run',
  summary: 'Cria um estudo de uma espécie com os parâmetros habituais e corre a afinação; é uma tarefa',
  body: z.object({ speciesId: z.union([z.string().max(40), z.number().int().min(1).max(2_147_483_647)]) }),
  response: maxentModelSchema,
  errors: ['not_found'],
});

export const studyFigureEndpoints = [biodiversityStudies, biodiversityStudyStats, maxentModels, runMaxent] as const;
