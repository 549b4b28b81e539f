import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf } from '../../core/page.ts';
import { instantSchema } from '../../core/provenance.ts';
import { fileShapeOf, listFile, pageShapeOf } from '../../core/resource-endpoints.ts';
import { analysisResource } from './analyses.resource.ts';
import { inputsSchema } from './analysis-inputs.ts';
import {
  analysisSchema,
  analysisSummarySchema,
  comparisonSchema,
  estimateSchema,
  layerFeaturesSchema,
  layerGridSchema,
  readersSchema,
} from './analysis-results.ts';
import { type AnalysisType, analysisParameters, analysisTypeSchema } from './analysis-types.ts';

const count = z.number().int().nonnegative();
const own = { service: 'admin-api' } as const;
const idParams = z.object({ id: z.uuid() });
const layerParams = z.object({ id: z.uuid(), layer: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/) });

const asked = {
  /** The kind and the day where none is given. */
  name: z.string().trim().min(1).max(120).optional(),
  inputs: inputsSchema.default({}),
  readers: readersSchema.default('private'),
  /** Computes anew although a result of the same inputs and parameters is stored. */
  isFresh: z.boolean().default(false),
};
const requestOf = <const T extends AnalysisType, P extends z.ZodType>(type: T, parameters: P) =>
  z.object({ type: z.literal(type), parameters, ...asked });

/** A request for an analysis: kind, parameters (the usual ones where left out) and inputs (likewise). */
export const analysisRequestSchema = z.discriminatedUnion('type', [
  requestOf('buffer', analysisParameters.buffer.prefault({})),
  requestOf('connectivity', analysisParameters.connectivity.prefault({})),
  requestOf('hotspots', analysisParameters.hotspots.prefault({})),
  requestOf('corridors', analysisParameters.corridors.prefault({})),
  requestOf('mcda', analysisParameters.mcda.prefault({})),
  requestOf('proximity', analysisParameters.proximity.prefault({})),
  requestOf('interpolation', analysisParameters.interpolation.prefault({})),
  requestOf('density', analysisParameters.density.prefault({})),
  requestOf('clusters', analysisParameters.clusters.prefault({})),
  requestOf('contours', analysisParameters.contours.prefault({})),
  requestOf('zonal_statistics', analysisParameters.zonal_statistics.prefault({})),
  requestOf('voronoi', analysisParameters.voronoi.prefault({})),
  requestOf('drift', analysisParameters.drift.prefault({})),
]);
export type AnalysisRequest = z.output<typeof analysisRequestSchema>;

export const listAnalyses = endpoint({
  ...own,
  id: 'listAnalyses',
  access: 'spatial:read',
  method: 'GET',
  path: '/spatial/analyses',
  summary: 'Análises espaciais próprias e partilhadas, por filtros',
  query: z.object(pageShapeOf(analysisResource)),
  response: pageOf(analysisSummarySchema),
});

export const exportAnalyses = endpoint({
  ...listFile,
  ...own,
  id: 'exportAnalyses',
  access: 'spatial:read',
  path: '/spatial/analyses/export',
  summary: 'As análises espaciais dos filtros, em CSV, XLSX ou JSON (auditado)',
  query: z.object(fileShapeOf(analysisResource)),
});

export const createAnalysis = endpoint({
  ...own,
  id: 'createAnalysis',
  access: 'spatial:run',
  method: 'POST',
  path: '/spatial/analyses',
  summary:
    'Cria uma análise espacial, que corre como tarefa; com as mesmas entradas e parâmetros, o resultado guardado',
  body: analysisRequestSchema,
  response: analysisSchema,
  errors: ['not_found', 'conflict'],
  rateLimitPerMinute: 60,
});

export const estimateAnalysis = endpoint({
  ...own,
  id: 'estimateAnalysis',
  access: 'spatial:run',
  method: 'POST',
  path: '/spatial/estimate',
  summary: 'Tamanho e tempo de uma análise espacial antes de a correr, e se cabe nos limites',
  body: analysisRequestSchema,
  response: estimateSchema,
  errors: ['not_found'],
  rateLimitPerMinute: 60,
});

export const getAnalysis = endpoint({
  ...own,
  id: 'getAnalysis',
  access: 'spatial:read',
  method: 'GET',
  path: '/spatial/analyses/{id}',
  summary: 'Uma análise espacial: estado, entradas, parâmetros, resultado e registo',
  params: idParams,
  response: analysisSchema,
  errors: ['not_found'],
});

export const changeAnalysis = endpoint({
  ...own,
  id: 'changeAnalysis',
  access: 'spatial:run',
  method: 'PATCH',
  path: '/spatial/analyses/{id}',
  summary: 'Muda o nome de uma análise espacial, ou quem a lê (auditado)',
  params: idParams,
  body: z.object({ name: z.string().trim().min(1).max(120), readers: readersSchema }).partial(),
  response: analysisSchema,
  errors: ['not_found'],
});

export const cancelAnalysis = endpoint({
  ...own,
  id: 'cancelAnalysis',
  access: 'spatial:run',
  method: 'POST',
  path: '/spatial/analyses/{id}/cancel',
  summary: 'Cancela uma análise espacial; nada dela fica publicado',
  params: idParams,
  response: analysisSchema,
  errors: ['not_found', 'conflict'],
});

/** The inputs are read again, so that newer data give another result. */
export const rerunAnalysis = endpoint({
  ...own,
  id: 'rerunAnalysis',
  access: 'spatial:run',
  method: 'POST',
  path: '/spatial/analyses/{id}/rerun',
  summary: 'Corre uma análise espacial outra vez, como análise nova, com as entradas de agora',
  params: idParams,
  response: analysisSchema,
  errors: ['not_found', 'conflict'],
});

/** Parameters and inputs that are left out are those of the original. */
export const duplicateAnalysis = endpoint({
  ...own,
  id: 'duplicateAnalysis',
  access: 'spatial:run',
  method: 'POST',
  path: '/spatial/analyses/{id}/duplicate',
  summary: 'Corre uma análise espacial outra vez com mudanças, como análise nova',
  params: idParams,
  body: z.object({
    name: z.string().trim().min(1).max(120).optional(),
    parameters: z.record(z.string().max(60), z.unknown()).default({}),
    inputs: inputsSchema.default({}),
  }),
  response: analysisSchema,
  errors: ['not_found', 'conflict'],
});

/** `confirm` repeats the name, so that no slip removes an analysis. */
export const removeAnalysis = endpoint({
  ...own,
  id: 'removeAnalysis',
  access: 'spatial:run',
  method: 'DELETE',
  path: '/spatial/analyses/{id}',
  summary: 'Elimina uma análise espacial e os seus resultados (auditado)',
  params: idParams,
  query: z.object({ confirm: z.string().max(120) }),
  response: z.object({ id: z.uuid() }),
  errors: ['not_found', 'conflict'],
});

export const analysisLayerFeatures = endpoint({
  ...own,
  id: 'analysisLayerFeatures',
  access: 'spatial:read',
  method: 'GET',
  path: '/spatial/analyses/{id}/layers/{layer}/features',
  summary: 'Uma camada vetorial do resultado de uma análise, em GeoJSON',
  params: layerParams,
  query: z.object({
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(10_000).default(5_000),
  }),
  response: layerFeaturesSchema,
  errors: ['not_found', 'conflict'],
});

export const analysisLayerGrid = endpoint({
  ...own,
  id: 'analysisLayerGrid',
  access: 'spatial:read',
  method: 'GET',
  path: '/spatial/analyses/{id}/layers/{layer}/grid',
  summary: 'Uma camada de células do resultado de uma análise, como grelha',
  params: layerParams,
  /** Keep one cell in `stride` in each direction. */
  query: z.object({ stride: z.coerce.number().int().min(1).max(16).default(1) }),
  response: layerGridSchema,
  errors: ['not_found', 'conflict'],
});

/** Formats of the files of a result, by the names that people read. Rasters have `tif`, vectors the others. */
export const resultFormats = {
  geojson: 'GeoJSON',
  gpkg: 'GeoPackage',
  fgb: 'FlatGeobuf',
  parquet: 'GeoParquet',
  shp: 'Shapefile (zip)',
  csv: 'CSV',
  kml: 'KML',
  tif: 'GeoTIFF otimizado para a nuvem (COG)',
  qgz: 'Projeto QGIS (.qgz e dados, em zip)',
} as const;
export type ResultFormat = keyof typeof resultFormats;

/** `layer` is needed by all formats but `gpkg` and `qgz`, which hold the whole result. */
export const analysisFile = endpoint({
  ...own,
  id: 'analysisFile',
  access: 'spatial:read',
  method: 'GET',
  path: '/spatial/analyses/{id}/file',
  summary: 'O resultado de uma análise espacial em ficheiro, ou como projeto QGIS com estilos',
  params: idParams,
  query: z.object({
    format: z.enum(Object.keys(resultFormats) as [ResultFormat, ...ResultFormat[]]),
    layer: z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,59}$/)
      .optional(),
  }),
  response: z.string(),
  format: 'binary',
  contentType: 'application/octet-stream',
  errors: ['not_found', 'conflict'],
  rateLimitPerMinute: 30,
});

export const compareAnalyses = endpoint({
  ...own,
  id: 'compareAnalyses',
  access: 'spatial:read',
  method: 'GET',
  path: '/spatial/analyses/{id}/compare/{other}',
  summary: 'Duas análises espaciais do mesmo tipo lado a lado: parâmetros, entradas, números e camadas',
  params: z.object({ id: z.uuid(), other: z.uuid() }),
  response: comparisonSchema,
  errors: ['not_found', 'conflict'],
});

/** A table of features, or a band of a GeoTIFF; `features` are its cells then. */
const fileTableSchema = z.object({
  name: z.string(),
  /** Name that people read. */
  title: z.string(),
  features: count.nullable(),
  crs: z.string(),
  /** Why it can't be read; null where it can. */
  refusal: z.string().nullable(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
});

/** The request body is the file itself; it is read in a process of its own and removed when nothing uses it. */
export const uploadSpatialFile = endpoint({
  ...own,
  id: 'uploadSpatialFile',
  access: 'spatial:run',
  method: 'POST',
  path: '/spatial/files',
  summary:
    'Envia um ficheiro para uma análise (GeoPackage, GeoJSON, FlatGeobuf, shapefile em zip, CSV, GeoParquet, KML, GeoTIFF)',
  query: z.object({ fileName: z.string().trim().min(1).max(200) }),
  requestBody: 'stream',
  takesRoom: 'objects',
  response: z.object({
    fileId: z.uuid(),
    name: z.string(),
    sizeBytes: count,
    sha256: z.string(),
    format: z.string(),
    tables: z.array(fileTableSchema),
    receivedAt: instantSchema,
  }),
  rateLimitPerMinute: 30,
});

/** Collections and fields that may be taken as inputs. */
export const spatialSources = endpoint({
  ...own,
  id: 'spatialSources',
  access: 'spatial:read',
  method: 'GET',
  path: '/spatial/sources',
  summary: 'Coleções e campos do mar que a conta pode dar a uma análise, e os limites',
  response: z.object({
    collections: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        geometryType: z.enum(['point', 'area', 'any']),
        /** Attributes that a filter may name; the values of those of the kind `number` may be analysed. */
        attributes: z.array(
          z.object({
            ...{ name: z.string(), title: z.string(), unit: z.string().nullable() },
            kind: z.enum(['number', 'other']),
          }),
        ),
        /** Whether its features have a time, by which a period is taken. */
        hasTime: z.boolean(),
      }),
    ),
    fields: z.array(
      z.object({ variable: z.string(), label: z.string(), unit: z.string(), newest: instantSchema.nullable() }),
    ),
    limits: z.object({ features: count, vertices: count, cells: count, seconds: count, fileBytes: count }),
  }),
});

/** Figures of the spatial page over the analyses that the account may read. */
export const spatialStats = endpoint({
  ...own,
  id: 'spatialStats',
  access: 'spatial:read',
  method: 'GET',
  path: '/spatial/stats',
  summary: 'Números das análises espaciais concluídas',
  response: z.object({
    total_regions: count,
    total_buffer_zones: count,
    hotspots_identified: count,
    corridors_analyzed: count,
    /** Of the newest connectivity analysis; null: none. */
    connectivity_index: z.number().nullable(),
    last_analysis: instantSchema.nullable(),
    by_status: z.object({ completed: count, running: count, pending: count, failed: count, cancelled: count }),
    by_type: z.partialRecord(analysisTypeSchema, count),
  }),
});

export const spatialEndpoints = [
  listAnalyses,
  exportAnalyses,
  createAnalysis,
  estimateAnalysis,
  getAnalysis,
  changeAnalysis,
  cancelAnalysis,
  rerunAnalysis,
  duplicateAnalysis,
  removeAnalysis,
  analysisLayerFeatures,
  analysisLayerGrid,
  analysisFile,
  compareAnalyses,
  uploadSpatialFile,
  spatialSources,
  spatialStats,
] as const;
