import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { latitudeSchema, longitudeSchema } from '../../core/geo.ts';
import { instantSchema } from '../../core/provenance.ts';

/** Gridded variables served as fields, with their unit, ramp and usual range (colour scale ends). */
export const fieldVariables = {
  analysedSst: { label: 'Temperatura da superfície (TSM)', unit: '°C', ramp: 'thermal', range: [14, 30], log: false },
  sstAnomaly: { label: 'Anomalia da TSM', unit: '°C', ramp: 'balance', range: [-4, 4], log: false },
  chlorophyll: { label: 'Clorofila-a', unit: 'mg/m³', ramp: 'algae', range: [0.05, 20], log: true },
  salinity: { label: 'Salinidade', unit: 'psu', ramp: 'haline', range: [28, 37], log: false },
  currentEast: { label: 'Corrente, componente este', unit: 'm/s', ramp: 'balance', range: [-1, 1], log: false },
  currentNorth: { label: 'Corrente, componente norte', unit: 'm/s', ramp: 'balance', range: [-1, 1], log: false },
  windEast: { label: 'Vento a 10 m, componente este', unit: 'm/s', ramp: 'balance', range: [-15, 15], log: false },
  windNorth: { label: 'Vento a 10 m, componente norte', unit: 'm/s', ramp: 'balance', range: [-15, 15], log: false },
  oxygen: { label: 'Oxigénio à superfície', unit: 'mmol/m³', ramp: 'haline', range: [190, 260], log: false },
  oxygenBelow: { label: 'Oxigénio a cerca de 200 m', unit: 'mmol/m³', ramp: 'haline', range: [20, 240], log: false },
  ph: { label: 'pH à superfície', unit: 'pH', ramp: 'matter', range: [7.8, 8.2], log: false },
  nitrate: { label: 'Nitrato à superfície', unit: 'mmol/m³', ramp: 'matter', range: [0, 25], log: false },
  phytoplankton: { label: 'Fitoplâncton (carbono)', unit: 'mmol/m³', ramp: 'algae', range: [0.3, 20], log: true },
  seabedDepth: { label: 'Profundidade do fundo', unit: 'm', ramp: 'deep', range: [0, 5000], log: false },
  coastDistance: { label: 'Distância à costa', unit: 'km', ramp: 'speed', range: [0, 400], log: false },
  ndvi: { label: 'Vegetação (NDVI)', unit: 'índice', ramp: 'vegetation', range: [0, 1], log: false },
} as const;
export type FieldVariable = keyof typeof fieldVariables;
export const fieldVariableSchema = z.enum(Object.keys(fieldVariables) as [FieldVariable, ...FieldVariable[]]);

/** Variables of the land: their statistics are over the cells on land, and the sea has none of them. */
export const landFieldVariables: readonly FieldVariable[] = ['ndvi'];

/** Series stored for stations. */
export const stationVariables = {
  waveHeight: { label: 'Altura significativa', unit: 'm' },
  waveDirection: { label: 'Direção das ondas', unit: '°' },
  wavePeriod: { label: 'Período das ondas', unit: 's' },
  swellHeight: { label: 'Altura da ondulação', unit: 'm' },
  seaSurfaceTemperature: { label: 'Temperatura da superfície', unit: '°C' },
  windSpeed: { label: 'Velocidade do vento a 10 m', unit: 'm/s' },
  windDirection: { label: 'Direção de onde vem o vento', unit: '°' },
} as const;
export type StationVariable = keyof typeof stationVariables;
export const stationVariableSchema = z.enum(Object.keys(stationVariables) as [StationVariable, ...StationVariable[]]);

export const fieldSliceSchema = z.object({
  variable: fieldVariableSchema,
  dataset: z.string(),
  provider: z.string(),
  unit: z.string(),
  time: instantSchema,
  depthMeters: z.number(),
  /** Statistics over the cells inside the ZEE; of a variable of the land, over those on land. */
  zeeMean: z.number().nullable(),
  zeeMedian: z.number().nullable(),
  zeeMin: z.number().nullable(),
  zeeMax: z.number().nullable(),
  /** Share of ZEE cells with a value, 0–1. */
  coverage: z.number(),
});
export type FieldSlice = z.infer<typeof fieldSliceSchema>;

export const listFields = endpoint({
  id: 'listFields',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/fields',
  summary: 'Campos disponíveis por variável: datas, fonte e estatísticas sobre a ZEE',
  access: 'ocean:read',
  query: z.object({
    variable: fieldVariableSchema.optional(),
    from: instantSchema.optional(),
    to: instantSchema.optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(90),
  }),
  response: z.object({ fields: z.array(fieldSliceSchema) }),
});

/** Grid of one field. `values` row-major, rows south → north, columns west → east; null is missing (land or cloud). */
export const fieldGridSchema = z.object({
  slice: fieldSliceSchema,
  west: z.number(),
  south: z.number(),
  lonStepDegrees: z.number(),
  latStepDegrees: z.number(),
  columns: z.number().int(),
  rows: z.number().int(),
  /** Stored as integers: value = stored * scale + offset; -32768 is missing. Base64 of little-endian Int16. */
  encoding: z.literal('int16-base64'),
  scale: z.number(),
  offset: z.number(),
  values: z.string(),
});
export type FieldGrid = z.infer<typeof fieldGridSchema>;

export const fieldGrid = endpoint({
  id: 'fieldGrid',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/fields/{variable}/grid',
  summary: 'Grelha de uma variável na data pedida (a mais recente, por omissão)',
  access: 'ocean:read',
  params: z.object({ variable: fieldVariableSchema }),
  query: z.object({
    /** Nearest field at or before this instant. */
    time: instantSchema.optional(),
    /** Keep one cell in `stride` in each direction. */
    stride: z.coerce.number().int().min(1).max(8).default(1),
  }),
  response: fieldGridSchema,
  errors: ['not_found'],
});

const seriesPoint = z.object({ time: instantSchema, value: z.number().nullable() });

export const pointSeries = endpoint({
  id: 'pointSeries',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/point',
  summary: 'Valores de todas as variáveis num ponto e a série temporal de uma delas, em mil instantes no máximo',
  access: 'ocean:read',
  query: z.object({
    lon: z.coerce.number().pipe(longitudeSchema),
    lat: z.coerce.number().pipe(latitudeSchema),
    variable: fieldVariableSchema.default('analysedSst'),
    days: z.coerce.number().int().min(1).max(366).default(30),
  }),
  response: z.object({
    lon: z.number(),
    lat: z.number(),
    insideZee: z.boolean(),
    values: z.array(
      z.object({
        variable: fieldVariableSchema,
        value: z.number().nullable(),
        unit: z.string(),
        time: instantSchema.nullable(),
      }),
    ),
    series: z.object({ variable: fieldVariableSchema, unit: z.string(), points: z.array(seriesPoint) }),
  }),
});

/** Daily statistic of one variable over the ZEE. */
export const zeeSeries = endpoint({
  id: 'zeeSeries',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/series/{variable}',
  summary: 'Série diária de uma variável sobre a ZEE: média, mediana, mínimo e máximo',
  access: 'ocean:read',
  params: z.object({ variable: fieldVariableSchema }),
  query: z.object({ days: z.coerce.number().int().min(1).max(3660).default(30) }),
  response: z.object({
    variable: fieldVariableSchema,
    unit: z.string(),
    points: z.array(
      z.object({
        time: instantSchema,
        mean: z.number().nullable(),
        median: z.number().nullable(),
        min: z.number().nullable(),
        max: z.number().nullable(),
      }),
    ),
  }),
});

export const stationSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['coastal', 'shelf', 'offshore', 'port', 'estuary']),
  lon: z.number(),
  lat: z.number(),
  depthMeters: z.number().nullable(),
  latest: z.array(
    z.object({
      variable: stationVariableSchema,
      value: z.number().nullable(),
      unit: z.string(),
      time: instantSchema,
      /** `model`: a model's value at the station's position; `station`: what the station itself reported. */
      basis: z.enum(['model', 'station']),
    }),
  ),
});
export type Station = z.infer<typeof stationSchema>;

export const listStations = endpoint({
  id: 'listStations',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/stations',
  summary: 'Estações de monitorização com a última observação de cada variável',
  access: 'ocean:read',
  response: z.object({ stations: z.array(stationSchema) }),
});

export const stationSeries = endpoint({
  id: 'stationSeries',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/stations/{id}/series',
  summary: 'Série temporal de uma variável numa estação',
  access: 'ocean:read',
  params: z.object({ id: z.string().max(64) }),
  query: z.object({ variable: stationVariableSchema, hours: z.coerce.number().int().min(1).max(2400).default(168) }),
  response: z.object({
    station: stationSchema,
    variable: stationVariableSchema,
    unit: z.string(),
    points: z.array(seriesPoint),
  }),
  errors: ['not_found'],
});

/** Spec 1 §3 "Oceanographic data". */
export const oceanographicData = endpoint({
  id: 'oceanographicData',
  service: 'admin-api',
  method: 'GET',
  path: '/admin-dashboard/oceanographic-data',
  summary: 'Condições oceanográficas atuais na ZEE',
  access: 'ocean:read',
  response: z.object({
    region: z.string(),
    area_km2: z.number(),
    coordinates: z.object({ north: z.number(), south: z.number(), east: z.number(), west: z.number() }),
    current_conditions: z.object({
      /** °C */
      temperature: z.number().nullable(),
      /** psu */
      salinity: z.number().nullable(),
      /** mg/m³ */
      chlorophyll: z.number().nullable(),
      /** m */
      wave_height: z.number().nullable(),
      /** m/s, mean of the speeds whatever their direction */
      current_speed: z.number().nullable(),
      /** m/s, length of the mean vector; never more than the mean speed */
      current_vector_speed: z.number().nullable(),
      /** degrees towards which the mean vector points */
      current_direction: z.number().nullable(),
    }),
    /** Providers of the figures above. */
    data_sources: z.array(z.string()),
    monitoring_stations: z.number().int(),
    /** Passes over the box since midnight UTC; null until the satellite catalogue was read once. */
    satellite_passes_today: z.number().int().nullable(),
  }),
});

/** Spec 1 §3 "Satellite ocean data": `status` other than `success` is a failure for the client. */
export const satelliteData = endpoint({
  id: 'satelliteData',
  service: 'admin-api',
  method: 'GET',
  path: '/admin-dashboard/copernicus-advanced/real-time-data',
  summary: 'Dados oceânicos de satélite e modelo mais recentes',
  access: 'ocean:read',
  response: z.object({
    status: z.enum(['success', 'partial', 'error']),
    data_source: z.string(),
    region: z.string(),
    real_time_data: z.object({
      timestamp: instantSchema.nullable(),
      parameters: z.record(
        z.string(),
        z.object({ value: z.number().nullable(), unit: z.string(), observedAt: instantSchema.nullable() }),
      ),
      coverage: z.object({
        /** Percent of ZEE cells with chlorophyll in the newest field: the only variable that clouds hide. */
        spatial: z.number().nullable(),
        /** Percent of the last 30 days with a field, mean of the satellite variables. */
        temporal: z.number().nullable(),
      }),
    }),
    metadata: z.object({
      satellites: z.array(z.string()),
      models: z.array(z.string()),
      processing_level: z.string(),
      update_frequency: z.string(),
      /** Hours between observation and retrieval of the newest satellite field; models foretell, they are not late. */
      data_latency: z.number().nullable(),
    }),
    quality_flags: z.object({
      overall_quality: z.enum(['good', 'fair', 'poor', 'unknown']),
      /** Percent of the chlorophyll values that 30 days over the ZEE would have without clouds or gaps. */
      data_completeness: z.number().nullable(),
      /** As `coverage.spatial`. */
      spatial_coverage: z.number().nullable(),
      /** Null: nothing measures it. */
      temporal_consistency: z.number().nullable(),
    }),
  }),
});

export const realtimeData = endpoint({
  id: 'realtimeData',
  service: 'admin-api',
  method: 'GET',
  path: '/realtime/data',
  summary: 'Leituras mais recentes do oceano e da atividade na ZEE',
  access: 'ocean:read',
  response: z.object({
    sea_temperature: z.number().nullable(),
    chlorophyll: z.number().nullable(),
    wave_height: z.number().nullable(),
    current_speed: z.number().nullable(),
    active_vessels: z.number().int().nullable(),
    active_fishing_zones: z.number().int().nullable(),
    monitoring_stations: z.number().int(),
  }),
});

export const oceanEndpoints = [
  listFields,
  fieldGrid,
  pointSeries,
  zeeSeries,
  listStations,
  stationSeries,
  oceanographicData,
  satelliteData,
  realtimeData,
] as const;
