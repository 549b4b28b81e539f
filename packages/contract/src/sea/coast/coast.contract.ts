import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { latitudeSchema, longitudeSchema, positionSchema } from '../../core/geo.ts';
import { instantSchema } from '../../core/provenance.ts';

/** Parts of the coast, from north to south: the sectors of the fisheries administration, and all of it. */
export const coastRegions = {
  angola: 'Toda a costa',
  cabinda: 'Cabinda',
  norte: 'Norte (Soyo–Luanda)',
  centro: 'Centro (Luanda–Benguela)',
  sul: 'Sul (Benguela–Cunene)',
} as const;
export type CoastRegion = keyof typeof coastRegions;
const regionSchema = z.enum(Object.keys(coastRegions) as [CoastRegion, ...CoastRegion[]]);

export const erosionClassIds = ['extreme', 'severe', 'intense', 'erosion', 'stable', 'accretion'] as const;
const erosionClassSchema = z.enum(erosionClassIds);
export type ErosionClassId = (typeof erosionClassIds)[number];

export const coastTypeIds = [
  'rock',
  'cliff',
  'lowCliff',
  'gravel',
  'lagoon',
  'sand',
  'mud',
  'mangrove',
  'built',
] as const;
const coastTypeSchema = z.enum(coastTypeIds);
export type CoastTypeId = (typeof coastTypeIds)[number];

export const vulnerabilityVariableIds = [
  'geomorphology',
  'shorelineChange',
  'slope',
  'seaLevel',
  'waveHeight',
  'tideRange',
] as const;
export type VulnerabilityVariableId = (typeof vulnerabilityVariableIds)[number];

const measure = z.number().nullable();

/** Words that a survey may use for its columns, the first being ours; see docs/guia. */
export const surveyColumns = {
  date: ['data', 'date', 'date_', 'fecha', 'ano'],
  type: ['tipo_costa', 'coast_type', 'tipo'],
  method: ['metodo', 'method'],
  uncertainty: ['incerteza_m', 'uncertainty_m', 'uncertainty', 'uncy'],
} as const;

const coastSurveySchema = z.object({
  id: z.string(),
  title: z.string(),
  source: z.string(),
  licence: z.string(),
  dates: z.array(z.iso.date()),
  lines: z.number().int(),
  /** Kilometres of line that say the type of coast, of all dates. */
  typedKm: z.number(),
  methods: z.array(z.string()),
  south: latitudeSchema,
  north: latitudeSchema,
  /** Lines that were left out, and why. */
  refused: z.array(z.object({ reason: z.string(), count: z.number().int() })),
  isSimulated: z.boolean(),
});
export type CoastSurvey = z.infer<typeof coastSurveySchema>;

/** An analysis in the words of the dashboard's client. Lengths in km; null: no survey says it. */
const coastalAnalysisSchema = z.object({
  id: z.uuid(),
  region: regionSchema,
  coastlineLength: z.number(),
  sandyCoastLength: measure,
  rockyCoastLength: measure,
  erosionRiskLevel: z.enum(['low', 'moderate', 'high']).nullable(),
  erosionRiskLength: measure,
  lastAnalysis: instantSchema,
});
export type CoastalAnalysis = z.infer<typeof coastalAnalysisSchema>;

const fittedSchema = z.object({
  rate: z.number(),
  intercept: z.number(),
  origin: z.number(),
  half90: measure,
  half95: measure,
  rSquared: measure,
});

const transectSchema = z.object({
  id: z.number().int(),
  /** Metres along the baseline. */
  along: z.number(),
  landward: positionSchema,
  seaward: positionSchema,
  origin: positionSchema,
  positions: z.array(z.object({ year: z.number(), meters: z.number(), uncertainty: z.number() })),
  /** Null: fewer than two dates cross it. Metres, and metres a year. */
  change: z
    .object({
      dates: z.number().int(),
      ...{ sce: z.number(), nsm: z.number(), epr: z.number(), eprUncertainty: z.number() },
      ...{ lrr: fittedSchema, wlr: fittedSchema },
    })
    .nullable(),
  /** Of the regression; of the end points with two dates. */
  class: erosionClassSchema.nullable(),
});
export type CoastTransect = z.infer<typeof transectSchema>;

const rankSchema = z.number().int().min(1).max(5).nullable();
const vulnerabilitySchema = z.object({
  id: z.number().int(),
  fromKm: z.number(),
  toKm: z.number(),
  lon: longitudeSchema,
  lat: latitudeSchema,
  geomorphology: coastTypeSchema.nullable(),
  values: z.object({
    shorelineChange: measure,
    slope: measure,
    seaLevel: measure,
    waveHeight: measure,
    tideRange: measure,
  }),
  ranks: z.record(z.enum(vulnerabilityVariableIds), rankSchema),
  index: measure,
  used: z.number().int(),
});
export type CoastVulnerability = z.infer<typeof vulnerabilitySchema>;

const workSchema = z.object({
  id: z.uuid(),
  state: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
  progress: measure,
  message: z.string().nullable(),
  error: z.string().nullable(),
});
export type CoastWork = z.infer<typeof workSchema>;

const coastDetailSchema = coastalAnalysisSchema.extend({
  requestedBy: z.string(),
  survey: coastSurveySchema.nullable(),
  /** Why there is no survey in it. */
  absence: z.string().nullable(),
  spacing: z.number(),
  method: z.string(),
  /** Coast that its length was taken of. */
  coastSource: z.string(),
  transects: z.array(transectSchema),
  summary: z.object({
    measured: z.number().int(),
    meanRate: measure,
    /** Share of the measured transects whose 95 % interval lies below 0. */
    eroding: measure,
    byClass: z.array(z.object({ class: erosionClassSchema, transects: z.number().int() })),
  }),
  typeKm: z.array(z.object({ type: coastTypeSchema, km: z.number() })),
  vulnerability: z.array(vulnerabilitySchema),
  /** Origin of each variable of the index, and why it is missing. */
  variables: z.array(
    z.object({
      id: z.enum(vulnerabilityVariableIds),
      source: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  isSimulated: z.boolean(),
});
export type CoastDetail = z.infer<typeof coastDetailSchema>;

const own = { service: 'admin-api' } as const;
const regionParams = z.object({ region: regionSchema });

export const coastalAnalyses = endpoint({
  ...own,
  id: 'coastalAnalyses',
  access: 'ocean:read',
  method: 'GET',
  path: '/coastal/analysis',
  summary: 'A última análise de cada troço da costa: comprimentos, tipos e risco de erosão',
  response: z.array(coastalAnalysisSchema),
});

export const analyzeCoast = endpoint({
  ...own,
  id: 'analyzeCoast',
  access: 'ocean:compute',
  method: 'POST',
  path: '/coastal/analyze',
  summary: 'Analisa um troço da costa: linha de costa, erosão e vulnerabilidade; é uma tarefa',
  body: z.object({
    region: regionSchema,
    /** The survey with most dates in the region when absent. */
    survey: z.string().max(200).optional(),
    /** Metres between transects. */
    spacing: z.number().min(20).max(5_000).default(200),
  }),
  response: workSchema,
  errors: ['not_found'],
});

export const coastalDetail = endpoint({
  ...own,
  id: 'coastalDetail',
  access: 'ocean:read',
  method: 'GET',
  path: '/coastal/analysis/{region}',
  summary: 'A última análise de um troço da costa por inteiro: transetos, taxas e índice de vulnerabilidade',
  params: regionParams,
  response: z.object({
    /** Null: none was made yet. */
    analysis: coastDetailSchema.nullable(),
    work: workSchema.nullable(),
  }),
});

export const coastSurveys = endpoint({
  ...own,
  id: 'coastSurveys',
  access: 'ocean:read',
  method: 'GET',
  path: '/coastal/surveys',
  summary: 'Levantamentos da linha de costa: as camadas com linhas e datas',
  response: z.array(coastSurveySchema),
});

export const coastalFile = endpoint({
  ...own,
  id: 'coastalFile',
  access: 'ocean:read',
  method: 'GET',
  path: '/coastal/analysis/{region}/file',
  summary: 'Transetos da última análise de um troço, em CSV ou GeoJSON',
  params: regionParams,
  query: z.object({ format: z.enum(['csv', 'geojson']).default('csv') }),
  response: z.string(),
  format: 'binary',
  contentType: 'application/octet-stream',
  errors: ['not_found'],
});

export const coastEndpoints = [coastalAnalyses, analyzeCoast, coastalDetail, coastSurveys, coastalFile] as const;
