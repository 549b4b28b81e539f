import { z } from 'zod';
import { instantSchema } from '../../core/provenance.ts';

/** Types of biomass of the specification, with what people read. */
export const biomassTypes = {
  terrestrial: 'Terrestre',
  marine_phytoplankton: 'Fitoplâncton marinho',
  marine_fish: 'Peixe marinho',
  agricultural: 'Agrícola',
  forest: 'Florestal',
} as const;
export type BiomassType = keyof typeof biomassTypes;
export const biomassTypeNames = Object.keys(biomassTypes) as [BiomassType, ...BiomassType[]];
const biomassTypeSchema = z.enum(biomassTypeNames);

export const biomassMethods = {
  ndvi_regression: 'Regressão do NDVI',
  chl_to_npp: 'Clorofila → carbono e produção primária',
  trophic_transfer: 'Transferência trófica',
  allometric: 'Alometria',
  remote_sensing: 'Deteção remota',
} as const;
export type BiomassMethod = keyof typeof biomassMethods;
const biomassMethodSchema = z.enum(Object.keys(biomassMethods) as [BiomassMethod, ...BiomassMethod[]]);

export const zoneTypes = {
  zee: 'ZEE',
  part: 'Parte da ZEE',
  strip: 'Faixa de pesca',
  protected: 'Área protegida',
} as const;
export type BiomassZoneType = keyof typeof zoneTypes;

/** Box of the specification: it cuts the ZEE west of 8.5° E, so that the sea is taken by the ZEE's outline. */
export const biomassBounds = { north: -4.2, south: -18.2, east: 17.5, west: 8.5 } as const;
/** Confidence from which on the badge says high, and medium. */
export const confidenceLimits = { high: 0.8, medium: 0.6 } as const;
/** Days of fields that an estimate takes. */
export const biomassDays = { least: 7, usual: 30, most: 92 } as const;

const share = z.number().min(0).max(1);
const count = z.number().int().nonnegative();
const tonnes = z.number().nonnegative();

/** A line of the arithmetic: a quantity with its unit, how uncertain it is, and where it comes from. */
const termSchema = z.object({
  symbol: z.string(),
  label: z.string(),
  value: z.number().nullable(),
  unit: z.string(),
  /** Distribution that the draws take it from, as people read it; null for what is measured or computed. */
  distribution: z.string().nullable(),
  source: z.string(),
  kind: z.enum(['measured', 'parameter', 'computed', 'result']),
});
export type BiomassTerm = z.infer<typeof termSchema>;

const confidenceSchema = z.object({
  value: share,
  /** 1 ÷ (1 + relative spread of the draws). */
  precision: share,
  /** Share of the cells' area that was seen at least once. */
  coverage: share,
  /** Share of the days with a field. */
  days: share,
});

const recordSchema = z.object({
  biomass_type: biomassTypeSchema,
  /** Tonnes of wet weight; null where there is no source, `absence` saying which. */
  total_biomass: tonnes.nullable(),
  /** 5 % and 95 % of the draws. */
  low: tonnes.nullable(),
  high: tonnes.nullable(),
  /** t/km². */
  biomass_density: z.number().nonnegative().nullable(),
  area_km2: z.number().nonnegative().nullable(),
  calculation_method: biomassMethodSchema,
  method: z.string(),
  confidence_level: share.nullable(),
  confidence: confidenceSchema.nullable(),
  /** Days of the fields, as an ISO 8601 interval. */
  temporal_coverage: z.string().nullable(),
  spatial_bounds: z.object({ north: z.number(), south: z.number(), east: z.number(), west: z.number() }),
  terms: z.array(termSchema),
  notes: z.array(z.string()),
  absence: z.string().nullable(),
  /** Way to bring it. */
  remedy: z.string().nullable(),
});
export type BiomassRecord = z.infer<typeof recordSchema>;

export const biomassZoneSchema = z.object({
  zone_name: z.string(),
  zone_type: z.enum(Object.keys(zoneTypes) as [BiomassZoneType, ...BiomassZoneType[]]),
  area_km2: z.number().nonnegative(),
  terrestrial_biomass_tons: tonnes.nullable(),
  /** Phytoplankton and fish. */
  marine_biomass_tons: tonnes.nullable(),
  biomass_density_kg_ha: z.number().nonnegative().nullable(),
  vegetation_coverage: share.nullable(),
  /** Production of the zone over that of the most productive one. */
  productivity_index: share.nullable(),
  phytoplankton_tons: tonnes.nullable(),
  phytoplankton_low: tonnes.nullable(),
  phytoplankton_high: tonnes.nullable(),
  fish_tons: tonnes.nullable(),
  fish_low: tonnes.nullable(),
  fish_high: tonnes.nullable(),
  /** mg C m⁻² d⁻¹. */
  production: z.number().nonnegative().nullable(),
  /** Share of the zone's cells, by area, that was seen at least once in the period. */
  coverage: share,
  absence: z.string().nullable(),
});
export type BiomassZone = z.infer<typeof biomassZoneSchema>;

const totalsSchema = z.object({
  total_terrestrial_tons: tonnes.nullable(),
  total_marine_tons: tonnes.nullable(),
  /** Null while one of the two is. */
  total_combined_tons: tonnes.nullable(),
  /** Of the sea. */
  avg_density_kg_ha: z.number().nonnegative().nullable(),
  zones_analyzed: count,
  last_calculation: instantSchema,
});

const seriesPointSchema = z.object({
  /** Month, `2026-08`. */
  date: z.string(),
  terrestrial_biomass: tonnes.nullable(),
  marine_phytoplankton: tonnes.nullable(),
  phytoplankton_low: tonnes.nullable(),
  phytoplankton_high: tonnes.nullable(),
  marine_fish: tonnes.nullable(),
  fish_low: tonnes.nullable(),
  fish_high: tonnes.nullable(),
  total_marine: tonnes.nullable(),
  ndvi_avg: z.number().nullable(),
  /** mg m⁻³, over the cells of the ZEE that were seen. */
  chl_a_avg: z.number().nonnegative().nullable(),
  /** Days with a field. */
  days: count,
});
export type BiomassSeriesPoint = z.infer<typeof seriesPointSchema>;

const inputSchema = z.object({
  label: z.string(),
  provider: z.string(),
  connectorId: z.string(),
  streamId: z.string(),
  fields: count,
  from: instantSchema,
  to: instantSchema,
  /** Ingestion runs that stored them, where they are few enough to name. */
  runIds: z.array(z.string()),
  retrievedAt: instantSchema,
  /** Of any field that a simulator gave. */
  simulatedSeed: z.number().int().nullable(),
});
export type BiomassInput = z.infer<typeof inputSchema>;

/** The catches beside the estimate. */
const validationSchema = z.object({
  source: z.string(),
  /** Year of the catch. */
  year: z.number().int(),
  catchTonnes: tonnes,
  /** Share of the catch whose species have a trophic level here. */
  knownShare: share,
  meanLevel: z.number().nullable(),
  /** Catch over the estimate's fish production, and over its biomass. */
  ofProduction: z.number().nonnegative(),
  ofBiomass: z.number().nonnegative(),
  /** Share of primary production that the catch took. */
  productionRequired: z.number().nonnegative(),
  /** Meaning of that, in words. */
  reading: z.string(),
  species: z.array(z.object({ name: z.string(), tonnes, share, trophicLevel: z.number().nullable() })),
  isSimulated: z.boolean(),
});
export type BiomassValidation = z.infer<typeof validationSchema>;

export const biomassResultSchema = z.object({
  records: z.array(recordSchema),
  totals: totalsSchema,
  zones: z.array(biomassZoneSchema),
  series: z.array(seriesPointSchema),
  inputs: z.array(inputSchema),
  validation: validationSchema.nullable(),
  /** Why there is none. */
  validationAbsence: z.string().nullable(),
  draws: count,
  seed: z.string(),
  methodVersion: z.number().int(),
  isSimulated: z.boolean(),
});
export type BiomassResult = z.infer<typeof biomassResultSchema>;

export const biomassRunSchema = z.object({
  id: z.uuid(),
  /** Runs are numbered as they are asked for. */
  number: z.number().int().min(1),
  days: z.number().int(),
  state: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
  progress: share.nullable(),
  message: z.string().nullable(),
  error: z.string().nullable(),
  requestedBy: z.string(),
  requestedAt: instantSchema,
  endedAt: instantSchema.nullable(),
  /** Of the run's result: tonnes, and their confidence. */
  phytoplanktonTonnes: tonnes.nullable(),
  fishTonnes: tonnes.nullable(),
  confidence: share.nullable(),
  isSimulated: z.boolean(),
});
export type BiomassRun = z.infer<typeof biomassRunSchema>;

export const biomassRunStates = {
  queued: 'Em espera',
  running: 'A calcular',
  succeeded: 'Concluído',
  failed: 'Falhou',
  cancelled: 'Cancelado',
} as const satisfies Record<BiomassRun['state'], string>;
