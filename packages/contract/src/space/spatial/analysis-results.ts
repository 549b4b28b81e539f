import { z } from 'zod';
import { instantSchema } from '../../core/provenance.ts';
import { inputKinds, inputsSchema } from './analysis-inputs.ts';
import { analysisTypeSchema } from './analysis-types.ts';

const count = z.number().int().nonnegative();
const measure = z.number().nullable();

/** States of an analysis; the first four are the specification's. */
export const analysisStates = {
  pending: 'Em espera',
  running: 'Em curso',
  completed: 'Concluída',
  failed: 'Falhou',
  cancelled: 'Cancelada',
} as const;
export type AnalysisState = keyof typeof analysisStates;
export const analysisStateSchema = z.enum(Object.keys(analysisStates) as [AnalysisState, ...AnalysisState[]]);

/** Who reads an analysis: its owner, accounts that may read analyses, or everyone. */
export const analysisReaders = {
  private: 'Só quem a criou',
  staff: 'Contas da plataforma',
  public: 'Toda a gente',
} as const;
export type AnalysisReaders = keyof typeof analysisReaders;
export const readersSchema = z.enum(Object.keys(analysisReaders) as [AnalysisReaders, ...AnalysisReaders[]]);

/** A class of a legend: a value of `attribute`, or values from `from` on and below `to`. */
const legendClassSchema = z.object({
  label: z.string(),
  /** `#rrggbb`. */
  colour: z.string(),
  value: z.union([z.string(), z.number()]).nullable(),
  ...{ from: measure, to: measure },
});
export type LegendClass = z.infer<typeof legendClassSchema>;

const attributeSchema = z.object({
  name: z.string(),
  title: z.string(),
  type: z.enum(['string', 'number', 'integer', 'boolean']),
  unit: z.string().nullable(),
});
export type LayerAttribute = z.infer<typeof attributeSchema>;

/** A layer of a result. Vector layers are collections of the OGC API, raster layers items of the STAC catalogue. */
export const analysisLayerSchema = z.object({
  /** Name within the analysis, e.g. `buffers`. */
  id: z.string(),
  title: z.string(),
  kind: z.enum(['vector', 'raster']),
  geometryType: z.enum(['point', 'line', 'polygon']).nullable(),
  /** Features, or cells with a value. */
  count: count,
  /** West, south, east, north; null where it is empty. */
  bbox: z.array(z.number()).length(4).nullable(),
  attributes: z.array(attributeSchema),
  /** Attribute that the legend is of; null of one colour, and of rasters. */
  legendAttribute: z.string().nullable(),
  legend: z.array(legendClassSchema),
  /** Of rasters. */
  unit: z.string().nullable(),
  range: z.tuple([z.number(), z.number()]).nullable(),
  cellDegrees: measure,
  /** Collection of the OGC API; null of rasters. */
  collectionId: z.string().nullable(),
  sha256: z.string(),
  bytes: count,
});
export type AnalysisLayer = z.infer<typeof analysisLayerSchema>;

/** A figure of a result, for people: label, value and unit. Null has its reason. */
const statisticSchema = z.object({
  id: z.string(),
  label: z.string(),
  value: z.union([z.number(), z.string()]).nullable(),
  unit: z.string().nullable(),
  reason: z.string().nullable(),
});
export type AnalysisStatistic = z.infer<typeof statisticSchema>;

/** Change in the inputs or gap in the result, in words. */
const warningSchema = z.object({ code: z.string(), count, message: z.string() });
export type AnalysisWarning = z.infer<typeof warningSchema>;

/** An input as it was taken: what it is and the version it is pinned to. */
const pinnedInputSchema = z.object({
  role: z.string(),
  label: z.string(),
  kind: z.enum(Object.keys(inputKinds) as [keyof typeof inputKinds, ...(keyof typeof inputKinds)[]]),
  title: z.string(),
  source: z.string().nullable(),
  licence: z.string().nullable(),
  /** Features, or cells with a value. */
  count,
  vertices: count,
  /** Instant of a field; when features were read. */
  time: instantSchema.nullable(),
  /** Of the content that was computed on. */
  sha256: z.string(),
  isSimulated: z.boolean(),
});
export type PinnedInput = z.infer<typeof pinnedInputSchema>;

/** A comparison of two criteria, as judged and as the weights would have it. */
const priorityTableSchema = z.object({
  criteria: z.array(
    z.object({
      input: z.string(),
      label: z.string(),
      weight: z.number(),
      histogram: z.object({ from: z.number(), to: z.number(), counts: z.array(count) }).nullable(),
      /** Mean score, and share of the best tenth of the cells that are others, with the weight lowered and raised. */
      sensitivity: z
        .object({
          lowered: z.object({ weight: z.number(), meanScore: z.number(), topReplaced: z.number() }),
          raised: z.object({ weight: z.number(), meanScore: z.number(), topReplaced: z.number() }),
        })
        .nullable(),
    }),
  ),
  largestEigenvalue: measure,
  consistencyIndex: measure,
  consistencyRatio: measure,
  acceptableRatio: measure,
  worstPair: z
    .object({ row: z.string(), column: z.string(), judgement: z.number(), consistent: z.number() })
    .nullable(),
});
export type PriorityTable = z.infer<typeof priorityTableSchema>;

export const analysisResultsSchema = z.object({
  statistics: z.array(statisticSchema),
  layers: z.array(analysisLayerSchema),
  warnings: z.array(warningSchema),
  /** Method and its publication, one line each. */
  methods: z.array(z.string()),
  /** How the result is cited. */
  citation: z.string(),
  /** Of an mcda; null of others. */
  priorities: priorityTableSchema.nullable(),
  seconds: z.number().nonnegative(),
  codeVersion: z.string(),
  /** Of inputs and parameters: the same give the same result. */
  sha256: z.string(),
});
export type AnalysisResults = z.infer<typeof analysisResultsSchema>;

const analysisFields = {
  id: z.uuid(),
  name: z.string(),
  type: analysisTypeSchema,
  status: analysisStateSchema,
  createdAt: instantSchema,
  startedAt: instantSchema.nullable(),
  completedAt: instantSchema.nullable(),
  ownerName: z.string(),
  isOwn: z.boolean(),
  /** Whether the calling account may share, cancel, re-run and delete it. */
  isManageable: z.boolean(),
  readers: readersSchema,
  /** 0–1; null while unknown. */
  progress: z.number().min(0).max(1).nullable(),
  message: z.string().nullable(),
  /** Why it failed, and what to do. */
  error: z.string().nullable(),
  /** The result of an earlier analysis with the same inputs and parameters was taken at once; its number. */
  reusedFrom: z.uuid().nullable(),
  isSimulated: z.boolean(),
  /** When the result is removed; null: kept. */
  expiresAt: instantSchema.nullable(),
};

/** An analysis in a list. */
export const analysisSummarySchema = z.object({
  ...analysisFields,
  features: count.nullable(),
  layers: count,
  warnings: count,
  seconds: z.number().nonnegative().nullable(),
  bytes: count,
});
export type AnalysisSummary = z.infer<typeof analysisSummarySchema>;

export const analysisSchema = z.object({
  ...analysisFields,
  /** As the kind's schema in `analysisParameters` completes them. */
  parameters: z.record(z.string(), z.unknown()),
  inputs: inputsSchema,
  /** Pinned once the analysis has read them. */
  pinned: z.array(pinnedInputSchema),
  /** Null before it is completed. */
  results: analysisResultsSchema.nullable(),
  log: z.array(z.object({ time: instantSchema, message: z.string() })),
  /** Analysis that it was duplicated or run again from. */
  copyOf: z.uuid().nullable(),
});
export type SpatialAnalysis = z.infer<typeof analysisSchema>;

/** GeoJSON of a layer; the properties are those of its `attributes`. */
export const layerFeaturesSchema = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      id: z.string(),
      geometry: z.unknown(),
      properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    }),
  ),
  numberMatched: count,
  numberReturned: count,
});

/** Grid of a raster layer: rows south → north; `west` and `south` are the centre of the first cell. */
export const layerGridSchema = z.object({
  ...{ west: z.number(), south: z.number(), lonStepDegrees: z.number(), latStepDegrees: z.number() },
  ...{ columns: count, rows: count },
  /** value = stored × scale + offset; −32768 is missing. Base64 of little-endian Int16. */
  encoding: z.literal('int16-base64'),
  ...{ scale: z.number(), offset: z.number(), values: z.string(), unit: z.string().nullable() },
});

/** Two results beside one another. */
export const comparisonSchema = z.object({
  parameters: z.array(z.object({ name: z.string(), first: z.unknown(), second: z.unknown() })),
  inputs: z.array(
    z.object({ role: z.string(), first: z.string().nullable(), second: z.string().nullable(), isSame: z.boolean() }),
  ),
  statistics: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      unit: z.string().nullable(),
      first: measure,
      second: measure,
      difference: measure,
    }),
  ),
  layers: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** Areas: km² of each, of both and of either; their share in common, 0–1. */
      areas: z
        .object({ first: z.number(), second: z.number(), common: z.number(), either: z.number(), share: measure })
        .nullable(),
      /** Cells that both have: mean difference (second − first), root mean square, correlation. */
      cells: z
        .object({ common: count, meanDifference: measure, rootMeanSquare: measure, correlation: measure })
        .nullable(),
      /** Why the two can't be compared; null where they can. */
      reason: z.string().nullable(),
    }),
  ),
});
export type AnalysisComparison = z.infer<typeof comparisonSchema>;

/** Size and time of an analysis before it runs. */
export const estimateSchema = z.object({
  features: count,
  vertices: count,
  cells: count,
  /** Memory that it takes at most; null where it does not follow from the cells. */
  memoryBytes: z.number().nonnegative().nullable(),
  /** From earlier runs of the kind, or from the bench of its kernel; null where neither tells. */
  seconds: z.number().nonnegative().nullable(),
  basis: z.string(),
  isWithinLimits: z.boolean(),
  /** Limits it goes beyond, and what to do. */
  refusals: z.array(z.string()),
  /** The stored result that the same request would be given; null: it has to be computed. */
  stored: z.uuid().nullable(),
});
export type AnalysisEstimate = z.infer<typeof estimateSchema>;

/** Of a batch: the size is that of its largest area, and the time that of all, one after the other. */
export const batchEstimateSchema = estimateSchema.extend({ areas: count });
export type BatchEstimate = z.infer<typeof batchEstimateSchema>;

const chainStepEstimateSchema = estimateSchema
  .pick({ features: true, vertices: true, memoryBytes: true, refusals: true })
  .extend({
    id: z.string(),
    name: z.string(),
    /** Null where the area of its grid is the result of another step. */
    cells: count.nullable(),
    /** Names of the steps whose results it takes: how large those are is known once they have run. */
    waitsFor: z.array(z.string()),
  });

/** Of a chain: each step by the data that it takes itself, and the memory of those that run side by side. */
export const chainEstimateSchema = estimateSchema
  .pick({ memoryBytes: true, seconds: true, basis: true, isWithinLimits: true })
  .extend({ steps: z.array(chainStepEstimateSchema) });
export type ChainEstimate = z.infer<typeof chainEstimateSchema>;

/** Time of a chain before it runs: that of its kinds of analysis, one after the other. */
export const expectedTimeSchema = z.object({ seconds: z.number().nonnegative().nullable(), basis: z.string() });
export type ExpectedTime = z.infer<typeof expectedTimeSchema>;
