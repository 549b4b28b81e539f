import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { featureCollectionOf, multiPolygonSchema, pointSchema, polygonSchema } from '../core/geo.ts';

const areal = z.discriminatedUnion('type', [polygonSchema, multiPolygonSchema]);

export const zeeBoundary = endpoint({
  id: 'zeeBoundary',
  service: 'admin-api',
  method: 'GET',
  path: '/geography/zee',
  summary: 'Polígono da ZEE, com a área calculada e a configurada, cada uma com a sua fonte',
  access: 'ocean:read',
  response: z.object({
    boundary: featureCollectionOf(
      areal,
      z.object({ name: z.string(), mrgid: z.number().int().nullable(), note: z.string() }),
    ),
    areas: z.array(
      z.object({ km2: z.number(), source: z.string(), kind: z.enum(['configured', 'computed', 'published']) }),
    ),
  }),
  maxAgeSeconds: 3600,
});

export const listPorts = endpoint({
  id: 'listPorts',
  service: 'admin-api',
  method: 'GET',
  path: '/geography/ports',
  summary: 'Portos e locais de desembarque',
  access: 'ocean:read',
  response: featureCollectionOf(pointSchema, z.object({ name: z.string(), kind: z.string(), source: z.string() })),
  maxAgeSeconds: 3600,
});

export const listFishingZones = endpoint({
  id: 'listFishingZones',
  service: 'admin-api',
  method: 'GET',
  path: '/geography/fishing-zones',
  summary: 'Zonas de pesca, com a presença de embarcações nos últimos dias disponíveis',
  access: 'fisheries:read',
  response: featureCollectionOf(
    areal,
    z.object({
      name: z.string(),
      segment: z.enum(['artesanal', 'semi-industrial', 'industrial']),
      note: z.string(),
      /** Vessels seen inside in the presence window; null where presence was never obtained. */
      vessels: z.number().int().nullable(),
      presenceHours: z.number().nullable(),
    }),
  ),
});

export const listProtectedAreas = endpoint({
  id: 'listProtectedAreas',
  service: 'admin-api',
  method: 'GET',
  path: '/geography/protected-areas',
  summary: 'Áreas protegidas e sensíveis',
  access: 'ocean:read',
  response: featureCollectionOf(
    areal,
    z.object({ name: z.string(), designation: z.string(), status: z.string(), source: z.string() }),
  ),
  maxAgeSeconds: 3600,
});

export const geographyEndpoints = [zeeBoundary, listPorts, listFishingZones, listProtectedAreas] as const;
