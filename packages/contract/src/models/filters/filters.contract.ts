import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { featureCollectionOf, pointSchema, polygonSchema } from '../../core/geo.ts';
import { instantSchema } from '../../core/provenance.ts';
import { filterRuleSchema, filterTypeNames } from './filter-types.ts';

/** Points of a result at most, and the time for which it holds. */
export const mostPoints = 1_000;
export const validHours = 6;

const count = z.number().int().nonnegative();
const share = z.number().min(0).max(1);
const filterType = z.enum(filterTypeNames);
const modelType = z.enum([
  'biodiversity_predictor',
  'temperature_forecaster',
  'species_classifier',
  'abundance_estimator',
  'habitat_suitability',
]);

/** Confidence = validated skill × coverage × age of the data, each 0–1. */
const confidenceSchema = z.object({
  value: share,
  skill: share,
  metric: z.enum(['auc', 'balanced_accuracy', 'r2']),
  coverage: share,
  /** Cells with a value, and cells asked for. */
  coveredCells: count,
  askedCells: count,
  age: share,
  /** Hours since the newest instant of the input that reaches least far; null where nothing was looked up. */
  ageHours: z.number().nonnegative().nullable(),
  maxAgeHours: z.number(),
});
export type FilterConfidence = z.infer<typeof confidenceSchema>;

/** A step of the computation, as people read it: what, how much, and how it was got. */
const stepSchema = z.object({ label: z.string(), value: z.string(), note: z.string().nullable() });
export type FilterStep = z.infer<typeof stepSchema>;

const summarySchema = z.object({
  modelType,
  modelVersion: z.number().int().min(1),
  algorithm: z.string(),
  /** Method of the filter itself. */
  method: z.string(),
  unit: z.string().nullable(),
  /** Name of the value of a cell. */
  valueName: z.string(),
  /** Value from which on a cell belongs to the result. */
  threshold: z.number(),
  confidence: confidenceSchema,
  chosenCells: count,
  regions: count,
  areaKm2: z.number().nonnegative(),
  points: count,
  /** Points that were left out because more than the limit were found, or their confidence was too low. */
  leftOut: count,
  min: z.number().nullable(),
  mean: z.number().nullable(),
  max: z.number().nullable(),
  steps: z.array(stepSchema),
  notes: z.array(z.string()),
  sources: z.array(z.string()),
  isSimulated: z.boolean(),
});
export type FilterSummary = z.infer<typeof summarySchema>;

const runSchema = z.object({
  id: z.uuid(),
  revision: z.number().int().min(1),
  state: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
  progress: share.nullable(),
  message: z.string().nullable(),
  /** Why it failed, and what to do. */
  error: z.string().nullable(),
  /** The model that it lacked. */
  needsModel: modelType.nullable(),
  requestedBy: z.string(),
  requestedAt: instantSchema,
  endedAt: instantSchema.nullable(),
  validUntil: instantSchema.nullable(),
  summary: summarySchema.nullable(),
});
export type FilterRun = z.infer<typeof runSchema>;

export const runStates = {
  queued: 'Em espera',
  running: 'A calcular',
  succeeded: 'Concluído',
  failed: 'Falhou',
  cancelled: 'Cancelado',
} as const satisfies Record<FilterRun['state'], string>;

const filterSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: filterType,
  description: z.string(),
  isActive: z.boolean(),
  /** Percent; null until it was computed, `absence` saying why. */
  confidence: z.number().min(0).max(100).nullable(),
  lastUpdated: instantSchema.nullable(),
  validUntil: instantSchema.nullable(),
  isExpired: z.boolean(),
  /** The rule, by the names of the specification. */
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  rule: filterRuleSchema,
  revision: z.number().int().min(1),
  isBuiltIn: z.boolean(),
  createdBy: z.string().nullable(),
  updatedAt: instantSchema,
  absence: z.string().nullable(),
  /** The model to be trained or approved first. */
  needsModel: modelType.nullable(),
  isSimulated: z.boolean(),
  /** Whether the account that asks is told of changes. */
  isSubscribed: z.boolean(),
  /** The run that waits or goes on, or else the last one. */
  run: runSchema.nullable(),
  summary: summarySchema.nullable(),
});
export type PredictiveFilter = z.infer<typeof filterSchema>;

const pointProperties = z.object({
  point_id: z.string(),
  prediction: z.number(),
  /** 0–1. */
  confidence: share,
  latitude: z.number(),
  longitude: z.number(),
  area_name: z.string(),
  predicted_at: instantSchema,
  marker_size: z.number(),
  confidence_band: z.enum(['high', 'medium', 'low', 'very_low']),
  /** Words about this point alone. */
  note: z.string().nullable(),
});
const pointsSchema = featureCollectionOf(pointSchema, pointProperties);
export type FilterPoints = z.infer<typeof pointsSchema>;

const regionProperties = z.object({
  areaKm2: z.number().nonnegative(),
  cells: count,
  mean: z.number(),
  max: z.number(),
  area_name: z.string(),
});
const regionsSchema = featureCollectionOf(polygonSchema, regionProperties);
export type FilterRegions = z.infer<typeof regionsSchema>;

const gridSchema = z.object({
  /** Corner of the first cell; row-major, the south first. */
  west: z.number(),
  south: z.number(),
  cellDegrees: z.number(),
  columns: count,
  rows: count,
  /** Places of cells that have a value, with the value and whether it belongs to the result. */
  cells: z.array(z.object({ cell: count, value: z.number(), isChosen: z.boolean() })),
});
export type FilterGrid = z.infer<typeof gridSchema>;

const own = { service: 'admin-api' } as const;
const params = z.object({ id: z.string().max(80) });
const runParams = z.object({ id: z.string().max(80), run: z.uuid() });
const filterBody = z.object({
  name: z.string().trim().min(3, 'Dê-lhe um nome.').max(80),
  type: filterType,
  description: z.string().trim().max(500).default(''),
  rule: filterRuleSchema,
});

export const listFilters = endpoint({
  ...own,
  id: 'listFilters',
  access: 'filters:read',
  method: 'GET',
  path: '/ml/predictive-filters',
  summary: 'Os filtros preditivos, com o último resultado e a confiança de cada um',
  response: z.array(filterSchema),
});

export const getFilter = endpoint({
  ...own,
  id: 'getFilter',
  access: 'filters:read',
  method: 'GET',
  path: '/ml/filters/{id}',
  summary: 'Um filtro, com as suas execuções',
  params,
  response: z.object({ filter: filterSchema, runs: z.array(runSchema) }),
  errors: ['not_found'],
});

export const createFilter = endpoint({
  ...own,
  id: 'createFilter',
  access: 'filters:write',
  method: 'POST',
  path: '/ml/filters',
  summary: 'Cria um filtro (auditado)',
  body: filterBody,
  response: filterSchema,
  errors: ['conflict'],
});

/** Another rule makes another revision; runs of the earlier ones keep theirs. */
export const updateFilter = endpoint({
  ...own,
  id: 'updateFilter',
  access: 'filters:write',
  method: 'PUT',
  path: '/ml/filters/{id}',
  summary: 'Muda o nome ou a regra de um filtro (auditado)',
  params,
  body: filterBody.omit({ type: true }),
  response: filterSchema,
  errors: ['not_found', 'conflict'],
});

/** `confirm` repeats its name, so that no slip deletes one. Those that come with the platform stay. */
export const removeFilter = endpoint({
  ...own,
  id: 'removeFilter',
  access: 'filters:write',
  method: 'DELETE',
  path: '/ml/filters/{id}',
  summary: 'Elimina um filtro criado por pessoas, com os seus resultados (auditado)',
  params,
  query: z.object({ confirm: z.string().max(80) }),
  response: z.object({ id: z.string() }),
  errors: ['not_found', 'conflict'],
});

export const activateFilter = endpoint({
  ...own,
  id: 'activateFilter',
  access: 'filters:write',
  method: 'POST',
  path: '/ml/filters/{id}/activate',
  summary: 'Ativa um filtro, que se calcula já e sempre que o resultado perde a validade (auditado)',
  params,
  response: filterSchema,
  errors: ['not_found'],
});

export const deactivateFilter = endpoint({
  ...own,
  id: 'deactivateFilter',
  access: 'filters:write',
  method: 'POST',
  path: '/ml/filters/{id}/deactivate',
  summary: 'Desativa um filtro; o último resultado fica até perder a validade (auditado)',
  params,
  response: filterSchema,
  errors: ['not_found'],
});

export const refreshFilter = endpoint({
  ...own,
  id: 'refreshFilter',
  access: 'filters:write',
  method: 'PUT',
  path: '/ml/filters/{id}/refresh',
  summary: 'Calcula um filtro agora; é uma tarefa',
  params,
  response: runSchema,
  errors: ['not_found', 'already_running'],
});

export const filterData = endpoint({
  ...own,
  id: 'filterData',
  access: 'filters:read',
  method: 'GET',
  path: '/ml/filters/{id}/data',
  summary: 'Pontos do último resultado de um filtro, em GeoJSON: no máximo mil, válidos por seis horas',
  params,
  response: pointsSchema,
  errors: ['not_found', 'conflict'],
});

export const filterRunResult = endpoint({
  ...own,
  id: 'filterRunResult',
  access: 'filters:read',
  method: 'GET',
  path: '/ml/filters/{id}/runs/{run}',
  summary: 'O resultado de uma execução: pontos, polígonos com área e grelha',
  params: runParams,
  response: z.object({ run: runSchema, points: pointsSchema, regions: regionsSchema, grid: gridSchema }),
  errors: ['not_found'],
});

const differenceSchema = z.object({
  from: runSchema,
  to: runSchema,
  gainedKm2: z.number().nonnegative(),
  lostKm2: z.number().nonnegative(),
  keptKm2: z.number().nonnegative(),
  /** Kept area over the area of either result, 0–1 (Jaccard); null where both are empty. */
  overlap: share.nullable(),
  /** Mean change of the value in cells that both have; null where there is none, or the units differ. */
  meanChange: z.number().nullable(),
  gained: regionsSchema,
  lost: regionsSchema,
});
export type FilterDifference = z.infer<typeof differenceSchema>;

export const filterDifference = endpoint({
  ...own,
  id: 'filterDifference',
  access: 'filters:read',
  method: 'GET',
  path: '/ml/filters/{id}/difference',
  summary: 'O que mudou entre duas execuções de um filtro',
  params,
  query: z.object({ from: z.uuid(), to: z.uuid() }),
  response: differenceSchema,
  errors: ['not_found', 'conflict'],
});

export const subscribeFilter = endpoint({
  ...own,
  id: 'subscribeFilter',
  access: 'filters:read',
  method: 'PUT',
  path: '/ml/filters/{id}/subscription',
  summary: 'Começa ou deixa de avisar esta conta quando o resultado de um filtro muda',
  params,
  body: z.object({ isSubscribed: z.boolean() }),
  response: filterSchema,
  errors: ['not_found'],
});

const fileOf = { ...own, access: 'filters:read', method: 'GET', format: 'binary' } as const;

export const filterCsv = endpoint({
  ...fileOf,
  id: 'filterCsv',
  path: '/ml/filters/{id}/data.csv',
  summary: 'Pontos do último resultado de um filtro, em CSV (auditado)',
  params,
  contentType: 'text/csv; charset=utf-8',
  response: z.unknown(),
  errors: ['not_found', 'conflict'],
});

export const filterGeojson = endpoint({
  ...fileOf,
  id: 'filterGeojson',
  path: '/ml/filters/{id}/data.geojson',
  summary: 'Polígonos e pontos do último resultado de um filtro, em GeoJSON (auditado)',
  params,
  contentType: 'application/geo+json',
  response: z.unknown(),
  errors: ['not_found', 'conflict'],
});

export const filterTiff = endpoint({
  ...fileOf,
  id: 'filterTiff',
  path: '/ml/filters/{id}/data.tif',
  summary:
    'Valor de cada célula do último resultado de um filtro, e se entra nele, em GeoTIFF otimizado (COG; auditado)',
  params,
  contentType: 'image/tiff; application=geotiff; profile=cloud-optimized',
  response: z.unknown(),
  errors: ['not_found', 'conflict'],
});

export const filterEndpoints = [
  listFilters,
  getFilter,
  createFilter,
  updateFilter,
  removeFilter,
  activateFilter,
  deactivateFilter,
  refreshFilter,
  filterData,
  filterRunResult,
  filterDifference,
  subscribeFilter,
  filterCsv,
  filterGeojson,
  filterTiff,
] as const;
