import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import type { RampName } from '../../core/ramps.ts';
import { type ModelType, modelSkillSchema, modelTypeSchema } from '../registry/models.contract.ts';

/** Layers of a map, in the order of its file's bands. */
export const mapBands = {
  value: 'Valor',
  uncertainty: 'Incerteza',
  novelty: 'Novidade',
} as const;
export type MapBand = keyof typeof mapBands;
const bandSchema = z.enum(['value', 'uncertainty', 'novelty']);

/** Whence the uncertainty of a map comes. */
export const spreadNames = {
  trees: 'desvio entre as árvores',
  interval: 'metade do intervalo de 80 %',
  blocks: 'metade do intervalo de 80 %, deixando de fora cada parte do mar',
  chance: 'probabilidade de ser outra classe',
} as const;
const spreadKind = z.enum(['trees', 'interval', 'blocks', 'chance']);

/** Cells of a map at most, the land and the sea of others about the ZEE among them. */
export const mostMapCells = 1_000_000;
/** Maps that one version may have: older ones are deleted by hand. */
export const mostMapsOfVersion = 24;

const count = z.number().int().nonnegative();
const inputsSchema = z.record(z.string(), z.union([z.number(), z.string()]));

const bandStatistics = z.object({
  band: bandSchema,
  unit: z.string().nullable(),
  /** Cells with a value. */
  cells: count,
  min: z.number().nullable(),
  max: z.number().nullable(),
  mean: z.number().nullable(),
  /** Values that 2 and 98 % of the cells lie below: ends of a colour scale that a few strange cells don't spoil. */
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type MapBandStatistics = z.infer<typeof bandStatistics>;

export const modelMapSchema = z.object({
  id: z.uuid(),
  modelType: modelTypeSchema,
  version: z.number().int().min(1),
  algorithm: z.string(),
  /** Whether the version is the one in use. */
  isInUse: z.boolean(),
  skill: modelSkillSchema,
  madeAt: instantSchema,
  /** Name of the account, or of the platform where an approval made it. */
  requestedBy: z.string(),
  seconds: z.number().nonnegative(),
  cellDegrees: z.number().positive(),
  columns: count,
  rows: count,
  /** 1–12 where the version has a month among its inputs. */
  month: z.number().int().min(1).max(12).nullable(),
  /** Inputs that were the same in every cell. */
  inputs: inputsSchema,
  unit: z.string().nullable(),
  /** Classes by the value of a cell; empty where it predicts a number. */
  classes: z.array(z.string()),
  spreadKind: spreadKind.nullable(),
  bands: z.array(bandStatistics),
  /** Share of the cells with a value that are unlike what the version learned from, 0–1; null: not known. */
  outside: z.number().min(0).max(1).nullable(),
  /** Labels of inputs that are known nowhere, and were left missing. */
  without: z.array(z.string()),
  sources: z.array(
    z.object({
      name: z.string(),
      rows: count,
      licence: z.string().nullable(),
      from: instantSchema.nullable(),
      to: instantSchema.nullable(),
    }),
  ),
  /** Last instant of the input that reaches least far. */
  oldestInputAt: instantSchema.nullable(),
  /** SHA-256 of the table that the version learned from. */
  dataSha256: z.string(),
  fileSha256: z.string(),
  fileBytes: count,
  isSimulated: z.boolean(),
});
export type ModelMap = z.infer<typeof modelMapSchema>;

/** Colours of a model's values, by what they are. */
const valueRamps = {
  biodiversity_predictor: 'speed',
  temperature_forecaster: 'thermal',
  species_classifier: 'haline',
  abundance_estimator: 'deep',
  habitat_suitability: 'algae',
} as const satisfies Record<ModelType, RampName>;

/** Ramp of a layer, and the values at its ends; the novelty turns at 0, where the sea becomes unlike what was seen. */
export function mapColours(
  { modelType, classes, bands }: Pick<ModelMap, 'modelType' | 'classes' | 'bands'>,
  band: MapBand,
): { readonly ramp: RampName; readonly range: readonly [low: number, high: number] } {
  if (band === 'novelty') return { ramp: 'balance', range: [-100, 100] };
  const ramp = band === 'value' ? valueRamps[modelType] : 'matter';
  if (band === 'value' && classes.length > 1) return { ramp, range: [0, classes.length - 1] };
  const { low, high } = bands.find((one) => one.band === band) ?? { low: null, high: null };
  // A map of one value has a scale too.
  if (low === null || high === null || low >= high) return { ramp, range: [low ?? 0, (low ?? 0) + 1] };
  return { ramp, range: [low, high] };
}

const runSchema = z.object({
  id: z.uuid(),
  modelType: modelTypeSchema,
  version: z.number().int().min(1),
  state: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
  progress: z.number().min(0).max(1).nullable(),
  message: z.string().nullable(),
  /** Why it made no map, and what to do. */
  error: z.string().nullable(),
  requestedAt: instantSchema,
});
export type MapRun = z.infer<typeof runSchema>;

const own = { service: 'admin-api' } as const;
const mapParams = z.object({ id: z.uuid() });

export const listModelMaps = endpoint({
  ...own,
  id: 'listModelMaps',
  access: 'models:read',
  method: 'GET',
  path: '/ml/maps',
  summary: 'Mapas dos modelos, os mais novos primeiro, e os que se estão a fazer',
  query: z.object({ type: modelTypeSchema.optional() }),
  response: z.object({ maps: z.array(modelMapSchema), runs: z.array(runSchema) }),
});

export const makeModelMap = endpoint({
  ...own,
  id: 'makeModelMap',
  access: 'models:predict',
  method: 'POST',
  path: '/ml/maps',
  summary: 'Faz o mapa de uma versão, até um milhão de células; é uma tarefa (auditado)',
  body: z.object({
    type: modelTypeSchema,
    /** By default the version in use. */
    version: z.number().int().min(1).optional(),
    cellDegrees: z.number().min(0.005).max(1).default(0.1),
    month: z.number().int().min(1).max(12).optional(),
    inputs: inputsSchema.default({}),
  }),
  response: runSchema,
  errors: ['not_found', 'conflict', 'already_running'],
});

export const cancelModelMap = endpoint({
  ...own,
  id: 'cancelModelMap',
  access: 'models:predict',
  method: 'POST',
  path: '/ml/maps/{id}/cancel',
  summary: 'Cancela um mapa que espera ou se faz; nada dele fica',
  params: mapParams,
  response: runSchema,
  errors: ['not_found', 'conflict'],
});

export const removeModelMap = endpoint({
  ...own,
  id: 'removeModelMap',
  access: 'models:predict',
  method: 'DELETE',
  path: '/ml/maps/{id}',
  summary: 'Elimina um mapa e o seu ficheiro (auditado)',
  params: mapParams,
  response: z.object({ id: z.uuid() }),
  errors: ['not_found'],
});

/** Rows south → north, columns west → east, `west` and `south` being the centre of the first cell. */
const gridSchema = z.object({
  west: z.number(),
  south: z.number(),
  lonStepDegrees: z.number(),
  latStepDegrees: z.number(),
  columns: count,
  rows: count,
  /** value = stored × scale + offset; −32768 is missing. Base64 of little-endian Int16. */
  encoding: z.literal('int16-base64'),
  scale: z.number(),
  offset: z.number(),
  values: z.string(),
});

export const modelMapGrid = endpoint({
  ...own,
  id: 'modelMapGrid',
  access: 'models:read',
  method: 'GET',
  path: '/ml/maps/{id}/grid',
  summary: 'Uma camada de um mapa como grelha, para desenhar e comparar',
  params: mapParams,
  query: z.object({ band: bandSchema.default('value') }),
  response: gridSchema,
  errors: ['not_found'],
});

/** A map never changes: whoever has a tile keeps it. */
export const modelMapTile = endpoint({
  ...own,
  id: 'modelMapTile',
  access: 'models:read',
  method: 'GET',
  path: '/ml/maps/{id}/tiles/{band}/{z}/{x}/{y}',
  summary: 'Mosaico PNG de uma camada de um mapa, na grelha WebMercatorQuad',
  params: z.object({
    id: z.uuid(),
    band: bandSchema,
    z: z.coerce.number().int().min(0).max(18),
    x: z.coerce.number().int().min(0),
    y: z.coerce.number().int().min(0),
  }),
  response: z.string(),
  format: 'binary',
  contentType: 'image/png',
  maxAgeSeconds: 86_400,
  errors: ['not_found'],
});

export const modelMapFile = endpoint({
  ...own,
  id: 'modelMapFile',
  access: 'models:read',
  method: 'GET',
  path: '/ml/maps/{id}/file',
  summary: 'Ficheiro de um mapa: GeoTIFF otimizado para a nuvem, CSV ou GeoParquet',
  params: mapParams,
  query: z.object({ format: z.enum(['tif', 'csv', 'parquet']).default('tif') }),
  response: z.string(),
  format: 'binary',
  contentType: 'application/octet-stream',
  errors: ['not_found'],
  rateLimitPerMinute: 30,
});

/** Both maps have the same cells, month, inputs and unit; of classes there is no difference. */
export const modelMapDifference = endpoint({
  ...own,
  id: 'modelMapDifference',
  access: 'models:read',
  method: 'GET',
  path: '/ml/maps/{id}/difference',
  summary: 'A diferença de dois mapas, e os valores de cada um, num GeoTIFF otimizado para a nuvem',
  params: mapParams,
  query: z.object({ minus: z.uuid() }),
  response: z.string(),
  format: 'binary',
  contentType: 'application/octet-stream',
  errors: ['not_found', 'conflict'],
  rateLimitPerMinute: 30,
});

export const modelMapEndpoints = [
  listModelMaps,
  makeModelMap,
  cancelModelMap,
  removeModelMap,
  modelMapGrid,
  modelMapTile,
  modelMapFile,
  modelMapDifference,
] as const;
