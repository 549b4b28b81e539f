import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { latitudeSchema, longitudeSchema } from '../../core/geo.ts';
import { instantSchema } from '../../core/provenance.ts';
import { temporalInteractions } from './interactions.contract.ts';
import { isInOrder, lineSchema, orderFault, period } from './line.ts';
import { temporalSection } from './section.contract.ts';
import { temporalResolutions, temporalVariableSchema } from './temporal-variables.ts';

const longestDays = 3_660;

/** Spec 2 §3 "Temporal summary". */
export const temporalSummary = endpoint({
  id: 'temporalSummary',
  service: 'admin-api',
  method: 'GET',
  path: '/qgis/temporal-visualization',
  summary: 'Resumo da visualização temporal: variáveis com dados, período guardado e se há o que animar',
  access: 'ocean:read',
  response: z.object({
    /** Variables that have dates, of the six. */
    available_datasets: z.array(temporalVariableSchema),
    /** Of the dates of all variables; null where there are none. */
    time_range: z.object({ start: instantSchema.nullable(), end: instantSchema.nullable() }),
    /** Some variable has two frames or more. */
    animation_ready: z.boolean(),
  }),
});

/** Spec 2 §3 "Temporal variable", with what the clock needs of each date. */
export const temporalRecordSchema = z.object({
  variable_id: temporalVariableSchema,
  name: z.string(),
  units: z.string(),
  color_scheme: z.string(),
  /** Provider of the newest frame; `sem fonte` where no connector brings the variable. */
  data_source: z.string(),
  /** Measured from the steps between the dates; that of the specification where there are fewer than two. */
  temporal_resolution: z.enum(temporalResolutions),
  /** Oldest first. */
  available_dates: z.array(instantSchema),
  /** Over the ZEE at the last date: the mean of its cells and their extremes. */
  current_value: z.number().nullable(),
  min_value: z.number().nullable(),
  max_value: z.number().nullable(),
  /** Of each date: share of the ZEE's cells that have a value, 0–1, and their mean. */
  coverage: z.array(z.number()),
  means: z.array(z.number().nullable()),
  /** Why there is no value, and how to have one. */
  reason: z.string().nullable(),
});
export type TemporalRecord = z.infer<typeof temporalRecordSchema>;

/** Spec 2 §3 "Migration track". */
export const migrationTrackSchema = z.object({
  species_name: z.string(),
  track_id: z.string(),
  start_date: instantSchema,
  end_date: instantSchema,
  total_points: z.number().int(),
  /** Along the fixes, on the ground. */
  distance_km: z.number(),
  /** Distance over the time between the first and the last fix; null for a single fix. */
  average_speed_kmh: z.number().nullable(),
  /** Depths of the sea below the fixes, the commonest first. */
  habitat_types: z.array(z.string()),
});
export type MigrationTrack = z.infer<typeof migrationTrackSchema>;

/** Spec 2 §3 "Temporal stats". */
export const temporalStatsSchema = z.object({
  total_variables: z.number().int(),
  /** Animations run in the browser: the server knows of none. */
  active_animations: z.number().int().nullable(),
  date_range_days: z.number().int().nullable(),
  total_frames: z.number().int(),
  /** Cells of the ZEE that have a value, over all frames. */
  data_points: z.number().int(),
  last_update: instantSchema.nullable(),
});
export type TemporalStats = z.infer<typeof temporalStatsSchema>;

export const temporalRecords = endpoint({
  id: 'temporalRecords',
  service: 'admin-api',
  method: 'GET',
  path: '/qgis/temporal-visualization/variables',
  summary: 'As seis variáveis temporais: datas, valor sobre a ZEE na última, lacunas; rotas de migração e totais',
  access: 'ocean:read',
  query: z.object({ days: z.coerce.number().int().min(1).max(longestDays).default(366) }),
  response: z.object({
    variables: z.array(temporalRecordSchema),
    tracks: z.array(migrationTrackSchema),
    stats: temporalStatsSchema,
  }),
});

const framesOf = z.object({ variable: temporalVariableSchema });

const heatwaveSchema = z.object({
  start: instantSchema,
  end: instantSchema,
  category: z.enum(['moderada', 'forte', 'severa', 'extrema']),
  intensityMax: z.number(),
  /** `ponto`: from the cell's own series; `região`: of the part of the ZEE that the cell lies in. */
  basis: z.enum(['ponto', 'região']),
});

export const temporalPoint = endpoint({
  id: 'temporalPoint',
  service: 'admin-api',
  method: 'GET',
  path: '/qgis/temporal-visualization/{variable}/point',
  summary: 'Série de uma variável num ponto, com a climatologia (10–90), ondas de calor marinhas e afloramento',
  access: 'ocean:read',
  params: framesOf,
  query: z
    .object({
      lon: z.coerce.number().pipe(longitudeSchema),
      lat: z.coerce.number().pipe(latitudeSchema),
      ...period,
    })
    .refine(isInOrder, orderFault),
  response: z.object({
    variable: temporalVariableSchema,
    units: z.string(),
    /** Centre of the cell that the place lies in; null outside of the grid. */
    cell: z.object({ lon: z.number(), lat: z.number() }).nullable(),
    points: z.array(z.object({ time: instantSchema, value: z.number().nullable() })),
    climatology: z.object({
      points: z.array(
        z.object({
          time: instantSchema,
          mean: z.number().nullable(),
          p10: z.number().nullable(),
          p90: z.number().nullable(),
        }),
      ),
      /** Different years among the days that it is made of. */
      years: z.number().int(),
      /** Fewer than thirty years. */
      short: z.boolean(),
      reason: z.string().nullable(),
    }),
    heatwaves: z.object({ events: z.array(heatwaveSchema), reason: z.string().nullable() }),
    upwelling: z.object({
      /** Latitude of the coast that the index is of. */
      latitude: z.number().nullable(),
      days: z.array(z.object({ time: instantSchema, value: z.number().nullable(), active: z.boolean().nullable() })),
      reason: z.string().nullable(),
    }),
  }),
  errors: ['not_found'],
  rateLimitPerMinute: 60,
});
export type TemporalHeatwave = z.infer<typeof heatwaveSchema>;

export const temporalHovmoller = endpoint({
  id: 'temporalHovmoller',
  service: 'admin-api',
  method: 'GET',
  path: '/qgis/temporal-visualization/{variable}/hovmoller',
  summary: 'Diagrama de Hovmöller: uma variável ao longo da costa (latitude) ou de uma linha, data a data',
  access: 'ocean:read',
  params: framesOf,
  query: z
    .object({
      ...period,
      /** Absent: along the coast, the mean from the coast to `km`. */
      line: lineSchema.optional(),
      km: z.coerce.number().min(10).max(400).default(50),
    })
    .refine(isInOrder, orderFault),
  response: z.object({
    variable: temporalVariableSchema,
    units: z.string(),
    axis: z.enum(['coast', 'line']),
    times: z.array(instantSchema),
    positions: z.array(z.object({ lon: z.number(), lat: z.number(), distanceKm: z.number() })),
    /** Row-major, one row a time, one column a position; value = stored × scale + offset, −32768 is missing. */
    encoding: z.literal('int16-base64'),
    scale: z.number(),
    offset: z.number(),
    values: z.string(),
  }),
  errors: ['not_found'],
  rateLimitPerMinute: 60,
});

export const temporalFileFormats = { netcdf: 'NetCDF', csv: 'CSV', geotiff: 'GeoTIFF' } as const;
export type TemporalFileFormat = keyof typeof temporalFileFormats;
/** Cells, over all dates, that one file has at most: as text they take far more room than as numbers. */
export const mostExportedCells = { netcdf: 16_000_000, geotiff: 16_000_000, csv: 1_000_000 } as const satisfies Record<
  TemporalFileFormat,
  number
>;

export const exportTemporal = endpoint({
  id: 'exportTemporal',
  service: 'admin-api',
  method: 'GET',
  path: '/qgis/temporal-visualization/{variable}/export',
  summary: 'Datas de uma variável num ficheiro: NetCDF (CF), CSV ou GeoTIFF de uma banda por data',
  access: 'ocean:read',
  params: framesOf,
  query: z
    .object({
      ...period,
      format: z.enum(Object.keys(temporalFileFormats) as [TemporalFileFormat, ...TemporalFileFormat[]]),
    })
    .refine(isInOrder, orderFault),
  response: z.unknown(),
  format: 'binary',
  errors: ['not_found', 'export_too_large'],
  rateLimitPerMinute: 20,
});

export const temporalEndpoints = [
  temporalSummary,
  temporalRecords,
  temporalPoint,
  temporalHovmoller,
  temporalSection,
  temporalInteractions,
  exportTemporal,
] as const;
