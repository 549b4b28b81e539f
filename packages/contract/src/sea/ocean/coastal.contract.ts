import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

export const coastalVariables = [
  'airTemperature',
  'airPressure',
  'windSpeed',
  'windDirection',
  'relativeHumidity',
  'precipitation',
] as const;

/** A weather station on the coast, with the last value of each variable in the week before. */
export const coastalStationSchema = z.object({
  id: z.string(),
  /** WIGOS identifier, or the number its institute uses. */
  code: z.string(),
  name: z.string(),
  /** Null where no source gives its position. */
  lon: z.number().nullable(),
  lat: z.number().nullable(),
  latest: z.array(
    z.object({ variable: z.enum(coastalVariables), value: z.number(), unit: z.string(), time: instantSchema }),
  ),
});
export type CoastalStationView = z.infer<typeof coastalStationSchema>;

export const listCoastalStations = endpoint({
  id: 'listCoastalStations',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/coastal-stations',
  summary: 'Estações meteorológicas da costa (INAMET) e os seus últimos valores',
  access: 'ocean:read',
  response: z.object({ stations: z.array(coastalStationSchema) }),
});

export const coastalStationSeries = endpoint({
  id: 'coastalStationSeries',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/coastal-stations/{id}/series',
  summary: 'Série de uma variável de uma estação da costa',
  access: 'ocean:read',
  params: z.object({ id: z.string().max(64) }),
  query: z.object({
    variable: z.enum(coastalVariables).default('airTemperature'),
    hours: z.coerce.number().int().min(1).max(8_784).default(72),
  }),
  response: z.object({
    station: coastalStationSchema,
    variable: z.enum(coastalVariables),
    unit: z.string().nullable(),
    points: z.array(z.object({ time: instantSchema, value: z.number() })),
  }),
  errors: ['not_found'],
});

export const coastalEndpoints = [listCoastalStations, coastalStationSeries] as const;
