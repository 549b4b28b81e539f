import type { ItemRepository } from '../items.repository.ts';
import type { ItemRow } from '../items.types.ts';
import type { CatalogueCollection, StoredCollection } from '../published-collection.types.ts';
import { conformance } from './conformance.ts';
import { createLinks, type Links } from './links.ts';

export const stacVersion = '1.1.0';
const queryablesRel = 'http://www.opengis.net/def/rel/ogc/1.0/queryables';
const sortablesRel = 'http://www.opengis.net/def/rel/ogc/1.0/sortables';
const scientific = 'https://stac-extensions.github.io/scientific/v1.0.0/schema.json';

/** Provider and licence that a source's data must be credited with. */
export type SourceCredit = {
  readonly provider: string;
  readonly licence: string;
  readonly citation: string;
  readonly homepage: string;
};
export type Addresses = {
  /** Address of the platform, without a slash at its end. */
  readonly publicUrl: string;
  /** Page that documents the interface. */
  readonly docsUrl: string;
  readonly operatorName: string;
};
type Extent = Awaited<ReturnType<ItemRepository['extents']>>[number];

/** Extent of a collection without items: the waters around Angola. */
const waters = [8, -18.1, 14.1, -4.3];

/** STAC documents that the catalogue answers with; their links are absolute. */
export function createDocuments(addresses: Addresses, creditOf: (connectorId: string) => SourceCredit | null) {
  const links = createLinks(addresses.publicUrl);
  return {
    ...links,
    landing: (collections: readonly CatalogueCollection[]) => landing(links, addresses, collections),
    collection(collection: CatalogueCollection, extent: Extent | undefined) {
      if (collection.published !== undefined) return publishedDocument(links, collection.published, extent);
      const sources = collection.connectorIds.flatMap((id) => creditOf(id) ?? []);
      return collectionDocument({ links, addresses, collection, sources, extent });
    },
    item: (row: ItemRow) => itemDocument(links, row),
    frame: (collection: string, id: string) => itemFrame(links, collection, id),
  };
}

export type Documents = ReturnType<typeof createDocuments>;

function landing(
  { base, link, root, collectionUrl, types }: Links,
  addresses: Addresses,
  collections: readonly CatalogueCollection[],
) {
  const { json, geojson, jsonSchema } = types;
  return {
    type: 'Catalog',
    stac_version: stacVersion,
    id: 'kianda',
    title: 'Kianda',
    description: `Produtos oceânicos da Zona Económica Exclusiva de Angola, publicados por ${addresses.operatorName}.`,
    conformsTo: conformance,
    links: [
      root(),
      link('self', base, json),
      link('service-desc', `${base}/api`, 'application/vnd.oai.openapi+json;version=3.1'),
      link('service-doc', addresses.docsUrl, 'text/html'),
      link('conformance', `${base}/conformance`, json),
      link('data', `${base}/collections`, json),
      link('children', `${base}/children`, json),
      link('search', `${base}/search`, geojson, { method: 'GET' }),
      link('search', `${base}/search`, geojson, { method: 'POST' }),
      link(queryablesRel, `${base}/queryables`, jsonSchema),
      link(sortablesRel, `${base}/sortables`, jsonSchema),
      link('aggregate', `${base}/aggregate`, json),
      link('aggregations', `${base}/aggregations`, json),
      ...collections.map(({ id, title }) => link('child', collectionUrl(id), json, { title })),
    ],
  };
}

function collectionDocument(options: {
  links: Links;
  addresses: Addresses;
  collection: CatalogueCollection;
  sources: readonly SourceCredit[];
  extent: Extent | undefined;
}) {
  const { links, addresses, collection, sources, extent } = options;
  const citation = [...new Set(sources.map((source) => source.citation))].join('\n');
  const licences = [...new Set(sources.map((source) => source.licence))];
  return {
    type: 'Collection',
    stac_version: stacVersion,
    stac_extensions: [...new Set([...(collection.extensions ?? []), ...(citation === '' ? [] : [scientific])])],
    id: collection.id,
    title: collection.title,
    description:
      licences.length === 0 ? collection.description : `${collection.description}\n\nLicença: ${licences.join('; ')}.`,
    keywords: [...collection.keywords],
    license: spdxOf(licences),
    providers: [
      ...sources.map(({ provider, homepage, licence }) => ({
        name: provider,
        description: licence,
        roles: ['producer', 'licensor'],
        url: homepage,
      })),
      { name: addresses.operatorName, roles: ['processor', 'host'], url: addresses.publicUrl },
    ],
    extent: extentOf(extent),
    summaries: { 'eo:count': [extent?.items ?? 0], ...collection.summaries },
    ...(extent === undefined ? {} : { updated: extent.updated.toISOString() }),
    ...(citation === '' ? {} : { 'sci:citation': citation }),
    itemType: 'feature',
    crs: ['http://www.opengis.net/def/crs/OGC/1.3/CRS84'],
    ...collection.fields,
    links: collectionLinks(links, collection.id, sources),
  };
}

/** A published collection: what its publisher says of it, its items counted, and the catalogue's links before theirs. */
function publishedDocument(links: Links, stored: StoredCollection, extent: Extent | undefined) {
  const { id, document, created_at, updated_at } = stored;
  const updated = extent !== undefined && extent.updated > updated_at ? extent.updated : updated_at;
  return {
    type: 'Collection',
    stac_version: stacVersion,
    id,
    title: id,
    keywords: [],
    providers: [],
    ...document,
    summaries: { ...document.summaries, 'eo:count': [extent?.items ?? 0] },
    created: created_at.toISOString(),
    updated: updated.toISOString(),
    itemType: 'feature',
    crs: ['http://www.opengis.net/def/crs/OGC/1.3/CRS84'],
    links: [...collectionLinks(links, id, []), ...document.links],
  };
}

function extentOf(extent: Extent | undefined) {
  return {
    spatial: {
      bbox: [
        extent?.west == null || extent.south == null || extent.east == null || extent.north == null
          ? waters
          : [extent.west, extent.south, extent.east, extent.north],
      ],
    },
    temporal: { interval: [[extent?.first.toISOString() ?? null, extent?.last.toISOString() ?? null]] },
  };
}

function collectionLinks(
  { base, link, root, collectionUrl, types }: Links,
  id: string,
  sources: readonly SourceCredit[],
) {
  const { json, geojson, jsonSchema } = types;
  const url = collectionUrl(id);
  return [
    root(),
    link('self', url, json),
    link('parent', base, json),
    link('items', `${url}/items`, geojson),
    link(queryablesRel, `${url}/queryables`, jsonSchema),
    link(sortablesRel, `${url}/sortables`, jsonSchema),
    link('aggregate', `${url}/aggregate`, json),
    link('aggregations', `${url}/aggregations`, json),
    ...sources.map(({ homepage, licence }) => link('license', homepage, 'text/html', { title: licence })),
    ...sources.map(({ homepage, provider }) => link('via', homepage, 'text/html', { title: provider })),
  ];
}

function itemDocument({ link, root, collectionUrl, itemUrl, types: { json, geojson } }: Links, row: ItemRow) {
  const { collection, id, item } = row;
  const url = itemUrl(collection, id);
  const assets = Object.entries(item.assets).map(([key, asset]) => [
    key,
    row.own ? { ...asset, href: `${url}/assets/${encodeURIComponent(key)}` } : asset,
  ]);
  return {
    type: 'Feature' as const,
    stac_version: stacVersion,
    stac_extensions: item.stac_extensions,
    id,
    collection,
    geometry: item.geometry,
    ...(item.bbox === undefined ? {} : { bbox: item.bbox }),
    properties: {
      ...item.properties,
      created: row.created_at.toISOString(),
      updated: row.updated_at.toISOString(),
    },
    links: [
      root(),
      link('self', url, geojson),
      link('parent', collectionUrl(collection), json),
      link('collection', collectionUrl(collection), json),
      ...(item.links ?? []),
    ],
    assets: Object.fromEntries(assets) as Record<string, unknown>,
  };
}

/** Beginning of an item's text up to its own links, as `itemDocument` would begin, and its address. */
function itemFrame(links: Links, collection: string, id: string) {
  const { link, root, collectionUrl, types } = links;
  const url = links.itemUrl(collection, id);
  const parent = collectionUrl(collection);
  const list = JSON.stringify([
    root(),
    link('self', url, types.geojson),
    link('parent', parent, types.json),
    link('collection', parent, types.json),
  ]);
  const names = `"id":${JSON.stringify(id)},"collection":${JSON.stringify(collection)}`;
  return {
    url,
    head: `{"type":"Feature","stac_version":"${stacVersion}",${names},"links":${list.slice(0, -1)}`,
  };
}

/** SPDX of a single Creative Commons licence as connectors write it; `other` for the rest, which links explain. */
function spdxOf(licences: readonly string[]): string {
  const [licence] = licences;
  const match = licences.length === 1 ? /^CC (BY(?:-[A-Z]{2})*) (\d\.\d)/.exec(licence ?? '') : null;
  return match === null ? 'other' : `CC-${match[1]}-${match[2]}`;
}
