import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

const profileSummaryFields = {
  id: z.string(),
  /** WMO number of the float. */
  platform: z.string(),
  cycle: z.number().int(),
  time: instantSchema,
  lon: z.number(),
  lat: z.number(),
  /** R real time, A adjusted in real time, D delayed mode. */
  dataMode: z.enum(['R', 'A', 'D']),
  levels: z.number().int(),
  maxPressureDecibar: z.number(),
  /** Of the first level, where it is within 12 decibar of the surface. */
  surfaceTemperatureCelsius: z.number().nullable(),
  surfaceSalinityPsu: z.number().nullable(),
};
export const profileSummarySchema = z.object(profileSummaryFields);
export type ProfileSummary = z.infer<typeof profileSummarySchema>;

/** Levels are parallel arrays, pressure strictly increasing; null did not pass quality control. */
export const profileSchema = z.object({
  ...profileSummaryFields,
  doi: z.string(),
  url: z.string().nullable(),
  pressureDecibar: z.array(z.number()),
  temperatureCelsius: z.array(z.number().nullable()),
  salinityPsu: z.array(z.number().nullable()),
  /** Null where the cast has none. */
  oxygenMilliliterPerLiter: z.array(z.number().nullable()).nullable(),
  chlorophyllMgPerCubicMeter: z.array(z.number().nullable()).nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

export const listProfiles = endpoint({
  id: 'listProfiles',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/profiles',
  summary: 'Perfis de temperatura e salinidade das boias, os mais recentes primeiro',
  access: 'ocean:read',
  query: z.object({
    days: z.coerce.number().int().min(1).max(3660).default(60),
    platform: z.string().max(32).optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(200),
  }),
  response: z.object({ profiles: z.array(profileSummarySchema) }),
});

export const findProfile = endpoint({
  id: 'findProfile',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/profiles/{id}',
  summary: 'Um perfil com os seus níveis',
  access: 'ocean:read',
  params: z.object({ id: z.string().max(64) }),
  response: profileSchema,
  errors: ['not_found'],
});

/** Last reading of one instrument of a gauge, in metres above its own zero: levels of two sensors do not compare. */
const gaugeSensor = z.object({ sensor: z.string(), levelMeters: z.number(), time: instantSchema });

export const tideGaugeSchema = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  country: z.string().nullable(),
  lon: z.number(),
  lat: z.number(),
  /** Sensors that reported in the last seven days. */
  sensors: z.array(gaugeSensor),
});
export type TideGauge = z.infer<typeof tideGaugeSchema>;

export const listTideGauges = endpoint({
  id: 'listTideGauges',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/tide-gauges',
  summary: 'Marégrafos dos fornecedores, com a última leitura de cada sensor',
  access: 'ocean:read',
  response: z.object({ gauges: z.array(tideGaugeSchema) }),
});

export const tideGaugeSeries = endpoint({
  id: 'tideGaugeSeries',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/tide-gauges/{id}/series',
  summary: 'Nível do mar lido por um sensor de um marégrafo (por omissão, o que mais leituras tem)',
  access: 'ocean:read',
  params: z.object({ id: z.string().max(64) }),
  query: z.object({
    hours: z.coerce.number().int().min(1).max(2400).default(168),
    sensor: z.string().max(16).optional(),
  }),
  response: z.object({
    gauge: tideGaugeSchema,
    /** Null when no sensor reported. */
    sensor: z.string().nullable(),
    unit: z.literal('m'),
    points: z.array(z.object({ time: instantSchema, value: z.number() })),
  }),
  errors: ['not_found'],
});

/** One file of a satellite, as its catalogue describes it. */
export const satelliteProductSchema = z.object({
  id: z.string(),
  name: z.string(),
  productType: z.string(),
  /** With cycle and orbit it names one pass. */
  platform: z.string().nullable(),
  cycle: z.number().int().nullable(),
  relativeOrbit: z.number().int().nullable(),
  start: instantSchema,
  end: instantSchema,
  published: instantSchema.nullable(),
  /** GeoJSON geometry, WGS84 degrees; null where the catalogue shows none. */
  footprint: z.object({ type: z.string(), coordinates: z.array(z.unknown()) }).nullable(),
  /** Percent. */
  cloudCover: z.number().nullable(),
  /** NR near real time, ST short time critical, NT not time critical. */
  timeliness: z.string().nullable(),
  sizeBytes: z.number().int(),
  online: z.boolean(),
});
export type SatelliteProduct = z.infer<typeof satelliteProductSchema>;

export const listProducts = endpoint({
  id: 'listProducts',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/products',
  summary: 'Produtos de satélite sobre o mar de Angola, os mais recentes primeiro',
  access: 'ocean:read',
  query: z.object({
    days: z.coerce.number().int().min(1).max(3660).default(7),
    type: z.string().max(32).optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(200),
  }),
  response: z.object({ products: z.array(satelliteProductSchema) }),
});

export const oceanSourceEndpoints = [listProfiles, findProfile, listTideGauges, tideGaugeSeries, listProducts] as const;
