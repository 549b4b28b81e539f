import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { inputReferenceSchema } from './analysis-inputs.ts';
import {
  analysisStateSchema,
  analysisStates,
  chainEstimateSchema,
  expectedTimeSchema,
  readersSchema,
} from './analysis-results.ts';
import { analysisTypeSchema } from './analysis-types.ts';
import { chainStepSchema, chainStepsSchema } from './chain-steps.ts';

const count = z.number().int().nonnegative();
const own = { service: 'admin-api' } as const;
const idParams = z.object({ id: z.uuid() });

/** States of a step in a run: those of its analysis, or it did not begin because an earlier one ended the run. */
export const chainStepStates = { ...analysisStates, skipped: 'Não correu' } as const;
export type ChainStepState = keyof typeof chainStepStates;

/** Format of a chain's file, and its edition. */
const chainFileKind = 'kianda-spatial-chain';

const chainFields = {
  name: z.string().trim().min(1).max(80),
  description: z.string().trim().max(1_000).default(''),
  steps: chainStepsSchema,
};
export const chainBodySchema = z.object({ ...chainFields, readers: readersSchema.default('private') });

/** A chain as a file: what makes it, without whose it is. */
export const chainFileSchema = z.object({ kind: z.literal(chainFileKind), edition: z.literal(1), ...chainFields });
export type ChainFile = z.output<typeof chainFileSchema>;

const runStepSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: analysisTypeSchema,
  status: z.enum(Object.keys(chainStepStates) as [ChainStepState, ...ChainStepState[]]),
  /** The analysis that the step is; null before it begins, and of one that was removed. */
  analysisId: z.uuid().nullable(),
  /** Why it failed, and what to do. */
  error: z.string().nullable(),
  /** Its result was stored already. */
  isReused: z.boolean(),
});

/** Areas that a chain is asked to run over at once, at most: each is a run of its own. */
export const mostChainAreas = 30;

export const chainRunSchema = z.object({
  id: z.uuid(),
  chainId: z.uuid(),
  name: z.string(),
  /** The area that it ran over; null of a run with the inputs of the chain. */
  area: z.string().nullable(),
  createdAt: instantSchema,
  completedAt: instantSchema.nullable(),
  ownerName: z.string(),
  /** Whether the calling account may cancel it. */
  isManageable: z.boolean(),
  status: analysisStateSchema,
  /** Share of all its work, 0–1; null while it is unknown. */
  progress: z.number().min(0).max(1).nullable(),
  /** The step under way, and its own message. */
  message: z.string().nullable(),
  /** The step that failed, why, and what to do. */
  error: z.string().nullable(),
  /** In the order in which they run. */
  steps: z.array(runStepSchema),
});
export type ChainRun = z.infer<typeof chainRunSchema>;

const summaryFields = {
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  ownerName: z.string(),
  /** Whether the calling account may change and delete it. */
  isManageable: z.boolean(),
  readers: readersSchema,
  stepCount: count,
  /** The newest run that the account may read; null of none. */
  lastRun: chainRunSchema.pick({ id: true, status: true, progress: true, message: true, createdAt: true }).nullable(),
};
export const chainSummarySchema = z.object(summaryFields);
export type ChainSummary = z.infer<typeof chainSummarySchema>;

export const chainSchema = z.object({
  ...summaryFields,
  steps: z.array(chainStepSchema),
  /** Time of a run whose steps are all to be made. */
  expected: expectedTimeSchema,
  /** The last ones that the account may read, the newest first. */
  runs: z.array(chainRunSchema),
});
export type SpatialChain = z.infer<typeof chainSchema>;

export const listSpatialChains = endpoint({
  ...own,
  id: 'listSpatialChains',
  access: 'spatial:read',
  method: 'GET',
  path: '/spatial/chains',
  summary: 'As últimas 100 cadeias de análises, próprias e partilhadas, as mudadas há menos tempo primeiro',
  response: z.array(chainSummarySchema),
});

export const createSpatialChain = endpoint({
  ...own,
  id: 'createSpatialChain',
  access: 'spatial:run',
  method: 'POST',
  path: '/spatial/chains',
  summary: 'Guarda uma cadeia: passos de análise cujas entradas são dados ou resultados de outros passos (auditado)',
  body: chainBodySchema,
  response: chainSchema,
  errors: ['not_found', 'conflict'],
  rateLimitPerMinute: 30,
});

export const estimateSpatialChain = endpoint({
  ...own,
  id: 'estimateSpatialChain',
  access: 'spatial:run',
  method: 'POST',
  path: '/spatial/chains/estimate',
  summary: 'Tamanho e tempo de uma cadeia antes de a correr, passo a passo, e se cabe nos limites',
  body: z.object({ steps: chainStepsSchema }),
  response: chainEstimateSchema,
  errors: ['not_found'],
  rateLimitPerMinute: 60,
});

export const getSpatialChain = endpoint({
  ...own,
  id: 'getSpatialChain',
  access: 'spatial:read',
  method: 'GET',
  path: '/spatial/chains/{id}',
  summary: 'Uma cadeia de análises: passos e últimas execuções',
  params: idParams,
  response: chainSchema,
  errors: ['not_found'],
});

/** The runs that were made keep the steps that they had. */
export const changeSpatialChain = endpoint({
  ...own,
  id: 'changeSpatialChain',
  access: 'spatial:run',
  method: 'PATCH',
  path: '/spatial/chains/{id}',
  summary: 'Muda o nome, os passos ou quem lê uma cadeia de análises (auditado)',
  params: idParams,
  body: z.object({ ...chainFields, description: z.string().trim().max(1_000), readers: readersSchema }).partial(),
  response: chainSchema,
  errors: ['not_found', 'conflict'],
});

export const spatialChainFile = endpoint({
  ...own,
  id: 'spatialChainFile',
  access: 'spatial:read',
  method: 'GET',
  path: '/spatial/chains/{id}/file',
  summary: 'A definição de uma cadeia de análises em JSON, que se pode importar noutra conta ou plataforma',
  params: idParams,
  response: z.string(),
  format: 'binary',
  contentType: 'application/json',
  errors: ['not_found'],
});

export const runSpatialChain = endpoint({
  ...own,
  id: 'runSpatialChain',
  access: 'spatial:run',
  method: 'POST',
  path: '/spatial/chains/{id}/runs',
  summary:
    'Corre uma cadeia de análises, com as permissões de quem a corre; o que não mudou dá-se do que está guardado',
  params: idParams,
  response: chainRunSchema,
  errors: ['not_found', 'conflict'],
  rateLimitPerMinute: 20,
});

/** `areas`: a run for each of its polygons, which takes the place of the inputs named in `places`. */
export const runSpatialChainByAreas = endpoint({
  ...own,
  id: 'runSpatialChainByAreas',
  access: 'spatial:run',
  method: 'POST',
  path: '/spatial/chains/{id}/runs-by-area',
  summary: `A mesma cadeia para cada uma de até ${mostChainAreas} áreas: uma execução por área`,
  params: idParams,
  body: z.object({
    areas: inputReferenceSchema,
    places: z
      .array(z.object({ step: z.string().max(40), role: z.string().max(40) }))
      .min(1)
      .max(24),
  }),
  response: z.array(chainRunSchema),
  errors: ['not_found', 'conflict'],
  rateLimitPerMinute: 10,
});

export const getSpatialChainRun = endpoint({
  ...own,
  id: 'getSpatialChainRun',
  access: 'spatial:read',
  method: 'GET',
  path: '/spatial/chain-runs/{id}',
  summary: 'Uma execução de uma cadeia de análises: estado de cada passo',
  params: idParams,
  response: chainRunSchema,
  errors: ['not_found'],
});

export const cancelSpatialChainRun = endpoint({
  ...own,
  id: 'cancelSpatialChainRun',
  access: 'spatial:run',
  method: 'POST',
  path: '/spatial/chain-runs/{id}/cancel',
  summary: 'Cancela uma execução de uma cadeia; os passos que acabaram ficam',
  params: idParams,
  response: chainRunSchema,
  errors: ['not_found', 'conflict'],
});

/** `confirm` repeats the name, so that no slip removes a chain. */
export const removeSpatialChain = endpoint({
  ...own,
  id: 'removeSpatialChain',
  access: 'spatial:run',
  method: 'DELETE',
  path: '/spatial/chains/{id}',
  summary: 'Elimina uma cadeia de análises com as suas execuções e resultados (auditado)',
  params: idParams,
  query: z.object({ confirm: z.string().max(120) }),
  response: z.object({ id: z.uuid() }),
  errors: ['not_found', 'conflict'],
});

export const spatialChainEndpoints = [
  listSpatialChains,
  createSpatialChain,
  estimateSpatialChain,
  getSpatialChain,
  changeSpatialChain,
  spatialChainFile,
  runSpatialChain,
  runSpatialChainByAreas,
  getSpatialChainRun,
  cancelSpatialChainRun,
  removeSpatialChain,
] as const;
