import {
  stacAsset,
  stacItem,
  stacItems,
  stacSearch,
  stacSearchPost,
} from '@kianda/contract/open/catalogue/stac.contract';
import type { StacLink } from '@kianda/contract/open/catalogue/stac-schemas';
import { type Bindings, bind, type RequestContext, type StandardAnswer } from '../../../platform/http/bind.ts';
import { rangeOf } from './assets.service.ts';
import type { CatalogueContext } from './catalogue.types.ts';
import { type QueryValues, withQuery } from './documents/links.ts';
import type { Scope } from './indexed-search.service.ts';
import { type Search, searchFromBody, searchFromQuery } from './search/search.ts';
import { itemTag } from './transactions.service.ts';

/** One collection's items, their documents and their files. */
export function itemBindings(context: CatalogueContext): Bindings {
  const { service, documents } = context;
  return [
    bind(stacItems, async ({ params, query, principal }) => {
      const { collection, scope } = await service.scopeOf(params.collectionId, principal);
      const { id, title } = collection;
      const { token: _token, ...parameters } = query;
      const url = documents.collectionUrl(id);
      return pageOf(context, {
        path: `${url}/items`,
        query: parameters,
        search: searchFromQuery(query),
        scope,
        links: [documents.link('collection', url, documents.types.json, { title })],
      });
    }),
    bind(stacItem, async ({ params, principal }) => {
      const row = await service.itemFor(params.collectionId, params.itemId, principal);
      return {
        body: documents.item(row),
        // Of the platform's own items the text may change without the content: its files are described as they are made.
        headers: row.own ? {} : { etag: itemTag(row) },
        provenance: await service.provenanceOfRows([row]),
      };
    }),
    bind(stacAsset, (request) => answerAsset(context, request)),
  ];
}

/** Searches over every collection that the caller may see. */
export function searchBindings(context: CatalogueContext): Bindings {
  const { service, documents } = context;
  const { base, link, root, types } = documents;
  return [
    bind(stacSearch, async ({ query, principal }) => {
      const { token: _token, ...parameters } = query;
      return pageOf(context, {
        path: `${base}/search`,
        query: parameters,
        search: searchFromQuery(query),
        scope: await service.scope(principal),
        links: [],
      });
    }),
    bind(stacSearchPost, async ({ body, principal }) =>
      service.search(searchFromBody(body), await service.scope(principal), (next) => [
        root(),
        link('self', `${base}/search`, types.geojson),
        ...(next === null
          ? []
          : [link('next', `${base}/search`, types.geojson, { method: 'POST', merge: true, body: { token: next } })]),
      ]),
    ),
  ];
}

/** A page of items at an address with parameters; the next page is the same address with a token. */
function pageOf(
  { service, documents: { link, root, types } }: CatalogueContext,
  page: {
    readonly path: string;
    readonly query: QueryValues;
    readonly search: Search;
    readonly scope: Scope;
    readonly links: readonly StacLink[];
  },
): Promise<StandardAnswer> {
  const at = (token: string | null) => withQuery(page.path, token === null ? page.query : { ...page.query, token });
  return service.search(page.search, page.scope, (next) => [
    root(),
    link('self', at(null), types.geojson),
    ...page.links,
    ...(next === null ? [] : [link('next', at(next), types.geojson, { method: 'GET' })]),
  ]);
}

/** The file of an asset, or the range of it that is asked for. */
async function answerAsset(
  { service, assets }: CatalogueContext,
  { params, principal, headers }: RequestContext<typeof stacAsset>,
): Promise<StandardAnswer> {
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
}
