import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { analysisRequestSchema } from './analyses.contract.ts';
import { analysisSchema, analysisStateSchema } from './analysis-results.ts';
import { analysisTypeSchema } from './analysis-types.ts';

const count = z.number().int().nonnegative();
const own = { service: 'admin-api' } as const;

/** An analysis in the words of the specification's client. */
const qgisAnalysisSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  type: analysisTypeSchema,
  status: analysisStateSchema,
  parameters: z.record(z.string(), z.unknown()),
  /** Value of each statistic by its name; empty before it is completed. */
  results: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
  createdAt: instantSchema,
  completedAt: instantSchema.nullable(),
});
export type QgisAnalysis = z.infer<typeof qgisAnalysisSchema>;

export const qgisAnalyses = endpoint({
  ...own,
  id: 'qgisAnalyses',
  access: 'spatial:read',
  method: 'GET',
  path: '/qgis/analyses',
  summary: 'As últimas 200 análises espaciais próprias e partilhadas, as mais novas primeiro',
  response: z.array(qgisAnalysisSchema),
});

export const createQgisAnalysis = endpoint({
  ...own,
  id: 'createQgisAnalysis',
  access: 'spatial:run',
  method: 'POST',
  path: '/qgis/analyses',
  summary: 'Cria uma análise espacial de um tipo, com parâmetros; é uma tarefa',
  body: analysisRequestSchema,
  response: analysisSchema,
  errors: ['not_found', 'conflict'],
  rateLimitPerMinute: 60,
});

/** Both forms of the summary that clients know. */
export const qgisSpatialSummary = endpoint({
  ...own,
  id: 'qgisSpatialSummary',
  access: 'spatial:read',
  method: 'GET',
  path: '/qgis/spatial-analysis',
  summary: 'Resumo das análises espaciais concluídas, e áreas de pesca e protegidas que se sobrepõem',
  response: z.object({
    /** Zones of the completed buffers and their area, km². */
    buffer_zones: z.object({ count, total_area: z.number().nonnegative() }),
    connectivity_analysis: z.object({ corridors: count, index: z.number().nullable() }),
    hotspots_identified: count,
    ecological_corridors: count,
    /** Area of the EEZ, km². */
    total_area: z.number().nullable(),
    fishing_zones: count,
    protected_areas: count,
    /** Share of the fishing zones that lies in protected areas, per cent; null where either is missing. */
    overlap: z.number().nullable(),
    /** West, south, east, north of the EEZ. */
    coordinates: z.array(z.number()).length(4).nullable(),
  }),
});

export const qgisEndpoints = [qgisAnalyses, createQgisAnalysis, qgisSpatialSummary] as const;
