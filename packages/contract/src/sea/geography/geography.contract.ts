import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import {
  anyGeometrySchema,
  boxQuerySchema,
  featureCollectionOf,
  multiPolygonSchema,
  pointSchema,
  polygonSchema,
} from '../../core/geo.ts';
import { pageQuerySchema } from '../../core/page.ts';
import { instantSchema } from '../../core/provenance.ts';

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
      /** Number of vessels seen in it during the presence window; null where presence was never obtained. */
      vessels: z.number().int().nullable(),
      presenceHours: z.number().nullable(),
    }),
  ),
});

const nullableText = z.string().nullable();
const nullableNumber = z.number().nullable();

/** Whom to cite, and under which terms: goes with every export of the data. */
const attribution = z.object({ source: z.string(), licence: z.string(), citation: z.string(), homepage: z.string() });

const paging = {
  /** Features of all pages. */
  total: z.number().int(),
  page: z.number().int(),
  pageSize: z.number().int(),
  hasNext: z.boolean(),
  hasPrev: z.boolean(),
};

export const listProtectedAreas = endpoint({
  id: 'listProtectedAreas',
  service: 'admin-api',
  method: 'GET',
  path: '/geography/protected-areas',
  summary: 'Áreas protegidas e sensíveis dentro de uma caixa, com limites, estatuto e governação',
  access: 'ocean:read',
  query: pageQuerySchema.extend(boxQuerySchema.shape).extend({
    /** Only areas in the sea, or only those on land; absent: all. */
    marine: z.enum(['true', 'false']).optional(),
  }),
  response: featureCollectionOf(
    areal,
    z.object({
      name: z.string(),
      nameEnglish: nullableText,
      designation: z.string(),
      /** `existente`, `planeada`, `configuração`. */
      status: z.string(),
      /** As the register states it. */
      legalStatus: nullableText,
      statusYear: z.number().int().nullable(),
      iucnCategory: nullableText,
      governance: nullableText,
      managementAuthority: nullableText,
      noTake: nullableText,
      marine: z.boolean().nullable(),
      reportedAreaKm2: nullableNumber,
      gisAreaKm2: nullableNumber,
      /**
       * Kind of outline: the boundary, an approximate one (never for a legal decision), a circle of the reported area
       * about a point, or a working box.
       */
      outline: z.enum(['boundary', 'approximate', 'circle', 'box']),
      source: z.string(),
      url: nullableText,
    }),
  ).extend({ ...paging, attributions: z.array(attribution) }),
  maxAgeSeconds: 300,
});

const layerSummary = z.object({
  id: z.string(),
  title: z.string(),
  abstract: nullableText,
  keywords: z.array(z.string()),
  /** west, south, east, north. */
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  updatedAt: instantSchema.nullable(),
  /** Null for images, and for layers that the provider describes but does not hand out. */
  features: z.number().int().nullable(),
  licence: nullableText,
  url: nullableText,
});

export const listMapLayers = endpoint({
  id: 'listMapLayers',
  service: 'admin-api',
  method: 'GET',
  path: '/geography/layers',
  summary: 'Camadas geográficas regionais e o que delas se sabe',
  access: 'ocean:read',
  query: pageQuerySchema,
  response: z.object({ layers: z.array(layerSummary), ...paging, attributions: z.array(attribution) }),
  maxAgeSeconds: 300,
});

export const listMapLayerFeatures = endpoint({
  id: 'listMapLayerFeatures',
  service: 'admin-api',
  method: 'GET',
  path: '/geography/layers/{id}/features',
  summary: 'Elementos de uma camada dentro de uma caixa, como GeoJSON',
  access: 'ocean:read',
  params: z.object({ id: z.string().min(1).max(200) }),
  query: boxQuerySchema.extend({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(5_000).default(1_000),
  }),
  response: featureCollectionOf(anyGeometrySchema, z.record(z.string(), z.unknown())).extend({
    layer: layerSummary,
    ...paging,
    attributions: z.array(attribution),
  }),
  errors: ['not_found'],
  maxAgeSeconds: 300,
});

export const geographyEndpoints = [
  zeeBoundary,
  listPorts,
  listFishingZones,
  listProtectedAreas,
  listMapLayers,
  listMapLayerFeatures,
] as const;
