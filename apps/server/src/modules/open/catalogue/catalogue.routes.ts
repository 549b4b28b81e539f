import {
  type StacSearchQuery,
  stacAggregate,
  stacAggregationList,
  stacAggregations,
  stacApi,
  stacAsset,
  stacCollection,
  stacCollectionAggregate,
  stacCollectionAggregationList,
  stacCollectionQueryables,
  stacCollectionSortables,
  stacCollections,
  stacConformance,
  stacEndpoints,
  stacHealth,
  stacItem,
  stacItems,
  stacLanding,
  stacQueryables,
  stacRoot,
  stacSearch,
  stacSearchPost,
  stacSortables,
} from '@kianda/contract/open/catalogue/stac.contract';
import type { StacLink } from '@kianda/contract/open/catalogue/stac-schemas';
import { stacTransactionEndpoints } from '@kianda/contract/open/catalogue/stac-transactions.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind, type Principal, type StandardAnswer } from '../../../platform/http/bind.ts';
import { openApiOf } from '../../../platform/http/openapi.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import { type Assets, rangeOf } from './assets.service.ts';
import type { CatalogueService } from './catalogue.service.ts';
import { conformance } from './documents/conformance.ts';
import type { Objects } from './documents/documents.ts';
import type { ItemRepository } from './items.repository.ts';
import { aggregate, aggregationNames } from './search/aggregations.ts';
import { searchCollections } from './search/collection-search.ts';
import { queryableProperties } from './search/queryables.ts';
import { type Search, searchFromBody, searchFromQuery } from './search/search.ts';
import { sortables } from './search/sorting.ts';
import { itemTag } from './transactions.service.ts';

type QueryValues = Readonly<Record<string, string | number | undefined>>;

/** Endpoints of the catalogue that read. */
export function catalogueBindings(options: {
  service: CatalogueService;
  repository: ItemRepository;
  assets: Assets;
  objects: Objects;
  clock: Clock;
  version: string;
}): Bindings {
  const { service, repository, assets, objects, clock, version } = options;
  const { base, link, root, types } = objects;
  const own = () => ownProvenance(clock);
  const idsFor = (principal: Principal | null) => service.visible(principal).map(({ id }) => id);

  const landing = async (principal: Principal | null): Promise<StandardAnswer> => ({
    body: objects.landing(service.visible(principal)),
    provenance: own(),
  });

  const names = (id: string, title: string, properties: object): StandardAnswer => ({
    body: {
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      $id: id,
      type: 'object',
      title,
      properties,
      additionalProperties: false,
    },
    contentType: types.jsonSchema,
    provenance: own(),
  });
  const queryables = (url: string) => names(url, 'Propriedades que os filtros aceitam', queryableProperties());
  const sortableNames = (url: string) => names(url, 'Propriedades por que se ordena', sortables);

  /** Items of an address with parameters; the next page is the same address with a token. */
  async function page(
    path: string,
    query: QueryValues,
    search: Search,
    among: readonly string[],
    more: readonly StacLink[],
  ): Promise<StandardAnswer> {
    const at = (token: string | null) => withQuery(path, token === null ? query : { ...query, token });
    const { body, provenance } = await service.search(search, among, (next) => [
      root(),
      link('self', at(null), types.geojson),
      ...more,
      ...(next === null ? [] : [link('next', at(next), types.geojson, { method: 'GET' })]),
    ]);
    return { body, provenance };
  }

  async function aggregated(
    path: string,
    query: Partial<StacSearchQuery> & { readonly aggregations: string },
    among: readonly string[],
  ): Promise<StandardAnswer> {
    const { aggregations: wanted, ...rest } = query;
    const judged = await service.judge(searchFromQuery(rest), among);
    try {
      const aggregations = await aggregate(repository, judged, aggregationNames(wanted));
      return {
        body: {
          type: 'AggregationCollection',
          aggregations,
          links: [root(), link('self', withQuery(path, query), types.json)],
        },
        provenance: await service.provenanceOfRows(await repository.origins(among)),
      };
    } finally {
      judged.close();
    }
  }

  const aggregationList = (path: string): StandardAnswer => ({
    body: {
      aggregations: Object.entries(stacAggregations).map(([name, type]) => ({
        name,
        data_type: type,
        ...(name === 'datetime_frequency' ? { frequency_distribution_data_type: type } : {}),
      })),
      links: [root(), link('self', path, types.json)],
    },
    provenance: own(),
  });

  return [
    bind(stacLanding, ({ principal }) => landing(principal)),
    bind(stacRoot, ({ principal }) => landing(principal)),
    bind(stacConformance, async () => ({ body: { conformsTo: conformance }, provenance: own() })),
    bind(stacApi, async () => ({
      body: openApiOf([...stacEndpoints, ...stacTransactionEndpoints], version),
      provenance: own(),
    })),
    bind(stacHealth, async () => ({ body: await service.health(), provenance: own() })),

    bind(stacCollections, async ({ query, principal }) => {
      const { described, provenance } = await service.describe(service.visible(principal));
      const { token: _token, ...parameters } = query;
      const found = searchCollections(described, query);
      const at = (token: string | null) =>
        withQuery(`${base}/collections`, token === null ? parameters : { ...parameters, token });
      return {
        provenance,
        body: {
          collections: found.page,
          links: [
            root(),
            link('self', at(query.token ?? null), types.json),
            ...(found.next === null ? [] : [link('next', at(found.next), types.json, { method: 'GET' })]),
          ],
          numberMatched: found.matched,
          numberReturned: found.page.length,
        },
      };
    }),
    bind(stacCollection, async ({ params, principal }) => {
      const collection = service.collectionFor(params.collectionId, principal);
      const { described, provenance } = await service.describe([collection]);
      return { body: described[0], provenance };
    }),

    bind(stacItems, ({ params, query, principal }) => {
      const { id, title } = service.collectionFor(params.collectionId, principal);
      const { token: _token, ...parameters } = query;
      const url = objects.collectionUrl(id);
      return page(
        `${url}/items`,
        parameters,
        searchFromQuery(query),
        [id],
        [link('collection', url, types.json, { title })],
      );
    }),
    bind(stacItem, async ({ params, principal }) => {
      const row = await service.itemFor(params.collectionId, params.itemId, principal);
      return {
        body: objects.item(row),
        headers: { etag: itemTag(row) },
        provenance: await service.provenanceOfRows([row]),
      };
    }),
    bind(stacAsset, async ({ params, principal, headers }) => {
      const row = await service.itemFor(params.collectionId, params.itemId, principal);
      const { bytes, mediaType } = await assets.read(row, params.assetKey);
      const range = rangeOf(headers.range, bytes.byteLength);
      const provenance = await service.provenanceOfRows([row]);
      const common = {
        'accept-ranges': 'bytes',
        etag: itemTag(row),
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${row.id}_${params.assetKey}`)}`,
      };
      if (range === 'unsatisfiable') {
        return { status: 416, headers: { ...common, 'content-range': `bytes */${bytes.byteLength}` }, provenance };
      }
      if (range === null) return { body: bytes, contentType: mediaType, headers: common, provenance };
      return {
        status: 206,
        body: bytes.subarray(range.first, range.last + 1),
        contentType: mediaType,
        headers: { ...common, 'content-range': `bytes ${range.first}-${range.last}/${bytes.byteLength}` },
        provenance,
      };
    }),

    bind(stacSearch, ({ query, principal }) => {
      const { token: _token, ...parameters } = query;
      return page(`${base}/search`, parameters, searchFromQuery(query), idsFor(principal), []);
    }),
    bind(stacSearchPost, async ({ body, principal }) => {
      const { body: found, provenance } = await service.search(searchFromBody(body), idsFor(principal), (next) => [
        root(),
        link('self', `${base}/search`, types.geojson),
        ...(next === null
          ? []
          : [link('next', `${base}/search`, types.geojson, { method: 'POST', merge: true, body: { token: next } })]),
      ]);
      return { body: found, provenance };
    }),

    bind(stacQueryables, async () => queryables(`${base}/queryables`)),
    bind(stacSortables, async () => sortableNames(`${base}/sortables`)),
    bind(stacCollectionQueryables, async ({ params, principal }) =>
      queryables(`${objects.collectionUrl(service.collectionFor(params.collectionId, principal).id)}/queryables`),
    ),
    bind(stacCollectionSortables, async ({ params, principal }) =>
      sortableNames(`${objects.collectionUrl(service.collectionFor(params.collectionId, principal).id)}/sortables`),
    ),

    bind(stacAggregationList, async () => aggregationList(`${base}/aggregations`)),
    bind(stacCollectionAggregationList, async ({ params, principal }) =>
      aggregationList(
        `${objects.collectionUrl(service.collectionFor(params.collectionId, principal).id)}/aggregations`,
      ),
    ),
    bind(stacAggregate, ({ query, principal }) => aggregated(`${base}/aggregate`, query, idsFor(principal))),
    bind(stacCollectionAggregate, ({ params, query, principal }) => {
      const { id } = service.collectionFor(params.collectionId, principal);
      return aggregated(`${objects.collectionUrl(id)}/aggregate`, query, [id]);
    }),
  ];
}

/** An address with its parameters, those that were given. */

function withQuery(path: string, query: QueryValues): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  const text = parameters.toString();
  return text === '' ? path : `${path}?${text}`;
}
