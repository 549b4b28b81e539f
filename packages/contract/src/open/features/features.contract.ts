import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { processEndpoints } from './processes.contract.ts';
import { tileEndpoints } from './tiles.contract.ts';

const geojson = 'application/geo+json';

/** More than this in one page is answered as this many. */
export const featureLimits = { default: 10, maximum: 10_000 } as const;

const text = (max = 2_000) => z.string().max(max).optional();
/** `json` or `html`; without it the header Accept decides. */
const f = z.enum(['json', 'html']).optional();
const formatOnly = z.strictObject({ f });
const collectionParams = z.object({ collectionId: z.string().min(1).max(200) });
const featureParams = collectionParams.extend({ featureId: z.string().min(1).max(500) });
const link = z.looseObject({ href: z.string(), rel: z.string() });
const links = z.array(link);

const shape = { service: 'features', format: 'standard', access: 'public' } as const;
const get = { ...shape, method: 'GET' } as const;

const landing = z.looseObject({ title: z.string(), links });
const collection = z.looseObject({
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  /** Number of features; other servers do not state it. */
  itemCount: z.number().int().optional(),
  extent: z.looseObject({
    spatial: z.looseObject({ bbox: z.array(z.array(z.number())) }).optional(),
    temporal: z.looseObject({ interval: z.array(z.array(z.string().nullable())) }).optional(),
  }),
  crs: z.array(z.string()).min(1),
  links,
});
const feature = z.looseObject({
  type: z.literal('Feature'),
  id: z.string(),
  geometry: z.looseObject({ type: z.string() }).nullable(),
  properties: z.record(z.string(), z.unknown()),
});
const featurePage = z.looseObject({
  type: z.literal('FeatureCollection'),
  features: z.array(feature),
  links,
  timeStamp: z.string(),
  numberReturned: z.number().int(),
  numberMatched: z.number().int().optional(),
});

export const featuresLanding = endpoint({
  ...get,
  id: 'featuresLanding',
  path: '',
  summary: 'Serviço de elementos geográficos: página de entrada',
  query: formatOnly,
  response: landing,
});

/** The same under the address with a slash, which half of the clients make of it. */
export const featuresRoot = endpoint({
  ...get,
  id: 'featuresRoot',
  path: '/',
  summary: 'Serviço de elementos geográficos: página de entrada',
  query: formatOnly,
  response: landing,
});

export const featuresApi = endpoint({
  ...get,
  id: 'featuresApi',
  path: '/api',
  summary: 'Descrição OpenAPI do serviço de elementos geográficos',
  query: formatOnly,
  contentType: 'application/vnd.oai.openapi+json;version=3.0',
  response: z.looseObject({ openapi: z.string() }),
});

export const featuresConformance = endpoint({
  ...get,
  id: 'featuresConformance',
  path: '/conformance',
  summary: 'Classes de conformidade do serviço de elementos geográficos',
  query: formatOnly,
  response: z.looseObject({ conformsTo: z.array(z.string()) }),
});

export const featureCollections = endpoint({
  ...get,
  id: 'featureCollections',
  path: '/collections',
  summary: 'Coleções de elementos geográficos que quem pede pode ler',
  query: formatOnly,
  response: z.looseObject({ links, collections: z.array(collection) }),
});

export const featureCollection = endpoint({
  ...get,
  id: 'featureCollection',
  path: '/collections/{collectionId}',
  summary: 'Uma coleção de elementos geográficos',
  params: collectionParams,
  query: formatOnly,
  response: collection,
  errors: ['not_found'],
});

const schemaOf = (id: string, path: string, summary: string) =>
  endpoint({
    ...get,
    id,
    path: `/collections/{collectionId}/${path}`,
    summary,
    params: collectionParams,
    query: formatOnly,
    contentType: 'application/schema+json',
    response: z.looseObject({ $id: z.string(), properties: z.record(z.string(), z.unknown()) }),
    errors: ['not_found'],
  });

export const featureQueryables = schemaOf(
  'featureQueryables',
  'queryables',
  'Propriedades que os filtros de uma coleção aceitam',
);
export const featureSortables = schemaOf('featureSortables', 'sortables', 'Propriedades por que se ordena uma coleção');
export const featureSchema = schemaOf('featureSchema', 'schema', 'Esquema das propriedades de uma coleção');

export const listFeatures = endpoint({
  ...get,
  id: 'listFeatures',
  path: '/collections/{collectionId}/items',
  summary: 'Elementos de uma coleção, filtrados, ordenados e às páginas',
  params: collectionParams,
  /** Besides these, each property of the collection by its name. */
  query: z
    .object({
      f,
      limit: z
        .string()
        .regex(/^0*[1-9]\d{0,8}$/, 'Número inteiro maior do que zero.')
        .transform(Number)
        .optional(),
      bbox: text(400),
      'bbox-crs': text(200),
      datetime: text(100),
      crs: text(200),
      /** Properties to give, comma-separated. */
      properties: text(),
      /** `-depthMeters,+name` */
      sortby: text(400),
      filter: text(20_000),
      'filter-lang': z.enum(['cql2-text', 'cql2-json']).optional(),
      'filter-crs': text(200),
      token: text(4_000),
    })
    .catchall(z.string().max(2_000)),
  contentType: geojson,
  response: featurePage,
  errors: ['not_found'],
});

export const getFeature = endpoint({
  ...get,
  id: 'getFeature',
  path: '/collections/{collectionId}/items/{featureId}',
  summary: 'Um elemento de uma coleção',
  params: featureParams,
  query: z.strictObject({ f, crs: text(200) }),
  contentType: geojson,
  response: feature,
  errors: ['not_found'],
});

const position = z.array(z.number()).min(2).max(4);
const inputBody = z.object({
  type: z.literal('Feature'),
  id: z.union([z.string(), z.number()]).optional(),
  geometry: z
    .union([
      z.object({ type: z.literal('Point'), coordinates: position }),
      z.object({ type: z.enum(['LineString', 'MultiPoint']), coordinates: z.array(position).max(10_000) }),
      z.object({ type: z.enum(['Polygon', 'MultiLineString']), coordinates: z.array(z.array(position).max(10_000)) }),
      z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(z.array(position).max(10_000))) }),
    ])
    .nullable(),
  properties: z.record(z.string(), z.unknown()).nullable(),
});
const write = { service: 'features', format: 'standard', access: 'features:write', response: z.unknown() } as const;

export const createFeature = endpoint({
  ...write,
  id: 'createFeature',
  method: 'POST',
  path: '/collections/{collectionId}/items',
  summary: 'Cria um elemento numa coleção que o permita',
  params: collectionParams,
  body: inputBody,
  errors: ['not_found', 'method_not_allowed', 'conflict'],
});

export const replaceFeature = endpoint({
  ...write,
  id: 'replaceFeature',
  method: 'PUT',
  path: '/collections/{collectionId}/items/{featureId}',
  summary: 'Substitui um elemento',
  params: featureParams,
  body: inputBody,
  errors: ['not_found', 'method_not_allowed', 'conflict', 'precondition_failed'],
});

export const updateFeature = endpoint({
  ...write,
  id: 'updateFeature',
  method: 'PATCH',
  path: '/collections/{collectionId}/items/{featureId}',
  summary: 'Altera parte de um elemento (RFC 7396)',
  params: featureParams,
  body: inputBody.partial(),
  errors: ['not_found', 'method_not_allowed', 'conflict', 'precondition_failed'],
});

export const deleteFeature = endpoint({
  ...write,
  id: 'deleteFeature',
  method: 'DELETE',
  path: '/collections/{collectionId}/items/{featureId}',
  summary: 'Elimina um elemento',
  params: featureParams,
  errors: ['not_found', 'method_not_allowed', 'conflict', 'precondition_failed'],
});

export const featureEndpoints = [
  featuresLanding,
  featuresRoot,
  featuresApi,
  featuresConformance,
  featureCollections,
  featureCollection,
  featureQueryables,
  featureSortables,
  featureSchema,
  listFeatures,
  getFeature,
  createFeature,
  replaceFeature,
  updateFeature,
  deleteFeature,
  ...tileEndpoints,
  ...processEndpoints,
];
