import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { analysisRequestSchema } from './analyses.contract.ts';
import { inputReferenceSchema } from './analysis-inputs.ts';
import { analysisStateSchema, batchEstimateSchema, readersSchema } from './analysis-results.ts';
import { type AnalysisType, analysisTypeSchema } from './analysis-types.ts';

const count = z.number().int().nonnegative();
const own = { service: 'admin-api' } as const;
const idParams = z.object({ id: z.uuid() });

/** Areas of a batch at most: each is an analysis of its own. */
export const mostBatchAreas = 100;

/** Input that takes the area, of the kinds that can be asked of one area after the other. */
export const batchRoles = {
  buffer: 'area',
  hotspots: 'area',
  corridors: 'area',
  mcda: 'area',
  proximity: 'area',
  interpolation: 'area',
  density: 'area',
  voronoi: 'area',
  zonal_statistics: 'zones',
} as const satisfies Partial<Record<AnalysisType, string>>;
export type BatchType = keyof typeof batchRoles;

export const isBatchType = (type: AnalysisType): type is BatchType => Object.hasOwn(batchRoles, type);

const batchFields = {
  id: z.uuid(),
  name: z.string(),
  type: analysisTypeSchema,
  createdAt: instantSchema,
  ownerName: z.string(),
  /** Whether the calling account may cancel and delete it. */
  isManageable: z.boolean(),
  readers: readersSchema,
  areas: count,
  /** How many of its analyses are in each state. */
  states: z.record(analysisStateSchema, count),
  /** Share of all its work, 0–1. */
  progress: z.number().min(0).max(1),
};
export const batchSummarySchema = z.object(batchFields);
export type BatchSummary = z.infer<typeof batchSummarySchema>;

const batchRowSchema = z.object({
  /** Of the area in the order, from 1. */
  place: z.number().int().positive(),
  area: z.string(),
  analysisId: z.uuid(),
  status: analysisStateSchema,
  /** Why it failed, and what to do. */
  error: z.string().nullable(),
  /** Its result was stored already. */
  isReused: z.boolean(),
  /** By the names of the columns; null where this area has none. */
  values: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
});

/** A batch with the figures of each of its areas. */
export const batchSchema = z.object({
  ...batchFields,
  columns: z.array(z.object({ id: z.string(), label: z.string(), unit: z.string().nullable() })),
  rows: z.array(batchRowSchema),
});
export type SpatialBatch = z.infer<typeof batchSchema>;

export const listBatches = endpoint({
  ...own,
  id: 'listSpatialBatches',
  access: 'spatial:read',
  method: 'GET',
  path: '/spatial/batches',
  summary: 'Os últimos 100 lotes de análises por áreas, próprios e partilhados, os mais novos primeiro',
  response: z.array(batchSummarySchema),
});

/** `areas`: one analysis for each of its polygons, which takes the place of the input that `batchRoles` names. */
export const createBatch = endpoint({
  ...own,
  id: 'createSpatialBatch',
  access: 'spatial:run',
  method: 'POST',
  path: '/spatial/batches',
  summary: `A mesma análise para cada uma de até ${mostBatchAreas} áreas, como um só pedido`,
  body: z.object({ request: analysisRequestSchema, areas: inputReferenceSchema }),
  response: batchSchema,
  errors: ['not_found', 'conflict'],
  rateLimitPerMinute: 10,
});

export const estimateBatch = endpoint({
  ...own,
  id: 'estimateSpatialBatch',
  access: 'spatial:run',
  method: 'POST',
  path: '/spatial/batches/estimate',
  summary: 'Tamanho e tempo de um lote antes de correr: a maior das áreas, e todas',
  body: z.object({ request: analysisRequestSchema, areas: inputReferenceSchema }),
  response: batchEstimateSchema,
  errors: ['not_found'],
});

export const getBatch = endpoint({
  ...own,
  id: 'getSpatialBatch',
  access: 'spatial:read',
  method: 'GET',
  path: '/spatial/batches/{id}',
  summary: 'Um lote de análises: estado e números de cada área',
  params: idParams,
  response: batchSchema,
  errors: ['not_found'],
});

export const batchTable = endpoint({
  ...own,
  id: 'spatialBatchTable',
  access: 'spatial:read',
  method: 'GET',
  path: '/spatial/batches/{id}/table',
  summary: 'Os números de cada área de um lote, em CSV',
  params: idParams,
  response: z.string(),
  format: 'binary',
  contentType: 'text/csv; charset=utf-8',
  errors: ['not_found'],
});

export const cancelBatch = endpoint({
  ...own,
  id: 'cancelSpatialBatch',
  access: 'spatial:run',
  method: 'POST',
  path: '/spatial/batches/{id}/cancel',
  summary: 'Cancela as análises de um lote que ainda não acabaram; as que acabaram ficam',
  params: idParams,
  response: batchSchema,
  errors: ['not_found', 'conflict'],
});

/** `confirm` repeats the name, so that no slip removes a batch. */
export const removeBatch = endpoint({
  ...own,
  id: 'removeSpatialBatch',
  access: 'spatial:run',
  method: 'DELETE',
  path: '/spatial/batches/{id}',
  summary: 'Elimina um lote com as suas análises e resultados (auditado)',
  params: idParams,
  query: z.object({ confirm: z.string().max(120) }),
  response: z.object({ id: z.uuid() }),
  errors: ['not_found', 'conflict'],
});

export const spatialBatchEndpoints = [
  listBatches,
  createBatch,
  estimateBatch,
  getBatch,
  batchTable,
  cancelBatch,
  removeBatch,
] as const;
