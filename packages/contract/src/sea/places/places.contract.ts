import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { bboxSchema, multiPolygonSchema, pointSchema, polygonSchema } from '../../core/geo.ts';
import { pageOf } from '../../core/page.ts';
import { fileShapeOf, listFile, pageShapeOf } from '../../core/resource-endpoints.ts';
import { placeKindSchema, placeSchema, placesResource } from './places.resource.ts';

export const listPlaces = endpoint({
  id: 'listPlaces',
  service: 'admin-api',
  method: 'GET',
  path: '/geography/places',
  summary: 'Portos, áreas e estações que a conta pode ver, por filtros',
  access: 'ocean:read',
  query: z.object(pageShapeOf(placesResource)),
  response: pageOf(placeSchema),
});

export const exportPlaces = endpoint({
  ...listFile,
  id: 'exportPlaces',
  service: 'admin-api',
  path: '/geography/places/export',
  summary: 'Os lugares dos filtros, em CSV, XLSX ou JSON (auditado)',
  access: 'ocean:read',
  query: z.object(fileShapeOf(placesResource)),
});

const named = z.object({ kind: placeKindSchema, id: z.string(), name: z.string() });

export const placeById = endpoint({
  id: 'placeById',
  service: 'admin-api',
  method: 'GET',
  path: '/geography/places/{kind}/{id}',
  summary: 'Um lugar: contorno, estatuto, distância à costa, porto mais próximo e áreas em que fica',
  access: 'ocean:read',
  params: z.object({ kind: placeKindSchema, id: z.string().min(1).max(120) }),
  response: placeSchema.extend({
    geometry: z.discriminatedUnion('type', [pointSchema, polygonSchema, multiPolygonSchema]),
    /** Box around the geometry; around a point, of `pointRadiusKm` to each side. */
    bounds: bboxSchema,
    pointRadiusKm: z.number().nullable(),
    /** Geodesic, of `lon` and `lat`; null on land. */
    coastKm: z.number().nonnegative().nullable(),
    insideZee: z.boolean(),
    /** Null where no port is nearer than the place itself. */
    nearestPort: named.extend({ km: z.number().nonnegative() }).nullable(),
    /** Areas whose outline holds `lon` and `lat`. */
    within: z.array(named),
    /** Further facts, as its source states them. */
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    url: z.string().nullable(),
  }),
  errors: ['not_found'],
});

export const placeEndpoints = [listPlaces, exportPlaces, placeById] as const;
