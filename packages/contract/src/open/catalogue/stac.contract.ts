import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import {
  stacCatalogSchema,
  stacCollectionSchema,
  stacGeometrySchema,
  stacItemCollectionSchema,
  stacItemSchema,
  stacLinkSchema,
} from './stac-schemas.ts';

const geojson = 'application/geo+json';
const jsonSchema = 'application/schema+json';

/** More than this in one page is answered as this many. */
export const stacLimits = { default: 10, maximum: 1000 } as const;

const text = (max = 2_000) => z.string().max(max).optional();
const limit = z
  .string()
  .regex(/^0*[1-9]\d{0,8}$/, 'Número inteiro maior do que zero.')
  .transform(Number)
  .optional();
export const collectionParams = z.object({ collectionId: z.string().min(1).max(200) });
export const itemParams = collectionParams.extend({ itemId: z.string().min(1).max(200) });

/** Languages of `filter`. */
const filterLanguage = z.enum(['cql2-text', 'cql2-json']).optional();
const filterQuery = { filter: text(20_000), 'filter-lang': filterLanguage, 'filter-crs': text(200) };

/** Lists are comma-separated, as the standard has them in addresses. */
const itemsQuery = {
  limit,
  bbox: text(400),
  /** RFC 3339 instant, or interval with `..` for an open end. */
  datetime: text(100),
  token: text(2_000),
  /** `-properties.datetime,+id` */
  sortby: text(400),
  /** `id,-properties.x` */
  fields: text(),
  /** Any of several words or phrases, comma-separated, in title, description and keywords. */
  q: text(500),
  ...filterQuery,
};
const searchQuery = {
  ...itemsQuery,
  collections: text(),
  ids: text(20_000),
  /** GeoJSON geometry, as text. */
  intersects: text(50_000),
  /** JSON, as in the body of a POST. */
  query: text(5_000),
};
export type StacSearchQuery = z.output<z.ZodObject<typeof searchQuery>>;

const searchBody = z.strictObject({
  limit: z.number().int().min(1).optional(),
  bbox: z.array(z.number()).max(6).optional(),
  datetime: text(100),
  intersects: stacGeometrySchema.optional(),
  ids: z.array(z.string().max(200)).max(1_000).optional(),
  collections: z.array(z.string().max(200)).max(100).optional(),
  token: text(2_000),
  q: z.array(z.string().max(200)).max(20).optional(),
  sortby: z
    .array(z.strictObject({ field: z.string().max(200), direction: z.enum(['asc', 'desc']).default('asc') }))
    .max(10)
    .optional(),
  fields: z
    .strictObject({
      include: z.array(z.string().max(200)).max(200).nullish(),
      exclude: z.array(z.string().max(200)).max(200).nullish(),
    })
    .optional(),
  query: z.record(z.string().max(200), z.record(z.string(), z.unknown())).optional(),
  filter: z.union([z.record(z.string(), z.unknown()), z.string().max(20_000), z.boolean()]).optional(),
  'filter-lang': filterLanguage,
  'filter-crs': text(200),
});
export type StacSearchBody = z.output<typeof searchBody>;

const shape = { service: 'stac', format: 'standard', access: 'public' } as const;
const get = { ...shape, method: 'GET' } as const;

export const stacLanding = endpoint({
  ...get,
  id: 'stacLanding',
  path: '',
  summary: 'Catálogo STAC: página de entrada',
  response: stacCatalogSchema,
});

/** The same under the address with a slash, which half of the clients make of it. */
export const stacRoot = endpoint({
  ...get,
  id: 'stacRoot',
  path: '/',
  summary: 'Catálogo STAC: página de entrada',
  response: stacCatalogSchema,
});

export const stacApi = endpoint({
  ...get,
  id: 'stacApi',
  path: '/api',
  summary: 'Descrição OpenAPI do catálogo',
  contentType: 'application/vnd.oai.openapi+json;version=3.1',
  response: z.looseObject({ openapi: z.string() }),
});

export const stacConformance = endpoint({
  ...get,
  id: 'stacConformance',
  path: '/conformance',
  summary: 'Classes de conformidade do catálogo',
  response: z.object({ conformsTo: z.array(z.url()) }),
});

/** Health of this service alone, for the pages that monitor services. */
export const stacHealth = endpoint({
  ...get,
  id: 'stacHealth',
  path: '/health',
  summary: 'Saúde do catálogo: coleções e itens que tem',
  response: z.object({
    status: z.enum(['healthy', 'warning']),
    service: z.literal('stac'),
    collections: z.number().int(),
    /** Null where the catalogue is a service elsewhere, which does not count them. */
    items: z.number().int().nullable(),
    /** When the catalogue last went through what the modules offer; null before the first time. */
    lastUpdated: z.string().nullable(),
  }),
});

export const stacCollections = endpoint({
  ...get,
  id: 'stacCollections',
  path: '/collections',
  summary: 'Coleções do catálogo, com pesquisa',
  query: z.strictObject({
    limit,
    bbox: text(400),
    datetime: text(100),
    token: text(2_000),
    /** Any of several words or phrases, comma-separated, in title, description and keywords. */
    q: text(500),
    sortby: text(400),
    fields: text(),
  }),
  response: z.object({
    collections: z.array(z.looseObject({ id: z.string() })),
    links: z.array(stacLinkSchema),
    numberMatched: z.number().int(),
    numberReturned: z.number().int(),
  }),
});

export const stacChildren = endpoint({
  ...get,
  id: 'stacChildren',
  path: '/children',
  summary: 'Filhos do catálogo: as coleções, inteiras',
  response: z.object({ children: z.array(stacCollectionSchema), links: z.array(stacLinkSchema) }),
});

export const stacCollection = endpoint({
  ...get,
  id: 'stacCollection',
  path: '/collections/{collectionId}',
  summary: 'Uma coleção: extensão, fornecedores, licença e citação',
  params: collectionParams,
  response: stacCollectionSchema,
  errors: ['not_found'],
});

export const stacItems = endpoint({
  ...get,
  id: 'stacItems',
  path: '/collections/{collectionId}/items',
  summary: 'Itens de uma coleção',
  contentType: geojson,
  params: collectionParams,
  query: z.strictObject(itemsQuery),
  response: stacItemCollectionSchema,
  errors: ['not_found'],
});

export const stacItem = endpoint({
  ...get,
  id: 'stacItem',
  path: '/collections/{collectionId}/items/{itemId}',
  summary: 'Um item do catálogo',
  contentType: geojson,
  params: itemParams,
  response: stacItemSchema,
  errors: ['not_found'],
});

export const stacAsset = endpoint({
  ...get,
  id: 'stacAsset',
  path: '/collections/{collectionId}/items/{itemId}/assets/{assetKey}',
  summary: 'Ficheiro de um item; feito quando se pede pela primeira vez',
  params: itemParams.extend({ assetKey: z.string().min(1).max(200) }),
  // Clients read a file part by part, and a collection has hundreds: they would be left without the catalogue itself.
  rateLimitPerMinute: 10_000,
  response: z.unknown(),
  errors: ['not_found'],
});

export const stacSearch = endpoint({
  ...get,
  id: 'stacSearch',
  path: '/search',
  summary: 'Pesquisa de itens em todas as coleções',
  contentType: geojson,
  query: z.strictObject(searchQuery),
  response: stacItemCollectionSchema,
});

export const stacSearchPost = endpoint({
  ...shape,
  id: 'stacSearchPost',
  method: 'POST',
  path: '/search',
  summary: 'Pesquisa de itens em todas as coleções, com o pedido no corpo',
  contentType: geojson,
  body: searchBody,
  response: stacItemCollectionSchema,
});

const namesOf = (id: string, path: string, summary: string) =>
  endpoint({ ...get, id, path, summary, contentType: jsonSchema, response: z.looseObject({ $id: z.string() }) });
const namesOfCollection = (id: string, path: string, summary: string) =>
  endpoint({
    ...get,
    id,
    path,
    summary,
    contentType: jsonSchema,
    params: collectionParams,
    response: z.looseObject({ $id: z.string() }),
    errors: ['not_found'],
  });

export const stacQueryables = namesOf('stacQueryables', '/queryables', 'Propriedades que os filtros aceitam');
export const stacSortables = namesOf('stacSortables', '/sortables', 'Propriedades por que se ordena');
export const stacCollectionQueryables = namesOfCollection(
  'stacCollectionQueryables',
  '/collections/{collectionId}/queryables',
  'Propriedades que os filtros de uma coleção aceitam',
);
export const stacCollectionSortables = namesOfCollection(
  'stacCollectionSortables',
  '/collections/{collectionId}/sortables',
  'Propriedades por que se ordena uma coleção',
);

/** Aggregations over the items that match a search. */
export const stacAggregations = {
  total_count: 'integer',
  datetime_min: 'datetime',
  datetime_max: 'datetime',
  datetime_frequency: 'datetime',
  collection_frequency: 'string',
} as const;
export type StacAggregation = keyof typeof stacAggregations;

const aggregationsResponse = z.object({
  aggregations: z.array(
    z.looseObject({ name: z.enum(Object.keys(stacAggregations) as StacAggregation[]), data_type: z.string() }),
  ),
  links: z.array(stacLinkSchema),
});
const aggregateResponse = z.object({
  type: z.literal('AggregationCollection'),
  aggregations: z.array(
    z.object({
      name: z.string(),
      data_type: z.string(),
      value: z.union([z.number(), z.string(), z.null()]).optional(),
      buckets: z.array(z.object({ key: z.string(), data_type: z.string(), frequency: z.number().int() })).optional(),
      overflow: z.number().int().optional(),
    }),
  ),
  links: z.array(stacLinkSchema),
});
const aggregateQuery = {
  aggregations: z.string().min(1).max(500),
  bbox: itemsQuery.bbox,
  datetime: itemsQuery.datetime,
  ...filterQuery,
};

export const stacAggregationList = endpoint({
  ...get,
  id: 'stacAggregationList',
  path: '/aggregations',
  summary: 'Contagens que o catálogo faz',
  response: aggregationsResponse,
});

export const stacCollectionAggregationList = endpoint({
  ...get,
  id: 'stacCollectionAggregationList',
  path: '/collections/{collectionId}/aggregations',
  summary: 'Contagens que se fazem sobre uma coleção',
  params: collectionParams,
  response: aggregationsResponse,
  errors: ['not_found'],
});

export const stacAggregate = endpoint({
  ...get,
  id: 'stacAggregate',
  path: '/aggregate',
  summary: 'Contagens sobre os itens de uma pesquisa',
  query: z.strictObject({
    ...aggregateQuery,
    collections: searchQuery.collections,
    ids: searchQuery.ids,
    intersects: searchQuery.intersects,
    query: searchQuery.query,
  }),
  response: aggregateResponse,
});

export const stacCollectionAggregate = endpoint({
  ...get,
  id: 'stacCollectionAggregate',
  path: '/collections/{collectionId}/aggregate',
  summary: 'Contagens sobre os itens de uma coleção',
  params: collectionParams,
  query: z.strictObject(aggregateQuery),
  response: aggregateResponse,
  errors: ['not_found'],
});

export const stacEndpoints = [
  stacLanding,
  stacRoot,
  stacApi,
  stacConformance,
  stacHealth,
  stacCollections,
  stacChildren,
  stacCollection,
  stacItems,
  stacItem,
  stacAsset,
  stacSearch,
  stacSearchPost,
  stacQueryables,
  stacSortables,
  stacCollectionQueryables,
  stacCollectionSortables,
  stacAggregationList,
  stacCollectionAggregationList,
  stacAggregate,
  stacCollectionAggregate,
] as const;
